import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import type { ListRequest } from '../../parts/data-table';
import { listQuery, type ListSearch } from '../../parts/list-search';
import { type Named, withNames } from '../../parts/record/resource';

export type Attempt = Named<Api<'PortalAttemptDto'>>;

const names = { captive_portal_id: { resource: 'captive-portals', by: 'name' } } as const;

export const attemptsQuery = (search: ListSearch): ListRequest<Attempt> => ({
  queryKey: ['portal-attempts', search],
  queryFn: async ({ signal }) => {
    const { data } = await api.GET('/portal-attempts', { params: { query: listQuery(search) }, signal });
    const { rows, total } = pageOf<Api<'PortalAttemptDto'>>(data!);
    return { rows: await withNames(rows, names, signal), total };
  },
});
