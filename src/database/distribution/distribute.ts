import type { DataSource, QueryRunner } from 'typeorm';
import { StartProblem } from '../../kernel/start-problem.js';
import { apply } from '../schema/area.js';
import { currentFunctions } from '../schema/current-functions.js';
import { functionFiles } from '../schema/sql-files.js';
import { publishAddresses } from './published-addresses.js';
import { detached, type Undistributed, undistributed } from './undistributed.js';

/** These stand whole on every node: every tenant's rows refer to them, or they are read before the tenant is known. */
const referenceTables: readonly string[] = ['organizations', 'portal_addresses', 'client_addresses'];

interface State {
  readonly hasExtension: boolean;
  readonly isDistributed: boolean;
}

const state = `
  select exists (select from pg_extension where extname = 'citus') as "hasExtension",
    to_regprocedure('public.usher_here(text,text)') is not null as "isDistributed"`;

/** Whether the tables of this database are distributed by organization. */
export async function isDistributed(dataSource: DataSource): Promise<boolean> {
  const [{ isDistributed: is }] = await dataSource.query<State[]>(state);
  return is;
}

/**
 * Distributes the tables by organization over the nodes of a Citus, in one transaction: those of an empty database, of
 * a filled one, or those that later migrations made. Returns their names.
 * @throws StartProblem
 */
export async function distribute(dataSource: DataSource): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const [found] = (await runner.query(state)) as State[];
    await requireNodes(runner, found);
    await settle(runner);
    await runner.startTransaction();
    await runner.query("set local usher.organization_id = '*'");
    await runner.query('set local citus.enable_unsafe_triggers = on');
    await runner.query("set local citus.multi_shard_modify_mode = 'sequential'");
    const tables = await undistributed(runner);
    // The second time in the form for shards, which the first makes possible.
    if (!found.isDistributed || tables.length > 0) await apply(runner, functionFiles('distributed'));
    if (!found.isDistributed) await apply(runner, [...currentFunctions(), ...functionFiles('distributed')]);
    if (tables.length > 0) await spread(runner, tables);
    await shareFunctions(runner);
    await runner.commitTransaction();
    return tables.map(({ name }) => name);
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
}

async function requireNodes(runner: QueryRunner, { hasExtension }: State): Promise<void> {
  if (!hasExtension)
    throw new StartProblem(
      'DATABASE_URL: this database has no extension citus, so its tables cannot be distributed: let a superuser ' +
        'run CREATE EXTENSION citus in it on the coordinator and on every worker, and add the workers with ' +
        'citus_add_node (docs/citus.md)',
    );
  const [{ workers, exempt }] = (await runner.query(
    `select (select count(*)::int from citus_get_active_worker_nodes()) as workers,
      (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as exempt`,
  )) as { workers: number; exempt: boolean }[];
  if (workers === 0)
    throw new StartProblem(
      'DATABASE_URL: this coordinator knows no worker yet: let a superuser run citus_set_coordinator_host and ' +
        'citus_add_node first (docs/citus.md)',
    );
  if (exempt)
    throw new StartProblem(
      'DATABASE_URL: on Citus the login has to be an ordinary role that owns the database, since a superuser would ' +
        'have to become usher_tenant, which cannot sign in to workers (docs/citus.md)',
    );
}

/**
 * Where a table that stands everywhere is joined to rows that it need not have, Citus 13.2 leaves out the organization
 * that has a shard of its own: it asks for hashes above the shard's least. Earlier ones have no such setting.
 * https://github.com/citusdata/citus/blob/v13.2.2/src/backend/distributed/planner/deparse_shard_query.c
 */
const outerJoins = 'citus.enable_recurring_outer_join_pushdown';

/** Holds for sessions that begin from now on, and for this one. */
async function settle(runner: QueryRunner): Promise<void> {
  const [{ name, joins }] = (await runner.query(
    'select quote_ident(current_database()) as name, current_setting($1, true) is not null as joins',
    [outerJoins],
  )) as { name: string; joins: boolean }[];
  const settings = ["citus.propagate_set_commands = 'local'", 'citus.enable_unsafe_triggers = on'];
  for (const setting of joins ? [...settings, `${outerJoins} = off`] : settings) {
    await runner.query(`alter database ${name} set ${setting}`);
    await runner.query(`set ${setting}`);
  }
}

async function spread(runner: QueryRunner, tables: readonly Undistributed[]): Promise<void> {
  const attached = await detached(runner, tables);
  for (const role of ['usher_tenant', 'usher_radius']) await createRole(runner, role);
  for (const { name } of tables.filter((table) => referenceTables.includes(table.name)))
    await runner.query('select create_reference_table($1)', [name]);
  for (const { name } of tables.filter((table) => !referenceTables.includes(table.name)))
    await runner.query("select create_distributed_table($1, 'organization_id', colocate_with => $2)", [
      name,
      name === 'users' || !(await isTable(runner, 'users')) ? 'default' : 'public.users',
    ]);
  await attached();
  await runner.query(publishAddresses());
}

async function isTable(runner: QueryRunner, name: string): Promise<boolean> {
  const [{ is }] = (await runner.query(
    'select exists (select from pg_dist_partition where logicalrelid = to_regclass($1)) as is',
    [`public.${name}`],
  )) as { is: boolean }[];
  return is;
}

async function createRole(runner: QueryRunner, role: string): Promise<void> {
  await runner.query('select run_command_on_workers($1)', [
    `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
  ]);
}

/** Functions that triggers call run on the workers. */
async function shareFunctions(runner: QueryRunner): Promise<void> {
  const functions = (await runner.query(`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'radius'::regnamespace)
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
        and d.deptype = 'e')
      and not exists (select from pg_catalog.pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
    order by p.oid`)) as { name: string }[];
  for (const { name } of functions) await runner.query('select create_distributed_function($1)', [name]);
}
