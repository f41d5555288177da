import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

const functions = [
  'values/opened',
  'values/whole',
  'values/octets',
  'values/text_of',
  'sign-in/arrival',
  'sign-in/is_hash_shown',
  'sign-in/authorize',
  'sign-in/accept',
  'accounting/new_session',
  'accounting/write_packets',
];

/** The usual login is decided by one look-up, and what access points say of sessions is read without patterns. */
export class UsualLogins1764022000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(
      runner,
      functions.map((name) => functionFile(`radius/${name}`)),
    );
  }

  /** Nothing keeps the texts that the functions had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
