import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * staff_email: whose address it is among staff, in lower case. Generated, and with an index: who has left is asked
 * before each mail to an address, and under row-level security no index on an expression over the facts would be used.
 */
export class StaffByAddress1764020100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table subjects add column staff_email text collate "C"
        generated always as (case when kind = 'employment' then lower(facts ->> 'email') end) stored`);
    await runner.query(`create index subjects_staff_email on subjects (organization_id, staff_email)
      where staff_email is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index subjects_staff_email');
    await runner.query('alter table subjects drop column staff_email');
  }
}
