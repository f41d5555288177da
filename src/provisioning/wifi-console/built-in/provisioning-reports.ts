import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ReportCatalogue } from '../../../console/reports/definitions/report-catalogue.js';
import { column, type Report, textColumn } from '../../../console/reports/definitions/report.js';

/** What connections did to accounts, and why. */
export const provisionLogReport: Report = {
  id: '120',
  title: 'Provisioning log',
  description: 'What connections did to accounts, or did not and why.',
  permission: 'operations:read',
  from: `(select l.*, c.name as connection from provision_log l
    left join connections c on c.organization_id = l.organization_id and c.id = l.connection_id) r`,
  where: 'r.organization_id = $1 and r.at >= $2 and r.at < $3',
  time: 'r.at',
  key: 'r.id',
  sort: 'at:desc',
  chart: { measures: ['count'], groupings: ['kind', 'status', 'connection', 'cause'], kind: 'sum' },
  columns: [
    column('at', 'instant', 'When', { otherNames: ['time', 'date', 'timestamp'] }),
    textColumn('connection', 'Name of the connection'),
    textColumn('kind', 'create_user, change_user, disable_user, delete_user, create_vouchers, …', {
      otherNames: ['operation'],
    }),
    textColumn('status', 'done, failed, refused, disputed, skipped, held, …', { otherNames: ['result', 'outcome'] }),
    textColumn('account', 'The account'),
    textColumn('cause', 'What it followed from'),
    textColumn('actor', 'Who caused it'),
    textColumn('detail', 'What there is to say about it'),
    textColumn('before', 'The account before, as JSON', { sql: 'r.before::text', isUsual: false }),
    textColumn('after', 'The account after, as JSON', { sql: 'r.after::text', isUsual: false }),
    column('connection_id', 'uuid', 'The connection', { isUsual: false }),
    column('subject_id', 'uuid', 'The outside record', { isUsual: false }),
    column('run_id', 'uuid', 'The run', { isUsual: false }),
    column('id', 'uuid', 'The operation', { isUsual: false }),
  ],
};

/** Adds the engine's report to the console's. */
@Injectable()
export class ProvisioningReports implements OnModuleInit {
  constructor(private readonly catalogue: ReportCatalogue) {}

  onModuleInit(): void {
    this.catalogue.add(provisionLogReport);
  }
}
