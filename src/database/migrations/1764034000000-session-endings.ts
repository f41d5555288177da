import type { MigrationInterface, QueryRunner } from 'typeorm';
import { endings, withoutEndings } from './radius/endings.js';
import { tenantWall } from './tenant-table.js';

/** Open sessions that are to end: by their time, or because somebody took the access away. */
export class SessionEndings1764034000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...endings, ...tenantWall('session_endings')]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of withoutEndings) await runner.query(sql);
  }
}
