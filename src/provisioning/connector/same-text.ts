import { timingSafeEqual } from 'node:crypto';

/**
 * Compares a secret with a caller's value. The time it takes reveals only the secret's length, even when the lengths
 * differ.
 */
export function isSameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  const isAsLong = one.length === other.length;
  return timingSafeEqual(isAsLong ? one : other, other) && isAsLong;
}
