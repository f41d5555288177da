import { ConsoleUnavailable } from '../port/console-problems.js';
import { type ConsoleUser, operationPriority, type OperationPriority } from '../port/wifi-console.js';
import type { RemoteConsoleClient } from './remote-console.client.js';
import {
  consoleUser,
  externalIdField,
  filtered,
  oldestFirst,
  showsExtensions,
  usernameField,
} from './remote-console.wire.js';
import { pageOf, pagesOf, type RemoteList, unavailable } from './remote-pages.js';
import type { ServerAbilities } from './server-abilities.js';
import { usernameKey } from '../../../kernel/username-key.js';

const everyone: RemoteList = { path: 'users', rel: 'users' };
const byAge: RemoteList = { ...everyone, query: oldestFirst };

/** Reads accounts of a remote console. */
export class RemoteUsers {
  constructor(
    private readonly client: RemoteConsoleClient,
    private readonly abilities: ServerAbilities,
  ) {}

  async byId(remoteId: string, priority: OperationPriority): Promise<ConsoleUser | null> {
    const answer = await this.client.send({ method: 'GET', path: ['users', remoteId] }, priority);
    // Servers with their own form of ids refuse others before they look.
    if (answer.kind === 'missing' || answer.kind === 'invalid') return null;
    const user = answer.kind === 'ok' ? consoleUser(answer.body) : null;
    if (!user) throw unavailable('an account', answer);
    return user;
  }

  async byExactName(username: string, priority: OperationPriority): Promise<ConsoleUser | null> {
    return this.firstWhere(usernameField, username, (user) => user.username === username, priority);
  }

  /** Any account that blocks the use of `username`: for a server that ignores case, the same name in another case. */
  async holderOf(username: string, priority: OperationPriority): Promise<ConsoleUser | null> {
    const key = usernameKey(username);
    return this.firstWhere(usernameField, username, (user) => usernameKey(user.username) === key, priority);
  }

  async byExternalId(externalId: string, priority: OperationPriority): Promise<ConsoleUser | null> {
    if (this.abilities.refusedFields().has(externalIdField)) return null;
    return this.firstWhere(externalIdField, externalId, (user) => user.externalId === externalId, priority, false);
  }

  /**
   * Every account, whatever is created and deleted meanwhile: see below. @throws ConsoleUnavailable if the listing
   * breaks off.
   */
  async *all(): AsyncIterable<readonly ConsoleUser[]> {
    const { scan } = operationPriority;
    const sorted = this.abilities.offers('user sort') === false ? null : await pageOf(this.client, byAge, 1, scan);
    if (!sorted) this.abilities.learn('user sort', false);
    const list = sorted ? byAge : everyone;
    const first = sorted ?? (await pageOf(this.client, list, 1, scan));
    if (!first) throw new ConsoleUnavailable('The console refuses to list its accounts');
    const seen = new Set<string>();
    yield fresh(first.rows, seen);
    // From the last page to the first: a deletion moves younger accounts to pages that are still to be read, never past
    // them.
    for (let number = first.pages ?? 1; number > 1; number -= 1) {
      const page = await pageOf(this.client, list, number, scan);
      yield fresh(page?.rows ?? [], seen);
    }
    if (first.pages !== null && first.pages > 1)
      yield fresh((await pageOf(this.client, list, 1, scan))?.rows ?? [], seen);
    if (first.pages === null && !first.isLast) yield* this.following(list, seen);
  }

  /** Reads the first page of accounts, which every useful key may do. @throws ConsoleRefused, ConsoleUnavailable */
  async check(priority: OperationPriority): Promise<void> {
    await pageOf(this.client, everyone, 1, priority);
  }

  /** True if accounts have fields beyond the reference; null if there is no account to look at. */
  async showsExtensions(priority: OperationPriority): Promise<boolean | null> {
    const page = await pageOf(this.client, everyone, 1, priority);
    return page && page.rows.length > 0 ? page.rows.some(showsExtensions) : null;
  }

  /** A server that ignores the filter lists everybody; this then walks through all pages. */
  private async firstWhere(
    field: string,
    value: string,
    matches: (user: ConsoleUser) => boolean,
    priority: OperationPriority,
    orWalk = true,
  ): Promise<ConsoleUser | null> {
    for await (const rows of pagesOf(this.client, { ...everyone, query: filtered(field, value) }, priority)) {
      if (!rows) return orWalk ? this.walk(matches, priority) : null;
      const found = usersIn(rows).find(matches);
      if (found) return found;
      if (!orWalk) return null;
    }
    return null;
  }

  private async walk(
    matches: (user: ConsoleUser) => boolean,
    priority: OperationPriority,
  ): Promise<ConsoleUser | null> {
    for await (const rows of pagesOf(this.client, everyone, priority)) {
      const found = usersIn(rows ?? []).find(matches);
      if (found) return found;
    }
    return null;
  }

  /** For servers that do not count their pages. */
  private async *following(list: RemoteList, seen: Set<string>): AsyncIterable<readonly ConsoleUser[]> {
    for (let number = 2; ; number += 1) {
      const page = await pageOf(this.client, list, number, operationPriority.scan);
      const users = fresh(page?.rows ?? [], seen);
      if (users.length > 0) yield users;
      if (!page || page.isLast || users.length === 0) return;
    }
  }
}

function usersIn(rows: readonly unknown[]): ConsoleUser[] {
  return rows.map((row) => {
    const user = consoleUser(row);
    // An account that cannot be read must not look absent.
    if (!user) throw new ConsoleUnavailable('The console listed an account without id or name');
    return user;
  });
}

function fresh(rows: readonly unknown[], seen: Set<string>): ConsoleUser[] {
  return usersIn(rows).filter(({ remoteId }) => {
    const isNew = !seen.has(remoteId);
    seen.add(remoteId);
    return isNew;
  });
}
