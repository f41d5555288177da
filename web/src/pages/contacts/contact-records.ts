import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import { resourceOf } from '../../parts/record/resource';

export type Contact = Api<'AlertContactDto'>;
export type ContactMessage = Api<'ContactMessageDto'>;

export const contacts = resourceOf<Contact>('alertcontacts');

/** To one contact, latest first. */
export const messagesQuery = (id: string) => ({
  queryKey: ['alertcontacts', 'messages', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const query = { page_size: 25, sort: 'created_at:desc' };
    const { data } = await api.GET('/alertcontacts/{id}/messages', { params: { path: { id }, query }, signal });
    return pageOf<ContactMessage>(data!);
  },
  // While the drawer is open, what is being sent gets its outcome.
  refetchInterval: 3_000,
});

export async function sendTestMessage(id: string): Promise<void> {
  await api.POST('/alertcontacts/{id}/test', { params: { path: { id } } });
}

export async function rotateContactSecret(id: string): Promise<string | undefined> {
  return (await api.POST('/alertcontacts/{id}/rotate-secret', { params: { path: { id } } })).data!.secret;
}
