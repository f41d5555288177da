import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { TableRow } from '../../../database/table.js';
import { listFieldsOf } from '../../../http/list/list-fields-of.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { keptTotal, type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { type ProvisionLogEntity, provisionLogTable } from '../../identity/provision-log.entity.js';

export const operationFields = {
  ...listFieldsOf(
    provisionLogTable.only('id', 'at', 'connectionId', 'subjectId', 'runId', 'kind', 'status', 'cause', 'actor'),
    'provision_log',
    { user: { column: 'provision_log.account', type: 'text' } },
  ),
  sort: 'at:desc',
};

const shown = [
  'id',
  'at',
  'connectionId',
  'subjectId',
  'identityId',
  'runId',
  'kind',
  'status',
  'cause',
  'actor',
  'before',
  'after',
  'detail',
] as const;

export type OperationRow = TableRow<ProvisionLogEntity, (typeof shown)[number]> & {
  /** Name of the account. */
  readonly user: string | null;
  readonly person: string | null;
};

const columns = `${provisionLogTable.only(...shown).of('provision_log')}, provision_log.account as "user",
  (select coalesce(nullif(concat_ws(' ', s.room, s.facts ->> 'firstName', s.facts ->> 'lastName'), ''),
    s.facts ->> 'displayName') from subjects s
   where s.organization_id = provision_log.organization_id and s.id = provision_log.subject_id) as person`;

const byId = statement(
  'api_operations_by_id',
  `select ${columns} from provision_log where organization_id = $1 and id = $2`,
);

const latestOfSubject = statement(
  'api_operations_of_subject',
  `
  select ${columns} from provision_log where organization_id = $1 and subject_id = $2 order by at desc, id desc
    limit 20`,
);

/** Nearly all are done: those that are not are few, and have an index of their own. */
const doneTotal = `select (${keptTotal('provision_log')})
  - (select count(*) from provision_log where organization_id = $1 and status <> 'done')`;

function isOfDoneAlone({ conditions: [first, ...others] }: ListQuery): boolean {
  return others.length === 0 && first?.field === 'status' && first.operator === 'eq' && first.values[0] === 'done';
}

/** The provisioning log, for reading. */
@Injectable()
export class OperationRecords {
  constructor(private readonly database: Database) {}

  page(context: Context, list: ListQuery): Promise<ListedRows<OperationRow>> {
    return listRows(this.database, context, list, {
      name: 'api_operations',
      select: columns,
      from: 'provision_log',
      where: 'provision_log.organization_id = $1',
      values: [context.organizationId],
      total: keptTotal('provision_log'),
      filteredTotal: isOfDoneAlone(list) ? doneTotal : undefined,
    });
  }

  /** @throws Problem not_found */
  async read(context: Context, id: string): Promise<OperationRow> {
    const row = await this.database.one<OperationRow>(context, byId, [context.organizationId, id]);
    if (!row) throw Problem.notFound('operation', id);
    return row;
  }

  /** The newest twenty. */
  latestOf(context: Context, subjectId: string): Promise<OperationRow[]> {
    return this.database.query<OperationRow>(context, latestOfSubject, [context.organizationId, subjectId]);
  }
}
