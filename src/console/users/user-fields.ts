import {
  FieldTable,
  readFlag,
  hasControl,
  id,
  instant,
  mailbox,
  readOrNull,
  prose,
  readText,
  wholeNumber,
  Wrong,
} from '../set/fields.js';
import type { UserValues } from './user.js';

/** What may be said about a user, in the API's names and the code's. */
export const userFields = new FieldTable<UserValues>([
  { api: 'username', name: 'username', read: readText(253) },
  { api: 'password', name: 'password', read: readOrNull(password) },
  { api: 'table_id', name: 'groupId', read: readOrNull(id) },
  { api: 'disabled', name: 'disabled', read: readFlag },
  { api: 'valid_from', name: 'validFrom', read: readOrNull(instant) },
  { api: 'valid_until', name: 'validUntil', read: readOrNull(instant) },
  { api: 'max_devices', name: 'maxDevices', read: readOrNull(wholeNumber(1, 10_000)) },
  { api: 'first_name', name: 'firstName', read: readOrNull(prose(200)) },
  { api: 'last_name', name: 'lastName', read: readOrNull(prose(200)) },
  { api: 'email', name: 'email', read: readOrNull(mailbox(254)) },
  { api: 'phone', name: 'phone', read: readOrNull(prose(64)) },
  { api: 'comment', name: 'comment', read: readOrNull(prose(2000)) },
  { api: 'external_id', name: 'externalId', read: readOrNull(readText(255)) },
  { api: 'source', name: 'sourceConnectionId', read: readOrNull(id), internal: true },
]);

/** As typed, blanks included: RADIUS carries at most 128 octets of it (RFC 2865, section 5.2). */
function password(value: unknown): unknown {
  if (typeof value !== 'string') return new Wrong('must be text');
  if (value.length === 0 || Buffer.byteLength(value) > 128) return new Wrong('must have 1 to 128 bytes as UTF-8');
  return hasControl(value) ? new Wrong('must not contain control characters') : value;
}
