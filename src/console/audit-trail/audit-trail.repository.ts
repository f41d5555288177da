import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import type { AuditedFields } from './audit-entry.js';
import type { Happening } from './audit-trail.js';

/** As the triggers write it: src/database/functions/templates/audited_table.sql. */
const write = statement(
  'audit_write',
  `
  with now as materialized (select date_trunc('milliseconds', clock_timestamp()) as at,
    lpad(to_hex(nextval('audit_statements') % 1099511627776), 10, '0') as digits),
  stamped as (select at, lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(digits, 1,
  3) || '8' || substr(digits, 4) as stamp from now),
  written as (
    insert into audit_entries (organization_id, id, at, actor_kind, actor_id, actor_name, request_id, action, resource,
      resource_id, label, after)
    select $1, (stamp || lpad(to_hex(nextval('audit_places') % 4294967296), 8, '0'))::uuid, at, $2, $3, $4, $5, $6, $7,
      $8, $9, $10 from stamped)
  insert into audit_open (organization_id, first_id, entries) select $1, (stamp || '00000000')::uuid, 1 from stamped`,
);

export interface Doer {
  readonly kind: string;
  readonly id: string | null;
  readonly name: string;
}

@Injectable()
export class AuditTrailRepository {
  constructor(private readonly database: Database) {}

  async write(
    context: Context,
    doer: Doer,
    { action, resource, resourceId, label, told }: Happening & { readonly told: AuditedFields | null },
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
