import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who holds deliveries is asked each second: with 100,000 of them waiting, each of them was looked at. Few are ever held at a time. */
export class LeasedDeliveries1764092000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<unknown> {
    return runner.query(
      'create index credential_deliveries_leased on credential_deliveries (lease_until_at) where lease_until_at is not null',
    );
  }

  down(runner: QueryRunner): Promise<unknown> {
    return runner.query('drop index credential_deliveries_leased');
  }
}
