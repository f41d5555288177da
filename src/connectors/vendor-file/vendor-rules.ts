import { handshakeRule } from '../generic/webhook/webhook.handshake.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { wrongCronLine } from '../../kernel/cron-line.js';
import { isObject } from '../../kernel/json/is-object.js';
import type { ChargeRefusal } from '../../provisioning/connector/charges.js';
import { mappingKey, pointer, pointerConditions } from '../../provisioning/connector/mapping/mapping-rules.js';
import {
  fine,
  integer,
  listOf,
  members,
  oneOf,
  orNull,
  type Rule,
  text,
  wrong,
} from '../../provisioning/connector/shape.js';
import { settingDescription, truth } from './setting-rules.js';
import { namesIn } from './template.js';

/** What a vendor file must look like, place by place; what it refers to is checked in vendor-checks.ts. */

const families = ['pms', 'hr', 'visitor', 'access', 'billing'];
/** Problems that an answer of 200 can stand for. */
const codes = ['credentials_refused', 'settings_invalid', 'upstream_broken', 'gone', 'cursor_expired'];
const refusalReasons: readonly ChargeRefusal[] = ['not_allowed', 'credit_limit', 'unknown_room', 'not_now', 'refused'];

function matching(pattern: RegExp, form: string): Rule {
  return (value, at) => (typeof value === 'string' && pattern.test(value) ? fine : wrong(at, `must be ${form}`));
}

function named(name: Rule, rule: Rule, most: number): Rule {
  return (value, at) => {
    if (!isObject(value)) return wrong(at, 'must be an object');
    const names = Object.keys(value);
    if (names.length > most) return wrong(at, `must have at most ${most} members`);
    return names.flatMap((each) => [...name(each, `${at}/${each}`), ...rule(value[each], `${at}/${each}`)]);
  };
}

/** Without control characters: it becomes part of a request. */
const template: Rule = (value, at) => {
  if (isObject(value)) return wrong(at, 'is an object: write a text with braces in quotes, such as "{api_key}"');
  if (typeof value !== 'string' || !/^[\x20-\x7e]{1,500}$/.test(value))
    return wrong(at, 'must be a text of 1 to 500 printable ASCII characters');
  return namesIn(value) ? fine : wrong(at, 'has a brace that belongs to no {setting}');
};

const address: Rule = (value, at) =>
  typeof value === 'string' &&
  /^\{[a-z][a-z0-9_]*\}(\/[\w.~{}%@:-]*)*$/.test(value) &&
  !/\/(\.|%2e)(\.|%2e)/i.test(value)
    ? template(value, at)
    : wrong(at, 'must be a setting of format uri in braces and a path, such as "{base_url}/v1/people"');

const header = matching(/^[a-z0-9-]{1,60}$/, 'the name of a header in lower case');
/** They belong to the transport. */
const ownHeaders = ['host', 'content-length', 'transfer-encoding', 'connection', 'cookie', 'expect', 'upgrade'];
const sentHeader: Rule = (value, at) => [
  ...header(value, at),
  ...(ownHeaders.includes(value as string) ? wrong(at, 'belongs to the transport') : fine),
];
const parameter = matching(/^[A-Za-z0-9_.[\]$-]{1,60}$/, 'the name of a parameter');

const request = members(
  {
    method: oneOf('GET', 'POST'),
    url: address,
    query: named(parameter, (value, at) => (Array.isArray(value) ? listOf(template, 1, 50) : template)(value, at), 20),
    headers: named(sentHeader, template, 10),
    body: (value, at) => (isObject(value) ? fine : wrong(at, 'must be an object')),
    form: named(parameter, template, 20),
  },
  ['url'],
);

const signInType = oneOf('basic', 'header', 'client_credentials', 'refresh_token', 'saml_bearer', 'json');
const client = {
  type: signInType,
  url: address,
  client_id: template,
  client_secret: template,
  scope: template,
  sent_in: oneOf('header', 'form'),
};
const signIns: Readonly<Record<string, Rule>> = {
  basic: members({ type: signInType, username: template, password: template }, ['username', 'password']),
  header: members({ type: signInType, header: sentHeader, value: template }, ['header', 'value']),
  client_credentials: members({ ...client, most_a_day: integer(1, 1000) }, ['url', 'client_id', 'client_secret']),
  refresh_token: members({ ...client, refresh_token: template }, [
    'url',
    'client_id',
    'client_secret',
    'refresh_token',
  ]),
  saml_bearer: members(
    {
      type: signInType,
      url: address,
      client_id: template,
      private_key: template,
      issuer: template,
      audience: template,
      user: template,
      attributes: named(parameter, template, 10),
      form: named(parameter, template, 10),
    },
    ['url', 'client_id', 'private_key', 'issuer', 'audience', 'user'],
  ),
  json: members(
    {
      type: signInType,
      request,
      basic: members({ username: template, password: template }, ['username', 'password']),
      token: pointer,
      expires_in: pointer,
      lasts_seconds: integer(60, 31_536_000),
      most_a_day: integer(1, 1000),
      sent_as: members({ header: sentHeader, value: template }, ['header', 'value']),
    },
    ['request', 'token'],
  ),
};
const signIn: Rule = (value, at) => byKind(value, at, 'type', signInType, signIns);

const style = oneOf('none', 'page', 'offset', 'cursor', 'after', 'next-url', 'link');
const total = { style, total: pointer, total_header: header };
const place = oneOf('query', 'body');
const sized = { ...total, in: place, size_parameter: parameter, size: integer(1, 10_000) };
const pagings: Readonly<Record<string, Rule>> = {
  none: members(total),
  page: members({ ...sized, parameter, first: integer(0, 1) }, ['parameter']),
  offset: members({ ...sized, parameter }, ['parameter']),
  cursor: members({ ...sized, parameter, next: pointer }, ['parameter', 'next']),
  after: members({ ...sized, parameter, key: pointer }, ['parameter', 'key']),
  'next-url': members({ ...sized, next: pointer, keep: listOf(parameter, 1, 10) }, ['next']),
  link: members({ ...sized, keep: listOf(parameter, 1, 10) }),
};
const paging: Rule = (value, at) => {
  const found = byKind(value, at, 'style', style, pagings);
  if (found.length > 0) return found;
  const { size, size_parameter: sizeParameter } = value as Record<string, unknown>;
  return (size === undefined) === (sizeParameter === undefined)
    ? fine
    : wrong(at, 'needs size and size_parameter together, or neither');
};

const settingName = matching(
  /^(?!constructor$)[a-z][a-z0-9]*(_[a-z0-9]+)*$/,
  'a name in snake_case, and not constructor',
);

const limit = { requests: integer(1, 6000), window_seconds: integer(1, 3600) };
const list = { request, records: pointer, paging, remedy: text(500) };
const since = members(
  {
    parameter,
    in: place,
    format: oneOf('iso', 'iso-bare', 'iso-minute', 'sql', 'epoch-s', 'epoch-ms', 'date'),
    text: template,
    overlap_seconds: integer(0, 172_800),
  },
  ['parameter', 'format', 'overlap_seconds'],
);
const oneRecord = members({ request, at: pointer, remedy: text(500) }, ['request', 'at', 'remedy']);
const joinShape = members(
  { by: pointer, list: members({ ...list, key: pointer }, [...Object.keys(list), 'key']), record: oneRecord },
  ['by'],
);
const join: Rule = (value, at) => {
  const found = joinShape(value, at);
  if (found.length > 0 || !isObject(value)) return found;
  return (value.list === undefined) === (value.record === undefined)
    ? wrong(at, 'needs a list or a record, and not both')
    : fine;
};
const charges = members(
  {
    currency: settingName,
    tax: members({ name: settingName, percent: settingName }, ['name', 'percent']),
    request,
    accepted: members({ when: pointerConditions, code: pointer }, ['when', 'code']),
    known: pointerConditions,
    refused: listOf(members({ when: pointerConditions, reason: oneOf(...refusalReasons) }, ['when', 'reason']), 1, 20),
    remedy: text(500),
  },
  ['currency', 'request', 'accepted', 'remedy'],
);
const path = matching(/^(\/[\w.~-]+)+$/, 'a path such as /api/v1');
const spec = members(
  {
    file: matching(/^[a-z0-9][a-z0-9.-]{0,80}\.json$/, 'the name of a JSON file beside this one'),
    source: matching(/^https:\/\/[^\s]{1,300}$/, 'the https address that it is taken from'),
    path,
    besides: listOf(path, 1, 10),
    deviations: listOf(members({ at: text(300), why: text(300) }, ['at', 'why']), 1, 30),
  },
  ['file', 'source'],
);
const cron: Rule = (value, at) => [wrongCronLine(value)].flatMap((found) => (found ? wrong(at, found) : fine));
const object: Rule = (value, at) => (isObject(value) ? fine : wrong(at, 'must be an object'));
const webhookSample = members({ message: object, names: orNull(text(64)), revokes: truth }, ['message', 'names']);

export const vendorFile = members(
  {
    version: (value, at) => (value === 1 ? fine : wrong(at, 'must be 1')),
    key: matching(/^(?!constructor$)[a-z][a-z0-9-]{1,39}$/, 'a key of lower case letters, digits and -'),
    name: text(60),
    family: oneOf(...families),
    preset: text(100),
    set_up: (value, at) =>
      typeof value === 'string' && value.length >= 100 && value.length <= 5000
        ? fine
        : wrong(at, 'must say in 100 to 5,000 characters what to order and where to click at the vendor'),
    settings: named(settingName, settingDescription, 30),
    days: named(settingName, integer(-366, 366), 5),
    limit: members({ ...limit, by_address: members(limit, Object.keys(limit)) }, Object.keys(limit)),
    schedule: members({ full: cron, incremental: cron }, ['full']),
    absence: members({ scans: integer(1, 10), minimum_age_seconds: integer(0, 604_800) }, [
      'scans',
      'minimum_age_seconds',
    ]),
    sign_in: signIn,
    answer: members({
      healthy: pointerConditions,
      said: pointer,
      problems: listOf(members({ when: pointerConditions, code: oneOf(...codes) }, ['when', 'code']), 1, 20),
    }),
    list: members(list, Object.keys(list)),
    changes: members({ ...list, since }, [...Object.keys(list), 'since']),
    record: oneRecord,
    joins: named(settingName, join, 3),
    webhook: members(
      {
        verifier: object,
        secret: settingName,
        handshake: handshakeRule,
        acknowledge,
        events: pointer,
        hints: listOf(members({ when: pointerConditions, key: pointer, revokes: truth }, ['key']), 1, 20),
        samples: listOf(webhookSample, 1, 20),
      },
      ['verifier', 'secret', 'hints', 'samples'],
    ),
    charges,
    spec,
    merged: members({ when: pointerConditions, into: mappingKey }, ['when', 'into']),
    mapping: object,
    samples: listOf(members({ title: text(200), record: object, means }, ['title', 'record', 'means']), 1, 50),
  },
  [
    'version',
    'key',
    'name',
    'family',
    'set_up',
    'settings',
    'limit',
    'schedule',
    'sign_in',
    'list',
    'mapping',
    'samples',
  ],
);

function acknowledge(value: unknown, at: string): FieldProblem[] {
  const found = members(
    {
      status: integer(200, 299),
      type: oneOf('application/json', 'text/plain', 'text/xml', 'application/soap+xml'),
      body: text(2000),
    },
    ['type', 'body'],
  )(value, at);
  const { type, body } = value as { readonly type: string; readonly body: string };
  return found.length > 0 || type !== 'application/json' || isJson(body) ? found : wrong(`${at}/body`, 'is no JSON');
}

function isJson(body: string): boolean {
  try {
    return JSON.parse(body) !== undefined;
  } catch {
    return false;
  }
}

function means(value: unknown, at: string): FieldProblem[] {
  return ['ignored', 'removed', 'merged'].includes(value as string) || isObject(value)
    ? fine
    : wrong(at, 'must be ignored, removed, merged, or an object with the facts');
}

function byKind(value: unknown, at: string, member: string, kind: Rule, rules: Readonly<Record<string, Rule>>) {
  if (!isObject(value)) return wrong(at, 'must be an object');
  const wrongKind = kind(value[member], `${at}/${member}`);
  return wrongKind.length > 0 ? wrongKind : rules[value[member] as string](value, at);
}
