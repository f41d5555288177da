import { Injectable } from '@nestjs/common';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Database, replanned, statement } from '../../database/database.js';
import { codeKey, type Voucher } from './voucher.js';

export interface VoucherKeys {
  readonly ids: readonly string[];
  readonly codeKeys: readonly string[];
  readonly externalIds: readonly string[];
}

export const voucherColumns = `v.id, v.code, v.group_id as "groupId", v.duration_seconds as "durationSeconds",
  v.valid_until as "validUntil",
  v.max_devices as "maxDevices", v.comment, v.batch_id as "batchId", v.first_used_at as "firstUsedAt",
  v.revoked_at as "revokedAt",
  v.external_id as "externalId", v.source_connection_id as "sourceConnectionId", v.revision,
  v.created_at as "createdAt", v.updated_at as "updatedAt"`;

const columns = `code, code_key, group_id, duration_seconds, valid_until, max_devices, comment, batch_id, revoked_at,
  external_id,
  source_connection_id, revision`;
const types = `id uuid, code text, code_key text, group_id uuid, duration_seconds int, valid_until timestamptz,
  max_devices int, comment text,
  batch_id uuid, revoked_at timestamptz, external_id text, source_connection_id uuid, revision int`;

const lock = replanned(
  'vouchers_lock',
  `
  select ${voucherColumns} from vouchers v
  where v.organization_id = $1 and (v.id = any($2::uuid[]) or v.code_key = any($3::text[])
    or v.external_id = any($4::text[]))
  order by v.id for update`,
);

const holdGroups = statement(
  'vouchers_hold_groups',
  `
  select id from user_groups where organization_id = $1 and id = any($2::uuid[]) order by id for key share`,
);

const insert = statement(
  'vouchers_insert',
  `
  insert into vouchers (organization_id, id, ${columns}, created_at, updated_at)
  select $1, id, ${columns}, $3, $3 from json_to_recordset($2::json) as r (${types})
  order by code_key
  on conflict do nothing returning id`,
);

/** first_used_at belongs to authentication and is never written from here. */
const update = replanned(
  'vouchers_update',
  `
  update vouchers v set group_id = r.group_id, duration_seconds = r.duration_seconds, valid_until = r.valid_until,
    max_devices = r.max_devices,
    comment = r.comment, revoked_at = r.revoked_at, external_id = r.external_id,
    source_connection_id = r.source_connection_id,
    revision = r.revision, updated_at = $3
  from json_to_recordset($2::json) as r (${types}) where v.organization_id = $1 and v.id = r.id`,
);

const remove = replanned('vouchers_delete', 'delete from vouchers where organization_id = $1 and id = any($2::uuid[])');

@Injectable()
export class VoucherSetRepository {
  constructor(private readonly database: Database) {}

  /** Every voucher that has one of these keys, locked until the transaction ends. */
  lock(context: Context, { ids, codeKeys, externalIds }: VoucherKeys): Promise<Voucher[]> {
    return this.database.query(context, lock, [context.organizationId, ids, codeKeys, externalIds]);
  }

  /** Which of these groups exist; they stay until the transaction ends. */
  async holdGroups(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.query<{ id: string }>(context, holdGroups, [context.organizationId, ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** How many were inserted: the others' codes are taken. */
  async insert(context: Context, vouchers: readonly Voucher[], at: Instant): Promise<number> {
    const rows = await this.database.query(context, insert, [
      context.organizationId,
      JSON.stringify(vouchers.map(columnsOf)),
      at,
    ]);
    return rows.length;
  }

  async update(context: Context, vouchers: readonly Voucher[], at: Instant): Promise<void> {
    await this.database.query(context, update, [context.organizationId, JSON.stringify(vouchers.map(columnsOf)), at]);
  }

  async delete(context: Context, ids: readonly string[]): Promise<void> {
    await this.database.query(context, remove, [context.organizationId, ids]);
  }
}

function columnsOf(voucher: Voucher): object {
  return {
    id: voucher.id,
    code: voucher.code,
    code_key: codeKey(voucher.code),
    group_id: voucher.groupId,
    duration_seconds: voucher.durationSeconds,
    valid_until: voucher.validUntil,
    max_devices: voucher.maxDevices,
    comment: voucher.comment,
    batch_id: voucher.batchId,
    revoked_at: voucher.revokedAt,
    external_id: voucher.externalId,
    source_connection_id: voucher.sourceConnectionId,
    revision: voucher.revision,
  };
}
