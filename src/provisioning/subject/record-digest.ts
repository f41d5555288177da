import { hash } from 'node:crypto';
import { type SourceRecord, stampOf } from '../connector/change.js';

/**
 * Recognises a record that is repeated word for word: 128 bits of SHA-256, including its key, so that the digests of a
 * page are all that is compared. When it was read does not count. The order of its facts counts; another order only
 * costs a closer look.
 */
export function digestOf({ key, facts, version, parentKey, guestKey }: SourceRecord): string {
  const stamp = version === undefined ? undefined : stampOf(version);
  return hash('sha256', JSON.stringify([key, facts, stamp, parentKey, guestKey]), 'base64url').slice(0, 22);
}
