import { id, instant, readOrNull, prose, type Reader, readText, wholeNumber, Wrong } from '../../http/body/readers.js';
import { FieldTable } from '../set/fields.js';
import type { VoucherValues } from './voucher.js';

/** What may be said about vouchers; count, prefix and code_length at their creation only. */
export const voucherFields = new FieldTable<VoucherValues>([
  { api: 'table_id', name: 'groupId', read: id },
  { api: 'duration', name: 'durationSeconds', read: readOrNull(wholeNumber(1, 315_360_000)) },
  { api: 'valid_until', name: 'validUntil', read: readOrNull(instant) },
  { api: 'max_devices', name: 'maxDevices', read: readOrNull(wholeNumber(1, 10_000)) },
  { api: 'comment', name: 'comment', read: readOrNull(prose(2000)) },
  { api: 'external_id', name: 'externalId', read: readOrNull(readText(255)) },
  { api: 'source', name: 'sourceConnectionId', read: readOrNull(id), internal: true },
  { api: 'count', name: 'count', read: wholeNumber(1, 1000) },
  { api: 'prefix', name: 'prefix', read: readOrNull(prefix) },
  { api: 'code_length', name: 'codeLength', read: wholeNumber(6, 32) },
]);

const letters: Reader = readText(16);

function prefix(value: unknown): unknown {
  const read = letters(value);
  return read instanceof Wrong || /^[A-Za-z0-9-]+$/.test(read as string)
    ? read
    : new Wrong('must have letters, digits and dashes only');
}
