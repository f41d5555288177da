import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import type { AuditedAction, AuditedFields } from './audit-entry.js';

/** In the format of the triggers: src/database/functions/templates/audited_table.sql. */
const write = statement(
  'audit_write',
  `
  with now as materialized (select clock_timestamp() as moment),
  counted as (select moment, (extract(epoch from moment) * 1000000)::bigint as microseconds from now),
  stamped as (
    select date_trunc('milliseconds', moment) as at, lpad(to_hex(microseconds / 1000), 12, '0')
      || '7' || lpad(to_hex(microseconds % 1000), 3, '0')
      || '8' || lpad(to_hex(pg_backend_pid()), 7, '0') as stamp
    from counted),
  written as (
    insert into audit_entries (organization_id, id, at, actor_kind, actor_id, actor_name, request_id, action, resource,
      resource_id, label, after)
    select $1, (stamp || '00000001')::uuid, at, $2, $3, $4, $5, $6, $7, $8, $9, $10 from stamped returning 1)
  insert into audit_open (organization_id, first_id, entries) select $1, (stamp || '00000000')::uuid, 1 from stamped
  returning 1`,
);

export interface AuditActor {
  readonly kind: string;
  readonly id: string | null;
  readonly name: string;
}

@Injectable()
export class AuditTrailRepository {
  constructor(private readonly database: Database) {}

  async write(
    context: Context,
    doer: AuditActor,
    { action, resource, resourceId, label, told }: AuditedAction & { readonly told: AuditedFields | null },
  ): Promise<void> {
    await this.database.query(context, write, [
      context.organizationId,
      doer.kind,
      doer.id,
      doer.name,
      context.requestId,
      action,
      resource,
      resourceId,
      label,
      told && JSON.stringify(told),
    ]);
  }
}
