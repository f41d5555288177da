import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

const functions = ['follow_session', 'write_begun', 'store_session', 'write_packets'];

/** Sessions that begin are looked for and written many at a time. */
export class SessionsTogether1764022400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(
      runner,
      functions.map((name) => functionFile(`radius/accounting/${name}`)),
    );
  }

  /** The first schema makes every function that has a file, so they were there before. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
