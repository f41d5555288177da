import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { runColumns } from './run.statements.js';
import type { Run } from './run.js';

const claimForListener = statement(
  'runs_claim_for_listener',
  `
  update runs set status = 'running', started_at = $3, lease_owner = 'listener', lease_until_at = $4
  where organization_id = $1 and connection_id = $2 and mode = 'full' and status = 'queued' and not behind
    returning id`,
);

// The cursor tells a listener's list that has begun from one that was only requested, and which message began it.
const isAsked =
  "mode = 'full' and status = 'running' and collected_at is null and lease_owner = 'listener' " +
  "and not coalesce(cursor ? 'listing', false)";

// A list answers requests from before it began.
const beginAsked = statement(
  'runs_begin_asked',
  `
  update runs set started_at = $3, pass_id = $4, cursor = $6, lease_until_at = $5
  where organization_id = $1 and connection_id = $2 and ${isAsked} and started_at <= $3 returning id`,
);

// A queued run has not been requested yet: this list is not its answer, and the run waits behind it. Requests that
// already wait there are included.
const letPass = statement(
  'runs_let_pass',
  `
  update runs r set behind = true where organization_id = $1 and connection_id = $2 and mode = 'full'
    and status = 'queued' and not behind
    and not exists (select from runs b where b.organization_id = $1 and b.connection_id = $2 and b.mode = 'full'
      and b.dry_run = r.dry_run and b.behind)`,
);

const beginListed = statement(
  'runs_begin_listed',
  `
  insert into runs (organization_id, id, connection_id, mode, cause, status, requested_by, created_at, started_at,
    cursor, lease_owner, lease_until_at)
  values ($1, $2, $3, 'full', 'source', 'running', 'connector', $4, $5, $7, 'listener', $6)
  on conflict (organization_id, connection_id, mode) where status in ('queued', 'running') and not behind
  do update set status = 'running', started_at = excluded.started_at, cursor = excluded.cursor,
  lease_owner = 'listener', lease_until_at = excluded.lease_until_at
    where runs.status = 'queued'`,
);

const listed = statement(
  'runs_listed',
  `
  select ${runColumns('r')} from runs r where organization_id = $1 and connection_id = $2 and mode = 'full'
    and status = 'running' and collected_at is null and cursor ? 'listing'`,
);

// The link has another holder: requests over it that have not begun will not be answered. Requests by others are made
// again.
const askAgain = statement(
  'runs_ask_again',
  `
  update runs set status = 'queued', started_at = null, lease_owner = null, lease_until_at = null
  where organization_id = $1 and connection_id = $2 and ${isAsked} and cause <> 'source' returning id`,
);

const asked = statement(
  'runs_asked',
  `select id from runs where organization_id = $1 and connection_id = $2 and ${isAsked}`,
);

const completeListed = statement(
  'runs_complete_listed',
  `
  update runs r set collected_at = $3, lease_owner = null, lease_until_at = $3, pages = 1,
    seen = (select count(*) from subjects s where s.organization_id = r.organization_id
    and s.connection_id = r.connection_id and s.seen_run_id = coalesce(r.pass_id, r.id))
  where r.organization_id = $1 and r.id = $2`,
);

/**
 * Full lists that come over a link: the outside system sends them, on request or by itself, and no worker reads them.
 */
@Injectable()
export class ListedRunRepository {
  constructor(private readonly database: Database) {}

  async claimForListener(context: Context, connectionId: string, now: Instant, untilAt: Instant): Promise<boolean> {
    const values = [context.organizationId, connectionId, now, untilAt];
    return (await this.database.query(context, claimForListener, values)).length > 0;
  }

  /**
   * A list begins on the link: the requested one, or one that the outside system started by itself. `sequence`: of the
   * message that says so.
   */
  async begin(
    inside: Context,
    id: string,
    connectionId: string,
    now: Instant,
    startedAt: Instant,
    untilAt: Instant,
    sequence: number,
  ): Promise<void> {
    const scope = [inside.organizationId, connectionId];
    const cursor = JSON.stringify({ listing: sequence });
    const answered = await this.database.query(inside, beginAsked, [...scope, startedAt, id, untilAt, cursor]);
    if (answered.length > 0) return;
    await this.database.query(inside, letPass, scope);
    const begun = [inside.organizationId, id, connectionId, now, startedAt, untilAt, cursor];
    await this.database.query(inside, beginListed, begun);
  }

  /** The list that the outside system is sending now. */
  sending(inside: Context, connectionId: string): Promise<Run | undefined> {
    return this.database.one(inside, listed, [inside.organizationId, connectionId]);
  }

  /**
   * The link has another holder: what was requested over it, and has not begun, waits to be requested again.
   * `unanswered`: what the link itself wanted.
   */
  async askAgain(inside: Context, connectionId: string): Promise<{ isAsked: boolean; unanswered: string[] }> {
    const scope = [inside.organizationId, connectionId];
    const wanted = await this.database.query(inside, askAgain, scope);
    const rest = await this.database.query<{ id: string }>(inside, asked, scope);
    return { isAsked: wanted.length > 0, unanswered: rest.map(({ id }) => id) };
  }

  async complete(inside: Context, id: string, at: Instant): Promise<void> {
    await this.database.query(inside, completeListed, [inside.organizationId, id, at]);
  }
}
