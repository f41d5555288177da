import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Chance } from '../../../kernel/chance.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { Problem } from '../../../kernel/errors.js';
import { Secrets } from '../../../kernel/secrets.js';
import { secretBytesOf, secretPrefix, signingKeyOf } from '../../../kernel/sending/webhook-signature.js';
import type { Endpoint, OldSecret } from './webhook.js';

const bytes = 32;
const overlapSeconds = 86_400;
const mostOld = 5;
const form = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

type Sealed = Pick<Endpoint, 'id' | 'secretSealed' | 'oldSecrets'>;

/** Signs an endpoint's requests: `whsec_` and base64, sealed at rest, shown once. */
@Injectable()
export class WebhookSecrets {
  constructor(
    private readonly secrets: Secrets,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  /** The given secret if acceptable, else a new one of 32 random bytes. */
  make(given?: string): string {
    if (given === undefined) return secretPrefix + this.chance.bytes(bytes).toString('base64');
    const length = form.test(given) ? secretBytesOf(given).length : 0;
    if (length < 24 || length > 64)
      throw Problem.invalidField(
        'secret',
        'must be whsec_ and 24 to 64 bytes in base64; leave it out to have one made',
      );
    return given;
  }

  seal(webhookId: string, secret: string): string {
    return this.secrets.seal(secret, webhookSecretPlace(webhookId));
  }

  /** Path and query of an address are often secret themselves. */
  sealUrl(webhookId: string, url: string): string {
    return this.secrets.seal(url, webhookUrlContext(webhookId));
  }

  url({ id, urlSealed }: Pick<Endpoint, 'id' | 'urlSealed'>): string {
    return this.secrets.openText(urlSealed, webhookUrlContext(id));
  }

  /** Secrets that keep signing for a day after they are replaced. */
  retired({ secretSealed, oldSecrets }: Sealed): OldSecret[] {
    const now = this.clock.instant();
    return [
      { sealed: secretSealed, untilAt: laterBy(now, overlapSeconds) },
      ...oldSecrets.filter(({ untilAt }) => untilAt > now),
    ].slice(0, mostOld);
  }

  /** Every secret that signs now, the current one first. */
  shownOf({ id, secretSealed, oldSecrets }: Sealed): string[] {
    const now = this.clock.instant();
    const sealed = [secretSealed, ...oldSecrets.filter(({ untilAt }) => untilAt > now).map((each) => each.sealed)];
    return sealed.map((each) => this.secrets.openText(each, webhookSecretPlace(id)));
  }

  signingKeys(webhook: Sealed): KeyObject[] {
    return this.shownOf(webhook).map(signingKeyOf);
  }
}

export function webhookSecretPlace(webhookId: string): string {
  return `webhooks:${webhookId}:secret`;
}

export function webhookUrlContext(webhookId: string): string {
  return `webhooks:${webhookId}:url`;
}
