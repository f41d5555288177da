import type { QueryRunner } from 'typeorm';

/** A table that stands on the coordinator alone. */
export interface Undistributed {
  readonly name: string;
}

/** Its own: TypeORM keeps it for itself. */
const staying = ['schema_migrations'];

const tables = `
  select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
      and d.deptype = 'e')
    and c.relname <> all ($1)
  order by c.relname <> 'users', c.relname`;

export function undistributed(runner: QueryRunner): Promise<Undistributed[]> {
  return runner.query(tables, [staying]) as Promise<Undistributed[]>;
}

/** Each row: what takes something off the table, and what puts it on again. ON DELETE SET NULL: usher_leave_portal. */
const foreignKeys = `
  select format('alter table %s drop constraint %I', x.conrelid::regclass, x.conname) as off,
    format('alter table %s add constraint %I %s', x.conrelid::regclass, x.conname,
      regexp_replace(pg_get_constraintdef(x.oid), ' ON DELETE SET NULL \\([^)]*\\)', '')) as on
  from pg_constraint x join pg_class c on c.oid = x.conrelid
  where x.contype = 'f' and x.conparentid = 0 and c.relname = any ($1)`;
const triggers = `
  select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as off, pg_get_triggerdef(t.oid) as on
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and t.tgparentid = 0 and c.relname = any ($1)`;
/** Citus refuses sub-selects in policies. */
const policies = `
  select format('drop policy %I on %s', p.polname, p.polrelid::regclass) as off,
    format('create policy %I on %s using (%s)', p.polname, p.polrelid::regclass,
      regexp_replace(pg_get_expr(p.polqual, p.polrelid), '\\( SELECT (usher_\\w+\\(\\)) AS \\w+\\)', '\\1', 'g')) as on
  from pg_policy p where p.polrelid in (select inhrelid from pg_inherits where inhparent = any ($1::regclass[]))
    or p.polrelid = any ($1::regclass[])`;
/** Data are copied by COPY, which row-level security forbids. */
const walls = `
  select format('alter table %s no force row level security, disable row level security', c.oid::regclass) as off,
    format('alter table %s enable row level security, force row level security', c.oid::regclass) as on
  from pg_class c where c.relrowsecurity and (c.oid = any ($1::regclass[])
    or c.oid in (select inhrelid from pg_inherits where inhparent = any ($1::regclass[])))`;

interface Part {
  readonly off: string;
  readonly on: string;
}

/**
 * Takes off what stands in the way of distributing tables: their foreign keys, triggers and policies. Returns what puts
 * it on again.
 */
export async function detached(runner: QueryRunner, of: readonly Undistributed[]): Promise<() => Promise<void>> {
  const names = of.map(({ name }) => name);
  const parts: Part[] = [];
  for (const each of [walls, policies, triggers, foreignKeys])
    parts.push(...((await runner.query(each, [names])) as Part[]));
  for (const { off } of parts.toReversed()) await runner.query(off);
  return async () => {
    for (const { on } of parts) await runner.query(on);
  };
}
