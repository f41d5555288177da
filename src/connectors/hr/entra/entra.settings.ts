import { ArrayMaxSize, IsTimeZone, Matches } from 'class-validator';
import { Setting } from '../../../provisioning/connector/setting.js';

const origin = /^https?:\/\/[^/\s?#]+$/;
const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export class EntraSettings {
  @Setting({
    type: 'string',
    title: 'Address of Microsoft Graph',
    default: 'https://graph.microsoft.com',
    format: 'uri',
    pattern: origin,
    examples: ['https://graph.microsoft.com', 'https://graph.microsoft.us', 'https://microsoftgraph.chinacloudapi.cn'],
    description: 'Of your cloud: national clouds have addresses of their own.',
  })
  graph_url: string;

  @Setting({
    type: 'string',
    title: 'Address of the sign-in',
    default: 'https://login.microsoftonline.com',
    format: 'uri',
    pattern: origin,
    examples: [
      'https://login.microsoftonline.com',
      'https://login.microsoftonline.us',
      'https://login.chinacloudapi.cn',
    ],
    description: 'Of the same cloud.',
  })
  login_url: string;

  @Setting({
    type: 'string',
    title: 'Directory (tenant) ID',
    maxLength: 100,
    pattern: /^[A-Za-z0-9.-]+$/,
    form: 'must be an ID, or a domain of the tenant',
    examples: ['72f988bf-86f1-41af-91ab-2d7cd011db47'],
    description: 'On the page Overview of the app registration.',
  })
  tenant_id: string;

  @Setting({
    type: 'string',
    title: 'Application (client) ID',
    maxLength: 36,
    pattern: guid,
    form: 'must be an ID such as 6731de76-14a6-49ae-97bc-6eba6914391e',
    examples: ['6731de76-14a6-49ae-97bc-6eba6914391e'],
    description: 'On the page Overview of the app registration.',
  })
  client_id: string;

  @Setting({
    type: 'string',
    title: 'Client secret',
    secret: true,
    maxLength: 200,
    pattern: /^\S+$/,
    description:
      'The value, not the secret ID: Certificates & secrets > New client secret. It ends on a day; renew it before.',
  })
  client_secret: string;

  @Setting({
    type: 'string',
    title: 'Secret of notifications',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 128,
    pattern: /^[A-Za-z0-9_-]{16,}$/,
    description:
      'A long random text of your own, which Microsoft Graph shows with each notification (clientState). Without it ' +
      'nothing is subscribed to, and polls do the work.',
  })
  notification_secret?: string;

  @ArrayMaxSize(20)
  @Matches(guid, { each: true, message: '$property must be a list of object IDs of groups' })
  @Setting({
    type: 'strings',
    title: 'Groups',
    default: [],
    examples: [['02bd9fd6-8f93-4758-87c3-1fb73740a315']],
    description:
      'Object IDs of the groups that matter for access, at most 20. Members of groups inside them count. When ' +
      'absent, no group is read.',
  })
  groups: readonly string[];

  @Setting({
    type: 'boolean',
    title: 'Guests',
    default: false,
    description: 'Whether people of other organizations who are guests of this directory count as well.',
  })
  include_guests: boolean;

  @Setting({
    type: 'boolean',
    title: 'Leave dates',
    default: false,
    description: 'Whether the planned last day is read; it needs the permission User-LifeCycleInfo.Read.All.',
  })
  leave_dates: boolean;

  @IsTimeZone({ message: '$property must be an IANA zone such as Europe/Vienna' })
  @Setting({
    type: 'string',
    title: 'Time zone',
    examples: ['Europe/Vienna'],
    description: 'Where days begin and end.',
  })
  time_zone: string;

  @Setting({
    type: 'string',
    title: 'Site',
    required: false,
    maxLength: 60,
    pattern: /\S/,
    description: 'For people without an office location.',
  })
  site?: string;
}
