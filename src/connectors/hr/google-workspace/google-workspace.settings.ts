import { ArrayMaxSize, IsTimeZone, Matches } from 'class-validator';
import { Setting } from '../../../provisioning/connector/setting.js';

const origin = /^https?:\/\/[^/\s?#]+$/;
const address = /^[^\s@]+@[^\s@]+$/;

export class WorkspaceSettings {
  @Setting({
    type: 'string',
    title: 'Address of the API',
    default: 'https://admin.googleapis.com',
    format: 'uri',
    pattern: origin,
    examples: ['https://admin.googleapis.com'],
  })
  api_url: string;

  @Setting({
    type: 'string',
    title: 'Address of the sign-in',
    default: 'https://oauth2.googleapis.com',
    format: 'uri',
    pattern: origin,
    examples: ['https://oauth2.googleapis.com'],
  })
  sign_in_url: string;

  @Setting({
    type: 'string',
    title: 'Key of the service account',
    secret: true,
    maxLength: 5000,
    pattern: /^(?=[^]*"client_email")(?=[^]*"private_key")\s*\{/,
    form: 'must be the JSON file of the key, whole',
    description: 'The whole JSON file that Google hands out once: IAM & Admin > Service Accounts > Keys > Add key.',
  })
  service_account_key: string;

  @Setting({
    type: 'string',
    title: 'Administrator',
    maxLength: 200,
    pattern: address,
    form: 'must be an e-mail address',
    examples: ['wifi-directory@acme.example'],
    description: 'On whose behalf the directory is read; may read users and groups.',
  })
  admin_email: string;

  @Setting({
    type: 'string',
    title: 'Customer',
    default: 'my_customer',
    maxLength: 60,
    pattern: /^\w+$/,
    form: 'must be an ID such as C01abc2de, or my_customer',
    description: 'my_customer is the one of the administrator.',
  })
  customer: string;

  @Setting({
    type: 'string',
    title: 'Token of channels',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 200,
    pattern: /^[A-Za-z0-9_-]{16,}$/,
    description:
      'A long random text of your own, which Google shows with each message. Without it no channel is opened, ' +
      'and the hourly list does the work.',
  })
  channel_token?: string;

  @ArrayMaxSize(20)
  @Matches(address, { each: true, message: '$property must be a list of e-mail addresses of groups' })
  @Setting({
    type: 'strings',
    title: 'Groups',
    default: [],
    examples: [['wifi-staff@acme.example']],
    description:
      'Addresses of the groups that matter for access, at most 20. Members of groups inside them count. When absent, ' +
      'no group is read.',
  })
  groups: readonly string[];

  @Matches(/^\/./, { each: true, message: '$property must be a list of paths such as /Service accounts' })
  @Setting({
    type: 'strings',
    title: 'Organizational units left out',
    default: [],
    examples: [['/Service accounts']],
    description: 'Who is in one of these, or below it, is nobody: accounts of machines, shared accounts.',
  })
  excluded_org_units: readonly string[];

  @Setting({
    type: 'boolean',
    title: 'Guests',
    default: false,
    description: 'Whether people from outside who are guests of this company count as well.',
  })
  include_guests: boolean;

  @IsTimeZone({ message: '$property must be an IANA zone such as Europe/Vienna' })
  @Setting({
    type: 'string',
    title: 'Time zone',
    examples: ['Europe/Vienna'],
    description: 'Of the company.',
  })
  time_zone: string;

  @Setting({ type: 'string', title: 'Site', required: false, maxLength: 60, pattern: /\S/ })
  site?: string;
}
