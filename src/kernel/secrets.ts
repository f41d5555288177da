import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { Chance } from './chance.js';

/**
 * Envelope for what must not be readable in the database: AES-256-GCM, `v1.<key id>.<base64url of nonce, tag, text>`.
 * The first key seals and every key opens: put a new key in front, and retire an old one when no envelope names it.
 * `context` binds a value to its place: a sealed password copied to another row does not open there.
 */
export class Secrets {
  // As key objects: a cipher is set up three times as fast as from bytes.
  private readonly keys: { id: string; key: KeyObject }[];

  constructor(
    masterKeys: readonly Buffer[],
    private readonly chance: Chance,
  ) {
    if (masterKeys.length === 0) throw new Error('At least one master key is needed');
    this.keys = masterKeys.map((key) => {
      if (key.length !== 32) throw new Error('A master key is 32 bytes');
      return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key: createSecretKey(key) };
    });
  }

  seal(plain: string | Buffer, context: string): string {
    const { id, key } = this.keys[0];
    const nonce = this.chance.bytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
    const text = cipher.update(plain);
    // GCM adds no text at the end, only the tag.
    cipher.final();
    return `v1.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
  }

  /**
   * Throws when the text was altered, belongs to another `context`, or was sealed with a key that is not configured.
   */
  open(sealed: string, context: string): Buffer {
    const [version, id, body] = sealed.split('.');
    const found = this.keys.find((each) => each.id === id);
    if (version !== 'v1' || !found || !body)
      throw new Error(`A sealed value names master key ${id ?? '?'}, which is not configured`);
    const raw = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', found.key, raw.subarray(0, 12))
      .setAAD(Buffer.from(context))
      .setAuthTag(raw.subarray(12, 28));
    const text = decipher.update(raw.subarray(28));
    // Adds no text, only checks the tag.
    decipher.final();
    return text;
  }

  /** The key that seals, as envelopes name it. */
  get sealingKeyId(): string {
    return this.keys[0].id;
  }

  /** The same value, sealed with the first key; null if it is. Throws as `open` does. */
  resealed(sealed: string, context: string): string | null {
    return sealed.split('.')[1] === this.sealingKeyId ? null : this.seal(this.open(sealed, context), context);
  }

  /** Derives a 32-byte key for `label` from every master key (HKDF-SHA256, no salt), the current one first. */
  derivedKeys(label: string): Buffer[] {
    return this.keys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', label, 32)));
  }

  /** Keyed hash that recognises a secret without keeping it: `f1.<key id>.<base64url>`. */
  fingerprint(plain: string, context: string): string {
    return fingerprintWith(this.keys[0], plain, context);
  }

  /** Whether `fingerprint` is that of `plain`, whichever master key made it. False when that key is gone. */
  matches(fingerprint: string, plain: string, context: string): boolean {
    const key = this.keys.find(({ id }) => id === fingerprint.split('.')[1]);
    return key !== undefined && sameSecret(fingerprintWith(key, plain, context), fingerprint);
  }

  /** Whether the master key that made this fingerprint, or sealed this value, is configured. */
  knows(made: string): boolean {
    return this.keys.some(({ id }) => id === made.split('.')[1]);
  }

  openText(sealed: string, context: string): string {
    return this.open(sealed, context).toString('utf8');
  }
}

function fingerprintWith(
  { id, key }: { readonly id: string; readonly key: KeyObject },
  plain: string,
  context: string,
): string {
  const hmac = createHmac('sha256', key).update(`fingerprint\u001f${context}\u001f${plain}`);
  return `f1.${id}.${hmac.digest('base64url')}`;
}

/** Compares in constant time whatever the lengths: both sides are hashed first. */
export function sameSecret(one: string | Buffer, other: string | Buffer): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

export function sha256(value: string | Buffer): Buffer {
  return hash('sha256', value, 'buffer');
}
