import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply, dropped, walled } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

const functions = [
  'accounting/account',
  'accounting/new_session',
  'accounting/watch_session',
  'accounting/write_packets',
  'accounting/write_session',
  'accounting/write_sessions',
  'accounting/write_sessions_of',
  'sign-in/accept',
  'sign-in/authorize',
  'sign-in/limit_now',
];

/**
 * Accounting is stored as it comes, which is all that an access point waits for; sessions are written of it some
 * hundred packets at a time.
 */
export class AccountingPackets1764003000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      // In the order in which radius.account takes them; text, because an access point may send anything. Rows stay for
      // a moment: what they leave behind is cleared away by their number, not by their share of an empty table.
      `create table accounting_packets (
        organization_id uuid not null,
        received_at timestamptz not null,
        id uuid not null,
        status text,
        client text,
        unique_id text,
        session_id text,
        username text,
        class text,
        nas_address text,
        nas_id text,
        nas_port text,
        calling text,
        called text,
        framed text,
        seconds text,
        delay text,
        octets_in text,
        giga_in text,
        octets_out text,
        giga_out text,
        cause text,
        av_pairs text,
        aruba_device_type text,
        ruckus_os_type text,
        ruckus_os_class text,
        ruckus_host_name text,
        primary key (organization_id, received_at, id)
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`,
      ...walled(['accounting_packets']),
      ...functions.map((name) => functionFile(`radius/${name}`)),
    ]);
  }

  /** Nothing keeps the texts that the files had. */
  async down(runner: QueryRunner): Promise<void> {
    await dropped(runner, ['accounting_packets']);
  }
}
