import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../database/database.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import { type Context, everyOrganization } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Log } from '../../kernel/log.js';
import type { Connection, ConnectionStatus } from './connection.js';
import { type ConnectionRow, ConnectionRows } from './connection-rows.js';
import * as sql from './connection.statements.js';
import type {
  AccountsOnDelete,
  ConnectionDraft,
  ConnectionProblem,
  LinkState,
  ListeningConnection,
  ProblemSource,
  Quarantine,
  StoredConnection,
  TestRecord,
} from './stored-connection.js';

/** How long a deleted connection keeps its secrets, so that its subscription can be ended at the vendor. */
const mostEndingSeconds = 300;

/** Why a link is down whose process died without a word. */
export const notHeld = 'Not held by any process';

/**
 * Connections with their secrets opened. Narrow setters write one fact each, so the engine never overwrites an
 * operator's change.
 */
@Injectable()
export class ConnectionRepository {
  constructor(
    private readonly database: Database,
    private readonly rows: ConnectionRows,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  afterCommit(context: Context, action: () => void): void {
    this.database.afterCommit(context, action);
  }

  /** @throws Problem not_found */
  async load(context: Context, id: string): Promise<StoredConnection> {
    const found = await this.find(context, id);
    if (!found) throw Problem.notFound('connection', id);
    return found;
  }

  async find(context: Context, id: string): Promise<StoredConnection | undefined> {
    return (await this.loadMany(context, [id]))[0];
  }

  /** Those of `ids` that exist in this organization, in no particular order. */
  async loadMany(context: Context, ids: readonly string[]): Promise<StoredConnection[]> {
    const found = await this.database.query<ConnectionRow>(context, sql.byIds, [context.organizationId, ids]);
    return found.map((row) => this.rows.opened(row));
  }

  /** All of one organization, oldest first: a few dozen at most. */
  async list(context: Context): Promise<StoredConnection[]> {
    return this.readable(
      await this.database.query<ConnectionRow>(context, sql.ofOrganization, [context.organizationId]),
    );
  }

  /**
   * The links of all organizations, for active connections of these connectors; this and the next two need a context
   * for `everyOrganization`.
   */
  listening(
    everywhere: Context,
    connectors: readonly string[],
    now: Instant,
    owed: { readonly requestedBy: string; readonly since: Instant },
  ): Promise<ListeningConnection[]> {
    return this.database.query<ListeningConnection>(everywhere, sql.listening, [
      connectors,
      now,
      owed.requestedBy,
      owed.since,
    ]);
  }

  /**
   * Enabled connections that lack a time of their schedule, by what their connectors can do. One whose secrets cannot
   * be opened is logged and skipped.
   */
  async unplanned(
    everywhere: Context,
    connectors: { readonly snapshots: readonly string[]; readonly polls: readonly string[] },
  ): Promise<StoredConnection[]> {
    return this.readable(
      await this.database.query<ConnectionRow>(everywhere, sql.unplanned, [connectors.snapshots, connectors.polls]),
    );
  }

  /** Those in quarantine with a probe due. As above. */
  async toBeLookedAt(everywhere: Context, now: Instant): Promise<StoredConnection[]> {
    return this.readable(await this.database.query<ConnectionRow>(everywhere, sql.dueForProbe, [now]));
  }

  /** A pushed message names only the connection: this finds its organization. */
  async findAnywhere(context: Context, id: string): Promise<StoredConnection | undefined> {
    const found = await this.database.one<ConnectionRow>(
      { ...context, organizationId: everyOrganization },
      sql.anywhere,
      [id],
    );
    return found && this.rows.opened(found);
  }

  /** Enabled connections of all organizations for this vendor-side name; oldest first. */
  async ofInstallation(context: Context, connector: string, installation: string): Promise<StoredConnection[]> {
    return this.readable(
      await this.database.query<ConnectionRow>({ ...context, organizationId: everyOrganization }, sql.ofInstallation, [
        connector,
        installation,
      ]),
    );
  }

  async insert(context: Context, id: string, draft: ConnectionDraft): Promise<void> {
    await this.database.query(context, sql.insertConnection, [
      context.organizationId,
      id,
      ...this.rows.columns(id, draft),
      this.clock.instant(),
    ]);
  }

  /** Writes an operator's changes over revision `before.revision`; false when another change came first. */
  async update(context: Context, before: Connection, draft: ConnectionDraft): Promise<boolean> {
    const values = [
      context.organizationId,
      before.id,
      ...this.rows.columns(before.id, draft),
      this.clock.instant(),
      before.revision,
    ];
    return (await this.database.query(context, sql.update, values)).length > 0;
  }

  /**
   * In a transaction: locks the connection until the transaction ends.
   * @throws Problem not_found
   */
  async loadForChange(inside: Context, id: string): Promise<StoredConnection> {
    const row = await this.database.one<ConnectionRow>(inside, sql.lockConnection, [inside.organizationId, id]);
    if (!row) throw Problem.notFound('connection', id);
    return this.rows.opened(row);
  }

  /** Stops the connection until its accounts are settled and its subscription has ended at the vendor. */
  close(inside: Context, id: string, fate: AccountsOnDelete): Promise<void> {
    return this.write(inside, sql.close, id, fate, laterBy(this.clock.instant(), mostEndingSeconds));
  }

  /** Deletes closing connections that are settled; needs a context for `everyOrganization`. */
  removeSettled(everywhere: Context): Promise<{ organizationId: string; id: string }[]> {
    return this.database.query(everywhere, sql.removeSettled, [this.clock.instant()]);
  }

  removeIfSettled(inside: Context, id: string): Promise<void> {
    return this.write(inside, sql.removeIfSettled, id, this.clock.instant());
  }

  /** Whether any of its records has, or had, an account. */
  async hasAccounts(context: Context, id: string): Promise<boolean> {
    return (await this.database.query(context, sql.hasAccounts, [context.organizationId, id])).length > 0;
  }

  /** Removes the connection with its inbox, subjects and runs. */
  delete(context: Context, id: string): Promise<void> {
    return this.write(context, sql.removeConnection, id);
  }

  setStatus(context: Context, id: string, status: ConnectionStatus): Promise<void> {
    return this.write(context, sql.setStatus, id, status);
  }

  setPause(context: Context, id: string, pause: Connection['pause'], status: ConnectionStatus): Promise<void> {
    return this.write(context, sql.setPause, id, pause, status);
  }

  setLink(context: Context, id: string, { state, detail, lastHeardAt: at, position }: LinkState): Promise<void> {
    return this.write(context, sql.setLink, id, state, detail ?? null, at, position ?? null);
  }

  /** Marks links whose holder died as down; needs a context for `everyOrganization`. */
  async loseAbandonedLinks(everywhere: Context, now: Instant): Promise<void> {
    const abandoned = await this.database.query<sql.AbandonedLink>(everywhere, sql.abandonedLinks, [now]);
    for (const { organizationId, id, lostAt } of abandoned)
      await this.write({ ...everywhere, organizationId }, sql.loseAbandonedLink, id, lostAt, notHeld, now);
  }

  setCursor(context: Context, id: string, cursor: Connection['cursor']): Promise<void> {
    return this.write(context, sql.setCursor, id, cursor && JSON.stringify(cursor));
  }

  /** Null: all is well again. With `revision`, only while the connection still has those settings. */
  setProblem(
    context: Context,
    id: string,
    problem: ConnectionProblem | null,
    revision: number | null = null,
  ): Promise<void> {
    return this.write(context, sql.setProblem, id, problem && JSON.stringify(problem), revision);
  }

  /** This works again; a problem with another source stays, but a test that reached nothing is refuted by an answer. */
  endProblem(context: Context, id: string, source: ProblemSource): Promise<void> {
    return this.write(context, sql.endProblem, id, source);
  }

  /** Its settings wait for their test; null: they do not. */
  dueTest(context: Context, id: string, dueAt: Instant | null): Promise<void> {
    return this.write(context, sql.dueTest, id, dueAt);
  }

  /** Organizations with unfinished tests; needs a context for `everyOrganization`. */
  async organizationsToTest(everywhere: Context, now: Instant): Promise<string[]> {
    const rows = await this.database.query<{ organizationId: string }>(everywhere, sql.organizationsToTest, [now]);
    return rows.map(({ organizationId }) => organizationId);
  }

  /** Unfinished tests, reserved for the caller until `untilAt`. */
  async claimTests(context: Context, now: Instant, untilAt: Instant): Promise<StoredConnection[]> {
    const values = [context.organizationId, now, untilAt];
    return this.readable(await this.database.query<ConnectionRow>(context, sql.claimTests, values));
  }

  /** False when other settings were saved meanwhile. */
  async setTest(
    context: Context,
    { id, revision }: Pick<Connection, 'id' | 'revision'>,
    test: TestRecord,
  ): Promise<boolean> {
    return (
      (await this.database.query(context, sql.setTest, [context.organizationId, id, revision, JSON.stringify(test)]))
        .length > 0
    );
  }

  /**
   * Quarantines the connection, with the reason as its last problem. False for a disabled one and, with `revision`,
   * when other settings were saved since.
   */
  async quarantine(
    context: Context,
    id: string,
    quarantine: Quarantine,
    revision: number | null = null,
  ): Promise<boolean> {
    const problem: ConnectionProblem = { code: quarantine.code, detail: quarantine.detail, at: quarantine.sinceAt };
    const values = [context.organizationId, id, JSON.stringify(quarantine), JSON.stringify(problem), revision];
    return (await this.database.query(context, sql.setQuarantine, values)).length > 0;
  }

  /**
   * Back from quarantine to `active`, or to `paused` if a pause was ordered meanwhile; clears the problem. False when
   * other settings were saved meanwhile.
   */
  async release(context: Context, { id, revision }: Pick<Connection, 'id' | 'revision'>): Promise<boolean> {
    return (
      (await this.database.query(context, sql.releaseConnection, [context.organizationId, id, revision])).length > 0
    );
  }

  /** Messages on the link may have been lost: a full list is to be requested. */
  oweList(context: Context, id: string, at: Instant): Promise<void> {
    return this.write(context, sql.requireList, id, at);
  }

  listAsked(context: Context, id: string): Promise<void> {
    return this.write(context, sql.listAsked, id);
  }

  private async write(context: Context, statement: Statement, id: string, ...values: unknown[]): Promise<void> {
    await this.database.query(context, statement, [context.organizationId, id, ...values]);
  }

  private readable(rows: readonly ConnectionRow[]): StoredConnection[] {
    return rows.flatMap((row) => {
      try {
        return [this.rows.opened(row)];
      } catch (error) {
        this.log.error(
          { connectionId: row.id, reason: error instanceof Error ? error.message : '' },
          'opening a stored connection failed',
        );
        return [];
      }
    });
  }
}
