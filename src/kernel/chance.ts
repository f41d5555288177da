import { randomBytes, randomFillSync } from 'node:crypto';

/** The only source of randomness: keys, codes, passwords, jitter. */
export abstract class Chance {
  abstract bytes(count: number): Buffer;

  /** 0 ≤ x < 1, for jitter. */
  fraction(): number {
    return this.bytes(4).readUInt32BE() / 2 ** 32;
  }

  /** `length` characters drawn evenly from `alphabet` (at most 256 characters). */
  text(length: number, alphabet: string): string {
    const limit = 256 - (256 % alphabet.length);
    let text = '';
    while (text.length < length) {
      for (const byte of this.bytes(length))
        if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
    }
    return text;
  }
}

/** Asking the system costs the same for 16 bytes as for 4096, so short requests are served from a pool. */
export class SystemChance extends Chance {
  private readonly stock = Buffer.alloc(4096);
  private used = this.stock.length;

  bytes(count: number): Buffer {
    if (count > 64) return randomBytes(count);
    if (this.used + count > this.stock.length) {
      randomFillSync(this.stock);
      this.used = 0;
    }
    const taken = this.stock.subarray(this.used, this.used + count);
    this.used += count;
    const bytes = Buffer.from(taken);
    taken.fill(0);
    return bytes;
  }
}

/** No 0/O or 1/I/L: a guest may have to copy this from a receipt. */
export const readableAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
