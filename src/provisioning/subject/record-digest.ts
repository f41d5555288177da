import { hash } from 'node:crypto';
import type { SourceRecord } from '../connector/change.js';

/**
 * What tells a record that is repeated word for word: 128 bits of SHA-256, its key among what is said, so that of a
 * page the digests alone can be compared. The order of its facts counts; another order only costs a closer look.
 */
export function digestOf({ key, facts, version, parentKey, guestKey }: SourceRecord): string {
  return hash('sha256', JSON.stringify([key, facts, version, parentKey, guestKey]), 'base64url').slice(0, 22);
}
