import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { listFields } from '../../../http/list/list-fields.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { keptTotal, type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';

export const operationFields = listFields({
  id: 'provision_log.id',
  sort: 'at:desc',
  fields: {
    id: { column: 'provision_log.id', type: 'uuid' },
    at: { column: 'provision_log.at', type: 'instant' },
    connection_id: { column: 'provision_log.connection_id', type: 'uuid' },
    subject_id: { column: 'provision_log.subject_id', type: 'uuid' },
    run_id: { column: 'provision_log.run_id', type: 'uuid' },
    user: { column: 'provision_log.account', type: 'text' },
    kind: { column: 'provision_log.kind', type: 'text' },
    status: { column: 'provision_log.status', type: 'text' },
    cause: { column: 'provision_log.cause', type: 'text' },
    actor: { column: 'provision_log.actor', type: 'text' },
  },
});

/** Columns as the table has them; `user` is the account. */
export interface OperationRow {
  readonly id: string;
  readonly at: Instant;
  readonly connection_id: string;
  readonly subject_id: string | null;
  readonly identity_id: string | null;
  readonly run_id: string | null;
  readonly user: string | null;
  readonly kind: string;
  readonly status: string;
  readonly cause: string;
  readonly actor: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly detail: string | null;
  readonly person: string | null;
}

const columns = `provision_log.id, provision_log.at, provision_log.connection_id, provision_log.subject_id,
  provision_log.identity_id,
  provision_log.run_id, provision_log.account as "user", provision_log.kind, provision_log.status, provision_log.cause,
  provision_log.actor,
  provision_log.before, provision_log.after, provision_log.detail,
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
