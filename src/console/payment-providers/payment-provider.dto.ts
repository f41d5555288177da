import { ApiProperty, PartialType } from '@nestjs/swagger';
import { Field, FlagField, OneOfField, TextField } from '../../http/body/fields.js';
import { Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { answerOf } from '../crud/answer-of.js';
import { url } from '../crud/outbound-url.js';
import { paymentProviderTable } from './payment-provider.entity.js';
import type { PaymentProvider } from './payment-provider.js';
import { paymentProviderTypes, usualStripeUrl } from './payment-provider-types.js';

const forms: Readonly<Record<string, { readonly pattern: RegExp; readonly form: string }>> = {
  secret_key: { pattern: /^[rs]k_(live|test)_\w{4,300}$/, form: 'rk_live_, rk_test_, sk_live_ or sk_test_' },
  webhook_secret: { pattern: /^whsec_\w{4,300}$/, form: 'whsec_' },
};
const plainUrl = url('https:', 'http:');

@BodyExample({ name: 'Stripe', type: 'stripe', secrets: { secret_key: 'rk_live_example' } })
export class PaymentProviderInputDto {
  /** Unique in the organization, regardless of case. */
  @TextField(128, { example: 'Stripe' })
  name: string;

  /** Cannot be changed later. */
  @OneOfField(paymentProviderTypes, { example: 'stripe' })
  type: string;

  /** Address of its API, without a path; changing it requires the secret key again. */
  @Field(originOf, { required: false, type: String, format: 'uri', maxLength: 2000, default: usualStripeUrl })
  url?: string;

  /**
   * `secret_key`: a restricted key of Stripe, with Write for Checkout Sessions and Refunds (`rk_live_…`), or a secret
   * key. `webhook_secret`: of the event destination that posts to `/hooks/payments/{id}` (`whsec_…`); without it every
   * webhook is refused, and Usher asks by itself. Never shown again. In a change, those that are absent stay and null
   * takes one away.
   */
  @Field(secrets, {
    selfRequired: false,
    type: 'object',
    additionalProperties: { type: 'string', nullable: true, maxLength: 310 },
    writeOnly: true,
    example: { secret_key: 'rk_live_example', webhook_secret: 'whsec_example' },
  })
  secrets?: object;

  /** A disabled provider takes no new payments; those under way are completed. */
  @FlagField({ required: false, default: 0 })
  disabled?: number;
}

@BodyExample({ name: 'Stripe', disabled: 0 })
export class PaymentProviderChangeDto extends PartialType(PaymentProviderInputDto, { skipNullProperties: false }) {}

export class PaymentProviderDto extends LinksDto {
  id: string;
  @ApiProperty({ example: 'Stripe' })
  name: string;
  @ApiProperty({ enum: paymentProviderTypes })
  type: string;
  @ApiProperty({ example: usualStripeUrl })
  url: string;
  /** Names of the secrets that are set. */
  @ApiProperty({ type: [String], example: ['secret_key', 'webhook_secret'] })
  secrets_set: string[];
  /** 0 = takes payments, once it has a secret key; 1 = takes no new ones. */
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  disabled: number;
  created_at: Instant;
  updated_at: Instant;
}

class EmbeddedPaymentProvidersDto {
  payment_providers: PaymentProviderDto[];
}

export class PaymentProviderPageDto extends PageDto {
  _embedded: EmbeddedPaymentProvidersDto;
}

export const paymentProviderDto: (provider: PaymentProvider) => Omit<PaymentProviderDto, '_links'> =
  answerOf(paymentProviderTable);

function originOf(value: unknown): unknown {
  const read = plainUrl(value);
  if (read instanceof Wrong) return read;
  const { origin, pathname, search, hash } = new URL(read as string);
  return pathname === '/' && !search && !hash ? origin : new Wrong('must have no path');
}

function secrets(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Wrong('must be an object');
  for (const [name, said] of Object.entries(value)) {
    if (!Object.hasOwn(forms, name))
      return new Wrong(`has no entry ${name.slice(0, 64)}. Known are: ${Object.keys(forms).join(', ')}`);
    const { pattern, form } = forms[name];
    if (said !== null && (typeof said !== 'string' || !pattern.test(said)))
      return new Wrong(`must begin with ${form}`, `/${name}`);
  }
  return value;
}
