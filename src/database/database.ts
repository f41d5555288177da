import type { DataSource, EntityManager } from 'typeorm';
import type pg from 'pg';
import type { Context } from '../kernel/context.js';
import { poolOf } from './data-source.js';
import { connectRefusal, databaseRefusal } from './database-refusal.js';
import type { DatabaseState } from './database-state.js';
import {
  type Connections,
  type Enclosure,
  type EnclosureOptions,
  EnclosingTransaction,
} from './enclosing-transaction.js';
import { FairPlaces } from './fair-places.js';
import { isBrokenConnection, readOnly, sqlState, withRetries } from './sql-state.js';
import type { Standby } from './standby.js';
import { sent, type Statement } from './statement.js';
import { type Action, inOnePacket, inOrder, scopeOf, sendBegin, Transaction } from './transaction.js';

export type { Enclosure } from './enclosing-transaction.js';
export { sqlState, violatedConstraint } from './sql-state.js';
export { copied, inPlainSight, listed, replanned, saidOtherwise, type Statement, statement } from './statement.js';

/**
 * The door to PostgreSQL. Every statement runs in a transaction that first names its organization, so row-level
 * security hides every other tenant's rows even from a query that forgot to ask. BEGIN, scope and statement travel
 * together (pipelined), so the scope costs no round trip.
 *
 * Rows come as plain objects: timestamptz as ISO text (Instant), bigint as number, uuid as text, jsonb parsed.
 *
 * What the database refuses because of its own state leaves as DatabaseUnavailable.
 */
export class Database {
  private readonly enclosures: FairPlaces;

  constructor(
    private readonly dataSource: DataSource,
    private readonly options: {
      readonly assumeTenantRole: boolean;
      /** False: every statement is sent without a name, for poolers that lose what was prepared. */
      readonly prepares?: boolean;
      readonly state?: DatabaseState;
      /** Its tables are distributed by organization. */
      readonly isDistributed?: boolean;
      /** Answers reads; absent: the primary answers them all. */
      readonly standby?: Standby;
    },
  ) {
    // These hold a connection for long, and what runs inside may need another: they may use half of the pool.
    this.enclosures = new FairPlaces(() => Math.max(1, Math.floor(poolOf(dataSource).limit / 2)));
  }

  get isDistributed(): boolean {
    return this.options.isDistributed ?? false;
  }

  get standby(): Standby | undefined {
    return this.options.standby;
  }

  /** Runs one statement: within the context's transaction, or in one of its own. */
  async query<Row extends object>(
    context: Context,
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const { isRead, patienceMilliseconds } = statement;
    const config = sent(statement, values, this.options);
    const transaction = isEnclosed(context)
      ? context.transaction.query<Row>(context, config)
      : openedBy(context)?.client.query<Row>(config);
    if (transaction)
      return transaction.then(
        ({ rows }) => rows,
        (error: unknown) => {
          throw databaseRefusal(error) ?? error;
        },
      );
    const alone = async (client: pg.PoolClient, begin: string) => {
      const sent = inOnePacket(
        client,
        () =>
          [sendBegin(client, begin, this.isDistributed), client.query<Row>(config), client.query('commit')] as const,
      );
      const [, answer] = await inOrder(sent);
      return answer.rows;
    };
    const read = isRead && (await this.standby?.read((client) => alone(client, this.beginThere(context))));
    if (read) return read.value;
    const here = async () => {
      const client = await this.connect(context);
      let broken = false;
      try {
        return await alone(client, this.begin(context, patienceMilliseconds));
      } catch (error) {
        broken = isBrokenConnection(error);
        throw this.noted(error);
      } finally {
        client.release(broken);
      }
    };
    return this.isDistributed ? withRetries(here) : here();
  }

  /** First row or undefined. */
  async one<Row extends object>(
    context: Context,
    sql: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row | undefined> {
    return (await this.query<Row>(context, sql, values))[0];
  }

  /**
   * Runs `work` in one transaction and commits; joins the context's transaction if there is one. Retries deadlocks and
   * serialization failures, so `work` must have no effect outside the database.
   */
  transaction<T>(context: Context, work: (inside: Context) => Promise<T>): Promise<T> {
    return this.attempts(context, work, 'afterwards');
  }

  /** Like `transaction`, for work that only reads: a standby may answer it. */
  async reading<T>(context: Context, work: (inside: Context) => Promise<T>): Promise<T> {
    const read = context.transaction
      ? undefined
      : await this.standby?.read((client) => this.readThere(client, context, work));
    return read ? read.value : this.transaction(context, work);
  }

  /**
   * Like `transaction`, in one round trip: COMMIT leaves right behind what `work` sends before it first waits, whatever
   * `work` makes of the answers. Anything it sends later is refused.
   */
  roundTrip<T>(context: Context, work: (inside: Context) => Promise<T>): Promise<T> {
    return this.attempts(context, work, 'at-once');
  }

  /** Runs `action` once the context's transaction is committed, or at once without one. Publish wake-ups here. */
  afterCommit(context: Context, action: Action): void {
    const transaction = isEnclosed(context) ? context.transaction : openedBy(context);
    if (transaction) transaction.afterCommit.push(action);
    else action();
  }

  /** Begins a transaction around calls that open their own; they see each other's work and are savepoints in it. */
  async enclose(context: Context, { first, isLate, patienceMilliseconds }: EnclosureOptions): Promise<Enclosure> {
    const connections: Connections = {
      connect: async () => {
        await this.enclosures.acquire(context.organizationId);
        return this.connect(context).catch((error: unknown) => {
          this.enclosures.release();
          throw error;
        });
      },
      release: (client, isBroken) => {
        this.enclosures.release();
        client.release(isBroken);
      },
      begin: (own) => this.begin(own, patienceMilliseconds),
    };
    const transaction = new EnclosingTransaction(connections, context, first);
    const noted = (error: unknown): never => {
      throw this.noted(error);
    };
    if (!isLate) await transaction.begin().catch(noted);
    return {
      context: { ...context, transaction },
      commit: (last) => transaction.commit(last).catch(noted),
      rollback: () => transaction.rollback(),
    };
  }

  /** TypeORM's manager inside the context's transaction, for rarely used resources. */
  manager(context: Context): EntityManager {
    const transaction = openedBy(context);
    if (!transaction) throw needsTransaction();
    transaction.manager ??= this.borrowedManager(transaction.client);
    return transaction.manager;
  }

  private async attempts<T>(
    context: Context,
    work: (inside: Context) => Promise<T>,
    commit: 'afterwards' | 'at-once',
  ): Promise<T> {
    const { transaction } = context;
    if (transaction instanceof EnclosingTransaction)
      await transaction.begin().catch((error: unknown) => {
        throw this.noted(error);
      });
    if (isEnclosed(context))
      return context.transaction.transaction(context, work).catch((error: unknown) => {
        throw this.noted(error);
      });
    if (transaction && !(transaction instanceof EnclosingTransaction)) return work(context);
    return withRetries(() => this.attempt(context, work, commit));
  }

  private async attempt<T>(
    context: Context,
    work: (inside: Context) => Promise<T>,
    commit: 'afterwards' | 'at-once',
  ): Promise<T> {
    const client = await this.connect(context);
    const transaction = new Transaction(client);
    let broken = false;
    try {
      // What `work` sends first travels in the same packet. If BEGIN fails, the server refuses everything behind it.
      const commits = () => {
        transaction.isCommitted = true;
        return client.query('commit');
      };
      const begun = inOnePacket(
        client,
        () =>
          [
            sendBegin(client, this.begin(context), this.isDistributed),
            work({ ...context, transaction }),
            ...(commit === 'at-once' ? [commits()] : []),
          ] as const,
      );
      const [, result] = await inOrder(begun);
      if (!transaction.isCommitted) await commits();
      for (const action of transaction.afterCommit) action();
      return result;
    } catch (error) {
      broken = sqlState(error) === readOnly;
      await client.query('rollback').catch(() => {
        broken = true;
      });
      throw this.noted(error);
    } finally {
      client.release(broken);
    }
  }

  private async readThere<T>(
    client: pg.PoolClient,
    context: Context,
    work: (inside: Context) => Promise<T>,
  ): Promise<T> {
    const transaction = new Transaction(client);
    try {
      await client.query(this.beginThere(context));
      return await work({ ...context, transaction });
    } finally {
      transaction.isCommitted = true;
      await client.query('rollback').catch(() => undefined);
    }
  }

  private beginThere(context: Context): string {
    return this.begin(context, 0, this.standby?.isExempt);
  }

  private begin(context: Context, patienceMilliseconds = 0, assumesRole = this.options.assumeTenantRole): string {
    const role = assumesRole ? 'set local role usher_tenant;' : '';
    const patience = patienceMilliseconds > 0 ? `;set local lock_timeout=${patienceMilliseconds}` : '';
    return `begin;${role}${scopeOf(context)}${patience}`;
  }

  private borrowedManager(client: pg.PoolClient): EntityManager {
    const runner = this.dataSource.createQueryRunner();
    Object.assign(runner, { databaseConnection: client, isTransactionActive: true });
    return this.dataSource.createEntityManager(runner);
  }

  private async connect({ organizationId }: Context): Promise<pg.PoolClient> {
    return poolOf(this.dataSource)
      .connectInTurn(organizationId)
      .catch((error: unknown) => {
        throw this.noted(connectRefusal(error));
      });
  }

  private noted(error: unknown): unknown {
    const refusal = databaseRefusal(error);
    if (refusal) this.options.state?.refused(refusal);
    return refusal ?? error;
  }
}

interface Enclosed extends Context {
  readonly transaction: EnclosingTransaction;
}

/** Whether a call with this context is a savepoint of an open transaction. */
function isEnclosed(context: Context): context is Enclosed {
  return context.transaction instanceof EnclosingTransaction && context.transaction.isOpen;
}

/** The transaction in which a call runs; undefined when it gets its own. */
function openedBy({ transaction }: Context): Transaction | undefined {
  if (!transaction || transaction instanceof EnclosingTransaction) return undefined;
  if (transaction instanceof Transaction && !transaction.isOver) return transaction;
  throw needsTransaction();
}

function needsTransaction(): Error {
  return new Error('This needs a transaction: call it inside Database.transaction');
}
