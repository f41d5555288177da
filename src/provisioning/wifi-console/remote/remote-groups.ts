import type { Clock } from '../../../kernel/clock.js';
import type { OperationPriority } from '../port/wifi-console.js';
import type { RemoteConsoleClient } from './remote-console.client.js';
import { filtered, groupNameField, groupOf, wireId } from './remote-console.wire.js';
import { pagesOf, type RemoteList, unavailable } from './remote-pages.js';
import type { ServerAbilities } from './server-abilities.js';

const rememberedMilliseconds = 300_000;
/** From here on, walking the list is cheaper than a call for each name. */
const namesWorthAListing = 4;
const list: RemoteList = { path: 'user-groups', rel: 'user_groups' };

/**
 * Ids of groups by name; creates missing ones. Simultaneous callers of the same missing group await the same creation.
 */
export class RemoteGroups {
  private readonly known = new Map<string, { readonly id: string; readonly until: number }>();
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly client: RemoteConsoleClient,
    private readonly abilities: ServerAbilities,
    private readonly clock: Clock,
  ) {}

  /** @throws ConsoleUnavailable if a group can neither be found nor created. */
  ids(names: readonly string[], priority: OperationPriority): Promise<ReadonlyMap<string, string>> {
    if (names.every((name) => this.remembered(name) !== undefined)) return Promise.resolve(this.answer(names));
    const mine = this.turn.then(() => this.findOrCreate(names, priority));
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  /** After a refusal that may mean a group is gone. */
  forget(): void {
    this.known.clear();
  }

  private async findOrCreate(
    names: readonly string[],
    priority: OperationPriority,
  ): Promise<ReadonlyMap<string, string>> {
    const missing = [...new Set(names)].filter((name) => this.remembered(name) === undefined);
    if (missing.length > 0) await this.lookUp(missing, priority);
    for (const name of missing) {
      if (this.remembered(name) !== undefined) continue;
      const answer = await this.client.send({ method: 'POST', path: ['user-groups'], body: { name } }, priority);
      // Looked up again even after success: if names are not unique, two creators must agree on the same one.
      if (answer.kind === 'ok' || answer.kind === 'conflict') await this.lookUp([name], priority);
      // Leaves out a name that no group can have there; only the console knows which those are.
      if (answer.kind === 'invalid') continue;
      const id = this.remembered(name) ?? (answer.kind === 'ok' ? wireId(answer.body) : null);
      if (id === null || id === undefined) throw unavailable(`the group ${name}`, answer);
      this.remember(name, id);
    }
    return this.answer(names);
  }

  private async lookUp(names: readonly string[], priority: OperationPriority): Promise<void> {
    if (names.length < namesWorthAListing && this.abilities.offers('group filter') !== false) {
      const offered = await this.lookUpEach(names, priority);
      this.abilities.learn('group filter', offered);
      if (offered) return;
    }
    await this.keepFound(list, names, priority);
  }

  private async lookUpEach(names: readonly string[], priority: OperationPriority): Promise<boolean> {
    for (const name of names) {
      if (!(await this.keepFound({ ...list, query: filtered(groupNameField, name) }, [name], priority))) return false;
    }
    return true;
  }

  /** False if the server refuses the query. A server that ignores it lists all groups, which finds the name as well. */
  private async keepFound(asked: RemoteList, names: readonly string[], priority: OperationPriority): Promise<boolean> {
    const wanted = new Set(names);
    const oldest = new Map<string, { id: string; createdAt: string }>();
    for await (const rows of pagesOf(this.client, asked, priority)) {
      if (!rows) return false;
      for (const group of rows.map(groupOf)) {
        if (!group || !wanted.has(group.name)) continue;
        const best = oldest.get(group.name);
        if (!best || `${group.createdAt} ${group.id}` < `${best.createdAt} ${best.id}`) oldest.set(group.name, group);
      }
    }
    for (const [name, { id }] of oldest) this.remember(name, id);
    return true;
  }

  private answer(names: readonly string[]): ReadonlyMap<string, string> {
    return new Map(
      names.flatMap((name) => {
        const id = this.known.get(name)?.id;
        return id === undefined ? [] : [[name, id]];
      }),
    );
  }

  private remembered(name: string): string | undefined {
    const found = this.known.get(name);
    return found && found.until > this.clock.milliseconds() ? found.id : undefined;
  }

  private remember(name: string, id: string): void {
    this.known.set(name, { id, until: this.clock.milliseconds() + rememberedMilliseconds });
  }
}
