import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { DueRun } from './stored-connection.js';

/** When the runs of a connection are due. */
@Injectable()
export class ConnectionScheduleRepository {
  constructor(private readonly database: Database) {}

  async setNextRuns(
    context: Context,
    id: string,
    next: {
      readonly fullAt: Instant | null;
      readonly incrementalAt: Instant | null;
      readonly driftAt?: Instant | null;
    },
  ): Promise<void> {
    const values = [context.organizationId, id, next.fullAt, next.incrementalAt, next.driftAt ?? null];
    await this.database.query(context, setNextRuns, values);
  }

  /** Scheduled runs of enabled, active connections that are due; needs a context for `everyOrganization`. */
  dueRuns(everywhere: Context, now: Instant): Promise<DueRun[]> {
    return this.database.query<DueRun>(everywhere, dueRuns, [now]);
  }

  /** True for exactly one of any number of callers: the one that moves the run from `due.at` to `nextAt`. */
  async moveNextRun(context: Context, due: DueRun, nextAt: Instant | null): Promise<boolean> {
    const values = [due.organizationId, due.connectionId, due.at, nextAt];
    return (await this.database.query(context, moveNextRun[due.mode], values)).length > 0;
  }

  /**
   * Requests a list by then, where none was read yet, or where reported leavers wait for the next one; does nothing
   * elsewhere.
   */
  async hurryList(context: Context, id: string, at: Instant): Promise<void> {
    await this.database.query(context, hurryList, [context.organizationId, id, at]);
  }

  async touchFullScan(context: Context, id: string, at: Instant): Promise<void> {
    await this.database.query(context, touchFullScan, [context.organizationId, id, at]);
  }
}

const setNextRuns = statement(
  'connections_set_next_runs',
  `
  update connections set next_full_at = $3, next_incremental_at = $4, next_drift_at = $5 where organization_id = $1
    and id = $2`,
);

const dueRuns = statement(
  'connections_due_runs',
  `
  select organization_id as "organizationId", id as "connectionId", mode, at from (
    select organization_id, id, 'full' as mode, next_full_at as at from connections
      where enabled and status = 'active' and next_full_at <= $1::timestamptz
    union all
    select organization_id, id, 'incremental', next_incremental_at from connections
      where enabled and status = 'active' and next_incremental_at <= $1::timestamptz
    union all
    select organization_id, id, 'drift', next_drift_at from connections
      where enabled and status = 'active' and next_drift_at <= $1::timestamptz
  ) due order by at`,
);

// An instant passed through JSON has milliseconds only: compare at that precision. Citus changes a row by what depends
// on no time zone only.
const moveNext = (mode: DueRun['mode']) =>
  statement(
    `connections_move_next_${mode}`,
    `
  update connections set next_${mode}_at = $4
  where organization_id = $1 and id = $2 and next_${mode}_at >= $3::timestamptz
    and next_${mode}_at - $3::timestamptz < interval '1 millisecond'
    returning id`,
  );
const moveNextRun = { full: moveNext('full'), incremental: moveNext('incremental'), drift: moveNext('drift') };

const hurryList = statement(
  'connections_hurry_list',
  `
  update connections set next_full_at = least(coalesce(next_full_at, $3::timestamptz), $3::timestamptz)
    where organization_id = $1 and id = $2
    and (last_full_scan_at is null or exists (select from subjects s where s.organization_id = $1
      and s.connection_id = $2 and s.ending_run_id is not null))`,
);

const touchFullScan = statement(
  'connections_touch_full_scan',
  `
  update connections set last_full_scan_at = greatest(last_full_scan_at, $3::timestamptz) where organization_id = $1
    and id = $2`,
);
