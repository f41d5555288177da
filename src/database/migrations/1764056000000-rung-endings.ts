import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rungEndings, silentEndings } from './radius/rung-endings.js';

/** A session whose access is over is looked at when that is committed, not when somebody looks next. */
export class RungEndings1764056000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of rungEndings) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of silentEndings) await runner.query(sql);
  }
}
