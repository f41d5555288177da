import { macDigits } from '../../kernel/mac-address.js';
import { readFlag, id, instant, readOrNull, prose, readText, Wrong } from '../../http/body/readers.js';
import { FieldTable } from '../set/fields.js';
import type { DeviceFields } from './device.js';

/** What may be said about a device, in the API's names and the code's. */
export const deviceFields = new FieldTable<DeviceFields>([
  { api: 'mac', name: 'mac', read: mac },
  { api: 'name', name: 'name', read: readOrNull(prose(200)) },
  { api: 'type', name: 'type', read: readOrNull(prose(64)) },
  { api: 'os', name: 'os', read: readOrNull(prose(64)) },
  { api: 'user_id', name: 'userId', read: readOrNull(id) },
  { api: 'table_id', name: 'groupId', read: readOrNull(id) },
  { api: 'disabled', name: 'disabled', read: readFlag },
  { api: 'valid_until', name: 'validUntil', read: readOrNull(instant) },
  { api: 'external_id', name: 'externalId', read: readOrNull(readText(255)) },
  { api: 'source', name: 'sourceConnectionId', read: readOrNull(id), internal: true },
]);

/** As 12 digits. */
export function mac(value: unknown): unknown {
  const read = typeof value === 'string' ? macDigits(value) : undefined;
  return read ?? new Wrong('must be a MAC address such as aa:bb:cc:dd:ee:ff');
}
