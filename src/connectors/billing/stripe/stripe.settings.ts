import { Setting } from '../../../provisioning/connector/setting.js';

const signingSecret = /^whsec_\S{4,}$/;

export class StripeSettings {
  @Setting({
    type: 'string',
    title: 'API address',
    default: 'https://api.stripe.com',
    format: 'uri',
    pattern: /^https?:\/\/[^/\s?#]+$/,
    description: 'https://api.stripe.com; no path.',
  })
  base_url: string;

  @Setting({
    type: 'string',
    title: 'Restricted key',
    secret: true,
    maxLength: 300,
    pattern: /^[rs]k_(live|test)_\S+$/,
    form: 'must begin with rk_live_, rk_test_, sk_live_ or sk_test_',
    description:
      'Stripe Dashboard > Developers > API keys > Create restricted key, with Read for Customers, ' +
      'Subscriptions, Checkout Sessions, PaymentIntents, Charges and Events.',
  })
  api_key: string;

  @Setting({
    type: 'string',
    title: 'Signing secret',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 300,
    pattern: signingSecret,
    form: 'must begin with whsec_',
    description:
      'Of the event destination: Developers > Webhooks > the destination > Signing secret (whsec_…). ' +
      'Without one, every webhook is refused and polls do the work.',
  })
  webhook_secret?: string;

  @Setting({
    type: 'string',
    title: 'Previous signing secret',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 300,
    pattern: signingSecret,
    form: 'must begin with whsec_',
    description: 'The one before, while a rolled secret still signs (up to 24 hours).',
  })
  previous_webhook_secret?: string;

  @Setting({
    type: 'string',
    title: 'What gives Wi-Fi',
    default: 'both',
    enum: ['subscriptions', 'passes', 'both'],
    description:
      'subscriptions, passes (one payment in Checkout, for some hours), or both. With two connections to ' +
      'one account, subscribers can have accounts and passes vouchers.',
  })
  sells: 'subscriptions' | 'passes' | 'both';

  @Setting({
    type: 'strings',
    title: 'Plans',
    required: false,
    description:
      'Only these plans give Wi-Fi: values of the metadata wifi_plan, lookup keys or ids of prices. When ' +
      'absent: whatever is sold in the account.',
  })
  plans?: string[];

  @Setting({
    type: 'integer',
    title: 'Hours of a pass',
    default: 24,
    minimum: 1,
    maximum: 8784,
    description:
      'How long a pass lasts from its payment, unless the metadata wifi_hours of the Checkout Session says otherwise.',
  })
  pass_hours: number;
}
