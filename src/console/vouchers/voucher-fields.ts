import { FieldTable, id, instant, orNull, prose, type Reader, text, wholeNumber, Wrong } from '../set/fields.js';
import type { VoucherValues } from './voucher.js';

/** What may be said about vouchers; count, prefix and code_length at their creation only. */
export const voucherFields = new FieldTable<VoucherValues>([
  { api: 'table_id', name: 'groupId', read: id },
  { api: 'duration', name: 'durationSeconds', read: orNull(wholeNumber(1, 315_360_000)) },
  { api: 'valid_until', name: 'validUntil', read: orNull(instant) },
  { api: 'max_devices', name: 'maxDevices', read: orNull(wholeNumber(1, 10_000)) },
  { api: 'comment', name: 'comment', read: orNull(prose(2000)) },
  { api: 'external_id', name: 'externalId', read: orNull(text(255)) },
  { api: 'source', name: 'sourceConnectionId', read: orNull(id), internal: true },
  { api: 'count', name: 'count', read: wholeNumber(1, 1000) },
  { api: 'prefix', name: 'prefix', read: orNull(prefix) },
  { api: 'code_length', name: 'codeLength', read: wholeNumber(6, 32) },
]);

const letters: Reader = text(16);

function prefix(value: unknown): unknown {
  const read = letters(value);
  return read instanceof Wrong || /^[A-Za-z0-9-]+$/.test(read as string) ? read : new Wrong('must have letters, digits and dashes only');
}
