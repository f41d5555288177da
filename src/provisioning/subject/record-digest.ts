import { hash } from 'node:crypto';
import { isLiving } from '../facts/facts.js';
import { type SourceRecord, stampOf } from '../connector/change.js';

/** Digests of people who are gone begin with it: a tombstone is told from the record before it. */
const gone = '~';

/**
 * Recognises a record that is repeated word for word: 128 bits of SHA-256, including its key, so that the digests of a
 * page are all that is compared. When it was read does not count. The order of its facts counts; another order only
 * costs a closer look.
 */
export function digestOf({ key, facts, version, parentKey, guestKey }: SourceRecord): string {
  const digest = digestOfAll([key, facts, stamped(version), parentKey, guestKey]);
  return isLiving(facts) ? digest : gone + digest;
}

/** Recognises that somebody is still gone, by nothing that identifies them but the key. */
export function digestOfGone(key: string, status: unknown, version: string | undefined): string {
  return gone + digestOfAll([key, status, stamped(version)]);
}

function digestOfAll(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}

function stamped(version: string | undefined): string | undefined {
  return version === undefined ? undefined : stampOf(version);
}
