import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply, dropped, walled } from '../schema/area.js';
import { functionFiles, functionNames, tableFile } from '../schema/sql-files.js';
import { ownRows, partitionWall } from '../schema/tenant-table.js';
import { endedSessions, watchedTables } from '../schema/ended-sessions.js';

const logs = ['authentication_log', 'accounting_sessions', 'guest_registrations'];
const tables = [
  ...logs,
  'session_endings',
  'controller_sessions',
  'report_tasks',
  'report_file_chunks',
  'report_schedules',
  'report_mails',
];

/** Logs by month, sessions that are to end, and the data of reports. */
export class Logs1764000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      tableFile('logs/logs'),
      tableFile('logs/reports'),
      ...walled(tables),
      ...functionFiles('logs', { own_rows: ownRows }),
      ...endedSessions(),
      ...logs.flatMap((log) => [
        `create table ${log}_default partition of ${log} default`,
        partitionWall(`${log}_default`),
      ]),
    ]);
    for (const log of logs) await runner.query('select usher_make_log_partitions($1, now(), 3)', [log]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropped(runner, tables, functionNames('logs'));
    await dropped(
      runner,
      [],
      watchedTables.map((table) => `usher_end_sessions_of_${table}`),
    );
  }
}
