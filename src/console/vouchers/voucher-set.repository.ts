import { Injectable } from '@nestjs/common';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Database, replanned, statement } from '../../database/database.js';
import { voucherTable } from './voucher.entity.js';
import { codeKey, type Voucher } from './voucher.js';

export interface VoucherKeys {
  readonly ids: readonly string[];
  readonly codeKeys: readonly string[];
  readonly externalIds: readonly string[];
}

export const voucherColumns = voucherTable.select('v');

/** first_used_at and ends_at belong to authentication and are never written here. */
const written = voucherTable.without('organizationId', 'firstUsedAt', 'endsAt', 'createdAt', 'updatedAt');
const changed = voucherTable.without(
  'organizationId',
  'id',
  'code',
  'codeKey',
  'batchId',
  'firstUsedAt',
  'endsAt',
  'createdAt',
  'updatedAt',
);

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
  insert into vouchers (organization_id, ${written.names}, created_at, updated_at)
  select $1, ${written.names}, $3, $3 from json_to_recordset($2::json) as r (${written.types})
  order by code_key
  on conflict do nothing returning id`,
);

const update = replanned(
  'vouchers_update',
  `
  update vouchers v set ${changed.setFrom('r')}, updated_at = $3
  from json_to_recordset($2::json) as r (${written.types}) where v.organization_id = $1 and v.id = r.id`,
);

@Injectable()
export class VoucherSetRepository {
  constructor(private readonly database: Database) {}

  /** Every voucher with one of these keys, locked until the transaction ends. */
  lock(context: Context, { ids, codeKeys, externalIds }: VoucherKeys): Promise<Voucher[]> {
    return this.database.query(context, lock, [context.organizationId, ids, codeKeys, externalIds]);
  }

  /** The existing ones of these groups, locked until the transaction ends. */
  async holdGroups(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.query<{ id: string }>(context, holdGroups, [context.organizationId, ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** How many were inserted; the codes of the others are taken. */
  async insert(context: Context, vouchers: readonly Voucher[], at: Instant): Promise<number> {
    const rows = await this.database.query(context, insert, [
      context.organizationId,
      JSON.stringify(vouchers.map(rowOf)),
      at,
    ]);
    return rows.length;
  }

  async update(context: Context, vouchers: readonly Voucher[], at: Instant): Promise<void> {
    await this.database.query(context, update, [context.organizationId, JSON.stringify(vouchers.map(rowOf)), at]);
  }
}

function rowOf(voucher: Voucher): object {
  return written.rowOf({ ...voucher, codeKey: codeKey(voucher.code) });
}
