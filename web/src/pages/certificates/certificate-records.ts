import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import { type Named, resourceOf } from '../../parts/record/resource';

export type Certificate = Named<Api<'CertificateDto'>>;
export type Authority = Api<'AuthorityDto'>;

const records = resourceOf<Api<'CertificateDto'>>('certificates', {
  names: { user_id: { resource: 'users', by: 'username' }, device_id: { resource: 'devices', by: 'mac' } },
});

/** What expires next comes first. */
export const certificates: typeof records = {
  ...records,
  list: (search) => records.list(search.sort ? search : { ...search, sort: 'expires_at:asc' }),
};

export const authoritiesQuery = {
  queryKey: ['certificates', 'authorities'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const query = { sort: 'created_at:desc', page_size: 25 };
    return pageOf<Authority>((await api.GET('/certificates/authorities', { params: { query }, signal })).data!).rows;
  },
};

/** How many clients still hold a valid certificate of this authority. */
export const leftOf = (authorityId: string) => ({
  queryKey: ['certificates', 'left', authorityId],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const wanted = { authority_id: { eq: authorityId }, status: { eq: 'valid' }, purpose: { eq: 'client' } };
    const query = { filter: JSON.stringify(wanted), page_size: 1 };
    return pageOf((await api.GET('/certificates', { params: { query }, signal })).data!).total;
  },
});

export async function makeSuccessor(): Promise<void> {
  await api.POST('/certificates/authorities', { body: {} });
}

export async function retire(id: string): Promise<void> {
  await api.DELETE('/certificates/authorities/{id}', { params: { path: { id } } });
}
