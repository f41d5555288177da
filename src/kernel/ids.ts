import { randomFillSync } from 'node:crypto';
import { v5, v7 } from 'uuid';

/** The only source of record ids: UUIDv7, so that ids sort by creation and indexes grow at one end. */
export abstract class Ids {
  abstract next(): string;

  /** The same id for the same parts, always: what makes a repeated operation recognisable. */
  derived(...parts: (string | number)[]): string {
    return v5(parts.join('\u001f'), usherNamespace);
  }
}

/** Chance comes from a stock, since asking the system for 16 bytes costs ten times the rest of an id. */
export class RandomIds extends Ids {
  private readonly stock = Buffer.alloc(4096);
  private used = this.stock.length;
  private msecs = 0;
  private seq = 0;

  /** Later ids sort after earlier ones: within a millisecond by a counter of 32 bits that begins at random in the lower half. */
  next(): string {
    const random = this.random();
    const now = Date.now();
    if (now > this.msecs) {
      this.msecs = now;
      this.seq = random.readUInt32BE(0) >>> 1;
    } else {
      this.seq = (this.seq + 1) | 0;
    }
    return v7({ random, msecs: this.msecs, seq: this.seq });
  }

  /** Sixteen bytes, good until the next call. */
  private random(): Buffer {
    if (this.used === this.stock.length) {
      randomFillSync(this.stock);
      this.used = 0;
    }
    this.used += 16;
    return this.stock.subarray(this.used - 16, this.used);
  }
}

const usherNamespace = '7f0c3c1e-8d0a-5e63-9a39-0f7b54a1d2c6';
const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** In either case, of any version. */
export function isUuid(text: string): boolean {
  return form.test(text);
}
