import type { QueryRunner } from 'typeorm';
import { commandsOf } from './plpgsql.js';
import { besideShards, besideTables } from './shards.js';
import { functionFile, functionNames } from './sql-files.js';
import { tenantWall } from './tenant-table.js';

/** Installed where the tables are distributed: functions/distributed/usher_here.sql. */
const isDistributed = 'select to_regprocedure(\'public.usher_here(text,text)\') is not null as "isDistributed"';

/** Runs statements one after the other. Functions may read tables and call functions that are created later. */
export async function apply(runner: QueryRunner, statements: readonly string[]): Promise<void> {
  await runner.query('set local check_function_bodies = off');
  const [here] = (await runner.query(isDistributed)) as [{ isDistributed: boolean }];
  for (const statement of statements)
    // Citus sends the whole text of a command to the nodes, with all that stands beside it.
    for (const command of here.isDistributed ? commandsOf(onManyNodes(statement)) : [besideTables(statement)])
      await runner.query(command);
}

const named = /\bcreate or replace function (?:radius\.)?(\w+)\s*\(/;

/** A function that has a file of its own for distributed tables, in `distributed/`, is that one there. */
function onManyNodes(statement: string): string {
  const [, name = ''] = named.exec(statement) ?? [];
  const form = functionNames('distributed').includes(name) ? functionFile(`distributed/${name}`) : statement;
  return besideShards(form);
}

/** The statements that put tables behind the tenant wall. */
export function walled(tables: readonly string[]): string[] {
  return tables.flatMap((table) => tenantWall(table));
}

/** Drops tables with their triggers, last one first, then functions; one that takes a row of a table went with it. */
export async function dropped(
  runner: QueryRunner,
  tables: readonly string[],
  functions: readonly string[] = [],
): Promise<void> {
  for (const table of tables.toReversed()) await runner.query(`drop table ${table} cascade`);
  for (const name of functions) await runner.query(`drop function if exists ${name} cascade`);
}
