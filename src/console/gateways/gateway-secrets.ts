import { Injectable } from '@nestjs/common';
import type { Context } from '../../kernel/context.js';
import { Secrets } from '../../kernel/secrets.js';
import type { Gateway } from './gateway.js';

type Stored = Pick<Gateway, 'id' | 'secretsSealed'>;
export type SharedWords = Readonly<Record<string, string>>;

/** Words shared with a gateway, opened and sealed. */
@Injectable()
export class GatewaySecrets {
  constructor(private readonly secrets: Secrets) {}

  /** For calls to the gateway, never for an answer. */
  opened(context: Context, { id, secretsSealed }: Stored): SharedWords {
    if (secretsSealed === null) return {};
    return JSON.parse(this.secrets.openText(secretsSealed, gatewaySecretsPlace(context, id))) as SharedWords;
  }

  /** Puts `given` over the stored ones; null removes one. Unchanged ones keep their seal. */
  changed(
    context: Context,
    before: Stored,
    given: Readonly<Record<string, string | null>>,
  ): Pick<Gateway, 'secretsSealed' | 'secretsSet'> {
    const known = this.opened(context, before);
    const merged: Record<string, string | null> = { ...known, ...given };
    const words = Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null);
    const isSame = words.length === Object.keys(known).length && words.every(([name, text]) => known[name] === text);
    return {
      secretsSealed: isSame
        ? before.secretsSealed
        : words.length === 0
          ? null
          : this.secrets.seal(JSON.stringify(Object.fromEntries(words)), gatewaySecretsPlace(context, before.id)),
      secretsSet: words.map(([name]) => name).sort(),
    };
  }
}

export function gatewaySecretsPlace({ organizationId }: Pick<Context, 'organizationId'>, id: string): string {
  return `gateway/${organizationId}/${id}`;
}
