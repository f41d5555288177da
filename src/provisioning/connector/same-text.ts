import { hash, timingSafeEqual } from 'node:crypto';

/** Compares a secret with what a caller gave, in constant time, also when the lengths differ. */
export function isSameText(given: string, expected: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(given), digest(expected));
}
