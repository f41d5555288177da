import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import { type Context, everyOrganization } from '../../../kernel/context.js';
import type { RunMode } from './run.js';
import { anyRuns } from './run-slots.js';
import type {
  Claim,
  ClaimedRun,
  PageProgress,
  Run,
  RunItem,
  RunItemKind,
  RunProblem,
  RunRequest,
  RunStatus,
} from './run.js';
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

  /** As `find`, and keeps others from deciding about it until the transaction ends. */
  lock(inside: Context, id: string): Promise<Run | undefined> {
    return this.database.one(inside, sql.lockRun, [inside.organizationId, id]);
  }

  /**
   * The oldest of the wanted runs that is waiting, or whose worker died; leases of those who are `gone` count as over.
   */
  claim(
    everywhere: Context,
    claim: Claim,
    now: Instant,
    listenOnly: readonly string[],
    wanted = anyRuns,
    gone: readonly string[] = [],
  ): Promise<ClaimedRun | undefined> {
    const values = [
      claim.owner,
      claim.untilAt,
      now,
      listenOnly,
      gone,
      wanted.modes,
      wanted.notOfConnectors,
      wanted.notOfOrganizations,
    ];
    return this.database.one({ ...everywhere, organizationId: everyOrganization }, sql.claimRun, values);
  }

  /** Who holds runs just now, in any organization. */
  async owners(everywhere: Context, now: Instant): Promise<string[]> {
    const rows = await this.database.query<{ owner: string }>(
      { ...everywhere, organizationId: everyOrganization },
      sql.ownersOfRuns,
      [now],
    );
    return rows.map(({ owner }) => owner);
  }

  /** False when the run is not this worker's any more. The same holds for the next four. */
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

  /**
   * The list begins anew: from now on, and with nobody listed. Undefined when the run is not this worker's any more.
   */
  restart(context: Context, id: string, owner: string, now: Instant, passId: string): Promise<Run | undefined> {
    return this.database.one(context, sql.restart, [context.organizationId, id, owner, now, passId]);
  }

  /** It is read once more from its beginning, with everything counted so far taken back. */
  beginAnew(context: Context, id: string, owner: string): Promise<boolean> {
    return this.hit(context, sql.beginAnew, id, owner);
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

  /** Whether a full list that was begun then or later has been read to its end. */
  async wasReadSince(context: Context, connectionId: string, at: Instant): Promise<boolean> {
    return (
      (await this.database.query(context, sql.wasReadSince, [context.organizationId, connectionId, at])).length > 0
    );
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
    why: { readonly problem?: RunProblem; readonly decidedBy?: string } = {},
  ): Promise<boolean> {
    return this.hit(
      context,
      sql.finishRun,
      id,
      status,
      why.problem ? JSON.stringify(why.problem) : null,
      at,
      why.decidedBy ?? null,
    );
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

  /** Waits behind the one that goes. False when another one waits there already. */
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

  /** Lets those go whose turn has come. */
  followUp(everywhere: Context): Promise<{ organizationId: string; connectionId: string }[]> {
    return this.database.query(everywhere, sql.followUp);
  }

  claimForListener(context: Context, connectionId: string, now: Instant, untilAt: Instant): Promise<boolean> {
    return this.hit(context, sql.claimForListener, connectionId, now, untilAt);
  }

  /** A list begins on the link: the one that was asked for before, or one of the outside's own. */
  async beginListed(
    inside: Context,
    id: string,
    connectionId: string,
    now: Instant,
    startedAt: Instant,
    untilAt: Instant,
  ): Promise<void> {
    const scope = [inside.organizationId, connectionId];
    if ((await this.database.query(inside, sql.beginAsked, [...scope, startedAt, id, untilAt])).length > 0) return;
    await this.database.query(inside, sql.letPass, scope);
    await this.database.query(inside, sql.beginListed, [
      inside.organizationId,
      id,
      connectionId,
      now,
      startedAt,
      untilAt,
    ]);
  }

  /** The list that the outside is sending just now. */
  listed(inside: Context, connectionId: string): Promise<Run | undefined> {
    return this.database.one(inside, sql.listed, [inside.organizationId, connectionId]);
  }

  /**
   * The link has another holder: what was wanted over it, and has not begun, waits to be asked for again. `unanswered`:
   * what the link itself wanted.
   */
  async askAgain(inside: Context, connectionId: string): Promise<{ isAsked: boolean; unanswered: string[] }> {
    const scope = [inside.organizationId, connectionId];
    const wanted = await this.database.query(inside, sql.askAgain, scope);
    const rest = await this.database.query<{ id: string }>(inside, sql.asked, scope);
    return { isAsked: wanted.length > 0, unanswered: rest.map(({ id }) => id) };
  }

  async completeListed(inside: Context, id: string, at: Instant): Promise<void> {
    await this.database.query(inside, sql.completeListed, [inside.organizationId, id, at]);
  }

  /** How many of those it said had left are held, and in whose plan they are. */
  async noteEndings(inside: Context, id: string, held: number, planId: string): Promise<void> {
    await this.database.query(inside, sql.noteEndings, [inside.organizationId, id, held, planId]);
  }

  async addItems(inside: Context, runId: string, items: readonly RunItem[]): Promise<void> {
    if (items.length === 0) return;
    const rows = items.map(({ subjectId, identityId, sourceKey, ...rest }, ordinal) => ({
      ordinal,
      subject_id: subjectId,
      identity_id: identityId,
      source_key: sourceKey,
      ...rest,
    }));
    await this.database.query(inside, sql.addItems, [inside.organizationId, runId, JSON.stringify(rows)]);
  }

  items(context: Context, runId: string, kind: RunItemKind): Promise<RunItem[]> {
    return this.database.query<RunItem>(context, sql.itemsOf, [context.organizationId, runId, kind]);
  }

  async relabelItems(inside: Context, runId: string, before: RunItemKind, after: RunItemKind): Promise<void> {
    await this.database.query(inside, sql.relabelItems, [inside.organizationId, runId, before, after]);
  }

  async dropItems(inside: Context, runId: string, kinds: readonly RunItemKind[]): Promise<void> {
    await this.database.query(inside, sql.dropItems, [inside.organizationId, runId, kinds]);
  }

  /** How many were removed by absence alone since then. */
  async removedSince(inside: Context, connectionId: string, since: Instant): Promise<number> {
    return (
      (
        await this.database.one<{ removed: number }>(inside, sql.removedSince, [
          inside.organizationId,
          connectionId,
          since,
        ])
      )?.removed ?? 0
    );
  }

  /** Forgets finished runs that were only polls. */
  async prune(everywhere: Context, before: Instant): Promise<void> {
    await this.database.query({ ...everywhere, organizationId: everyOrganization }, sql.prune, [before]);
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
