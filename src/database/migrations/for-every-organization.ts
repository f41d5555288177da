import type { MigrationInterface, QueryRunner } from 'typeorm';

export type Migration = new () => MigrationInterface;

/**
 * Row-level security binds the owner of the tables, too: a migration that changes rows would find none. Each acts for
 * every organization, in its own transaction only. TypeORM tells migrations apart by the name of their class.
 */
export function forEveryOrganization(migration: Migration): Migration {
  class Everywhere extends migration {
    override async up(runner: QueryRunner): Promise<void> {
      await actEverywhere(runner);
      await super.up(runner);
    }

    override async down(runner: QueryRunner): Promise<void> {
      await actEverywhere(runner);
      await super.down(runner);
    }
  }
  return Object.defineProperty(Everywhere, 'name', { value: migration.name });
}

/** Set for the transaction; the first migration makes what reads it. */
async function actEverywhere(runner: QueryRunner): Promise<void> {
  await runner.query("set local usher.organization_id = '*'");
}
