import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import { RecordTable } from '../crud/record-table.js';
import type { PaymentProvider } from './payment-provider.js';
import { paymentProviderTable } from './payment-provider.entity.js';

export const paymentProviderListFields = listFieldsOf(paymentProviderTable, 'payment_providers');

const selected = paymentProviderTable.select('payment_providers', 'secretsSealed');

/** The oldest one that takes payments. */
const taking = statement(
  'payment_providers_taking',
  `
  select ${selected} from payment_providers
  where organization_id = $1 and not disabled and 'secret_key' = any(secrets_set) order by created_at, id limit 1`,
);

const anywhere = statement(
  'payment_providers_anywhere',
  'select organization_id as "organizationId" from payment_providers where id = $1',
);

const open = statement(
  'payment_providers_open',
  `
  select count(*)::int as open from portal_payments
  where organization_id = $1 and provider_id = $2 and due_at is not null`,
);

@Injectable()
export class PaymentProvidersRepository {
  readonly table: RecordTable<PaymentProvider>;

  constructor(private readonly database: Database) {
    this.table = new RecordTable<PaymentProvider>(database, paymentProviderTable, 'payment provider', {
      hidden: ['secretsSealed'],
    });
  }

  taking(context: Context): Promise<PaymentProvider | undefined> {
    return this.database.one(context, taking, [context.organizationId]);
  }

  /** Finds its organization; needs the scope of every organization. */
  async organizationOf(context: Context, id: string): Promise<string | undefined> {
    return (await this.database.one<{ organizationId: string }>(context, anywhere, [id]))?.organizationId;
  }

  /** Payments that still depend on its answer. */
  async openPayments(inside: Context, id: string): Promise<number> {
    return (await this.database.one<{ open: number }>(inside, open, [inside.organizationId, id]))?.open ?? 0;
  }
}
