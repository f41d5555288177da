import { functionFile } from './sql-files.js';

/**
 * What the audit records of one table. Every column stands in exactly one list; a test fails for one that stands in
 * none.
 */
export interface AuditedTable {
  readonly table: string;
  /** The API's word for its records. */
  readonly resource: string;
  /** The column that names a record to people; null when only a secret could. */
  readonly label: string | null;
  /** Columns whose values are recorded, by the API's name of the field. */
  readonly shown: Readonly<Record<string, string>>;
  /** Fields of which the audit records only whether there is a value and that it changed, with their columns. */
  readonly secret?: Readonly<Record<string, readonly string[]>>;
  /** Recorded when they get a value, and never again: column by field. */
  readonly first?: Readonly<Record<string, string>>;
  /** Keys, counters and internal columns: a change of these alone makes no entry. */
  readonly ignored: readonly string[];
  /** The column of the connection for which Usher itself wrote. */
  readonly connection?: string;
  /** Only changes of this column make entries, inserts and deletes do not. */
  readonly onlyWhen?: string;
  /** Organizations whose audit gets the entry, over `n` or `o`; `{row}.organization_id` when absent. */
  readonly of?: string;
  /** Columns recorded in the API's form, as SQL over `{row}`. */
  readonly formed?: Readonly<Record<string, string>>;
  /** Creations of several requests share a statement: each entry names its own request. */
  readonly sharesCreations?: boolean;
}

type Operation = 'create' | 'update' | 'delete';
type Row = 'n' | 'o';

/** The function and triggers that write every change of the table to the audit. */
export function auditedTable(audited: AuditedTable): string[] {
  const { table, onlyWhen, of } = audited;
  const inserted = `select ${rowOf(audited, 'n')}, null::text as before, ${objectOf(audited, 'n')} as after
    from added n`;
  const deleted = `select ${rowOf(audited, 'o')}, ${objectOf(audited, 'o')} as before, null::text as after from was o`;
  const condition = onlyWhen ? `where n.${onlyWhen} is distinct from o.${onlyWhen}` : '';
  const updated = `
    select ${rowOf(audited, 'n')}, ${differencesOf(audited, 'before')} as before,
      ${differencesOf(audited, 'after')} as after
    from was o join added n on n.${keyOf(table)} = o.${keyOf(table)} and n.id = o.id ${condition}`;
  return [
    functionFile('templates/audited_table', {
      table,
      requests: audited.sharesCreations ? '\n  requests jsonb := doer -> 4;' : '',
      widen: of ? "perform set_config('usher.organization_id', '*', true);" : '',
      narrow: of ? "perform set_config('usher.organization_id', scope, true);" : '',
      inserted: write(audited, 'create', inserted),
      updated: write(audited, 'update', updated),
      deleted: write(audited, 'delete', deleted),
    }),
    ...triggersOf(audited),
  ];
}

function triggersOf({ table, onlyWhen }: AuditedTable): string[] {
  const uses = {
    insert: 'new table as added',
    update: 'old table as was new table as added',
    delete: 'old table as was',
  };
  const operations = onlyWhen ? (['update'] as const) : (['insert', 'update', 'delete'] as const);
  return operations.map(
    (operation) => `
      create or replace trigger audited_${operation} after ${operation} on ${table} referencing ${uses[operation]}
        for each statement execute function usher_audit_${table}()`,
  );
}

/**
 * Two plain statements: a single one for both costs a single change a sixth more. Within a tenant's scope all rows
 * belong to the tenant; otherwise each organization's are counted.
 */
function write(audited: AuditedTable, action: Operation, changes: string): string {
  const { resource, connection, of } = audited;
  const row = action === 'delete' ? 'o' : 'n';
  const isUpdate = action === 'update';
  const isConnection = connection ? "doer ->> 0 = 'system' and c.connection_id is not null" : 'false';
  return functionFile('templates/audited_operation', {
    action,
    resource,
    changes,
    is_connection: isConnection,
    names: connection ? namesOf(connection, action === 'delete' ? 'was' : 'added') : '',
    actor_name: connection
      ? `coalesce(case when ${isConnection} then names ->> c.connection_id::text end, doer ->> 2)`
      : 'doer ->> 2',
    request:
      action === 'create' && audited.sharesCreations ? 'coalesce(requests ->> c.id::text, doer ->> 3)' : 'doer ->> 3',
    is_told: isUpdate ? "c.after <> ''" : 'true',
    only: of ? ' and {beside:c.organization_id}' : '',
    prepare: isUpdate ? "perform set_config('enable_nestloop', 'off', true);" : '',
    restore: isUpdate ? "perform set_config('enable_nestloop', loops, true);" : '',
    is_of_scope: of ? 'false' : "scope <> '' and scope <> '*'",
    organization: organizationOf(audited, row),
    changed: `${action === 'delete' ? 'was' : 'added'} ${row}`,
  });
}

/** What the connections of these rows are called at that time, asked one by one: no plan reads all connections. */
function namesOf(connection: string, changed: string): string {
  return `if doer ->> 0 = 'system' then
    select jsonb_object_agg(c.connection_id, (select k.name from {connections} k
      where k.organization_id = c.organization_id and k.id = c.connection_id)) into names
    from (select distinct x.organization_id, x.${connection} as connection_id from ${changed} x
      where x.${connection} is not null) c;
  end if;`;
}

function organizationOf({ of }: AuditedTable, row: Row): string {
  return of ? `unnest(${of.replaceAll('{row}', row)})` : `${row}.organization_id`;
}

function rowOf(audited: AuditedTable, row: Row): string {
  const { label, connection } = audited;
  const named = label ? `${columnOf(audited, row, label)}::text` : 'null::text';
  const by = connection ? `${row}.${connection}` : 'null::uuid';
  return `${organizationOf(audited, row)} as organization_id, ${row}.id, ${named} as label, ${by} as connection_id`;
}

/** Every field that has a value. */
function objectOf(audited: AuditedTable, row: Row): string {
  const { shown, secret = {}, first = {} } = audited;
  const values = Object.entries({ ...shown, ...first }).map(
    ([column, field]) => `'"${field}": ' || ${jsonOf(audited, row, column)}`,
  );
  const secrets = Object.entries(secret).map(
    ([field, columns]) => `case when ${hasAny(row, columns)} then '"${field}": "(set)"' end`,
  );
  return concatenated([...values, ...secrets]);
}

/** The fields that changed, with old or new values. */
function differencesOf(audited: AuditedTable, side: 'before' | 'after'): string {
  const { shown, secret = {}, first = {} } = audited;
  const row = side === 'before' ? 'o' : 'n';
  const told = (column: string, field: string) =>
    `then '"${field}": ' || coalesce(${jsonOf(audited, row, column)}, 'null') end`;
  const values = Object.entries(shown).map(([column, field]) => {
    const [was, is] = [columnOf(audited, 'o', column), columnOf(audited, 'n', column)];
    return `case when ${was} is distinct from ${is} ${told(column, field)}`;
  });
  const firsts = Object.entries(first).map(
    ([column, field]) => `case when o.${column} is null and n.${column} is not null ${told(column, field)}`,
  );
  const secrets = Object.entries(secret).map(([field, columns]) => {
    const isChanged = `(${columns.map((column) => `o.${column} is distinct from n.${column}`).join(' or ')})`;
    const word =
      side === 'before' ? `'"(set)"'` : `case when ${hasAny('o', columns)} then '"(changed)"' else '"(set)"' end`;
    const value = `case when ${hasAny(row, columns)} then ${word} else 'null' end`;
    return `case when ${isChanged} and not resealed then '"${field}": ' || ${value} end`;
  });
  return concatenated([...values, ...firsts, ...secrets]);
}

function concatenated(parts: readonly string[]): string {
  return `concat_ws(', ', ${parts.join(',\n      ')})`;
}

/** Instants as everywhere in the API, whatever the session's time zone. */
function jsonOf(audited: AuditedTable, row: Row, column: string): string {
  const value = columnOf(audited, row, column);
  const isInstant = /_at$|^valid_(from|until)$/.test(column);
  return isInstant
    ? `'"' || to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`
    : `to_json(${value})::text`;
}

function columnOf({ formed = {} }: AuditedTable, row: Row, column: string): string {
  return formed[column]?.replaceAll('{row}', row) ?? `${row}.${column}`;
}

function hasAny(row: Row, columns: readonly string[]): string {
  return `(${columns.map((column) => `${row}.${column} is not null`).join(' or ')})`;
}

function keyOf(table: string): string {
  return table === 'organizations' ? 'id' : 'organization_id';
}
