import { api } from '../../api/client';
import type { Api } from '../../api/types';
import { type Named, resourceOf } from '../../parts/record/resource';

export type Network = Named<Api<'NetworkDto'>>;
export type NetworkClient = Api<'NetworkClientDto'>;

export const networks = resourceOf<Api<'NetworkDto'>>('networks', {
  names: {
    default_table_id: { resource: 'user-groups', by: 'name' },
    radius_server_id: { resource: 'radius-servers', by: 'name' },
  },
});

export const contactsOf = (id: string) => ({
  queryKey: ['networks', 'contacts', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await api.GET('/networks/{id}/contacts', { params: { path: { id } }, signal })).data!,
  meta: { topics: ['logins', 'online'] },
});

/** One more, with a secret that the service makes; the answer alone has it. */
export async function addClient(id: string, address: string): Promise<NetworkClient | undefined> {
  const { row, etag } = await networks.read(id);
  const saved = await networks.change(id, { clients: [...row.clients, { address }] }, etag);
  return saved.row.clients.find((client) => client.address === address);
}

/** For the key of this request; without one, for a key that the service makes. */
export async function siteCertificate(clientId: string, request: string): Promise<Api<'IssuedCertificateDto'>> {
  const body = { purpose: 'radsec' as const, network_client_id: clientId, ...(request ? { csr: request } : {}) };
  return (await api.POST('/certificates', { body })).data!;
}

export async function radiusServer(id: string): Promise<Api<'RadiusServerDto'>> {
  return (await api.GET('/radius-servers/{id}', { params: { path: { id } } })).data!;
}
