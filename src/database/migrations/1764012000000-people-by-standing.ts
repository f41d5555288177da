import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * standing: how far somebody's record is, in the order in which lists of people show it: in house, active, expected,
 * suspended, left. The index holds all that such a list counts and sorts by, so that only rows that are shown are read.
 */
export class PeopleByStanding1764012000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table subjects add column standing smallint not null generated always as (case
        when state = 'gone' then 5
        when facts ->> 'status' = 'in_house' then 1
        when facts ->> 'status' in ('active', 'unknown', 'past_due') then 2
        when facts ->> 'status' in ('expected', 'prehire') then 3
        when facts ->> 'status' in ('leave', 'suspended', 'held', 'paused') then 4
        else 5 end) stored`);
    await runner.query('drop index subjects_people');
    await runner.query(`create index subjects_people on subjects (organization_id, standing, person_key, id)
      include (kind, connection_id, identity_id) where person_key is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index subjects_people');
    await runner.query(
      'create index subjects_people on subjects (organization_id, person_key, id) where person_key is not null',
    );
    await runner.query('alter table subjects drop column standing');
  }
}
