import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** Accounting packets that come at the same time are stored by one statement. */
export class PacketsTogether1764021400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('radius/accounting/store_packets')]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function radius.store_packets(json)');
  }
}
