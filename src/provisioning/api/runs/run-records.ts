import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { TableRow } from '../../../database/table.js';
import { listFieldsOf } from '../../../http/list/list-fields-of.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { ListSource } from '../../../http/list/list-sql.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { ConnectorCatalogue } from '../../connector/catalogue.js';
import { type RunItemEntity, runItemTable } from '../../intake/run-queue/run-item.entity.js';
import { type RunEntity, runTable } from '../../intake/run-queue/run.entity.js';

export const runFields = {
  ...listFieldsOf(runTable.only('id', 'connectionId', 'mode', 'status', 'dryRun', 'createdAt', 'finishedAt'), 'runs', {
    dry_run: { column: 'runs.dry_run', type: 'boolean' },
  }),
  sort: 'created_at:desc',
};

export const planFields = {
  ...listFieldsOf(runItemTable.only('position', 'kind', 'account', 'subjectId'), 'run_items'),
  id: 'run_items.position',
  sort: 'position:asc',
};

const ofRun = [
  'id',
  'connectionId',
  'mode',
  'cause',
  'status',
  'dryRun',
  'pages',
  'seen',
  'changed',
  'invalid',
  'missing',
  'held',
  'endingsHeld',
  'endingsRunId',
  'planHash',
  'problem',
  'requestedBy',
  'decidedBy',
  'decisions',
  'createdAt',
  'startedAt',
  'collectedAt',
  'expiresAt',
  'finishedAt',
] as const;
const ofItem = ['position', 'kind', 'subjectId', 'account', 'before', 'after', 'detail'] as const;

/** What keeps an open run where it is, beside its turn. */
export const runHindrances = [
  'connection_disabled',
  'connection_paused',
  'connection_quarantined',
  'run_in_progress',
  'link',
] as const;

export type RunRow = TableRow<RunEntity, (typeof ofRun)[number]> & {
  readonly needs_two: boolean;
  readonly waits_for: (typeof runHindrances)[number] | null;
};

type ReadRun = RunRow & { readonly unlinked: string | null };

export type RunItemRow = TableRow<RunItemEntity, (typeof ofItem)[number] | 'sourceKey'> & {
  readonly room: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
};

/** Why nobody claims it (`run-claims.ts`), or why who has it stopped. */
const hindrance = `case when runs.status in ('queued', 'running') then (
    select case
      when not c.enabled and not (runs.dry_run and runs.mode = 'full') then 'connection_disabled'
      when c.pause = 'all' then 'connection_paused'
      when c.status = 'quarantined' and runs.mode not in ('access', 'drift') then 'connection_quarantined'
      when runs.behind then 'run_in_progress'
    end from connections c where c.organization_id = runs.organization_id and c.id = runs.connection_id) end`;

/** The connector of a full list that nobody has begun, where its connection has no link now. */
const unlinked = `case when runs.status = 'queued' and runs.mode = 'full' then (
    select c.connector from connections c where c.organization_id = runs.organization_id and c.id = runs.connection_id
      and c.link ->> 'state' is distinct from 'connected') end`;

const columns = `${runTable.only(...ofRun).of('runs')},
  runs.status = 'held'
    and (select o.runs_need_two from organizations o where o.id = runs.organization_id) as needs_two,
  ${hindrance} as waits_for, ${unlinked} as unlinked`;

const itemColumns = `${runItemTable.only(...ofItem).of('run_items')},
  coalesce(subjects.source_key, run_items.source_key) as source_key, subjects.room,
  subjects.facts ->> 'firstName' as first_name, subjects.facts ->> 'lastName' as last_name`;

const byId = statement('api_runs_by_id', `select ${columns} from runs where organization_id = $1 and id = $2`);

/** Runs for reading; what is done about them is for Runs. */
@Injectable()
export class RunRecords {
  constructor(
    private readonly database: Database,
    private readonly catalogue: ConnectorCatalogue,
  ) {}

  /** Over all connections. */
  all(context: Context, list: ListQuery): Promise<ListedRows<RunRow>> {
    return this.listed(context, list, {
      name: 'api_runs_all',
      select: columns,
      from: 'runs',
      where: 'runs.organization_id = $1',
      values: [context.organizationId],
    });
  }

  page(context: Context, connectionId: string, list: ListQuery): Promise<ListedRows<RunRow>> {
    return this.listed(context, list, {
      name: 'api_runs',
      select: columns,
      from: 'runs',
      where: 'runs.organization_id = $1 and runs.connection_id = $2',
      values: [context.organizationId, connectionId],
    });
  }

  /** @throws Problem not_found */
  async read(context: Context, id: string): Promise<RunRow> {
    const row = await this.database.one<ReadRun>(context, byId, [context.organizationId, id]);
    if (!row) throw Problem.notFound('run', id);
    return this.shown(row);
  }

  private async listed(context: Context, list: ListQuery, source: ListSource): Promise<ListedRows<RunRow>> {
    const { rows, total } = await listRows<ReadRun>(this.database, context, list, source);
    return { rows: rows.map((row) => this.shown(row)), total };
  }

  /** A list over a link that was never up waits for it like one over a link that is lost. */
  private shown({ unlinked: connector, ...row }: ReadRun): RunRow {
    const isForLink = connector !== null && this.catalogue.listenOnly.includes(connector);
    return { ...row, waits_for: row.waits_for ?? (isForLink ? 'link' : null) };
  }

  plan(context: Context, runId: string, list: ListQuery): Promise<ListedRows<RunItemRow>> {
    return listRows(this.database, context, list, {
      name: 'api_run_items',
      select: itemColumns,
      from:
        'run_items left join subjects on subjects.organization_id = run_items.organization_id and subjects.id ' +
        '= run_items.subject_id',
      where: 'run_items.organization_id = $1 and run_items.run_id = $2',
      values: [context.organizationId, runId],
    });
  }
}
