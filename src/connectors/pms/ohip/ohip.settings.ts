import { IsTimeZone } from 'class-validator';
import { Setting } from '../../../provisioning/connector/setting.js';

const time = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;

export class OhipSettings {
  @Setting({
    type: 'string',
    title: 'Gateway',
    format: 'uri',
    pattern: /^https?:\/\/[^/\s?#]+$/,
    examples: ['https://acme-prod.hospitality-api.eu-frankfurt-1.ocs.oraclecloud.com'],
    description: 'Developer Portal > Environments > Gateway URL.',
  })
  gateway_url: string;

  @Setting({
    type: 'string',
    title: 'Client ID',
    maxLength: 200,
    pattern: /^\S+$/,
    examples: ['acme_Client'],
    description: 'Developer Portal > Environments > Credentials.',
  })
  client_id: string;

  @Setting({
    type: 'string',
    title: 'Client secret',
    secret: true,
    maxLength: 200,
    pattern: /^\S+$/,
    description: 'Beside the client ID.',
  })
  client_secret: string;

  @Setting({
    type: 'string',
    title: 'Application key',
    secret: true,
    maxLength: 60,
    pattern: /^[0-9a-fA-F-]{36}$/,
    form: 'must be a key such as 0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9',
    description: 'Developer Portal > Applications > the application > Application Key.',
  })
  app_key: string;

  @Setting({
    type: 'string',
    title: 'Enterprise ID',
    required: false,
    maxLength: 8,
    pattern: /^[A-Z0-9]{1,8}$/,
    form: 'must have 1 to 8 capitals and digits',
    examples: ['ACME'],
    description: 'Of environments with Oracle Cloud Identity: Environments > Enterprise ID.',
  })
  enterprise_id?: string;

  @Setting({
    type: 'string',
    title: 'Scope',
    default: 'urn:opc:hgbu:ws:__myscopes__',
    maxLength: 200,
    pattern: /^\S+$/,
    description: 'As the environment shows it.',
  })
  scope: string;

  @Setting({
    type: 'string',
    title: 'Hotel',
    maxLength: 20,
    pattern: /^[A-Za-z0-9_-]+$/,
    examples: ['LINDV'],
    description: 'The code of the property in OPERA Cloud.',
  })
  hotel_id: string;

  @Setting({
    type: 'string',
    title: 'External system',
    required: false,
    maxLength: 40,
    pattern: /^[A-Za-z0-9_-]+$/,
    examples: ['WIFI'],
    description:
      'OPERA Cloud > Administration > Interfaces > Business Events > External Systems: one that nothing else reads. ' +
      'Without it no events are asked for, and lists do the work.',
  })
  external_system?: string;

  @Setting({
    type: 'string',
    title: 'Chain, for the stream of events',
    required: false,
    maxLength: 20,
    pattern: /^[A-Za-z0-9_-]+$/,
    examples: ['LHG'],
    description:
      'OPERA Cloud > the chain of the property. With it, events come by a stream within seconds. The application ' +
      'must be subscribed to them, and nothing else may read its stream: no other connection, no other program.',
  })
  chain_code?: string;

  @IsTimeZone({ message: '$property must be an IANA zone such as Europe/Vienna' })
  @Setting({
    type: 'string',
    title: 'Time zone',
    examples: ['Europe/Vienna'],
    description: 'Of the hotel: OPERA Cloud writes its times without one.',
  })
  time_zone: string;

  @Setting({
    type: 'string',
    title: 'Usual arrival',
    default: '15:00',
    pattern: time,
    description: 'For reservations without an expected time of arrival.',
  })
  arrival_time: string;

  @Setting({
    type: 'string',
    title: 'Usual departure',
    default: '11:00',
    pattern: time,
    description: 'For reservations without an expected time of departure.',
  })
  departure_time: string;

  @Setting({
    type: 'integer',
    title: 'Days ahead',
    default: 1,
    minimum: 0,
    maximum: 30,
    description: 'How many days before arrival a guest is expected, for accounts before arrival.',
  })
  expected_days: number;

  @Setting({
    type: 'strings',
    title: 'Pseudo rooms',
    default: ['PM'],
    examples: [['PM', 'PI']],
    description: 'Room types in which nobody sleeps: posting masters, function rooms.',
  })
  pseudo_room_types: readonly string[];

  @Setting({ type: 'string', title: 'Site', required: false, maxLength: 60, pattern: /\S/ })
  site?: string;
}
