import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Secrets } from '../../kernel/secrets.js';
import { signingKeyOf, secretPrefix } from '../../kernel/sending/webhook-signature.js';

/** Signs messages that are posted to a contact: `whsec_` and base64. Sealed at rest, shown once. */
@Injectable()
export class AlertContactSecrets {
  constructor(
    private readonly secrets: Secrets,
    private readonly chance: Chance,
  ) {}

  make(): string {
    return secretPrefix + this.chance.bytes(32).toString('base64');
  }

  seal(contactId: string, secret: string): string {
    return this.secrets.seal(secret, contactSecretPlace(contactId));
  }

  sealUrl(contactId: string, url: string): string {
    return this.secrets.seal(url, contactUrlContext(contactId));
  }

  url(contactId: string, sealed: string): string {
    return this.secrets.openText(sealed, contactUrlContext(contactId));
  }

  signingKey(contactId: string, sealed: string): KeyObject {
    return signingKeyOf(this.secrets.openText(sealed, contactSecretPlace(contactId)));
  }
}

export function contactSecretPlace(contactId: string): string {
  return `alert_contacts:${contactId}:secret`;
}

export function contactUrlContext(contactId: string): string {
  return `alert_contacts:${contactId}:url`;
}
