import type { MigrationInterface, QueryRunner } from 'typeorm';

export type Migration = new () => MigrationInterface;

/**
 * Row-level security also binds the owner of the tables, so a migration that changes rows would find none. Each one
 * therefore acts for every organization, in its own transaction only. TypeORM identifies migrations by class name.
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

/** Set for the transaction; the first migration creates what reads it. */
async function actEverywhere(runner: QueryRunner): Promise<void> {
  await runner.query("set local usher.organization_id = '*'");
}
