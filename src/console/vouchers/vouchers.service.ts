import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { idOf, revisionOf } from '../batch/set-problem.js';
import type { NewVouchers, Voucher, VoucherFields } from './voucher.js';
import { VoucherSet } from './voucher-set.js';
import { VouchersRepository } from './vouchers.repository.js';

/** Guest vouchers. Refusals are Problems. */
@Injectable()
export class VouchersService {
  constructor(
    private readonly database: Database,
    private readonly vouchers: VouchersRepository,
    private readonly set: VoucherSet,
    private readonly clock: Clock,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Voucher>> {
    return this.vouchers.list(context, list, this.clock.instant());
  }

  async read(context: Context, id: string): Promise<Voucher> {
    const voucher = await this.vouchers.find(context, id);
    if (!voucher) throw Problem.notFound('voucher', id);
    return voucher;
  }

  /** All of the batch, or none. */
  async create(context: Context, values: NewVouchers): Promise<readonly Voucher[]> {
    const [result] = await this.set.createMany(context, [values]);
    if (result.status === 'invalid') throw Problem.invalid(result.errors);
    return result.vouchers;
  }

  change(context: Context, id: string, changes: Partial<VoucherFields>, expected: Expected): Promise<Voucher> {
    return this.database.transaction(context, async (inside) => {
      const [result] = await this.set.changeMany(inside, [{ id, changes, ifRevision: revisionOf(expected) }]);
      return this.read(inside, idOf(result, 'voucher', id));
    });
  }

  /** The record remains, as revoked. */
  async revoke(context: Context, id: string, expected: Expected): Promise<void> {
    const [result] = await this.set.apply(context, [
      { op: 'update', target: { by: 'id', value: id }, values: { revoked: true }, ifRevision: revisionOf(expected) },
    ]);
    idOf(result, 'voucher', id);
  }
}
