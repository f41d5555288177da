import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** What access points tell of a device's IPv6 addresses and prefixes, beside the address that is shown. */
export class Ipv6OfSessions1764021700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const changed = ['ipv6_in', 'store_session', 'write_packets'].map((name) =>
      functionFile(`radius/accounting/${name}`),
    );
    await apply(runner, ['alter table accounting_sessions add column ipv6 inet[]', ...changed]);
  }

  /** Nothing keeps the text that the other files had. */
  async down(runner: QueryRunner): Promise<void> {
    await apply(runner, ['alter table accounting_sessions drop column ipv6']);
  }
}
