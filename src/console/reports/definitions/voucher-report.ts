import { column, type Report, textColumn } from './report.js';
import { voucherStatusAt } from '../../vouchers/vouchers.repository.js';

export const voucherReport: Report = {
  id: '121',
  title: 'Vouchers',
  description: 'Vouchers by their making, as they are now.',
  permission: 'vouchers:read',
  from: `(select v.id, v.code, v.code_key, v.group_id, g.name as group_name, ${voucherStatusAt('$5')} as status,
    v.duration_seconds, v.max_devices, v.comment, v.batch_id, v.organization_id,
      v.created_at, v.first_used_at, v.valid_until, v.revoked_at
    from vouchers v join user_groups g on g.organization_id = v.organization_id and g.id = v.group_id) r`,
  where: 'r.organization_id = $1 and r.created_at >= $2 and r.created_at < $3',
  time: 'r.created_at',
  key: 'r.id',
  sort: 'created_at:desc',
  earliest: '-30d',
  chart: { measures: ['count'], groupings: ['status', 'group_name'], kind: 'sum' },
  columns: [
    column('created_at', 'instant', 'When it was made', { otherNames: ['creation date', 'time', 'date'] }),
    textColumn('code', 'The code'),
    textColumn('status', 'unused, active, expired or revoked'),
    column('table_id', 'uuid', 'The group', { sql: 'r.group_id' }),
    textColumn('group_name', 'Its name', { otherNames: ['group'] }),
    column('duration', 'integer', 'Seconds from first use', { sql: 'r.duration_seconds' }),
    column('first_used_at', 'instant', 'First use'),
    column('valid_until', 'instant', 'Must be started before'),
    column('revoked_at', 'instant', 'When it was revoked'),
    column('max_devices', 'integer', 'Devices that may use it'),
    textColumn('comment', 'Comment'),
    column('batch', 'uuid', 'Those that were made together', { sql: 'r.batch_id' }),
    column('id', 'uuid', 'The voucher', { isUsual: false }),
  ],
};
