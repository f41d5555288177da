import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

const functions = [
  'values/ssid',
  'values/odd_access_point_mac',
  'values/access_point_mac',
  'sign-in/place_of',
  'sign-in/shared_place_of',
  'sign-in/party_of',
  'sign-in/guest_of',
  'sign-in/authorize',
  'sign-in/accept',
  'policies/decision',
  'reply/told',
];

/** A login asks fewer statements, and keeps what follows from a group's policy alone. */
export class LoginsSetUpLess1764010100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter type radius.place add attribute has_policies boolean, add attribute has_attributes boolean',
    );
    await runner.query('alter type radius.party add attribute station text, add attribute group_policy jsonb');
    await apply(
      runner,
      functions.map((name) => functionFile(`radius/${name}`)),
    );
  }

  /** Nothing keeps the texts that the files had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
