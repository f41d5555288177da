import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { Reach } from '../../kernel/reach.js';
import { Secrets } from '../../kernel/secrets.js';
import { requireReachable } from '../crud/outbound-url.js';
import { changed, newRecord } from '../crud/record-life.js';
import { refusals } from '../crud/refusals.js';
import type {
  OpenedPaymentProvider,
  PaymentProvider,
  PaymentProviderValues,
  PaymentSecrets,
} from './payment-provider.js';
import { usualStripeUrl } from './payment-provider-types.js';
import { PaymentProvidersRepository } from './payment-providers.repository.js';

type Given = PaymentProviderValues['secrets'];

const refused = refusals({ taken: { payment_providers_name: 'A payment provider with this name exists' } });

/** Providers that take card payments. Refusals are Problems. */
@Injectable()
export class PaymentProvidersService {
  constructor(
    private readonly providers: PaymentProvidersRepository,
    private readonly secrets: Secrets,
    private readonly database: Database,
    private readonly reach: Reach,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<PaymentProvider>> {
    return this.providers.table.list(context, list);
  }

  read(context: Context, id: string): Promise<PaymentProvider> {
    return this.providers.table.read(context, id);
  }

  async create(
    context: Context,
    { secrets: given = {}, ...values }: Partial<PaymentProviderValues> & Pick<PaymentProviderValues, 'name' | 'type'>,
  ): Promise<PaymentProvider> {
    const id = this.ids.next();
    const plain = { url: usualStripeUrl, disabled: false, ...values };
    requireReachable(this.reach, 'url', plain.url);
    const provider = newRecord({ ...plain, ...this.sealed(context, id, {}, given) }, id, this.clock.instant());
    await this.providers.table.insert(context, provider).catch(refused);
    return provider;
  }

  change(
    context: Context,
    id: string,
    { secrets: given = {}, ...values }: Partial<PaymentProviderValues>,
    expected: Expected,
  ): Promise<PaymentProvider> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.providers.table.held(inside, id, expected);
      if (values.type && values.type !== before.type)
        throw Problem.invalidField('type', 'cannot be changed: make another provider');
      requireReachable(this.reach, 'url', values.url);
      const known = this.open(inside, before);
      if (values.url && values.url !== before.url && known.secret_key !== undefined && given.secret_key === undefined)
        throw Problem.invalidField('secrets/secret_key', 'is required again where the url changes');
      const isSame = Object.entries(given).every(
        ([name, said]) => (known[name as keyof PaymentSecrets] ?? null) === said,
      );
      const sealed = isSame ? {} : this.sealed(inside, id, known, given);
      const provider = changed(before, { ...values, ...sealed }, this.clock.instant());
      if (provider !== before) await this.providers.table.update(inside, provider).catch(refused);
      return provider;
    });
  }

  /** Deletes its secrets, too, so no payment may still need them. */
  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      await this.providers.table.held(inside, id, expected);
      const open = await this.providers.openPayments(inside, id);
      if (open > 0)
        throw new Problem(
          'conflict',
          `${open} payments are under way: disable the provider, and delete it when they are over, in about an hour`,
        );
      await this.providers.table.remove(inside, id);
    });
  }

  /** Undefined: nothing can be paid by card. */
  async taking(context: Context): Promise<OpenedPaymentProvider | undefined> {
    const provider = await this.providers.taking(context);
    return provider && { provider, secrets: this.open(context, provider) };
  }

  /** Undefined: it was deleted. */
  async opened(context: Context, id: string): Promise<OpenedPaymentProvider | undefined> {
    const provider = await this.providers.table.find(context, id);
    return provider && { provider, secrets: this.open(context, provider) };
  }

  organizationOf(context: Context, id: string): Promise<string | undefined> {
    return this.providers.organizationOf(context, id);
  }

  private open(context: Context, { id, secretsSealed }: PaymentProvider): PaymentSecrets {
    if (secretsSealed === null) return {};
    return JSON.parse(this.secrets.openText(secretsSealed, paymentSecretsPlace(context, id))) as PaymentSecrets;
  }

  private sealed(
    context: Context,
    id: string,
    known: PaymentSecrets,
    given: Given,
  ): Pick<PaymentProvider, 'secretsSealed' | 'secretsSet'> {
    const merged: Given = { ...(known as Given), ...given };
    const kept = Object.entries(merged).filter(([, said]) => said !== null);
    const text = JSON.stringify(Object.fromEntries(kept));
    return {
      secretsSealed: kept.length === 0 ? null : this.secrets.seal(text, paymentSecretsPlace(context, id)),
      secretsSet: kept.map(([name]) => name).sort(),
    };
  }
}

export function paymentSecretsPlace({ organizationId }: Pick<Context, 'organizationId'>, id: string): string {
  return `payment-provider/${organizationId}/${id}`;
}
