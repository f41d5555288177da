import { Setting } from '../../../provisioning/connector/setting.js';

const address = /^https?:\/\/[^/\s?#]+$/;

export class EnvoySettings {
  @Setting({
    type: 'string',
    title: 'Client secret',
    secret: true,
    required: false,
    maxLength: 200,
    pattern: /^\S+$/,
    description:
      "Of the app in Envoy's Dev Dashboard. It signs every webhook (X-Envoy-Signature), and with client id " +
      'and install id it gives the tokens for reading.',
  })
  client_secret?: string;

  @Setting({
    type: 'string',
    title: 'Previous client secret',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 200,
    pattern: /^\S+$/,
    description: 'Also accepted in signatures, while a new client secret takes over.',
  })
  previous_client_secret?: string;

  @Setting({
    type: 'string',
    title: 'Authorization',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 500,
    pattern: /^\S.*$/,
    description:
      "Envoy's Webhooks app: the authorization token set there, or username:password where HTTP Basic is " +
      'used. Every request has to carry it.',
  })
  authorization?: string;

  @Setting({
    type: 'string',
    title: 'Client id',
    required: false,
    maxLength: 200,
    pattern: /^\S+$/,
    description: "Of the app in Envoy's Dev Dashboard.",
  })
  client_id?: string;

  @Setting({
    type: 'string',
    title: 'Install id',
    required: false,
    maxLength: 100,
    pattern: /^[\w-]+$/,
    description:
      'Which installation of the app this is: install_id in every request of the app, and the end of its ' +
      "address in Envoy's dashboard. Requests of other installations are not taken.",
  })
  install_id?: string;

  @Setting({
    type: 'string',
    title: 'Company',
    required: false,
    maxLength: 64,
    pattern: /^[\w-]+$/,
    examples: ['118'],
    description: 'Id of the company at Envoy. Where it is set, requests that name another are not taken.',
  })
  company_id?: string;

  @Setting({
    type: 'string',
    title: 'API key',
    secret: true,
    required: false,
    maxLength: 500,
    pattern: /^\S+$/,
    description:
      'For reading entries where there is no app of your own: Dev Dashboard > API keys. Not needed with ' +
      'client id, client secret and install id.',
  })
  api_key?: string;

  @Setting({ type: 'string', title: 'API address', default: 'https://api.envoy.com', format: 'uri', pattern: address })
  api_url: string;

  @Setting({
    type: 'string',
    title: 'App address',
    default: 'https://app.envoy.com',
    format: 'uri',
    pattern: address,
    description: 'Where tokens, invites and jobs are.',
  })
  app_url: string;

  @Setting({
    type: 'strings',
    title: 'Locations',
    required: false,
    examples: [['4410']],
    description:
      'Ids of the locations whose visitors get Wi-Fi here. When absent: every location that the credentials reach.',
  })
  location_ids?: string[];

  @Setting({
    type: 'string',
    title: 'Site',
    required: false,
    maxLength: 60,
    pattern: /\S/,
    description: 'Stands in where a visit names no location.',
  })
  site?: string;

  @Setting({
    type: 'string',
    title: 'Time zone',
    required: false,
    maxLength: 60,
    pattern: /^[A-Za-z_+\-/0-9]+$/,
    examples: ['Europe/London'],
    description: "IANA zone that stands in where a location's own is not known; it says when a day ends.",
  })
  time_zone?: string;

  @Setting({
    type: 'string',
    title: 'Company field',
    default: 'Your Company',
    maxLength: 100,
    description: 'Label of the sign-in field that asks for the company.',
  })
  company_field: string;

  @Setting({
    type: 'string',
    title: 'Purpose field',
    default: 'Purpose of visit',
    maxLength: 100,
    description: 'Label of the sign-in field that asks for the purpose.',
  })
  purpose_field: string;

  @Setting({
    type: 'boolean',
    title: 'Show credentials in Envoy',
    default: false,
    description:
      "Sign-ins are answered as under way, and the account or voucher appears at the entry in Envoy's " +
      'dashboard. Needs an app of your own, and deliver: [{ via: answer }].',
  })
  show_credentials: boolean;

  @Setting({
    type: 'boolean',
    title: 'Start visits found by asking',
    default: true,
    description:
      'A visitor whose sign-in was never told, but who is listed as signed in, gets access. Such lists do ' +
      'not say who is held for review; switch this off where block lists are used and that must not happen.',
  })
  start_by_poll: boolean;
}
