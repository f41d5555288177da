import { api } from '../api/client';
import { type Api, pageOf } from '../api/types';
import { type Person, personRecord } from '../pages/people/people-records';

/** Shown at once; who looks for somebody types another letter. */
const mostFound = 20;
const looksEveryMilliseconds = { list: 10_000, guest: 3_000 };

/** Those in house first; nothing typed: everybody. */
export const foundGuests = (search: string, isExpected: boolean) => ({
  queryKey: ['guests', 'found', search, isExpected],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const query = {
      page_size: mostFound,
      ...(search.trim() && { search: search.trim() }),
      ...(isExpected && { filter: JSON.stringify({ kind: 'visit', status: 'expected' }) }),
    };
    const { data } = await api.GET('/guests', { params: { query }, signal });
    return pageOf<Person>(data!);
  },
  refetchInterval: looksEveryMilliseconds.list,
});

export const shownGuest = (id: string) => ({ ...personRecord(id), refetchInterval: looksEveryMilliseconds.guest });

/** What whoever gets an account here can be given. */
export const deskGroups = {
  queryKey: ['user-groups', 'desk'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const { data } = await api.GET('/user-groups', {
      params: { query: { page_size: 100, sort: 'name:asc' } },
      signal,
    });
    return pageOf<Api<'UserGroupDto'>>(data!).rows;
  },
};
