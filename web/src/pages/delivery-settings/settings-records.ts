import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Api } from '../../api/types';
import type { Values } from '../../parts/form/form-field';
import type { ReadRecord } from '../../parts/form/resource-form';

type Settings = Api<'DeliverySettingsDto'>;
export type TestInput = Api<'DeliveryTestInputDto'>;

export interface ReadSettings extends ReadRecord {
  readonly secretsSet: readonly string[];
}

/** Undefined: of the organization. */
export type OfWhat = string | undefined;

export const settingsQuery = (of: OfWhat) =>
  queryOptions({
    queryKey: ['delivery-settings', of ?? null],
    queryFn: async ({ signal }) => {
      const { data } =
        of === undefined
          ? await api.GET('/delivery-settings', { signal })
          : await api.GET('/connections/{id}/delivery-settings', { params: { path: { id: of } }, signal });
      return recordOf(data!);
    },
  });

export async function saveSettings(of: OfWhat, body: Values): Promise<ReadSettings> {
  const { data } =
    of === undefined
      ? await api.PATCH('/delivery-settings', { body })
      : await api.PATCH('/connections/{id}/delivery-settings', { params: { path: { id: of } }, body });
  return recordOf(data!);
}

export async function sendDeliveryTest(of: OfWhat, body: TestInput): Promise<Api<'DeliveryTestDto'>> {
  const { data } =
    of === undefined
      ? await api.POST('/delivery-settings/test', { body })
      : await api.POST('/connections/{id}/delivery-settings/test', { params: { path: { id: of } }, body });
  return data!;
}

function recordOf({ language, network, sms, templates, secrets }: Settings): ReadSettings {
  return { values: { language, network, sms, templates }, etag: undefined, secretsSet: secrets };
}
