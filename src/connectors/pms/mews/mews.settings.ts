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
}
