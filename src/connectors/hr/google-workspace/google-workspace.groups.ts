import type { WorkspaceClient } from './google-workspace.client.js';

/** The chosen groups by name, and who is in them through groups inside. */
export class WorkspaceGroups {
  constructor(
    private readonly client: WorkspaceClient,
    readonly chosen: readonly string[],
  ) {}

  /** Names by address; a group that is gone has none. */
  async names(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    for (const group of this.chosen) {
      const name = await this.client.groupName(group, signal);
      if (name !== undefined) names.set(group, name);
    }
    return names;
  }

  /** Of everybody, read once for a list: the names of a person's groups. */
  async ofEverybody(signal: AbortSignal): Promise<(id: string) => readonly string[]> {
    const lists: { readonly name: string; readonly members: ReadonlySet<string> | 'everybody' }[] = [];
    for (const [group, name] of await this.names(signal)) {
      const members = await this.client.members(group, signal);
      lists.push({ name, members: members === 'everybody' ? members : new Set(members) });
    }
    return (id) =>
      lists
        .filter(({ members }) => members === 'everybody' || members.has(id))
        .map(({ name }) => name)
        .sort();
  }

  async of(person: string, names: ReadonlyMap<string, string>, signal: AbortSignal): Promise<readonly string[]> {
    const found: string[] = [];
    for (const [group, name] of names) if (await this.client.isMember(group, person, signal)) found.push(name);
    return found.sort();
  }
}
