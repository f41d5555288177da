import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Context } from '../../kernel/context.js';
import { type PaymentRecord, paymentTable } from './payment.entity.js';

const table = 'portal_payments';
const columns = paymentTable.select(table);

export const paymentListFields = listFieldsOf(paymentTable, table);

const find = statement('payments_find', `select ${columns} from ${table} where organization_id = $1 and id = $2`);

/** Reads what guests paid for. */
@Injectable()
export class PaymentRecords {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<PaymentRecord>> {
    return listRows<PaymentRecord>(this.database, context, list, {
      name: 'payments',
      select: columns,
      from: table,
      where: `${table}.organization_id = $1`,
      values: [context.organizationId],
    });
  }

  find(context: Context, id: string): Promise<PaymentRecord | undefined> {
    return this.database.one(context, find, [context.organizationId, id]);
  }
}
