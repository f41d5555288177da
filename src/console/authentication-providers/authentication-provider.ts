import type { RecordLife } from '../crud/record-life.js';
import type { AuthenticationProviderEntity } from './authentication-provider.entity.js';

export const providerTypes = ['oidc', 'ldap', 'saml'] as const;
export type ProviderType = (typeof providerTypes)[number];

export type ProviderSettings = Readonly<Record<string, unknown>>;

/** An outside directory or identity provider that says who somebody is. */
export type AuthenticationProvider = Readonly<Omit<AuthenticationProviderEntity, 'organizationId'>>;

/** What a client says about a provider; `settings` as its type has them, secrets among them (provider-settings.dto.ts). */
export type ProviderValues = Omit<AuthenticationProvider, keyof RecordLife | 'secretsSealed' | 'secretNames'>;
