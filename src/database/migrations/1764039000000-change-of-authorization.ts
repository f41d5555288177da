import type { MigrationInterface, QueryRunner } from 'typeorm';
import { toldReply, withoutToldReply } from './radius/told-reply.js';

/** What an open session was given, so that a change of it can be told the access point without ending the session. */
export class ChangeOfAuthorization1764039000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of toldReply) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of withoutToldReply) await runner.query(sql);
  }
}
