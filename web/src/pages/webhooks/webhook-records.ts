import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import { resourceOf } from '../../parts/record/resource';

export type Webhook = Api<'WebhookDto'>;
export type Delivery = Api<'DeliveryDto'>;
export type DeliveryWithPayload = Api<'DeliveryWithPayloadDto'>;
type EventName = Webhook['events'][number];

export const webhooks = resourceOf<Webhook>('webhooks');

/** Every event that can be sent: the compiler tells when the API has another one. */
const events: Readonly<Record<EventName, true>> = {
  'device.connected': true,
  'device.disconnected': true,
  'auth.failed': true,
  'auth.rejected': true,
  'guest.registered': true,
  'certificate.expiring': true,
  'policy.violated': true,
  'user.created': true,
  'user.disabled': true,
  'user.enabled': true,
  'user.renamed': true,
  'user.deleted': true,
  'voucher.created': true,
  'voucher.redeemed': true,
  'connection.quarantined': true,
  'connection.recovered': true,
  'run.held': true,
  'portal.guessing': true,
  'portal.controller_unreachable': true,
  'portal.gateway_unknown': true,
};

export const eventNames = Object.keys(events);

/** Of one webhook, latest first: as many as tell how it fares now. */
export const deliveriesQuery = (id: string) => ({
  queryKey: ['webhooks', 'deliveries', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const query = { page_size: 25, sort: 'created_at:desc' };
    const { data } = await api.GET('/webhooks/{id}/deliveries', { params: { path: { id }, query }, signal });
    return pageOf<Delivery>(data!);
  },
  // While the drawer is open, what is being sent gets its outcome.
  refetchInterval: 3_000,
});

/** One, with what is sent. It does not change any more, but what is answered does. */
export const deliveryQuery = (id: string) => ({
  queryKey: ['webhooks', 'delivery', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await api.GET('/webhooks/deliveries/{id}', { params: { path: { id } }, signal })).data!,
});

export async function sendTest(id: string): Promise<void> {
  await api.POST('/webhooks/{id}/test', { params: { path: { id } }, body: {} });
}

export async function sendAgain(id: string): Promise<void> {
  await api.POST('/webhooks/deliveries/{id}/redeliver', { params: { path: { id } } });
}

/** How many are sent again. */
export async function recover(id: string, since: string): Promise<number> {
  const { data } = await api.POST('/webhooks/{id}/replay', { params: { path: { id } }, body: { since } });
  return data!.deliveries;
}

export async function rotateSecret(id: string): Promise<string> {
  return (await api.POST('/webhooks/{id}/rotate-secret', { params: { path: { id } }, body: {} })).data!.secret;
}
