import { api } from '../../api/client';
import type { Api } from '../../api/types';
import type { Person } from '../people/people-records';

export type Entry = Api<'TimelineEntryDto'>;
export type Timeline = Api<'TimelineDto'>;
export type Lane = Api<'TimelineLane'>;

export const allLanes: readonly Lane[] = [
  'facts',
  'entitlement',
  'account',
  'sessions',
  'logins',
  'deliveries',
  'portal',
];

/** The API's path of the timeline: a record of an outside system has one, and so has a user made by hand. */
export const timelinePath = ({ id, kind }: Pick<Person, 'id' | 'kind'>): string =>
  kind === 'user' ? `/users/${id}/timeline` : `/subjects/${id}/timeline`;

export const timelineQuery = ({ id, kind }: Pick<Person, 'id' | 'kind'>, before: string | undefined) => ({
  queryKey: ['guests', 'timeline', id, before],
  meta: { topics: ['online', 'logins', 'operations', 'users', 'devices'] },
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Timeline> => {
    const params = { path: { id }, query: before === undefined ? {} : { before } };
    const { data } =
      kind === 'user'
        ? await api.GET('/users/{id}/timeline', { params, signal })
        : await api.GET('/subjects/{id}/timeline', { params, signal });
    return data!;
  },
  placeholderData: (shown: Timeline | undefined) => shown,
});

/** What `_links.next` says of where to read on. */
export function olderThan({ _links: { next } }: Timeline): string | undefined {
  return (next && new URL(next.href, 'http://here').searchParams.get('before')) ?? undefined;
}

/** In the order of time, the past before what is to come. */
export function inOrder({ past, to_come }: Timeline, isShown: (lane: Lane) => boolean): readonly Entry[] {
  return [...past.toReversed(), ...to_come].filter(({ lane }) => isShown(lane));
}
