import type { QueryRunner } from 'typeorm';
import { tenantWall } from './tenant-table.js';

/** A log whose ids are UUIDv7 and its key, so that it can be cut into months at its key: look-ups by id read one. */
export interface MonthlyTable {
  readonly name: string;
  /** What follows the table's name, by what follows it in the index's. */
  readonly indexes: Readonly<Record<string, string>>;
}

/** Older rows stay where they are, and go one by one. */
const mostMonths = 26;

/**
 * The table as it is becomes the default partition of a new one of its name, without copying; then each month takes its
 * rows from there.
 */
export async function byMonth(runner: QueryRunner, { name, indexes }: MonthlyTable): Promise<void> {
  const rest = `${name}_default`;
  await runner.query(`alter table ${name} rename to ${rest}`);
  await runner.query(`alter index ${name}_pkey rename to ${rest}_pkey`);
  for (const index of Object.keys(indexes))
    await runner.query(`alter index ${name}_${index} rename to ${rest}_${index}`);
  await runner.query(`create table ${name} (like ${rest} including defaults) partition by range (id)`);
  await runner.query(`alter table ${name} add primary key (organization_id, id)`);
  for (const [index, of] of Object.entries(indexes))
    await runner.query(`create index ${name}_${index} on ${name} ${of}`);
  await runner.query(`alter table ${name} attach partition ${rest} default`);
  for (const statement of tenantWall(name)) await runner.query(statement);
  await runner.query(`revoke all on ${rest} from usher_tenant`);
  await runner.query(
    `select usher_make_log_partitions($1, first, (extract(year from age(now(), first)) * 12
       + extract(month from age(now(), first)) + 4)::int)
     from (select greatest(coalesce(min(at), now()), now() - interval '${mostMonths} months') as first
       from ${rest}) as rows`,
    [name],
  );
}

/** The months' rows go back to the former table, which takes its name again. */
export async function inOne(runner: QueryRunner, { name, indexes }: MonthlyTable): Promise<void> {
  const rest = `${name}_default`;
  await runner.query(`alter table ${name} detach partition ${rest}`);
  await runner.query(`insert into ${rest} select * from ${name}`);
  await runner.query(`drop table ${name} cascade`);
  await runner.query(`alter table ${rest} rename to ${name}`);
  await runner.query(`alter index ${rest}_pkey rename to ${name}_pkey`);
  for (const index of Object.keys(indexes))
    await runner.query(`alter index ${rest}_${index} rename to ${name}_${index}`);
  await runner.query(`grant select, insert, update, delete on ${name} to usher_tenant`);
}
