import { api } from '../api/client';
import { type Api, pageOf } from '../api/types';
import { type Person, personRecord } from '../pages/people/people-records';

/** Shown at once; who looks for somebody types another letter. */
const mostFound = 20;
const looksEveryMilliseconds = { list: 10_000, guest: 3_000 };

/** Rooms have a number: a name alone is not asked for as a room. */
const isRoom = /^\S*\d\S*$/;
const folded = (text: string | null | undefined) => text?.trim().toLocaleLowerCase();

/**
 * Whom Enter opens: the only one found, or else the only one in exactly that room or with exactly that user name. Who
 * types 11 does not mean room 110. Undefined: it may be several.
 */
export function meantBy(typed: string, guests: readonly Person[]): Person | undefined {
  if (guests.length === 1) return guests[0];
  const wanted = folded(typed);
  const exact = guests.filter(({ room, account }) => folded(room) === wanted || folded(account?.username) === wanted);
  return exact.length === 1 ? exact[0] : undefined;
}

/** Those in house first, who is in exactly the room that is typed before them; nothing typed: everybody. */
export const foundGuests = (search: string, isExpected: boolean) => ({
  queryKey: ['guests', 'found', search, isExpected],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const wanted = search.trim();
    const expected = isExpected ? { kind: 'visit', status: 'expected' } : {};
    const page = async (search: object, filter: object) => {
      const query = {
        page_size: mostFound,
        ...search,
        ...(Object.keys(filter).length > 0 && { filter: JSON.stringify(filter) }),
      };
      return pageOf<Person>((await api.GET('/guests', { params: { query }, signal })).data!);
    };
    const [found, inRoom] = await Promise.all([
      page(wanted ? { search: wanted } : {}, expected),
      isRoom.test(wanted) ? page({}, { ...expected, room: wanted }) : undefined,
    ]);
    if (!inRoom) return found;
    const first = new Set(inRoom.rows.map(({ id }) => id));
    const rows = [...inRoom.rows, ...found.rows.filter(({ id }) => !first.has(id))].slice(0, mostFound);
    return { ...found, rows, total: Math.max(found.total, rows.length) };
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

/** The Wi-Fi that a card can carry. */
export const deskNetworks = {
  queryKey: ['networks', 'desk'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await api.GET('/vouchers/networks', { signal })).data!.networks,
  staleTime: 60_000,
};
