import type { Filter } from 'ldapts';
import { type Entry, type LdapConnection, textsOf } from './ldap-connection.js';

/** https://learn.microsoft.com/openspecs/windows_protocols/ms-adts/3ed61e6c-cfdc-487d-9f02-5a3397be3772 */
const activeDirectory = '1.2.840.113556.1.4.800';
/** LDAP_MATCHING_RULE_IN_CHAIN: the server itself follows groups within groups. */
const inChain = '1.2.840.113556.1.4.1941';

const mostGroups = 1000;
const mostLevels = 8;
const namesInFilter = 50;

/**
 * The names (DN) of all groups that a person is in, also by way of other groups. Active Directory is asked once; any
 * other directory level by level, by what groups say of their members (`member`, `uniqueMember`, `memberUid`) and by
 * what members say of their groups (`memberOf`). Groups within each other end where nothing new is found.
 */
export async function groupsOf(connection: LdapConnection, person: Entry, base: string): Promise<string[]> {
  const [root] = await connection.search('', {
    scope: 'base',
    filter: '(objectClass=*)',
    attributes: ['supportedCapabilities', 'namingContexts', 'defaultNamingContext'],
  });
  const beneath = textsOf(root?.defaultNamingContext)[0] ?? contextOf(person.dn, textsOf(root?.namingContexts)) ?? base;
  return textsOf(root?.supportedCapabilities).includes(activeDirectory)
    ? groupsInChain(connection, person, beneath)
    : groupsByLevels(connection, person, beneath);
}

async function groupsInChain(connection: LdapConnection, person: Entry, beneath: string): Promise<string[]> {
  const { ExtensibleFilter } = await import('ldapts');
  const filter = new ExtensibleFilter({ matchType: 'member', rule: inChain, value: person.dn });
  const found = await connection.search(beneath, { scope: 'sub', filter, attributes: ['1.1'], sizeLimit: mostGroups });
  return distinct([...textsOf(person.memberOf), ...namesOf(found)]);
}

async function groupsByLevels(connection: LdapConnection, person: Entry, beneath: string): Promise<string[]> {
  const { EqualityFilter } = await import('ldapts');
  const known = new Map([[keyOf(person.dn), person.dn]]);
  const news = (names: readonly string[]) => {
    const fresh = distinct(names).filter((name) => !known.has(keyOf(name)));
    for (const name of fresh) known.set(keyOf(name), name);
    return fresh;
  };
  let level = [person.dn, ...news(textsOf(person.memberOf))];
  const ofName = textsOf(person.uid).map((value) => new EqualityFilter({ attribute: 'memberUid', value }));
  for (let depth = 0; depth < mostLevels && level.length > 0 && known.size <= mostGroups; depth += 1) {
    const found: Entry[] = [];
    for (let from = 0; from < level.length; from += namesInFilter) {
      const filters: Filter[] = level
        .slice(from, from + namesInFilter)
        .flatMap((value) => ['member', 'uniqueMember'].map((attribute) => new EqualityFilter({ attribute, value })));
      found.push(...(await groupsThatFit(connection, beneath, depth === 0 ? [...filters, ...ofName] : filters)));
    }
    level = news([...namesOf(found), ...found.flatMap(({ memberOf }) => textsOf(memberOf))]);
  }
  known.delete(keyOf(person.dn));
  return [...known.values()];
}

async function groupsThatFit(
  connection: LdapConnection,
  beneath: string,
  filters: readonly Filter[],
): Promise<readonly Entry[]> {
  const { OrFilter } = await import('ldapts');
  const filter = new OrFilter({ filters: [...filters] });
  return connection.search(beneath, { scope: 'sub', filter, attributes: ['memberOf'], sizeLimit: mostGroups });
}

/** The part of the directory that the person is in. */
function contextOf(name: string, contexts: readonly string[]): string | undefined {
  return contexts.find((context) => context !== '' && keyOf(name).endsWith(`,${keyOf(context)}`));
}

function namesOf(entries: readonly Entry[]): string[] {
  return entries.map(({ dn }) => dn);
}

function distinct(names: readonly string[]): string[] {
  return [...new Map(names.map((name) => [keyOf(name), name])).values()];
}

/** As far as directories write the same name differently. */
function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(/\s*([,=+])\s*/g, '$1');
}
