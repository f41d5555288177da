import { type Cipheriv, createCipheriv, createDecipheriv, hash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Secrets } from '../../kernel/secrets.js';
import { md4 } from './md4.js';

/** The two stored forms of a password; neither reveals it. */
export interface StoredPassword {
  /** For PEAP and MS-CHAPv2: 16 bytes of IV, then AES-256-CBC of the NT hash, which pgcrypto's decrypt_iv can open. */
  readonly ntHashSealed: Buffer;
  /** For PAP and TTLS/PAP: base64(SHA-512(password + salt) + salt), what FreeRADIUS reads after `{SSHA512}`. */
  readonly passwordSsha512: string;
}

/** `openssl`, pgcrypto and FreeRADIUS agree on the key as long as this label stays. */
export const radiusKeyLabel = 'radius';
const saltBytes = 8;
const ivBytes = 16;

@Injectable()
export class RadiusPasswords {
  private readonly keys: readonly Buffer[];
  private readonly blocks: Cipheriv;

  constructor(
    secrets: Secrets,
    private readonly chance: Chance,
  ) {
    this.keys = secrets.derivedKeys(radiusKeyLabel);
    this.blocks = createCipheriv('aes-256-ecb', this.keys[0], null).setAutoPadding(false);
  }

  store(password: string): StoredPassword {
    const random = this.chance.bytes(ivBytes + saltBytes);
    return {
      ntHashSealed: this.seal(ntHash(password), random.subarray(0, ivBytes)),
      passwordSsha512: ssha512(password, random.subarray(ivBytes)),
    };
  }

  /** Whether this is the stored password. */
  matches(password: string, passwordSsha512: string): boolean {
    const stored = Buffer.from(passwordSsha512, 'base64');
    const given = Buffer.from(ssha512(password, stored.subarray(-saltBytes)), 'base64');
    return stored.length === given.length && timingSafeEqual(stored, given);
  }

  /** The NT hash, whichever master key sealed it. Throws if none did. */
  openNtHash(sealed: Buffer): Buffer {
    for (const key of this.keys) {
      const opened = tryOpen(key, sealed);
      if (opened) return opened;
    }
    throw new Error('No master key opens this NT hash');
  }

  /** The same NT hash, sealed with the first master key; null if it is. Throws if no key opens it. */
  resealed(sealed: Buffer): Buffer | null {
    return tryOpen(this.keys[0], sealed) ? null : this.seal(this.openNtHash(sealed), this.chance.bytes(ivBytes));
  }

  /**
   * AES-256-CBC of one block and its padding, by hand on a reused cipher. A new cipher for each password costs ten
   * times the two blocks, which an import of 100,000 users would feel.
   */
  private seal(block: Buffer, iv: Buffer): Buffer {
    const first = this.blocks.update(exclusiveOr(block, iv));
    const padding = this.blocks.update(exclusiveOr(wholePadding, first));
    return Buffer.concat([iv, first, padding]);
  }
}

/** PKCS #7 after a full block: sixteen times 16. */
const wholePadding = Buffer.alloc(ivBytes, ivBytes);

function exclusiveOr(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ other[index]));
}

export function ntHash(password: string): Buffer {
  return md4(Buffer.from(password, 'utf16le'));
}

function ssha512(password: string, salt: Buffer): string {
  return Buffer.concat([hash('sha512', Buffer.concat([Buffer.from(password), salt]), 'buffer'), salt]).toString(
    'base64',
  );
}

/** A wrong key would produce a whole block of padding only by chance (2^-128), so the length alone proves the key. */
function tryOpen(key: Buffer, sealed: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, sealed.subarray(0, ivBytes));
    const opened = Buffer.concat([decipher.update(sealed.subarray(ivBytes)), decipher.final()]);
    return opened.length === 16 ? opened : undefined;
  } catch {
    return undefined;
  }
}
