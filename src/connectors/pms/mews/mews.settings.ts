import { Setting } from '../../../provisioning/connector/setting.js';

export class MewsSettings {
  @Setting({
    type: 'string',
    title: 'Platform address',
    default: 'https://api.mews.com',
    format: 'uri',
    pattern: /^https?:\/\/[^/\s?#]+$/,
    description: 'https://api.mews.com in production, https://api.mews-demo.com for the demo environment; no path.',
  })
  base_url: string;

  @Setting({
    type: 'string',
    title: 'Client name',
    default: 'Usher 0.1.0',
    maxLength: 100,
    pattern: /\S/,
    description: 'How this integration names itself in every request ("Client"): name and version.',
  })
  client_name: string;

  @Setting({
    type: 'string',
    title: 'Client token',
    secret: true,
    maxLength: 200,
    pattern: /^\S+$/,
    description: 'ClientToken: one for the integration, from Mews when it is certified.',
  })
  client_token: string;

  @Setting({
    type: 'string',
    title: 'Access token',
    secret: true,
    maxLength: 200,
    pattern: /^\S+$/,
    description:
      'AccessToken of this hotel: Mews Operations > Main menu > Marketplace > My subscriptions > the ' +
      'integration > Settings.',
  })
  access_token: string;

  @Setting({
    type: 'string',
    title: 'Webhook token',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 200,
    pattern: /^[A-Za-z0-9_-]{16,}$/,
    description:
      'The end of the address that Mews posts to, /hooks/{connection id}/{webhook token}: 16 or more ' +
      'letters, digits, _ or -. Without one, every webhook is refused and polls do the work.',
  })
  webhook_token?: string;

  @Setting({
    type: 'string',
    title: 'Enterprise id',
    required: false,
    pattern: /^[0-9a-fA-F-]{36}$/,
    form: 'must be the id of an enterprise: 36 characters of digits, a to f and -',
    description:
      'EnterpriseId of this hotel. When set, webhook events of the other hotels of the same integration are ' +
      'ignored without a request.',
  })
  enterprise_id?: string;

  @Setting({
    type: 'string',
    title: 'Site',
    required: false,
    maxLength: 60,
    pattern: /\S/,
    examples: ['lindenhof'],
    description:
      'Short name of the hotel, for account names and rules. Choose it once: account names built on it change with it.',
  })
  site?: string;

  @Setting({
    type: 'strings',
    title: 'Services',
    required: false,
    description:
      'Ids of the services whose reservations are stays. When absent: every active bookable service with ' +
      'rooms, beds, apartments or pitches.',
  })
  service_ids?: string[];

  @Setting({
    type: 'integer',
    title: 'Days ahead',
    default: 7,
    minimum: 1,
    maximum: 60,
    description:
      'Confirmed reservations that arrive within this many days are expected guests; later ones are not looked at yet.',
  })
  expected_days: number;

  @Setting({
    type: 'boolean',
    title: 'Names of blocks',
    default: false,
    description:
      'The group of a stay is the name of its block in Mews, such as a conference, instead of its id. Then the ' +
      'integration also needs availabilityBlocks/getAll.',
  })
  block_names: boolean;

  @Setting({
    title: 'Currency of charges',
    type: 'string',
    required: false,
    pattern: /^[A-Z]{3}$/,
    form: 'must be a currency as ISO 4217 writes it, such as EUR',
    description:
      "Only when guests may pay on their room: the currency of the hotel's bills. Then the integration also needs " +
      'orders/add, and the service and the tax code below.',
    examples: ['EUR'],
  })
  charge_currency?: string;

  @Setting({
    title: 'Service of charges',
    type: 'string',
    required: false,
    pattern: /^[0-9a-fA-F-]{36}$/,
    form: 'must be the id of a service: 36 characters of digits, a to f and -',
    description: 'Id of the additional service that Wi-Fi is sold as. The hotel makes one, such as "Internet".',
  })
  charge_service_id?: string;

  @Setting({
    title: 'Tax code of charges',
    type: 'string',
    required: false,
    maxLength: 50,
    pattern: /^\S+$/,
    description: 'Code of the tax rate in the price, as the tax environment of the hotel calls it.',
    examples: ['AT-S'],
  })
  charge_tax_code?: string;

  @Setting({
    title: 'Prices of charges',
    type: 'string',
    default: 'gross',
    enum: ['gross', 'net'],
    description:
      'As the pricing of the hotel in Mews: gross where the tax is within the price that the guest accepts; net ' +
      'where Mews adds it, so that the bill says more than the page did.',
  })
  charge_pricing: 'gross' | 'net';

  @Setting({
    title: 'Accounting category of charges',
    type: 'string',
    required: false,
    pattern: /^[0-9a-fA-F-]{36}$/,
    form: 'must be the id of an accounting category: 36 characters of digits, a to f and -',
    description: 'Id of the accounting category that charges are booked under. Without one Mews chooses.',
  })
  charge_accounting_category_id?: string;
}
