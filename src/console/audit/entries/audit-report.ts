import { column, type Report, textColumn } from '../../reports/definitions/report.js';

/** Who changed what, for those who want it in a spreadsheet; before and after as JSON. */
export const auditReport: Report = {
  id: '122',
  title: 'Audit',
  description: 'Who changed what, before and after; secrets are not told.',
  permission: 'audit:read',
  from: 'audit_entries r',
  where: 'r.organization_id = $1 and r.at >= $2 and r.at < $3',
  time: 'r.at',
  key: 'r.id',
  sort: 'at:desc',
  earliest: '-30d',
  columns: [
    column('at', 'instant', 'When', { otherNames: ['time', 'date'] }),
    textColumn('actor_kind', 'key, operator, connection, system, database or nobody'),
    textColumn('actor_name', 'Who', { otherNames: ['actor', 'who'] }),
    textColumn('action', 'create, update, delete, sign_in …'),
    textColumn('resource', 'Kind of the record'),
    textColumn('label', 'What people call the record', { otherNames: ['record', 'name'] }),
    textColumn('before', 'What it was; of an update the fields that changed', { sql: 'r.before::text' }),
    textColumn('after', 'What it is', { sql: 'r.after::text' }),
    column('resource_id', 'uuid', 'Id of the record', { isUsual: false }),
    column('actor_id', 'uuid', 'Id of who', { isUsual: false }),
    textColumn('request_id', 'The X-Request-Id of the call', { isUsual: false }),
    column('id', 'uuid', 'Of the entry', { isUsual: false }),
  ],
};
