import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { listFields } from '../../../http/list/list-fields.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';

const table = 'credential_deliveries';

export const credentialDeliveryFields = listFields({
  id: `${table}.id`,
  sort: 'created_at:desc',
  fields: {
    id: { column: `${table}.id`, type: 'uuid' },
    connection_id: { column: `${table}.connection_id`, type: 'uuid' },
    subject_id: { column: `${table}.subject_id`, type: 'uuid' },
    kind: { column: `${table}.kind`, type: 'text' },
    via: { column: `${table}.via`, type: 'text' },
    outcome: { column: `${table}.outcome`, type: 'text' },
    address: { column: `${table}.address`, type: 'text' },
    status: { column: `${table}.status`, type: 'text' },
    attempts: { column: `${table}.attempts`, type: 'integer' },
    delivered_at: { column: `${table}.delivered_at`, type: 'instant' },
    created_at: { column: `${table}.created_at`, type: 'instant' },
  },
});

/** Columns as the table has them, without the credential. */
export interface CredentialDeliveryRow {
  readonly id: string;
  readonly connection_id: string;
  readonly subject_id: string | null;
  readonly kind: string | null;
  readonly outcome: string;
  readonly reason: string | null;
  readonly via: string;
  readonly address: string | null;
  readonly language: string | null;
  readonly status: string;
  readonly repeats: number;
  readonly attempts: number;
  readonly is_uncertain: boolean;
  readonly due_at: Instant;
  readonly attempted_at: Instant | null;
  readonly delivered_at: Instant | null;
  readonly error: string | null;
  readonly created_at: Instant;
}

const columns = [
  'id',
  'connection_id',
  'subject_id',
  'kind',
  'via',
  'outcome',
  'reason',
  'address',
  'language',
  'status',
  'repeats',
  'attempts',
  'is_uncertain',
  'due_at',
  'attempted_at',
  'delivered_at',
  'error',
  'created_at',
]
  .map((column) => `${table}.${column}`)
  .join(', ');

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
