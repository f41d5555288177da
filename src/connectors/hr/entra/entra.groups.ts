import type { EntraClient } from './entra.client.js';

/** Of some people, the names of the chosen groups that they are in; undefined where no group is chosen. */
export type NamesOf = (id: string) => readonly string[] | undefined;

/** The chosen groups, by name. Whoever is in a group inside a chosen one is in the chosen one. */
export class EntraGroups {
  constructor(
    private readonly client: EntraClient,
    readonly chosen: readonly string[],
  ) {}

  /** Names by id; a group that is gone has none. */
  async names(signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    const names: Record<string, string> = {};
    for (const id of this.chosen) {
      const group = await this.client.group(id, signal);
      if (group) names[id] = group.displayName ?? id;
    }
    return names;
  }

  /** Of everybody, read once for a list. */
  async ofEverybody(signal: AbortSignal): Promise<NamesOf> {
    if (this.chosen.length === 0) return () => undefined;
    const byPerson = new Map<string, string[]>();
    for (const [id, name] of Object.entries(await this.names(signal)))
      for (const person of new Set(await this.client.members(id, 'user', signal)))
        byPerson.set(person, [...(byPerson.get(person) ?? []), name]);
    return (id) => (byPerson.get(id) ?? []).sort();
  }

  /** Of a few, one request each. */
  async of(people: Iterable<string>, names: Readonly<Record<string, string>>, signal: AbortSignal): Promise<NamesOf> {
    const ids = Object.keys(names);
    if (ids.length === 0) return this.chosen.length === 0 ? () => undefined : () => [];
    const byPerson = new Map<string, readonly string[]>();
    for (const person of people) {
      const groups = await this.client.groupsOf(person, ids, signal);
      if (groups) byPerson.set(person, groups.flatMap((id) => names[id] ?? []).sort());
    }
    return (id) => byPerson.get(id);
  }

  /** The chosen ones and those inside them: a change of any of them can change who is in a chosen one. */
  async tracked(names: Readonly<Record<string, string>>, signal: AbortSignal): Promise<readonly string[]> {
    const ids = new Set(Object.keys(names));
    for (const id of Object.keys(names))
      for (const inner of await this.client.members(id, 'group', signal)) ids.add(inner);
    // No more can be tracked by their ids; the full list has the rest.
    return [...ids].slice(0, 50);
  }
}
