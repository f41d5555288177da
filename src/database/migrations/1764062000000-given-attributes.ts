import type { MigrationInterface, QueryRunner } from 'typeorm';
import { givenAttributes, withoutGivenAttributes } from './radius/given-attributes.js';

/** What an account's or a group's attributes say instead of the policy's reply is sent instead of it. */
export class GivenAttributes1764062000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of givenAttributes) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of withoutGivenAttributes) await runner.query(sql);
  }
}
