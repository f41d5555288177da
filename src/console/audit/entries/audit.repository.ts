import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { listFields } from '../../../http/list/list-fields.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Context } from '../../../kernel/context.js';
import type { AuditEntry } from '../../audit-trail/audit-entry.js';
import { timesAsIds } from './audit-time.js';

export const auditFields = listFields({
  id: 'a.id',
  fields: {
    id: { column: 'a.id', type: 'uuid' },
    at: { column: 'a.at', type: 'instant' },
    actor_kind: { column: 'a.actor_kind', type: 'text' },
    actor_id: { column: 'a.actor_id', type: 'uuid' },
    actor_name: { column: 'a.actor_name', type: 'text' },
    request_id: { column: 'a.request_id', type: 'text' },
    action: { column: 'a.action', type: 'text' },
    resource: { column: 'a.resource', type: 'text' },
    resource_id: { column: 'a.resource_id', type: 'uuid' },
    label: { column: 'a.label', type: 'text' },
  },
  sort: 'at:desc',
});

const columns = `a.id, a.at, a.actor_kind as "actorKind", a.actor_id as "actorId", a.actor_name as "actorName",
  a.request_id as "requestId", a.action,
  a.resource, a.resource_id as "resourceId", a.label, a.before, a.after`;

const find = statement(
  'audit_find',
  `select ${columns} from audit_entries a where a.organization_id = $1 and a.id = $2`,
);

/** Chained and waiting entries together. */
const total = `select coalesce((select h.entries - h.dropped_entries from audit_heads h where h.organization_id = $1),
  0)
  + coalesce((select sum(w.entries) from audit_open w where w.organization_id = $1), 0)::bigint`;

/** Reads the audit of an organization. It never writes. */
@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<AuditEntry>> {
    return listRows<AuditEntry>(this.database, context, timesAsIds(list), {
      name: 'audit',
      select: columns,
      from: 'audit_entries a',
      where: 'a.organization_id = $1',
      values: [context.organizationId],
      total,
    });
  }

  find(context: Context, id: string): Promise<AuditEntry | undefined> {
    return this.database.one<AuditEntry>(context, find, [context.organizationId, id]);
  }
}
