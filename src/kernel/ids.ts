import { randomBytes } from 'node:crypto';
import { v5 } from 'uuid';
import type { Clock } from './clock.js';

/** The only source of record ids: UUIDv7, so that ids sort by creation and indexes grow at one end. */
export abstract class Ids {
  abstract next(): string;

  /** Always the same id for the same parts, which makes a repeated operation recognisable. */
  derived(...parts: (string | number)[]): string {
    return v5(parts.join('\u001f'), usherNamespace);
  }
}

/**
 * UUIDv7 by hand (RFC 9562, 6.2, method 1), because every request and every stored row takes one: 48 bits of time, a
 * 26-bit counter, 48 random bits. The counter starts at a random point in its lower half each millisecond, so later ids
 * sort after earlier ones.
 */
export class RandomIds extends Ids {
  private stock = '';
  private used = 0;
  private time = 0;
  private timeText = '';
  private count = 0;

  constructor(private readonly clock: Pick<Clock, 'milliseconds'>) {
    super();
  }

  next(): string {
    const now = this.clock.milliseconds();
    // When the clock is set back or the counter is full, ids run ahead of the clock.
    if (now > this.time) this.begin(now);
    else if (this.count === mostCounted) this.begin(this.time + 1);
    else this.count += 1;
    const { count } = this;
    const high = `7${hex[(count >>> 22) & 0xf][1]}${hex[(count >>> 14) & 0xff]}`;
    const low = `${hex[0x80 | ((count >>> 8) & 0x3f)]}${hex[count & 0xff]}`;
    return `${this.timeText}-${high}-${low}-${this.chance()}`;
  }

  private begin(milliseconds: number): void {
    const text = milliseconds.toString(16).padStart(12, '0');
    this.time = milliseconds;
    this.timeText = `${text.slice(0, 8)}-${text.slice(8)}`;
    this.count = Number.parseInt(this.chance().slice(0, 7), 16) >>> 3;
  }

  /** Twelve hexadecimal digits from a pool: asking the system for a few bytes costs ten times the rest of an id. */
  private chance(): string {
    if (this.used === this.stock.length) {
      this.stock = randomBytes(6 * 512).toString('hex');
      this.used = 0;
    }
    this.used += 12;
    return this.stock.slice(this.used - 12, this.used);
  }
}

const mostCounted = 2 ** 26 - 1;
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const usherNamespace = '7f0c3c1e-8d0a-5e63-9a39-0f7b54a1d2c6';
const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Upper or lower case, any version. */
export function isUuid(text: string): boolean {
  return form.test(text);
}
