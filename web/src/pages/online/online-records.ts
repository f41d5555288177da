import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import type { ListRequest } from '../../parts/data-table';
import { listQuery, type ListSearch } from '../../parts/list-search';

export type Online = Api<'OnlineDto'>;

export const onlineList = (search: ListSearch): ListRequest<Online> => ({
  queryKey: ['online', search],
  queryFn: async ({ signal }) => {
    const { data } = await api.GET('/online', { params: { query: listQuery(search, { search: true }) }, signal });
    return pageOf<Online>(data!);
  },
});

export const onlineRecord = (id: string) => ({
  queryKey: ['online', 'record', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Online> => {
    const { data } = await api.GET('/online/{id}', { params: { path: { id } }, signal });
    return data!;
  },
});

export async function disconnect(id: string): Promise<void> {
  await api.POST('/online/{id}/disconnect', { params: { path: { id } } });
}

/** Of the person, else as whatever signed in calls itself. */
export function whoIs({ first_name, last_name, username, mac }: Online): string {
  return [first_name, last_name].filter(Boolean).join(' ') || username || mac || '';
}

/** The device proves anew who it is, and gets what is right now; not every access point can. */
export async function reauthenticate(id: string): Promise<void> {
  await api.POST('/online/{id}/reauthenticate', { params: { path: { id } } });
}
