import { listFieldsOf } from '../crud/list-fields-of.js';
import { certificateTable } from './certificate.entity.js';

/** As certificateStatus in certificate.ts; $2 is the present instant. */
const status = `(case when c.revoked_at is not null then 'revoked' when c.expires_at <= $2 then 'expired'
  else 'valid' end)`;

/** Serials are written with and without colons, in both cases. */
function foldedSerial(text: string): string {
  return text.replace(/[\s:]/g, '').toLowerCase();
}

export const certificateListFields = listFieldsOf(certificateTable, 'c', {
  certificate: null,
  serial: { column: 'c.serial', type: 'text', fold: foldedSerial },
  status: { column: status, type: 'text' },
});
