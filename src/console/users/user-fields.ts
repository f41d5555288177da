import { FieldTable, flag, hasControl, id, instant, mailbox, orNull, prose, text, wholeNumber, Wrong } from '../set/fields.js';
import type { UserValues } from './user.js';

/** What may be said about a user, in the API's names and the code's. */
export const userFields = new FieldTable<UserValues>([
  { api: 'username', name: 'username', read: text(253) },
  { api: 'password', name: 'password', read: orNull(password) },
  { api: 'table_id', name: 'groupId', read: orNull(id) },
  { api: 'disabled', name: 'disabled', read: flag },
  { api: 'valid_from', name: 'validFrom', read: orNull(instant) },
  { api: 'valid_until', name: 'validUntil', read: orNull(instant) },
  { api: 'max_devices', name: 'maxDevices', read: orNull(wholeNumber(1, 10_000)) },
  { api: 'first_name', name: 'firstName', read: orNull(prose(200)) },
  { api: 'last_name', name: 'lastName', read: orNull(prose(200)) },
  { api: 'email', name: 'email', read: orNull(mailbox(254)) },
  { api: 'phone', name: 'phone', read: orNull(prose(64)) },
  { api: 'comment', name: 'comment', read: orNull(prose(2000)) },
  { api: 'external_id', name: 'externalId', read: orNull(text(255)) },
  { api: 'source', name: 'sourceConnectionId', read: orNull(id), internal: true },
]);

/** As typed, blanks included: RADIUS carries at most 128 octets of it (RFC 2865, section 5.2). */
function password(value: unknown): unknown {
  if (typeof value !== 'string') return new Wrong('must be text');
  if (value.length === 0 || Buffer.byteLength(value) > 128) return new Wrong('must have 1 to 128 bytes as UTF-8');
  return hasControl(value) ? new Wrong('must not contain control characters') : value;
}
