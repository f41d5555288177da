import type { FieldProblem } from '../../../kernel/errors.js';
import { networkSecurities } from '../../../kernel/wifi-code.js';
import { fine, members, oneOf, orNull, type Rule, text, wrong } from '../../access/shape.js';
import { TemplateProblem } from '../../access/template.js';
import { htmlTemplates, longestMessageTemplate, textTemplates } from '../message/message-templates.js';
import { deliverySecrets } from './delivery-settings.js';
import { isObject } from '../../../kernel/json/is-object.js';

const messageValues = [
  'ssid',
  'username',
  'password',
  'code',
  'codes',
  'count',
  'valid_from',
  'valid_until',
  'hours',
  'duration',
  'time_zone',
  'name',
  'first_name',
  'last_name',
  'company_name',
  'site',
  'organization',
  'qr',
  'qr_is_partial',
];
const gatewayValues = ['to', 'text', 'id', 'secret'];
const deepest = 5;

function template(values: readonly string[], longest: number, manner = textTemplates): Rule {
  return (value, pointer) => {
    const shape = text(longest)(value, pointer);
    if (shape.length > 0) return shape;
    try {
      return manner
        .fieldsIn(String(value))
        .filter((field) => !values.includes(field))
        .flatMap((field) => wrong(pointer, `${field} is not a value of it; there are ${values.join(', ')}`));
    } catch (error) {
      if (error instanceof TemplateProblem)
        return wrong(pointer, `is not a template that can be used: ${error.message}`);
      throw error;
    }
  };
}

function entries(rule: Rule, name: RegExp, most: number, what: string): Rule {
  return (value, pointer) => {
    if (!isObject(value) || Object.keys(value).length > most)
      return wrong(pointer, `must be an object of at most ${most} members`);
    return Object.entries(value).flatMap(([key, member]) =>
      name.test(key)
        ? rule(member, `${pointer}/${encodeURIComponent(key)}`)
        : wrong(`${pointer}/${encodeURIComponent(key)}`, `is not ${what}`),
    );
  };
}

const gatewayText = template(gatewayValues, 1000);

/** The host cannot be a template: no guest's number decides where the secret goes. */
const gatewayUrl: Rule = (value, pointer) => {
  const shape = gatewayText(value, pointer);
  if (shape.length > 0) return shape;
  const origin = /^https?:\/\/[^/?#{}@\s]+(?=[/?]|$)/i.exec(String(value))?.[0];
  return origin && URL.canParse(origin)
    ? fine
    : wrong(pointer, 'must begin with http:// or https:// and a host without {{ }}');
};

const namesOfSecrets =
  /^(proxy-)?authorization$|^(x-)?(auth-|access-)?(api-?)?(key|token|secret)$|^pass(word|phrase)?$|^cookie$/i;

/** What is written there is readable in settings, answers and audit. */
const noPlainSecret: Rule = (value, pointer) => {
  const name = decodeURIComponent(pointer.slice(pointer.lastIndexOf('/') + 1)).replaceAll('_', '-');
  const isPlain =
    namesOfSecrets.test(name) &&
    typeof value === 'string' &&
    value !== '' &&
    !textTemplates.fieldsIn(value).includes('secret');
  return isPlain
    ? wrong(
        pointer,
        'must not hold a secret in the clear: write {{ secret }} here, and give the value under secrets.sms',
      )
    : fine;
};

const gatewayValue: Rule = (value, pointer) => {
  const shape = gatewayText(value, pointer);
  return shape.length > 0 ? shape : noPlainSecret(value, pointer);
};

function jsonOf(value: unknown, pointer: string, depth = 0): FieldProblem[] {
  if (depth > deepest) return wrong(pointer, `must not be nested deeper than ${deepest}`);
  if (typeof value === 'string') return value === '' ? fine : gatewayValue(value, pointer);
  if (Array.isArray(value))
    return value.length > 50
      ? wrong(pointer, 'must have at most 50 items')
      : value.flatMap((each, index) => jsonOf(each, `${pointer}/${index}`, depth + 1));
  if (!isObject(value)) return fine;
  const members = Object.entries(value);
  return members.length > 50
    ? wrong(pointer, 'must have at most 50 members')
    : members.flatMap(([name, each]) => jsonOf(each, `${pointer}/${encodeURIComponent(name)}`, depth + 1));
}

const sms: Rule = (value, pointer) => {
  const shape = members(
    {
      url: gatewayUrl,
      method: oneOf('GET', 'POST', 'PUT'),
      headers: entries(gatewayValue, /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 20, 'the name of a header'),
      json: (each, at) => jsonOf(each, at),
      form: entries(gatewayValue, /^.{1,100}$/s, 50, 'the name of a field'),
      country_code: (each, at) =>
        typeof each === 'string' && /^[1-9]\d{0,2}$/.test(each)
          ? fine
          : wrong(at, 'must be the digits of a country calling code, such as "43"'),
    },
    ['url', 'method'],
  )(value, pointer);
  if (shape.length > 0 || !isObject(value)) return shape;
  if (value.json !== undefined && value.form !== undefined)
    return wrong(`${pointer}/form`, 'cannot be given beside json');
  return value.method === 'GET' && (value.json !== undefined || value.form !== undefined)
    ? wrong(`${pointer}/method`, 'must be POST or PUT where there is a body')
    : fine;
};

const language: Rule = (value, pointer) =>
  typeof value === 'string' && /^[a-z]{2}$/.test(value)
    ? fine
    : wrong(pointer, 'must be a language of ISO 639-1, such as "de"');
const ssid: Rule = (value, pointer) => {
  const shape = text(32)(value, pointer);
  return shape.length > 0 || Buffer.byteLength(String(value)) <= 32
    ? shape
    : wrong(pointer, 'must be at most 32 bytes long');
};

const messages = members({
  email: members({
    subject: template(messageValues, 1000),
    text: template(messageValues, longestMessageTemplate),
    html: template(messageValues, longestMessageTemplate, htmlTemplates),
  }),
  sms: members({ text: template(messageValues, 1000) }, ['text']),
});

const rule = members({
  language: orNull(language),
  network: orNull(members({ ssid, security: oneOf(...networkSecurities) }, ['ssid', 'security'])),
  sms: orNull(sms),
  templates: orNull(entries(messages, /^[a-z]{2}$/, 50, 'a language of ISO 639-1, such as "de"')),
  secrets: members(Object.fromEntries(deliverySecrets.map((name) => [name, orNull(text(500))]))),
});

/** Every error in an operator's input about delivery. */
export function wrongDeliverySettings(written: unknown): FieldProblem[] {
  return rule(written, '#');
}
