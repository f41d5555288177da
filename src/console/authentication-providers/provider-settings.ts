import { X509Certificate } from 'node:crypto';
import type { FieldProblem } from '../../kernel/errors.js';
import { url } from '../record/outbound-url.js';
import { readFlag, hasControl, readOrNull, type Reader, readText, Wrong } from '../../http/body/readers.js';
import { type Field, FieldTable } from '../set/fields.js';
import type { ProviderSettings, ProviderType } from './authentication-provider.js';

interface SettingsRule {
  readonly fields: Readonly<Record<string, Reader>>;
  readonly required: readonly string[];
  /** Sealed, and never shown again. */
  readonly secrets: readonly string[];
  /** Which settings say where Usher sends them, and whether in the clear. */
  readonly leads?: readonly string[];
  readonly usual: ProviderSettings;
}

/** What each type of provider is told; null takes a setting away. */
export const settingsRules: Readonly<Record<ProviderType, SettingsRule>> = {
  oidc: {
    fields: {
      issuer: url('https:', 'http:'),
      client_id: readText(255),
      client_secret: secret,
      scopes,
      username_claim: readText(64),
    },
    required: ['issuer', 'client_id'],
    secrets: ['client_secret'],
    leads: ['issuer'],
    usual: { scopes: ['openid', 'profile', 'email'], username_claim: 'email' },
  },
  ldap: {
    fields: {
      url: url('ldaps:', 'ldap:'),
      start_tls: readFlag,
      base_dn: readText(1000),
      bind_dn: readText(1000),
      bind_password: secret,
      user_filter: userFilter,
      ca_certificate: certificate,
    },
    required: ['url', 'base_dn'],
    secrets: ['bind_password'],
    leads: ['url', 'start_tls'],
    usual: { start_tls: false, user_filter: '(uid={username})' },
  },
  saml: {
    fields: {
      entity_id: readText(1024),
      sso_url: url('https:', 'http:'),
      certificate,
      username_attribute: readText(255),
    },
    required: ['entity_id', 'sso_url', 'certificate'],
    secrets: [],
    usual: { username_attribute: 'NameID' },
  },
  scim: {
    fields: { token: secret, username_attribute: oneOf('userName', 'emails') },
    required: [],
    secrets: ['token'],
    usual: { username_attribute: 'userName' },
  },
};

/**
 * The settings of a provider after a change: `given` over `before`, or what is wrong with them (`#/settings/issuer`).
 */
export function mergedSettings(
  type: ProviderType,
  given: ProviderSettings,
  before: ProviderSettings,
): ProviderSettings | readonly FieldProblem[] {
  const { fields, required, usual } = settingsRules[type];
  const rows: Field<Record<string, unknown>>[] = Object.entries(fields).map(([name, read]) => ({
    api: name,
    name,
    read: readOrNull(read),
  }));
  const { values, errors } = new FieldTable<Record<string, unknown>>(rows).fromApi(given);
  const said = Object.entries({ ...before, ...values }).filter(([, value]) => value !== null);
  const settings: Record<string, unknown> = { ...usual, ...Object.fromEntries(said) };
  const absent = required.filter(
    (name) => settings[name] === undefined && !errors.some(({ pointer }) => pointer === `#/${name}`),
  );
  const problems = [...absent.map((name) => ({ pointer: `#/${name}`, detail: 'is required' })), ...errors];
  if (problems.length > 0)
    return problems.map(({ pointer, detail }) => ({ pointer: `#/settings${pointer.slice(1)}`, detail }));
  return settings;
}

/** Secrets were given for one place: whoever leads a provider elsewhere gives them again. */
export function strandedProviderSecrets(
  type: ProviderType,
  given: ProviderSettings,
  before: ProviderSettings,
  after: ProviderSettings,
): readonly FieldProblem[] {
  const { leads = [], secrets } = settingsRules[type];
  const moved = leads.find((name) => placeOf(before[name]) !== placeOf(after[name]));
  if (!moved) return [];
  const stranded = secrets.filter((name) => before[name] !== undefined && given[name] === undefined);
  return stranded.map((name) => ({
    pointer: `#/settings/${name}`,
    detail: `is to be given again, or taken away with null: ${moved} leads elsewhere than before`,
  }));
}

/** Scheme, host and port; the port of ldap and ldaps goes without saying. */
function placeOf(value: unknown): unknown {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url ? `${url.protocol}//${url.hostname.toLowerCase()}:${url.port}` : value;
}

function secret(value: unknown): unknown {
  const isRight = typeof value === 'string' && value.length > 0 && value.length <= 2000 && !hasControl(value);
  return isRight ? value : new Wrong('must have 1 to 2000 characters, none of them a control character');
}

function scopes(value: unknown): unknown {
  const isScope = (each: unknown) => typeof each === 'string' && /^[!#-[\]-~]{1,100}$/.test(each);
  const isRight = Array.isArray(value) && value.length <= 50 && value.every(isScope) && value.includes('openid');
  return isRight ? value : new Wrong('must be a list of scopes, openid among them');
}

/** RFC 4515, as far as the brackets go. */
function userFilter(value: unknown): unknown {
  const read = readText(1000)(value);
  if (read instanceof Wrong) return read;
  const filter = read as string;
  let depth = 0;
  for (const sign of filter) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0) break;
  }
  return depth === 0 && filter.startsWith('(') && filter.includes('{username}')
    ? filter
    : new Wrong('must be an LDAP filter with {username} in it, such as (uid={username})');
}

function certificate(value: unknown): unknown {
  try {
    if (typeof value === 'string' && value.length <= 20_000) return new X509Certificate(value).toString().trim();
  } catch {
    // Said below, with what is no text at all.
  }
  return new Wrong('must be a certificate in PEM form');
}

function oneOf(...words: readonly string[]): Reader {
  return (value) => (words.includes(value as string) ? value : new Wrong(`must be ${words.join(' or ')}`));
}
