import { Setting } from '../../../provisioning/connector/setting.js';

const origin = /^https?:\/\/[^/\s?#]+$/;

export class ApaleoSettings {
  @Setting({
    type: 'string',
    title: 'API address',
    default: 'https://api.apaleo.com',
    format: 'uri',
    pattern: origin,
    description: 'https://api.apaleo.com; no path.',
  })
  base_url: string;

  @Setting({
    type: 'string',
    title: 'Identity address',
    default: 'https://identity.apaleo.com',
    format: 'uri',
    pattern: origin,
    description: 'Where access tokens are asked for: https://identity.apaleo.com; no path.',
  })
  identity_url: string;

  @Setting({
    type: 'string',
    title: 'Client id',
    maxLength: 200,
    pattern: /^\S+$/,
    description: 'Apps > Connected apps > Add a new app > Add custom app, in apaleo: "Client ID".',
  })
  client_id: string;

  @Setting({
    type: 'string',
    title: 'Client secret',
    secret: true,
    maxLength: 500,
    pattern: /^\S+$/,
    description: '"Client secret" of the same app, shown once when the app is made.',
  })
  client_secret: string;

  @Setting({
    type: 'string',
    title: 'Property',
    maxLength: 60,
    pattern: /^[A-Za-z0-9_-]+$/,
    examples: ['LIND'],
    description: 'Id of the property, as in the address of its pages in apaleo. One connection for each property.',
  })
  property_id: string;

  @Setting({
    type: 'string',
    title: 'Webhook token',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 200,
    pattern: /^[A-Za-z0-9_-]{16,}$/,
    description:
      'The end of the address that apaleo posts to, /hooks/{connection id}/{webhook token}: 16 or more ' +
      'letters, digits, _ or -. Without one, every webhook is refused and polls do the work.',
  })
  webhook_token?: string;

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
    title: 'Currency of charges',
    type: 'string',
    required: false,
    pattern: /^[A-Z]{3}$/,
    form: 'must be a currency as ISO 4217 writes it, such as EUR',
    description:
      "Only when guests may pay on their room: the currency of the hotel's bills. Then the app also needs the scopes " +
      'folios.read and charges.create.',
    examples: ['EUR'],
  })
  charge_currency?: string;

  @Setting({
    title: 'Service type of charges',
    type: 'string',
    default: 'Other',
    maxLength: 40,
    pattern: /^[A-Za-z]+$/,
    form: 'must be a service type as apaleo writes it, such as Other',
    description: 'What Wi-Fi is booked as: Other, or another service type of the property.',
  })
  charge_service_type: string;

  @Setting({
    title: 'VAT of charges',
    type: 'string',
    default: 'Normal',
    maxLength: 40,
    pattern: /^[A-Za-z]+$/,
    form: 'must be a VAT type as apaleo writes it, such as Normal',
    description: 'The VAT within the price: Normal, Reduced, Without, or another VAT type of the country.',
  })
  charge_vat_type: string;

  @Setting({
    title: 'Sub-account of charges',
    type: 'string',
    required: false,
    maxLength: 60,
    pattern: /^\S+$/,
    description: 'Id of the sub-account that charges are booked under. Without one apaleo chooses by the service type.',
  })
  charge_sub_account_id?: string;
}
