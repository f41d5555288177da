import type { Type } from '@nestjs/common';
import { readersOf, requiredOf } from '../../http/body/dto-check.js';
import { notSettable } from '../../http/body/field-problems.js';
import { Wrong } from '../../http/body/readers.js';
import { type FieldProblem, pointerToken } from '../../kernel/errors.js';
import type { ProviderSettings, ProviderType } from './provider-types.js';
import { LdapSettingsDto, OidcSettingsDto, SamlSettingsDto } from './provider-settings.dto.js';

interface SettingsRule {
  readonly dto: Type<object>;
  /** Sealed, and never shown again. */
  readonly secrets: readonly string[];
  /** Settings that say where Usher connects, and whether in the clear. */
  readonly leads?: readonly string[];
  /** Settings on which it depends what the provider's id of a person means. */
  readonly namedBy: readonly string[];
  readonly usual: ProviderSettings;
  /** A setting that stands for others, and which of them must be there in the end. */
  readonly whole?: { readonly name: string; readonly parts: readonly string[] };
}

/** The settings of each type of provider. */
export const settingsRules: Readonly<Record<ProviderType, SettingsRule>> = {
  oidc: {
    dto: OidcSettingsDto,
    secrets: ['client_secret'],
    leads: ['issuer'],
    // Some name the same person differently to each client (OpenID Connect Core, section 8.1).
    namedBy: ['issuer', 'client_id'],
    usual: { scopes: ['openid', 'profile', 'email'], username_claim: 'email', trust_email: false },
  },
  ldap: {
    dto: LdapSettingsDto,
    secrets: ['bind_password'],
    leads: ['url', 'start_tls'],
    // An entry keeps its id wherever it is asked for.
    namedBy: [],
    usual: { start_tls: false, user_filter: '(uid={username})', radius_sign_in: false },
  },
  saml: {
    dto: SamlSettingsDto,
    secrets: [],
    namedBy: ['entity_id', 'subject_attribute'],
    usual: { username_attribute: 'NameID' },
    whole: { name: 'metadata', parts: ['entity_id', 'sso_url', 'certificate'] },
  },
};

/**
 * The settings after a change, `given` over `before` (null removes one), or what is wrong with them
 * (`#/settings/issuer`).
 */
export function mergedSettings(
  type: ProviderType,
  given: ProviderSettings,
  before: ProviderSettings,
): ProviderSettings | readonly FieldProblem[] {
  const { dto, usual, whole } = settingsRules[type];
  const readers = readersOf(dto);
  const said: Record<string, unknown> = { ...before };
  const wrong = new Map<string, string>();
  for (const [name, value] of Object.entries(spelledOut(type, given))) {
    const read = value === null && readers.has(name) ? null : (readers.get(name)?.(value) ?? new Wrong(notSettable));
    if (read instanceof Wrong) wrong.set(name, read.detail);
    else if (name !== whole?.name) said[name] = read;
  }
  const kept = Object.entries(said).filter(([, value]) => value !== null);
  const settings: Record<string, unknown> = { ...usual, ...Object.fromEntries(kept) };
  const parts = whole && !wrong.has(whole.name) ? whole.parts : [];
  const absent = [...requiredOf(dto), ...parts].filter((name) => settings[name] === undefined && !wrong.has(name));
  const problems = [...absent.map((name) => [name, 'is required'] as const), ...wrong];
  if (problems.length === 0) return settings;
  return problems.map(([name, detail]) => ({ pointer: `#/settings/${pointerToken(name)}`, detail }));
}

/** With what is in the setting that stands for others beside it; what is given by itself counts. */
function spelledOut(type: ProviderType, given: ProviderSettings): ProviderSettings {
  const { dto, whole } = settingsRules[type];
  const read = whole && given[whole.name] ? readersOf(dto).get(whole.name)?.(given[whole.name]) : undefined;
  return read === undefined || read instanceof Wrong ? given : { ...(read as ProviderSettings), ...given };
}

/** Secrets are given for one destination: changing it requires them again. */
export function providerSecretsWithoutDestination(
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

/** Scheme, host and port; the default ports of ldap and ldaps are left out. */
function placeOf(value: unknown): unknown {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url ? `${url.protocol}//${url.hostname.toLowerCase()}:${url.port}` : value;
}
