import { timingSafeEqual } from 'node:crypto';

/**
 * Compares a secret with what a caller gave. The time it takes tells of the secret nothing but its length, also when
 * the lengths differ.
 */
export function isSameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  const isAsLong = one.length === other.length;
  return timingSafeEqual(isAsLong ? one : other, other) && isAsLong;
}
