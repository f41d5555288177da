import { listFields } from '../../http/list/list-fields.js';

/** As certificateStatus in certificate.ts; $2 is the present instant. */
const status = `(case when c.revoked_at is not null then 'revoked' when c.expires_at <= $2 then 'expired'
  else 'valid' end)`;

/** Serials are written with and without colons, in both cases. */
function foldedSerial(text: string): string {
  return text.replace(/[\s:]/g, '').toLowerCase();
}

export const certificateFields = listFields({
  id: 'c.id',
  fields: {
    id: { column: 'c.id', type: 'uuid' },
    authority_id: { column: 'c.authority_id', type: 'uuid' },
    serial: { column: 'c.serial', type: 'text', fold: foldedSerial },
    common_name: { column: 'c.common_name', type: 'text' },
    subject: { column: 'c.subject', type: 'text' },
    purpose: { column: 'c.purpose', type: 'text' },
    user_id: { column: 'c.user_id', type: 'uuid' },
    device_id: { column: 'c.device_id', type: 'uuid' },
    status: { column: status, type: 'text' },
    starts_at: { column: 'c.starts_at', type: 'instant' },
    expires_at: { column: 'c.expires_at', type: 'instant' },
    revoked_at: { column: 'c.revoked_at', type: 'instant' },
    revocation_reason: { column: 'c.revocation_reason', type: 'text' },
    created_at: { column: 'c.created_at', type: 'instant' },
    updated_at: { column: 'c.updated_at', type: 'instant' },
  },
});
