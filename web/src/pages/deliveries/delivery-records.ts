import { useLingui } from '@lingui/react/macro';
import { api } from '../../api/client';
import type { Api } from '../../api/types';
import { resourceOf } from '../../parts/record/resource';

export type CredentialDelivery = Api<'CredentialDeliveryDto'>;

export const deliveries = resourceOf<CredentialDelivery>('deliveries', {
  refetchInterval: 5_000,
  names: { connection_id: { resource: 'connections', by: 'name' } },
});

export async function sendOnceMore(id: string): Promise<void> {
  await api.POST('/deliveries/{id}/redeliver', { params: { path: { id } } });
}

export const deliveryColours = { pending: 'yellow', delivered: 'green', failed: 'red' } as const;

export function useDeliveryWords() {
  const { t } = useLingui();
  const statuses = { pending: t`on its way`, delivered: t`taken`, failed: t`given up` };
  const ways = { email: t`e-mail`, sms: t`text message`, answer: t`answer to the system` };
  const kinds = { user: t`name and password`, voucher: t`voucher` };
  const outcomes = { ready: null, none: t`There is nothing to give.`, failed: t`It could not be made.` };
  return { statuses, ways, kinds, outcomes };
}
