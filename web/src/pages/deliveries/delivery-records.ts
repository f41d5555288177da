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
  const statuses = { pending: t`sending`, delivered: t`delivered`, failed: t`failed` };
  const ways = { email: t`e-mail`, sms: t`SMS`, answer: t`response to the system` };
  const kinds = { user: t`name and password`, voucher: t`voucher` };
  const outcomes = { ready: null, none: t`Nothing to assign.`, failed: t`It could not be created.` };
  return { statuses, ways, kinds, outcomes };
}
