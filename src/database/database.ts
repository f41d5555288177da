import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import type pg from 'pg';
import { type Context, everyOrganization, OpenTransaction } from '../kernel/context.js';
import { isUuid } from '../kernel/ids.js';
import { connectRefusal, databaseRefusal } from './database-refusal.js';
import type { DatabaseState } from './database-state.js';
import { rowTypes } from './row-types.js';

/** A prepared statement: `name` is unique in the program, so each connection parses it once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly isReplanned?: boolean;
  /** How long it waits for what another transaction holds, before it fails with 55P03; without end when absent. In a transaction of its own only. */
  readonly patienceMilliseconds?: number;
}

export function statement(name: string, text: string): Statement {
  return { name, text };
}

/**
 * A statement over arrays of keys or rows, planned anew at each call. Trap: prepared by name, PostgreSQL settles on a plan
 * made while the table was small and keeps it until the next ANALYZE; an import into an empty organization became a hundred
 * times slower so. Planning takes 0.2 ms, a thousand rows take 10.
 */
export function replanned(name: string, text: string): Statement {
  return { name, text, isReplanned: true };
}

type Action = () => void;

class Transaction extends OpenTransaction {
  protected readonly brand = 'transaction';
  readonly afterCommit: Action[] = [];
  manager?: EntityManager;
  isCommitted = false;

  constructor(readonly client: pg.PoolClient) {
    super();
  }
}

/**
 * The door to PostgreSQL. Every statement runs in a transaction that first names its organization, so row-level security
 * hides every other tenant's rows even from a query that forgot to ask. BEGIN, scope and statement travel together
 * (pipelined), so the scope costs no round trip.
 *
 * Rows come as plain objects: timestamptz as ISO text (Instant), bigint as number, uuid as text, jsonb parsed.
 *
 * What the database refuses because of its own state leaves as DatabaseUnavailable.
 */
export class Database {
  constructor(private readonly dataSource: DataSource, private readonly options: { readonly assumeTenantRole: boolean; readonly state?: DatabaseState }) {}

  /** Runs one statement: within the context's transaction, or in one of its own. */
  async query<Row extends object>(context: Context, { name, text, isReplanned, patienceMilliseconds }: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const config = { name: isReplanned ? '' : name, text, values: values as unknown[], types: rowTypes };
    if (context.transaction) return opened(context).client.query<Row>(config).then(({ rows }) => rows, (error: unknown) => { throw databaseRefusal(error) ?? error; });
    const client = await this.connect();
    let broken = false;
    try {
      const sent = inOnePacket(client, () => [client.query(this.begin(context, patienceMilliseconds)), client.query<Row>(config), client.query('commit')]);
      const [, answer] = await Promise.allSettled(sent).then(orThrow<[unknown, pg.QueryResult<Row>, unknown]>);
      return answer.rows;
    } catch (error) {
      broken = isBrokenConnection(error);
      throw this.noted(error);
    } finally {
      client.release(broken);
    }
  }

  /** First row or undefined. */
  async one<Row extends object>(context: Context, sql: Statement, values: readonly unknown[] = []): Promise<Row | undefined> {
    return (await this.query<Row>(context, sql, values))[0];
  }

  /**
   * Runs `work` in one transaction and commits; joins the context's transaction when there is one. Deadlocks and
   * serialization failures are tried again, so `work` must have no effect outside the database.
   */
  transaction<T>(context: Context, work: (inside: Context) => Promise<T>): Promise<T> {
    return this.attempts(context, work, 'afterwards');
  }

  /**
   * As `transaction`, in one round trip: the commit leaves right behind what `work` sends before it first waits, and stands whatever it
   * makes of the answers. What it would send later is refused.
   */
  roundTrip<T>(context: Context, work: (inside: Context) => Promise<T>): Promise<T> {
    return this.attempts(context, work, 'at-once');
  }

  /** Runs `action` once the context's transaction is committed (at once when there is none): the place for ringing bells. */
  afterCommit(context: Context, action: Action): void {
    if (context.transaction) opened(context).afterCommit.push(action);
    else action();
  }

  /** TypeORM's manager inside the context's transaction, for resources that are rarely touched. */
  manager(context: Context): EntityManager {
    const transaction = opened(context);
    transaction.manager ??= this.borrowedManager(transaction.client);
    return transaction.manager;
  }

  private async attempts<T>(context: Context, work: (inside: Context) => Promise<T>, commit: 'afterwards' | 'at-once'): Promise<T> {
    if (context.transaction) return work(context);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(context, work, commit);
      } catch (error) {
        if (attempt >= 5 || !['40001', '40P01'].includes(sqlState(error))) throw error;
      }
    }
  }

  private async attempt<T>(context: Context, work: (inside: Context) => Promise<T>, commit: 'afterwards' | 'at-once'): Promise<T> {
    const client = await this.connect();
    const transaction = new Transaction(client);
    let broken = false;
    try {
      // What `work` sends first leaves in the same packet. Where BEGIN fails the server refuses all that is sent behind it.
      const commits = () => {
        transaction.isCommitted = true;
        return client.query('commit');
      };
      const begun = inOnePacket(client, () => [client.query(this.begin(context)), work({ ...context, transaction }), ...(commit === 'at-once' ? [commits()] : [])]);
      const [, result] = await Promise.allSettled(begun).then(orThrow<[unknown, T]>);
      if (!transaction.isCommitted) await commits();
      for (const action of transaction.afterCommit) action();
      return result;
    } catch (error) {
      broken = sqlState(error) === readOnly;
      await client.query('rollback').catch(() => { broken = true; });
      throw this.noted(error);
    } finally {
      client.release(broken);
    }
  }

  private begin(context: Context, patienceMilliseconds = 0): string {
    const scope = context.organizationId;
    // Inlined so that it travels with BEGIN in one message; the check keeps anything but a uuid or * out.
    if (scope !== everyOrganization && !isUuid(scope)) throw new Error('A context names its organization by uuid');
    return `begin;${this.options.assumeTenantRole ? 'set local role usher_tenant;' : ''}set local usher.organization_id='${scope}';set local usher.actor='${spokenActor(context)}'${context.keepsSessions ? ";set local usher.keeps_sessions='on'" : ''}${patienceMilliseconds > 0 ? `;set local lock_timeout=${patienceMilliseconds}` : ''}`;
  }

  private borrowedManager(client: pg.PoolClient): EntityManager {
    const runner = this.dataSource.createQueryRunner();
    Object.assign(runner, { databaseConnection: client, isTransactionActive: true });
    return this.dataSource.createEntityManager(runner);
  }

  private async connect(): Promise<pg.PoolClient> {
    return (this.dataSource.driver as unknown as { master: pg.Pool }).master.connect().catch((error: unknown) => { throw this.noted(connectRefusal(error)); });
  }

  private noted(error: unknown): unknown {
    const refusal = databaseRefusal(error);
    if (refusal) this.options.state?.refused(refusal);
    return refusal ?? error;
  }
}

/** Kind, id, name and request, or the request of each record, for the triggers of the audit. In base64, whose letters cannot end the text that they stand in. */
function spokenActor({ actor: { kind, id, name }, requestId, requestIds }: Context): string {
  const spoken = [kind, kind !== 'system' && isUuid(id) ? id : null, name, requestId];
  return Buffer.from(JSON.stringify(requestIds ? [...spoken, requestIds] : spoken)).toString('base64');
}

/** What `send` sends leaves together, so that the server is woken once and not for each message. */
function inOnePacket<T>(client: pg.PoolClient, send: () => T): T {
  const { stream } = (client as unknown as pg.Client).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

function opened(context: Context): Transaction {
  if (context.transaction instanceof Transaction && !context.transaction.isCommitted) return context.transaction;
  throw new Error('This needs a transaction: call it inside Database.transaction');
}

/** The statement's own failure says more than the commit that failed after it. */
function orThrow<T>(settled: PromiseSettledResult<unknown>[]): T {
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as T;
}

/** SQLSTATE of a database error, '' for anything else. */
export function sqlState(error: unknown): string {
  const cause = error instanceof QueryFailedError ? (error.driverError as { code?: string }) : (error as { code?: string } | undefined);
  return typeof cause?.code === 'string' ? cause.code : '';
}

/** Name of the constraint that a unique or foreign key violation broke, '' otherwise. */
export function violatedConstraint(error: unknown): string {
  const cause = error instanceof QueryFailedError ? (error.driverError as { constraint?: string }) : (error as { constraint?: string } | undefined);
  return ['23505', '23503', '23514'].includes(sqlState(error)) ? (cause?.constraint ?? '') : '';
}

/** After a failover a connection may still lead to the old server; another one finds the new. */
const readOnly = '25006';

function isBrokenConnection(error: unknown): boolean {
  const state = sqlState(error);
  if (state === readOnly) return true;
  // 5-character SQLSTATEs come from a living server, except class 57 (shutdown) and 08 (connection).
  return !/^[0-9A-Z]{5}$/.test(state) || state.startsWith('57P') || state.startsWith('08');
}
