import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Secrets } from '../../kernel/secrets.js';

/** A message may name guests: it is sealed to its event, and only its digest stays readable. */
@Injectable()
export class Payloads {
  constructor(private readonly secrets: Secrets) {}

  seal(eventId: string, body: Buffer): string {
    return this.secrets.seal(body, payloadPlace(eventId));
  }

  /** Throws when the master key that sealed it is no longer configured. */
  open(eventId: string, sealed: string): Buffer {
    return this.secrets.open(sealed, payloadPlace(eventId));
  }

  /** Null when the master key that sealed it is no longer configured: nobody can read it any more. */
  openIfKnown(eventId: string, sealed: string): Buffer | null {
    return this.secrets.knows(sealed) ? this.open(eventId, sealed) : null;
  }

  /** SHA-256, hexadecimal. */
  digest(body: Buffer): string {
    return hash('sha256', body, 'hex');
  }
}

export function payloadPlace(eventId: string): string {
  return `inbox event ${eventId}`;
}
