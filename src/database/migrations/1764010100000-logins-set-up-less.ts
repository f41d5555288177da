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

const attributes = [
  ['place', 'has_policies', 'boolean'],
  ['place', 'has_attributes', 'boolean'],
  ['party', 'station', 'text'],
  ['party', 'group_policy', 'jsonb'],
] as const;

/** A login asks fewer statements, and keeps what follows from a group's policy alone. */
export class LoginsSetUpLess1764010100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [type, attribute, kind] of attributes)
      await runner.query(`do $$ begin
        if not exists (select from pg_attribute
          where attrelid = 'radius.${type}'::regclass and attname = '${attribute}') then
          alter type radius.${type} add attribute ${attribute} ${kind};
        end if;
      end $$`);
    await apply(
      runner,
      functions.map((name) => functionFile(`radius/${name}`)),
    );
  }

  /** Nothing keeps the texts that the files had, so the attributes that they use stay, too. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
