import { hash } from 'node:crypto';
import type { SourceRecord } from '../connector/change.js';

/**
 * Recognises a record that is repeated word for word: 128 bits of SHA-256, including its key, so that the digests of a
 * page are all that is compared. The order of its facts counts; another order only costs a closer look.
 */
export function digestOf({ key, facts, version, parentKey, guestKey }: SourceRecord): string {
  return hash('sha256', JSON.stringify([key, facts, version, parentKey, guestKey]), 'base64url').slice(0, 22);
}
