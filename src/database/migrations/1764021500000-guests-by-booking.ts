import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * reservation: the booking number as a search compares it. The index in which a search of people reads whom it looks
 * for anyway holds it too, so that it costs a record no index of its own.
 */
export class GuestsByBooking1764021500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table subjects add column reservation text collate "C"
        generated always as (lower(facts ->> 'reservationNumber')) stored`);
    await indexPeople(runner, 'kind, connection_id, identity_id, reservation');
  }

  async down(runner: QueryRunner): Promise<void> {
    await indexPeople(runner, 'kind, connection_id, identity_id');
    await runner.query('alter table subjects drop column reservation');
  }
}

async function indexPeople(runner: QueryRunner, included: string): Promise<void> {
  await runner.query('drop index subjects_people');
  await runner.query(`create index subjects_people on subjects (organization_id, standing, person_key, id)
    include (${included}) where person_key is not null`);
}
