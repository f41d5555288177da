import { Injectable } from '@nestjs/common';
import type { Context } from '../../kernel/context.js';
import { Secrets } from '../../kernel/secrets.js';
import type { Gateway } from './gateway.js';

type Stored = Pick<Gateway, 'id' | 'secretsSealed'>;
export type SharedWords = Readonly<Record<string, string>>;

/** The words that a gateway shares with us, opened and sealed. */
@Injectable()
export class GatewaySecrets {
  constructor(private readonly secrets: Secrets) {}

  /** For whoever talks to the gateway, never for an answer. */
  opened(context: Context, { id, secretsSealed }: Stored): SharedWords {
    if (secretsSealed === null) return {};
    return JSON.parse(this.secrets.openText(secretsSealed, placeOf(context, id))) as SharedWords;
  }

  /** `given` over those that are stored; null takes one away. What is as it was stays sealed as it is. */
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
          : this.secrets.seal(JSON.stringify(Object.fromEntries(words)), placeOf(context, before.id)),
      secretsSet: words.map(([name]) => name).sort(),
    };
  }
}

function placeOf({ organizationId }: Context, id: string): string {
  return `gateway/${organizationId}/${id}`;
}
