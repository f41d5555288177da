import type pg from 'pg';
import { type Context, OpenTransaction } from '../kernel/context.js';
import { isBrokenConnection, sqlState, withRetries } from './sql-state.js';
import { type Action, inOnePacket, inOrder, scopeOf, Transaction } from './transaction.js';

/** A transaction around calls that open their own; `context` is for them. Commit or rollback ends it. */
export interface Enclosure {
  readonly context: Context;
  /**
   * Commits; what `last` sends goes out with COMMIT, in one round trip. Throws if nothing was committed, or the outcome
   * is unknown.
   */
  commit(last?: (inside: Context) => Promise<unknown>): Promise<void>;
  rollback(): Promise<void>;
}

export interface EnclosureOptions {
  /** Sent with BEGIN. If it fails, the transaction never began. */
  readonly first: (inside: Context) => Promise<void>;
  /**
   * Begins at the first `transaction` inside, or at the commit; until then, single statements run in their own. For
   * callers that wait for others in between.
   */
  readonly isLate: boolean;
  /** The lock timeout of statements inside, as for a single statement. */
  readonly patienceMilliseconds: number;
}

/** Where its connection comes from. */
export interface Connections {
  connect(): Promise<pg.PoolClient>;
  release(client: pg.PoolClient, isBroken: boolean): void;
  /** The statements that begin a transaction for `context`. They can limit how long `first` waits for locks. */
  begin(context: Context): string;
}

/**
 * A transaction around calls that open their own. Inside it each call is a savepoint: it fails, rolls back and is
 * retried by itself, as if alone, and its work becomes permanent when the enclosing transaction commits. Before it
 * begins and after it ends, every call has its own transaction.
 */
export class EnclosingTransaction extends OpenTransaction {
  protected readonly brand = 'transaction';
  readonly afterCommit: Action[] = [];
  private client: pg.PoolClient | null = null;
  private beginning: Promise<void> | null = null;
  /** The call that runs now; what others send meanwhile joins it. */
  private inner: Transaction | null = null;
  /** Resolves when it has ended, either way. */
  private innerEnd: Promise<unknown> = Promise.resolve();
  private hasSavepoint = false;
  private isSpoilt = false;
  private isBroken = false;
  private scope = '';

  constructor(
    private readonly connections: Connections,
    private readonly own: Context,
    private readonly first: (inside: Context) => Promise<void>,
  ) {
    super();
  }

  get isOpen(): boolean {
    return this.client !== null;
  }

  /** Begins once. What `first` sends travels with BEGIN; if it fails, the transaction never began. */
  begin(): Promise<void> {
    this.beginning ??= this.begun();
    return this.beginning;
  }

  async query<Row extends object>(context: Context, config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const client = this.opened();
    if (!this.inner) return this.attempt(context, () => client.query<Row>(config));
    return client.query<Row>(config).catch((error: unknown) => {
      this.isSpoilt = true;
      throw error;
    });
  }

  transaction<T>(context: Context, work: (inside: Context) => Promise<T>): Promise<T> {
    if (this.inner) return work({ ...context, transaction: this.inner });
    return withRetries(() => this.attempt(context, work));
  }

  /** What `last` sends is its last statement. Throws when nothing was committed, or the outcome is unknown. */
  async commit(last?: (inside: Context) => Promise<unknown>): Promise<void> {
    if (!last && !this.beginning) return;
    await this.begin();
    // Whatever still runs inside would continue in another transaction.
    while (this.inner) await this.innerEnd;
    const client = this.opened();
    this.client = null;
    const scope = scopeOf(this.own);
    let isBroken = this.isBroken;
    try {
      if (this.isSpoilt) throw new Error('A statement failed beside others that went on, and took back their work');
      const inside = { ...this.own, transaction: new Transaction(client) };
      const sent = inOnePacket(
        client,
        () =>
          [
            this.scope === scope ? nothing : client.query(anew(scope)),
            last?.(inside) ?? nothing,
            client.query('commit'),
          ] as const,
      );
      const [, , { command }] = await inOrder(sent);
      if (command !== 'COMMIT') throw new Error('The transaction had failed before its end');
    } catch (error) {
      isBroken ||= await this.rolledBack(client);
      throw error;
    } finally {
      this.connections.release(client, isBroken);
    }
    for (const action of this.afterCommit) action();
  }

  async rollback(): Promise<void> {
    // Whatever still runs inside would continue in another transaction.
    while (this.inner) await this.innerEnd;
    const client = this.client;
    if (!client) return;
    this.client = null;
    this.connections.release(client, (await this.rolledBack(client)) || this.isBroken);
  }

  private async begun(): Promise<void> {
    const client = await this.connections.connect();
    try {
      const inside = { ...this.own, transaction: new Transaction(client) };
      await inOrder(
        inOnePacket(
          client,
          () =>
            [
              client.query(this.connections.begin(this.own)),
              this.first(inside),
              client.query('set local lock_timeout to default'),
            ] as const,
        ),
      );
    } catch (error) {
      this.connections.release(client, await this.rolledBack(client));
      throw error;
    }
    this.scope = scopeOf(this.own);
    this.client = client;
  }

  private attempt<T>(context: Context, work: (inside: Context) => Promise<T>): Promise<T> {
    const attempted = this.savedBefore(context, work);
    this.innerEnd = attempted.catch(() => undefined);
    return attempted;
  }

  private async savedBefore<T>(context: Context, work: (inside: Context) => Promise<T>): Promise<T> {
    const client = this.opened();
    const inner = new Transaction(client, this);
    const scope = this.scope;
    this.inner = inner;
    try {
      const [, result] = await inOrder(
        inOnePacket(
          client,
          () => [client.query(this.savepoint(context)), work({ ...context, transaction: inner })] as const,
        ),
      );
      this.afterCommit.push(...inner.afterCommit);
      return result;
    } catch (error) {
      this.isBroken ||= sqlState(error) !== '' && isBrokenConnection(error);
      await client.query('rollback to savepoint inner_transaction').catch(() => undefined);
      this.scope = scope;
      throw error;
    } finally {
      this.inner = null;
    }
  }

  /** Releases the previous savepoint with the next one: this costs no round trip, and they do not pile up. */
  private savepoint(context: Context): string {
    const scope = scopeOf(context);
    const words = `${this.hasSavepoint ? 'release savepoint inner_transaction;' : ''}savepoint inner_transaction`;
    this.hasSavepoint = true;
    if (scope === this.scope) return words;
    this.scope = scope;
    return `${words};${anew(scope)}`;
  }

  private async rolledBack(client: pg.PoolClient): Promise<boolean> {
    return client.query('rollback').then(
      () => false,
      () => true,
    );
  }

  private opened(): pg.PoolClient {
    if (!this.client) throw new Error('The enclosing transaction is not open');
    return this.client;
  }
}

const nothing = Promise.resolve();

/** Where another one was said before. */
function anew(scope: string): string {
  return `set local usher.keeps_sessions='';${scope}`;
}
