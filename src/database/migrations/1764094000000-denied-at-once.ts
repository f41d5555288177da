import type { MigrationInterface, QueryRunner } from 'typeorm';
import { deniedAtOnce } from './radius/denied-at-once.js';
import { loginAtOnce } from './radius/login-at-once.js';

/** Whom a rule denies, and whom nobody knows, is told so by the one question too, not by a second one. */
export class DeniedAtOnce1764094000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of deniedAtOnce) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of loginAtOnce.filter((each) => each.includes('function radius.accept(')))
      await runner.query(sql.replace('create function', 'create or replace function'));
  }
}
