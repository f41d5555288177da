/** What the audit tells of one table. Every column stands in exactly one place: one that is in none of them fails a test. */
export interface AuditedTable {
  readonly table: string;
  /** The API's word for its records. */
  readonly resource: string;
  /** Column that names a record to people; null where only a secret or nothing does. */
  readonly label: string | null;
  /** Columns whose values are told, by the API's name of the field. */
  readonly shown: Readonly<Record<string, string>>;
  /** Fields of which only is told whether there is a value and that it changed, with the columns behind them. */
  readonly secret?: Readonly<Record<string, readonly string[]>>;
  /** Told when they come to have a value, and never again: column by field. */
  readonly first?: Readonly<Record<string, string>>;
  /** Keys, counters and what the program itself keeps in the row: a change of these alone is no entry. */
  readonly ignored: readonly string[];
  /** Column of the connection on whose behalf Usher itself wrote. */
  readonly connection?: string;
  /** Only changes of this column make entries, no insert or delete. */
  readonly onlyWhen?: string;
  /** Organizations whose audit has the entry, over `n` or `o`; `{row}.organization_id` when absent. */
  readonly of?: string;
}

/** The functions and triggers by which every change of the table comes into the audit, in the statement that makes it. */
export function auditedTable(audited: AuditedTable): string[] {
  const { table, onlyWhen } = audited;
  const functionName = `usher_audit_${table}`;
  const uses = {
    insert: 'new table as added',
    update: 'old table as was new table as added',
    delete: 'old table as was',
  };
  const operations = onlyWhen ? (['update'] as const) : (['insert', 'update', 'delete'] as const);
  return [
    functionOf(functionName, audited),
    ...operations.map(
      (operation) =>
        `create trigger audited_${operation} after ${operation} on ${table} referencing ${uses[operation]} for each statement execute function ${functionName}()`,
    ),
  ];
}

export function unaudited({ table }: AuditedTable): string[] {
  return [
    ...['insert', 'update', 'delete'].map((operation) => `drop trigger if exists audited_${operation} on ${table}`),
    `drop function if exists usher_audit_${table}()`,
  ];
}

/**
 * Who acts is said by Database.begin: kind, id, name, request; a change by hand, in psql, has the login for an actor. The stamp
 * is the first 24 digits of the UUIDv7s of the statement's entries, milliseconds and a number; the last 8 digits tell them apart.
 *
 * Trap: a plan is kept for the session, made when one row changed; with nested loops it would pair a thousand rows with a
 * thousand. Settings of the function itself (`set … = …`) would cost every call a tenth of its time.
 */
function functionOf(name: string, audited: AuditedTable): string {
  const { table } = audited;
  const inserted = write(
    audited,
    'create',
    `select ${rowOf(audited, 'n')}, null::text as before, ${objectOf(audited, 'n')} as after from added n`,
  );
  const deleted = write(
    audited,
    'delete',
    `select ${rowOf(audited, 'o')}, ${objectOf(audited, 'o')} as before, null::text as after from was o`,
  );
  const updated = write(
    audited,
    'update',
    `
    select ${rowOf(audited, 'n')}, ${differencesOf(audited, 'before')} as before, ${differencesOf(audited, 'after')} as after
    from was o join added n on n.${keyOf(table)} = o.${keyOf(table)} and n.id = o.id ${audited.onlyWhen ? `where n.${audited.onlyWhen} is distinct from o.${audited.onlyWhen}` : ''}`,
  );
  return `create function ${name}() returns trigger language plpgsql as $audit$
    #variable_conflict use_variable
    declare
      said text := current_setting('usher.actor', true);
      doer jsonb := case when coalesce(said, '') = '' then jsonb_build_array('database', null, session_user, null) else convert_from(decode(said, 'base64'), 'UTF8')::jsonb end;
      instant timestamptz := date_trunc('milliseconds', clock_timestamp());
      digits text := lpad(to_hex(nextval('audit_statements') % 1099511627776), 10, '0');
      stamp text := lpad(to_hex((extract(epoch from instant) * 1000)::bigint), 12, '0') || '7' || substr(digits, 1, 3) || '8' || substr(digits, 4);
      first_id uuid := (stamp || '00000000')::uuid;
      last_id uuid := (stamp || 'ffffffff')::uuid;
      loops text := current_setting('enable_nestloop');
      scope text := coalesce(current_setting('usher.organization_id', true), '');
      written int;
    begin
      ${audited.of ? "perform set_config('usher.organization_id', '*', true);" : ''}
      if tg_op = 'INSERT' then ${inserted};
      elsif tg_op = 'UPDATE' then ${updated};
      else ${deleted};
      end if;
      ${audited.of ? "perform set_config('usher.organization_id', scope, true);" : ''}
      return null;
    end $audit$`;
}

/**
 * Two plain statements: one that writes both costs a single change a sixth more. Within a tenant's scope all rows are the
 * tenant's; beyond, each organization's are counted.
 */
function write(audited: AuditedTable, action: string, changes: string): string {
  const { resource, connection, of } = audited;
  const isConnection = connection ? `doer ->> 0 = 'system' and c.connection_id is not null` : 'false';
  const row = action === 'delete' ? 'o' : 'n';
  const [before, after] =
    action === 'update'
      ? ["perform set_config('enable_nestloop', 'off', true);", "perform set_config('enable_nestloop', loops, true);"]
      : ['', ''];
  return `
    ${before}
    insert into audit_entries (organization_id, id, at, actor_kind, actor_id, actor_name, request_id, action, resource, resource_id, label, before, after)
    select c.organization_id, (stamp || lpad(to_hex(nextval('audit_places') % 4294967296), 8, '0'))::uuid, instant,
      case when ${isConnection} then 'connection' else doer ->> 0 end, case when ${isConnection} then c.connection_id else (doer ->> 1)::uuid end, doer ->> 2, doer ->> 3,
      '${action}', '${resource}', c.id, c.label, ('{' || c.before || '}')::jsonb, ('{' || c.after || '}')::jsonb
    from (${changes}) c where ${action === 'update' ? "c.after <> ''" : 'true'};
    get diagnostics written = row_count;
    ${after}
    if written = 0 then null;
    ${of ? '' : "elsif scope <> '' and scope <> '*' then insert into audit_open (organization_id, first_id, entries) values (scope::uuid, first_id, written);"}
    else
      insert into audit_open (organization_id, first_id, entries)
      select e.organization_id, first_id, count(*)
      from (select distinct ${organizationOf(audited, row)} as organization_id from ${action === 'delete' ? 'was' : 'added'} ${row}) c
      join audit_entries e on e.organization_id = c.organization_id and e.id between first_id and last_id
      group by e.organization_id;
    end if`;
}

function organizationOf({ of }: AuditedTable, row: string): string {
  return of ? `unnest(${of.replaceAll('{row}', row)})` : `${row}.organization_id`;
}

function rowOf(audited: AuditedTable, row: string): string {
  const { label, connection } = audited;
  return `${organizationOf(audited, row)} as organization_id, ${row}.id, ${label ? `${row}.${label}::text` : 'null::text'} as label, ${connection ? `${row}.${connection}` : 'null::uuid'} as connection_id`;
}

/** Every field that has a value. */
function objectOf({ shown, secret = {}, first = {} }: AuditedTable, row: string): string {
  const values = Object.entries({ ...shown, ...first }).map(
    ([column, field]) => `'"${field}": ' || ${jsonOf(row, column)}`,
  );
  const secrets = Object.entries(secret).map(
    ([field, columns]) => `case when ${hasAny(row, columns)} then '"${field}": "(set)"' end`,
  );
  return `concat_ws(', ', ${[...values, ...secrets].join(', ')})`;
}

/** The fields that changed, as they were or as they are. */
function differencesOf({ shown, secret = {}, first = {} }: AuditedTable, side: 'before' | 'after'): string {
  const row = side === 'before' ? 'o' : 'n';
  const values = Object.entries(shown).map(
    ([column, field]) =>
      `case when o.${column} is distinct from n.${column} then '"${field}": ' || coalesce(${jsonOf(row, column)}, 'null') end`,
  );
  const firsts = Object.entries(first).map(
    ([column, field]) =>
      `case when o.${column} is null and n.${column} is not null then '"${field}": ' || coalesce(${jsonOf(row, column)}, 'null') end`,
  );
  const secrets = Object.entries(secret).map(([field, columns]) => {
    const isChanged = `(${columns.map((column) => `o.${column} is distinct from n.${column}`).join(' or ')})`;
    const told =
      side === 'before' ? `'"(set)"'` : `case when ${hasAny('o', columns)} then '"(changed)"' else '"(set)"' end`;
    return `case when ${isChanged} then '"${field}": ' || case when ${hasAny(row, columns)} then ${told} else 'null' end end`;
  });
  return `concat_ws(', ', ${[...values, ...firsts, ...secrets].join(', ')})`;
}

/** Instants as everywhere in the API, whatever time zone the session has. */
function jsonOf(row: string, column: string): string {
  const isInstant = /_at$|^valid_(from|until)$/.test(column);
  return isInstant
    ? `'"' || to_char(${row}.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`
    : `to_json(${row}.${column})::text`;
}

function hasAny(row: string, columns: readonly string[]): string {
  return `(${columns.map((column) => `${row}.${column} is not null`).join(' or ')})`;
}

function keyOf(table: string): string {
  return table === 'organizations' ? 'id' : 'organization_id';
}
