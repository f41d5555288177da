import { hash } from 'node:crypto';

/** Of SHA-256, in bytes. */
const blockBytes = 64;
const digestBytes = 32;
const usualBytes = 4096;

/**
 * HMAC-SHA256 (RFC 2104) of many texts under one key, by two digests at once each: with `createHmac` Node makes an
 * object of OpenSSL's for each text, which takes more than twice as long and is left for the garbage collector.
 */
export class KeyedDigest {
  /** A block of the key, then the text. */
  private inner: Buffer;
  /** Another block of the key, then the inner digest. */
  private readonly outer = Buffer.alloc(blockBytes + digestBytes);

  /** @param key of at most 64 bytes. */
  constructor(key: Buffer) {
    if (key.length > blockBytes) throw new Error(`A key of ${key.length} bytes has to be hashed first`);
    this.inner = Buffer.alloc(blockBytes + usualBytes);
    for (let at = 0; at < blockBytes; at += 1) {
      const byte = key[at] ?? 0;
      this.inner[at] = byte ^ 0x36;
      this.outer[at] = byte ^ 0x5c;
    }
  }

  of(text: string, encoding: 'base64url' | 'hex'): string {
    const end = blockBytes + Buffer.byteLength(text);
    if (end > this.inner.length) this.inner = Buffer.concat([this.inner.subarray(0, blockBytes)], end);
    this.inner.write(text, blockBytes);
    this.outer.write(hash('sha256', this.inner.subarray(0, end), 'binary'), blockBytes, 'binary');
    return hash('sha256', this.outer, encoding);
  }
}
