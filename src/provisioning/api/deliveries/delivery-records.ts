import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { TableRow } from '../../../database/table.js';
import { listFieldsOf } from '../../../http/list/list-fields-of.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { type CredentialDeliveryEntity, credentialDeliveryTable } from '../../deliver/delivery/delivery.entity.js';

const table = 'credential_deliveries';

export const credentialDeliveryFields = {
  ...listFieldsOf(
    credentialDeliveryTable.only(
      'id',
      'connectionId',
      'subjectId',
      'kind',
      'via',
      'outcome',
      'address',
      'status',
      'attempts',
      'deliveredAt',
      'createdAt',
    ),
    table,
  ),
  sort: 'created_at:desc',
};

/** Not the credential. */
const shown = [
  'id',
  'connectionId',
  'subjectId',
  'kind',
  'via',
  'outcome',
  'reason',
  'address',
  'language',
  'status',
  'repeats',
  'attempts',
  'isUncertain',
  'dueAt',
  'attemptedAt',
  'deliveredAt',
  'error',
  'createdAt',
] as const;

export type CredentialDeliveryRow = TableRow<CredentialDeliveryEntity, (typeof shown)[number]>;

const columns = credentialDeliveryTable.only(...shown).of(table);

const byId = statement(
  'api_deliveries_by_id',
  `select ${columns} from ${table} where organization_id = $1 and id = $2`,
);
const latestOfSubject = statement(
  'api_deliveries_of_subject',
  `select ${columns} from ${table} where organization_id = $1 and subject_id = $2 order by created_at desc, id desc
    limit 20`,
);

/** Deliveries of credentials, for reading. */
@Injectable()
export class DeliveryRecords {
  constructor(private readonly database: Database) {}

  page(context: Context, list: ListQuery): Promise<ListedRows<CredentialDeliveryRow>> {
    return listRows(this.database, context, list, {
      name: 'api_deliveries',
      select: columns,
      from: table,
      where: `${table}.organization_id = $1`,
      values: [context.organizationId],
    });
  }

  /** @throws Problem not_found */
  async read(context: Context, id: string): Promise<CredentialDeliveryRow> {
    const row = await this.database.one<CredentialDeliveryRow>(context, byId, [context.organizationId, id]);
    if (!row) throw Problem.notFound('delivery', id);
    return row;
  }

  /** The newest twenty. */
  latestOf(context: Context, subjectId: string): Promise<CredentialDeliveryRow[]> {
    return this.database.query<CredentialDeliveryRow>(context, latestOfSubject, [context.organizationId, subjectId]);
  }
}
