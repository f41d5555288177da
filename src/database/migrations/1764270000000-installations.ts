import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the connections of the installation (hotel) that a message names, where one address takes the messages of a whole app. */
export class Installations1764270000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table connections add column installation text');
    for (const [connector, setting] of [
      ['envoy', 'install_id'],
      ['mews', 'enterprise_id'],
    ]) {
      await runner.query('update connections set installation = lower(settings ->> $2) where connector = $1', [
        connector,
        setting,
      ]);
    }
    await runner.query(
      'create index connections_by_installation on connections (connector, installation) where installation is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index connections_by_installation');
    await runner.query('alter table connections drop column installation');
  }
}
