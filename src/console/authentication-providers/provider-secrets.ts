import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Context } from '../../kernel/context.js';
import { Secrets } from '../../kernel/secrets.js';
import type { AuthenticationProvider } from './authentication-provider.js';
import type { ProviderSettings, ProviderType } from './provider-types.js';
import { settingsRules } from './provider-settings.js';

type Stored = Pick<AuthenticationProvider, 'id' | 'type' | 'settings' | 'secretsSealed' | 'secretNames'>;

/** Settings with and without their secrets. */
@Injectable()
export class ProviderSecrets {
  constructor(private readonly secrets: Secrets) {}

  /** Settings with their secrets opened, for calls to the provider; never for an answer. */
  opened(context: Context, provider: Stored): ProviderSettings {
    if (provider.secretsSealed === null) return provider.settings;
    return {
      ...provider.settings,
      ...(JSON.parse(
        this.secrets.openText(provider.secretsSealed, providerSecretsPlace(context, provider.id)),
      ) as ProviderSettings),
    };
  }

  /** The stored form. Unchanged secrets keep their seal, so that the record does not seem to have changed. */
  stored(
    context: Context,
    id: string,
    type: ProviderType,
    settings: ProviderSettings,
    before?: Stored,
  ): Pick<Stored, 'settings' | 'secretsSealed' | 'secretNames'> {
    const isSecret = (name: string) => settingsRules[type].secrets.includes(name);
    const entries = Object.entries(settings);
    const plain = Object.fromEntries(entries.filter(([name]) => !isSecret(name)));
    const secret = entries.filter(([name]) => isSecret(name));
    const secretNames = secret.map(([name]) => name);
    const known = before ? Object.entries(this.opened(context, before)).filter(([name]) => isSecret(name)) : [];
    if (before && isDeepStrictEqual(Object.fromEntries(known), Object.fromEntries(secret)))
      return { settings: plain, secretsSealed: before.secretsSealed, secretNames };
    const sealed =
      secret.length > 0
        ? this.secrets.seal(JSON.stringify(Object.fromEntries(secret)), providerSecretsPlace(context, id))
        : null;
    return { settings: plain, secretsSealed: sealed, secretNames };
  }
}

export function providerSecretsPlace({ organizationId }: Pick<Context, 'organizationId'>, id: string): string {
  return `authentication-provider/${organizationId}/${id}`;
}
