import { Setting } from '../../../provisioning/connector/setting.js';

export class SignInAppSettings {
  @Setting({
    type: 'string',
    title: 'Base address',
    default: 'https://backend.signinapp.com',
    format: 'uri',
    pattern: /^https?:\/\/[^/\s?#]+$/,
    description:
      'Shown with the API client in the portal: https://backend.signinapp.com (UK), backend.eu-n1, ' +
      'backend.us-e1 or backend.ap-se2; no path.',
  })
  base_url: string;

  @Setting({
    type: 'string',
    title: 'Key',
    secret: true,
    maxLength: 200,
    pattern: /^\S+$/,
    description: 'Of the API client: portal, Manage > API clients.',
  })
  client_key: string;

  @Setting({
    type: 'string',
    title: 'Secret',
    secret: true,
    maxLength: 200,
    pattern: /^\S+$/,
    description: 'Of the API client; shown when it is made.',
  })
  client_secret: string;

  @Setting({
    type: 'strings',
    title: 'Sites',
    examples: [['12 Europe/London']],
    description:
      'Each site as its id, and its IANA time zone behind a blank. The id ends the address of the site in ' +
      'the portal (Manage > Sites).',
  })
  sites: string[];

  @Setting({
    type: 'strings',
    title: 'Groups',
    required: false,
    examples: [['Visitors', 'Contractors']],
    description:
      'Names of the groups that get Wi-Fi here. When absent: every group whose type is non-returning, which ' +
      'leaves out staff and deliveries.',
  })
  groups?: string[];

  @Setting({
    type: 'string',
    title: 'Webhook secret',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 500,
    pattern: /^\S.*$/,
    description:
      'Manage > Notifications > the webhook: its secret key. Without one every webhook is refused and polls ' +
      'do the work.',
  })
  webhook_secret?: string;

  @Setting({
    type: 'string',
    title: 'Previous webhook secret',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 500,
    pattern: /^\S.*$/,
    description: 'Also accepted, while a new one takes over.',
  })
  previous_webhook_secret?: string;

  @Setting({
    type: 'string',
    title: 'Signature header',
    default: 'signature',
    maxLength: 100,
    pattern: /^[A-Za-z0-9-]+$/,
    description:
      'Which header carries the signature: HMAC-SHA256 over the body. Look at a first delivery; a test ' +
      'notification shows it.',
  })
  signature_header: string;

  @Setting({ type: 'string', title: 'Signature encoding', default: 'hex', enum: ['hex', 'base64'] })
  signature_encoding: 'hex' | 'base64';

  @Setting({
    type: 'string',
    title: 'Signature prefix',
    required: false,
    maxLength: 20,
    pattern: /^\S+$/,
    description: 'What stands before the signature, such as sha256=.',
  })
  signature_prefix?: string;

  @Setting({
    type: 'string',
    title: 'Time zone',
    required: false,
    maxLength: 60,
    pattern: /^[A-Za-z_+\-/0-9]+$/,
    examples: ['Europe/London'],
    description: 'Stands in for a site without one.',
  })
  time_zone?: string;

  @Setting({
    type: 'string',
    title: 'Site',
    required: false,
    maxLength: 60,
    pattern: /\S/,
    description: 'Stands in where a visit names no site.',
  })
  site?: string;

  @Setting({
    type: 'string',
    title: 'Host field',
    default: 'visiting',
    maxLength: 100,
    description: 'Label of the question whom somebody visits.',
  })
  host_field: string;

  @Setting({
    type: 'string',
    title: 'Company field',
    default: 'company',
    maxLength: 100,
    description: 'Label of the question for the company.',
  })
  company_field: string;

  @Setting({
    type: 'string',
    title: 'Group field',
    default: 'group',
    maxLength: 100,
    description: 'Under which of the additional data a webhook names the group, where it does.',
  })
  group_field: string;
}
