import { IsTimeZone } from 'class-validator';
import type { MappingDocument } from '../../../provisioning/connector/mapping/mapping-document.js';
import { wrongInMapping } from '../../../provisioning/connector/mapping/mapping-rules.js';
import { mappingSchema } from '../../../provisioning/connector/mapping/mapping-schema.js';
import { Setting } from '../../../provisioning/connector/setting.js';
import {
  addressPattern,
  type Authentication,
  type Paging,
  type Since,
  wrongInAuthentication,
  wrongInPaging,
  wrongInSince,
} from './rest-poll.rules.js';
import { authenticationSchema, pagingSchema, sinceSchema } from './rest-poll.schemas.js';

const zone = /^[A-Za-z]+(\/[A-Za-z0-9_+-]+)*$/;

export class RestPollSettings {
  @Setting({
    type: 'string',
    title: 'Address of the list',
    format: 'uri',
    pattern: addressPattern,
    form: 'must be an address that begins with https://, without user and fragment',
    examples: ['https://people.example.com/api/v2/persons?fields=all'],
    description:
      'What is asked with GET, with the query parameters that never change. Private addresses are refused ' +
      'unless the deployment allows them.',
  })
  url: string;

  @Setting({
    type: 'object',
    title: 'Authentication',
    leads: true,
    check: wrongInAuthentication,
    default: { type: 'none' },
    schema: authenticationSchema,
    description:
      'basic: username; bearer; header: header; client_credentials: token_url, client_id, scope, sent_in ' +
      '(header or form).',
    examples: [
      { type: 'bearer' },
      { type: 'client_credentials', token_url: 'https://id.example.com/token', client_id: 'usher' },
    ],
  })
  authentication: Authentication;

  @Setting({
    type: 'string',
    title: 'Secret',
    secret: true,
    required: false,
    maxLength: 2000,
    pattern: /^[\x21-\x7e][\x20-\x7e]{2,}[\x21-\x7e]$/,
    form: 'must have 4 or more letters, digits or signs of ASCII',
    description: 'Password, token, value of the header, or client secret.',
  })
  secret?: string;

  @Setting({
    type: 'object',
    title: 'Paging',
    check: wrongInPaging,
    default: { style: 'none' },
    schema: pagingSchema,
    description:
      'page, offset, cursor: parameter; cursor, next-url: next (pointer in the answer); size_parameter with ' +
      'size; total (pointer) or total_header.',
    examples: [
      { style: 'page', parameter: 'page', size_parameter: 'per_page', size: 100, total: '/total' },
      { style: 'link' },
    ],
  })
  paging: Paging;

  @Setting({
    type: 'object',
    title: 'Changes',
    required: false,
    check: wrongInSince,
    schema: sinceSchema,
    examples: [{ parameter: 'updated_since', format: 'iso', overlap_seconds: 300 }],
    description:
      'Query parameter that asks for what changed since an instant. Without it, every poll reads the whole list.',
  })
  since?: Since;

  @Setting({
    type: 'object',
    title: 'Mapping',
    schema: mappingSchema,
    check: (value, at, { time_zone: timeZone }) =>
      wrongInMapping(value, at, {
        timeZone: typeof timeZone === 'string' && zone.test(timeZone) ? timeZone : undefined,
        source: 'list',
      }),
    description: 'How records become facts. `records` points to the list in the answer.',
  })
  mapping: MappingDocument;

  @Setting({
    type: 'integer',
    title: 'Requests a minute',
    default: 60,
    minimum: 1,
    maximum: 600,
    description: 'What one process keeps to.',
  })
  requests_per_minute: number;

  @Setting({
    type: 'integer',
    title: 'Most pages',
    default: 1000,
    minimum: 1,
    maximum: 10_000,
    description: 'A list of more pages is an error, so that one without an end has one.',
  })
  max_pages: number;

  @Setting({
    type: 'string',
    title: 'Site',
    required: false,
    maxLength: 60,
    pattern: /\S/,
    description: 'Short name of the house, for account names and rules, where records name none.',
  })
  site?: string;

  @IsTimeZone({ message: '$property must be an IANA zone such as Europe/Vienna' })
  @Setting({
    type: 'string',
    title: 'Time zone',
    required: false,
    maxLength: 60,
    examples: ['Europe/Vienna'],
    description: 'IANA zone of the house: what times without an offset and days are read in. UTC without it.',
  })
  time_zone?: string;
}
