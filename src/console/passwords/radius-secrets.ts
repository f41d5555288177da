import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Secrets } from '../../kernel/secrets.js';
import { radiusKeyLabel } from './radius-passwords.js';

const ivBytes = 16;
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** Characters of a shared secret: printable ASCII. Others reveal a secret that was opened with the wrong key. */
export const sharedSecretForm = /^[!-~](?:[ -~]{4,126}[!-~])$/;

/**
 * Shared secrets of RADIUS servers and clients as FreeRADIUS needs them: 16 bytes of IV, then AES-256-CBC under the
 * same key as NT hashes. In SQL: `decrypt_iv(substring(sealed from 17), key, substring(sealed for 16),
 * 'aes-cbc/pad:pkcs')`.
 */
@Injectable()
export class RadiusSecrets {
  private readonly keys: readonly Buffer[];

  constructor(
    secrets: Secrets,
    private readonly chance: Chance,
  ) {
    this.keys = secrets.derivedKeys(radiusKeyLabel);
  }

  /** 32 characters: about 187 bits. */
  generate(): string {
    return this.chance.text(32, alphabet);
  }

  seal(secret: string | Buffer): Buffer {
    const iv = this.chance.bytes(ivBytes);
    const cipher = createCipheriv('aes-256-cbc', this.keys[0], iv);
    return Buffer.concat([iv, cipher.update(Buffer.from(secret as string)), cipher.final()]);
  }

  /**
   * The same secret or value of an attribute, sealed with the first master key; null if it is. Throws if no key opens
   * it.
   */
  resealed(sealed: Buffer): Buffer | null {
    const place = this.keys.findIndex((key) => isText(tryOpen(key, sealed)));
    if (place < 0) throw new Error('No master key opens this value');
    return place === 0 ? null : this.seal(tryOpen(this.keys[place], sealed)!);
  }

  /** The secret, whichever master key sealed it. Throws if none did. */
  open(sealed: Buffer): string {
    for (const key of this.keys) {
      const opened = tryOpen(key, sealed)?.toString('latin1');
      if (opened !== undefined && sharedSecretForm.test(opened)) return opened;
    }
    throw new Error('No master key opens this shared secret');
  }
}

/** What a wrong key makes of a value seldom has a right padding, and then hardly ever letters only. */
function isText(opened: Buffer | undefined): boolean {
  return opened !== undefined && /^[^\p{Cc}\uFFFD]*$/u.test(opened.toString('utf8'));
}

function tryOpen(key: Buffer, sealed: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, sealed.subarray(0, ivBytes));
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}
