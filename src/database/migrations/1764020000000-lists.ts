import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys by which lists are searched from the beginning: in order of bytes, whatever the database's own collation. */
const keys = [
  ['users', 'username_key'],
  ['vouchers', 'code_key'],
  ['devices', 'mac'],
] as const;

/** Ways to a page of a million: what people search by, in the order that pages have. */
const indexes = {
  users_by_email: 'users (organization_id, email) where email is not null',
  users_by_phone: 'users (organization_id, phone) where phone is not null',
  users_by_last_name: 'users (organization_id, last_name)',
  users_by_source: 'users (organization_id, source_connection_id) where source_connection_id is not null',
  users_disabled: 'users (organization_id, created_at, id) where disabled',
  vouchers_by_batch: 'vouchers (organization_id, batch_id)',
  devices_by_name: 'devices (organization_id, name)',
} as const;

export class Lists1764020000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of keys)
      await runner.query(`alter table ${table} alter column ${column} type text collate "C"`);
    for (const [name, on] of Object.entries(indexes)) await runner.query(`create index ${name} on ${on}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`drop index ${name}`);
    for (const [table, column] of keys)
      await runner.query(`alter table ${table} alter column ${column} type text collate "default"`);
  }
}
