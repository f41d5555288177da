import { hash } from 'node:crypto';

const half = 8;
const whole = 2 * half;

/** What is remembered of a row: its key, the person, and its content. 64 bits of SHA-256 each. */
export interface Fingerprint {
  readonly key: string;
  /** Of e-mail address and username. */
  readonly person: string;
}

export function fingerprintOf(key: string, email = '', userName = ''): Fingerprint {
  return { key: short(key), person: short(`${email}\n${userName}`) };
}

export function short(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 2 * half);
}

/** Sixteen bytes per person, for comparison with the next list. */
export function packed(people: ReadonlyMap<string, string>): Buffer {
  const bytes = Buffer.alloc(people.size * whole);
  let at = 0;
  for (const [key, person] of people) {
    bytes.write(key, at, half, 'hex');
    bytes.write(person, at + half, half, 'hex');
    at += whole;
  }
  return bytes;
}

export function unpacked(bytes: Buffer): Map<string, string> {
  const people = new Map<string, string>();
  for (let at = 0; at + whole <= bytes.length; at += whole)
    people.set(bytes.toString('hex', at, at + half), bytes.toString('hex', at + half, at + whole));
  return people;
}
