import type { RecordLife } from '../record/record-life.js';

export const providerTypes = ['oidc', 'ldap', 'saml', 'scim'] as const;
export type ProviderType = (typeof providerTypes)[number];

export type ProviderSettings = Readonly<Record<string, unknown>>;

/**
 * What a client says about a provider. `settings`: as the type's table has them (provider-settings.ts), secrets among
 * them.
 */
export interface ProviderValues {
  /** Unique in its organization without regard to case. */
  readonly name: string;
  readonly type: ProviderType;
  readonly settings: ProviderSettings;
  /** The group of those who come from the provider. */
  readonly groupId: string | null;
  readonly disabled: boolean;
}

/** An outside directory or identity provider that says who somebody is. */
export interface AuthenticationProvider extends ProviderValues, RecordLife {
  /** Secrets, as JSON, sealed for this record. */
  readonly secretsSealed: string | null;
  /** Which secrets there are. */
  readonly secretNames: readonly string[];
}

/** A written provider, with the token that was made for it, if one was: shown this once. */
export interface WrittenProvider {
  readonly provider: AuthenticationProvider;
  readonly generatedToken?: string;
}
