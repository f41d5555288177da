import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { listFields } from '../../../http/list/list-fields.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import type { RunDecision } from '../../intake/run-queue/run.js';

export const runFields = listFields({
  id: 'runs.id',
  sort: 'created_at:desc',
  fields: {
    id: { column: 'runs.id', type: 'uuid' },
    connection_id: { column: 'runs.connection_id', type: 'uuid' },
    mode: { column: 'runs.mode', type: 'text' },
    status: { column: 'runs.status', type: 'text' },
    dry_run: { column: 'runs.dry_run', type: 'boolean' },
    created_at: { column: 'runs.created_at', type: 'instant' },
    finished_at: { column: 'runs.finished_at', type: 'instant' },
  },
});

export const planFields = listFields({
  id: 'run_items.position',
  sort: 'position:asc',
  fields: {
    position: { column: 'run_items.position', type: 'integer' },
    kind: { column: 'run_items.kind', type: 'text' },
    account: { column: 'run_items.account', type: 'text' },
    subject_id: { column: 'run_items.subject_id', type: 'uuid' },
  },
});

/** Columns as the table has them. */
export interface RunRow {
  readonly id: string;
  readonly connection_id: string;
  readonly mode: string;
  readonly cause: string;
  readonly status: string;
  readonly dry_run: boolean;
  readonly pages: number;
  readonly seen: number;
  readonly changed: number;
  readonly invalid: number;
  readonly missing: number;
  readonly held: number;
  readonly endings_held: number;
  readonly endings_run_id: string | null;
  readonly plan_hash: string | null;
  readonly problem: { readonly code: string; readonly detail: string } | null;
  readonly requested_by: string;
  readonly decided_by: string | null;
  readonly decisions: readonly RunDecision[];
  readonly needs_two: boolean;
  readonly created_at: Instant;
  readonly started_at: Instant | null;
  readonly collected_at: Instant | null;
  readonly expires_at: Instant | null;
  readonly finished_at: Instant | null;
}

export interface RunItemRow {
  readonly position: number;
  readonly kind: string;
  readonly subject_id: string | null;
  readonly source_key: string | null;
  readonly room: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly account: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly detail: string | null;
}

const columns = `runs.id, runs.connection_id, runs.mode, runs.cause, runs.status, runs.dry_run, runs.pages, runs.seen,
  runs.changed, runs.invalid,
  runs.missing, runs.held, runs.endings_held, runs.endings_run_id, runs.plan_hash, runs.problem, runs.requested_by,
  runs.decided_by, runs.decisions,
  runs.status = 'held' and (select o.runs_need_two from organizations o where o.id = runs.organization_id) as needs_two,
  runs.created_at, runs.started_at, runs.collected_at,
  runs.expires_at, runs.finished_at`;

const byId = statement('api_runs_by_id', `select ${columns} from runs where organization_id = $1 and id = $2`);

/** Runs for reading; what is done about them is for Runs. */
@Injectable()
export class RunRecords {
  constructor(private readonly database: Database) {}

  /** Over all connections. */
  all(context: Context, list: ListQuery): Promise<ListedRows<RunRow>> {
    return listRows(this.database, context, list, {
      name: 'api_runs_all',
      select: columns,
      from: 'runs',
      where: 'runs.organization_id = $1',
      values: [context.organizationId],
    });
  }

  page(context: Context, connectionId: string, list: ListQuery): Promise<ListedRows<RunRow>> {
    return listRows(this.database, context, list, {
      name: 'api_runs',
      select: columns,
      from: 'runs',
      where: 'runs.organization_id = $1 and runs.connection_id = $2',
      values: [context.organizationId, connectionId],
    });
  }

  /** @throws Problem not_found */
  async read(context: Context, id: string): Promise<RunRow> {
    const row = await this.database.one<RunRow>(context, byId, [context.organizationId, id]);
    if (!row) throw Problem.notFound('run', id);
    return row;
  }

  plan(context: Context, runId: string, list: ListQuery): Promise<ListedRows<RunItemRow>> {
    return listRows(this.database, context, list, {
      name: 'api_run_items',
      select:
        'run_items.position, run_items.kind, run_items.subject_id, coalesce(subjects.source_key, ' +
        'run_items.source_key) as source_key, subjects.room, ' +
        "subjects.facts ->> 'firstName' as first_name, subjects.facts ->> 'lastName' as last_name, " +
        'run_items.account, run_items.before, run_items.after, ' +
        'run_items.detail',
      from:
        'run_items left join subjects on subjects.organization_id = run_items.organization_id and subjects.id ' +
        '= run_items.subject_id',
      where: 'run_items.organization_id = $1 and run_items.run_id = $2',
      values: [context.organizationId, runId],
    });
  }
}
