import type { ListWords } from '../../../provisioning/connector/define-connector.js';
import type { EntraClient } from './entra.client.js';
import type { EntraGroups } from './entra.groups.js';
import { personChange } from './entra.mapping.js';
import type { EntraSettings } from './entra.settings.js';
import type { EntraUser } from './entra.wire.js';

export interface EntraApi {
  readonly client: EntraClient;
  readonly groups: EntraGroups;
}

type NamesOf = Awaited<ReturnType<EntraGroups['ofEverybody']>>;

/** Everybody in the directory. There is no total: the list is complete when no page follows. */
export const entraList: ListWords<EntraSettings, EntraApi, { readonly next: string }, NamesOf> = {
  begin: ({ api: { groups } }, signal) => groups.ofEverybody(signal),
  first: ({ api: { client } }) => ({ next: client.everybody() }),
  resumed: ({ next }) => (typeof next === 'string' ? { next } : undefined),
  page: async ({ api: { client }, settings }, { next: link }, signal, namesOf) => {
    const { items, next } = await client.page<EntraUser>('users', link, signal);
    const changes = items.map((user) => personChange(user, namesOf(user.id), settings));
    return { changes, next: next === undefined ? null : { next } };
  },
};
