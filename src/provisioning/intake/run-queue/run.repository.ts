import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import { type Context, everyOrganization } from '../../../kernel/context.js';
import type { RunMode } from './run.js';
import type { Claim, PageProgress, Run, RunDecision, RunProblem, RunRequest, RunStatus } from './run.js';
import * as sql from './run.statements.js';

@Injectable()
export class RunRepository {
  constructor(private readonly database: Database) {}

  /** False when one is queued or running in this mode already. */
  async insert(
    context: Context,
    id: string,
    connectionId: string,
    request: RunRequest,
    now: Instant,
  ): Promise<boolean> {
    const { mode, cause, dryRun, requestedBy } = request;
    const rows = await this.database.query(context, sql.insertRun, [
      context.organizationId,
      id,
      connectionId,
      mode,
      cause,
      dryRun,
      requestedBy,
      now,
    ]);
    return rows.length > 0;
  }

  open(context: Context, connectionId: string, mode: RunMode): Promise<Run | undefined> {
    return this.database.one(context, sql.open, [context.organizationId, connectionId, mode]);
  }

  find(context: Context, id: string): Promise<Run | undefined> {
    return this.database.one(context, sql.runById, [context.organizationId, id]);
  }

  /** Like `find`, and locks the run until the transaction ends. */
  lock(inside: Context, id: string): Promise<Run | undefined> {
    return this.database.one(inside, sql.lockRun, [inside.organizationId, id]);
  }

  /** False when the run belongs to another worker now. The same holds for the next four. */
  renew(context: Context, id: string, { owner, untilAt }: Claim): Promise<boolean> {
    return this.hit(context, sql.renewRun, id, owner, untilAt);
  }

  progress(inside: Context, id: string, { owner, untilAt }: Claim, page: PageProgress): Promise<boolean> {
    return this.hit(
      inside,
      sql.recordProgress,
      id,
      owner,
      page.cursor && JSON.stringify(page.cursor),
      page.seen,
      page.changed,
      page.invalid,
      page.problem ? JSON.stringify(page.problem) : null,
      untilAt,
      page.pages ?? 1,
    );
  }

  /** The list starts over: from now on, with nobody listed. Undefined when the run belongs to another worker now. */
  restart(context: Context, id: string, owner: string, now: Instant, passId: string): Promise<Run | undefined> {
    return this.database.one(context, sql.restart, [context.organizationId, id, owner, now, passId]);
  }

  /** Reads it again from the beginning and resets its counts. */
  beginAnew(context: Context, id: string, owner: string): Promise<boolean> {
    return this.hit(context, sql.restartRun, id, owner);
  }

  collected(context: Context, id: string, owner: string, at: Instant, listId: string | null): Promise<boolean> {
    return this.hit(context, sql.collected, id, owner, at, listId);
  }

  /** Whether an earlier run has read this very list to its end. */
  async wasRead(inside: Context, run: Pick<Run, 'id' | 'connectionId'>, listId: string): Promise<boolean> {
    return (
      (await this.database.query(inside, sql.wasRead, [inside.organizationId, run.connectionId, run.id, listId]))
        .length > 0
    );
  }

  /** Whether a full list waits or is being read, or one begun then or later has been read to its end. */
  async isReadSince(context: Context, connectionId: string, at: Instant): Promise<boolean> {
    return (await this.database.query(context, sql.isReadSince, [context.organizationId, connectionId, at])).length > 0;
  }

  handBack(context: Context, id: string, owner: string): Promise<boolean> {
    return this.hit(context, sql.handBack, id, owner);
  }

  /** False when it had ended already. */
  finish(
    context: Context,
    id: string,
    status: RunStatus,
    at: Instant,
    why: { readonly problem?: RunProblem; readonly decision?: RunDecision } = {},
  ): Promise<boolean> {
    return this.hit(
      context,
      sql.finishRun,
      id,
      status,
      why.problem ? JSON.stringify(why.problem) : null,
      at,
      why.decision ? JSON.stringify(why.decision) : null,
    );
  }

  /** Records a decision that leaves the run held. */
  async note(inside: Context, id: string, decision: RunDecision): Promise<void> {
    await this.hit(inside, sql.noteDecision, id, JSON.stringify(decision));
  }

  /** Whether the organization requires two approvals of each plan. */
  async needTwo(inside: Context): Promise<boolean> {
    const found = await this.database.one<{ needsTwo: boolean }>(inside, sql.needsTwo, [inside.organizationId]);
    return found?.needsTwo ?? false;
  }

  hold(
    inside: Context,
    id: string,
    plan: { readonly held: number; readonly hash: string; readonly expiresAt: Instant | null },
  ): Promise<boolean> {
    return this.hit(inside, sql.hold, id, plan.held, plan.hash, plan.expiresAt);
  }

  async tally(inside: Context, id: string, missing: number, held: number): Promise<void> {
    await this.database.query(inside, sql.tally, [inside.organizationId, id, missing, held]);
  }

  heldOf(inside: Context, connectionId: string, what: 'endings' | 'removals'): Promise<Run[]> {
    return this.database.query<Run>(inside, sql.heldOf, [inside.organizationId, connectionId, what === 'endings']);
  }

  expired(everywhere: Context, now: Instant): Promise<Run[]> {
    return this.database.query<Run>({ ...everywhere, organizationId: everyOrganization }, sql.expired, [now]);
  }

  /** Waits behind the one in progress. False when another one already waits there. */
  async insertBehind(
    context: Context,
    id: string,
    connectionId: string,
    request: RunRequest,
    now: Instant,
  ): Promise<boolean> {
    const { mode, cause, dryRun, requestedBy } = request;
    return (
      (
        await this.database.query(context, sql.insertBehind, [
          context.organizationId,
          id,
          connectionId,
          mode,
          cause,
          dryRun,
          requestedBy,
          now,
        ])
      ).length > 0
    );
  }

  behind(context: Context, connectionId: string, { mode, dryRun }: RunRequest): Promise<Run | undefined> {
    return this.database.one(context, sql.behind, [context.organizationId, connectionId, mode, dryRun]);
  }

  /** Releases those whose turn has come. */
  followUp(everywhere: Context): Promise<{ organizationId: string; connectionId: string }[]> {
    return this.database.query(everywhere, sql.followUp);
  }

  /** How many of the leavers it reported are held, and in whose plan. */
  async noteEndings(inside: Context, id: string, held: number, planId: string): Promise<void> {
    await this.database.query(inside, sql.noteEndings, [inside.organizationId, id, held, planId]);
  }

  private async hit(
    context: Context,
    statement: { name: string; text: string },
    id: string,
    ...values: unknown[]
  ): Promise<boolean> {
    return (await this.database.query(context, statement, [context.organizationId, id, ...values])).length > 0;
  }
}
