import type { RecordLife } from '../crud/record-life.js';
import type { AuthenticationProviderEntity } from './authentication-provider.entity.js';

/** An outside directory or identity provider that says who somebody is. */
export type AuthenticationProvider = Readonly<Omit<AuthenticationProviderEntity, 'organizationId'>>;

/** Input of a client. `settings` are those of the type, secrets included (provider-settings.dto.ts). */
export type ProviderValues = Omit<AuthenticationProvider, keyof RecordLife | 'secretsSealed' | 'secretNames'>;
