import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { keptTotal, type ListedRows, listRows } from '../../http/list/list-rows.js';
import { voucherTable } from './voucher.entity.js';
import { codeKey, type Voucher } from './voucher.js';
import { voucherColumns } from './voucher-set.repository.js';

/**
 * The same as voucherStatus in voucher.ts, for a voucher `v`. `now` is the parameter of the present time, such as $2.
 */
export function voucherStatusAt(now: string, v = 'v'): string {
  return `(case
  when ${v}.revoked_at is not null then 'revoked'
  when ${v}.ends_at <= ${now} then 'expired'
  when ${v}.first_used_at is null then 'unused'
  else 'active' end)`;
}

/** The same as conditions, each of which an index can answer. */
const voucherStates = {
  unused: 'v.revoked_at is null and v.first_used_at is null and v.ends_at > $2',
  active: 'v.revoked_at is null and v.first_used_at is not null and v.ends_at > $2',
  expired: 'v.revoked_at is null and v.ends_at <= $2',
  revoked: 'v.revoked_at is not null',
};

export const voucherListFields = listFieldsOf(voucherTable, 'v', {
  code: { column: 'v.code_key', type: 'text', fold: codeKey, isBytewise: true },
  status: { column: voucherStatusAt('$2'), type: 'text', states: voucherStates },
});

const find = statement(
  'vouchers_find',
  `select ${voucherColumns} from vouchers v where v.organization_id = $1 and v.id = $2`,
);

@Injectable()
export class VouchersRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery, now: Instant): Promise<ListedRows<Voucher>> {
    return listRows<Voucher>(this.database, context, list, {
      name: 'vouchers',
      select: voucherColumns,
      from: 'vouchers v',
      // Every statement must mention $2, or PostgreSQL cannot tell its type.
      where: 'v.organization_id = $1 and $2::timestamptz is not null',
      values: [context.organizationId, now],
      total: `${keptTotal('vouchers')} and $2::timestamptz is not null`,
      isRowCostly: true,
    });
  }

  find(context: Context, id: string): Promise<Voucher | undefined> {
    return this.database.one<Voucher>(context, find, [context.organizationId, id]);
  }
}
