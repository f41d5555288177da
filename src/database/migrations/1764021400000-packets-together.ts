import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** Accounting packets that come at the same time are stored by one statement. */
export class PacketsTogether1764021400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('radius/accounting/store_packets')]);
  }

  /** The first schema makes every function that has a file, so it was there before. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
