import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { voucherTable } from './voucher.entity.js';
import type { Voucher, VoucherStatus } from './voucher.js';
import { voucherColumns } from './voucher-set.repository.js';
import { voucherStatusAt } from './vouchers.repository.js';

/** The first voucher of a batch, which shares the batch's id, and the number of vouchers by status. */
export type VoucherBatch = Voucher & { readonly counts: Readonly<Partial<Record<VoucherStatus, number>>> };

export const voucherBatchListFields = listFieldsOf(voucherTable, 'v', {
  code: null,
  batch: null,
  first_used_at: null,
  revoked_at: null,
});

// In the select list, so that only the vouchers of the page's batches are counted.
const columns = `${voucherColumns}, (select jsonb_object_agg(c.status, c.vouchers) from (
    select m.status, count(*)::int as vouchers from (
      select ${voucherStatusAt('$2::timestamptz', 'o')} as status from vouchers o
      where o.organization_id = $1 and o.batch_id = v.id) m group by m.status) c) as counts`;

/** The condition of the partial index vouchers_batches. */
const isBatch = 'v.organization_id = $1 and v.id = v.batch_id and $2::timestamptz is not null';

const find = statement('voucher_batches_find', `select ${columns} from vouchers v where ${isBatch} and v.id = $3`);

const usable = replanned(
  'voucher_batches_usable',
  `
  select v.id from vouchers v where v.organization_id = $1 and v.batch_id = $2 and v.revoked_at is null
    and v.ends_at > $3 order by v.id`,
);

@Injectable()
export class VoucherBatchesRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery, now: Instant): Promise<ListedRows<VoucherBatch>> {
    return listRows<VoucherBatch>(this.database, context, list, {
      name: 'voucher_batches',
      select: columns,
      from: 'vouchers v',
      where: isBatch,
      values: [context.organizationId, now],
      isRowCostly: true,
    });
  }

  find(context: Context, id: string, now: Instant): Promise<VoucherBatch | undefined> {
    return this.database.one<VoucherBatch>(context, find, [context.organizationId, now, id]);
  }

  /** Ids of the vouchers that can still be used. */
  async usable(context: Context, id: string, now: Instant): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(context, usable, [context.organizationId, id, now]);
    return rows.map((row) => row.id);
  }
}
