/** Columns of which a change may take access away, by table. */
const deciding = {
  users: 'disabled, valid_from, valid_until, group_id',
  vouchers: 'revoked_at, valid_until, duration_seconds, group_id',
  devices: 'disabled, valid_until, group_id, mac',
  certificates: 'revoked_at',
  user_groups: 'policy',
  policies: 'enabled, match, conditions, effect, reply, priority',
  organizations: 'disabled',
} as const;

type Watched = keyof typeof deciding;

/** Which open sessions `s` a changed row `x` is about. */
const about: Readonly<Record<Watched, string>> = {
  users: 's.organization_id = x.organization_id and s.user_id = x.id',
  vouchers: "s.organization_id = x.organization_id and s.kind = 'voucher' and s.username_key = radius.fold(x.code)",
  devices: 's.organization_id = x.organization_id and s.mac = x.mac',
  certificates:
    "s.organization_id = x.organization_id and s.kind = 'certificate' and split_part(s.session_class, ':', 3) = x.id::text",
  user_groups: 's.organization_id = x.organization_id',
  policies: 's.organization_id = x.organization_id',
  organizations: 's.organization_id in (select o.id from organizations o where x.id = any (o.path))',
};

/**
 * Whoever takes access away has the open sessions that it may concern looked at at once: in the statement that makes the change, by whatever way. Most
 * organizations have no open session at that moment; that is asked first. Executed as text, so that each change is planned for its own size.
 */
function watch(table: Watched): string[] {
  const columns = deciding[table].split(', ');
  const row = (of: string) => `(${columns.map((column) => `${of}.${column}`).join(', ')})`;
  const moved = columns.includes('group_id') ? 'x.group_id is distinct from o.group_id' : 'false';
  const key = table === 'organizations' ? 'o.id = x.id' : 'o.organization_id = x.organization_id and o.id = x.id';
  const look = (
    from: string,
    isMoved: string,
  ) => `insert into session_endings as e (organization_id, session_id, started_at, due_at, moved)
        select s.organization_id, s.id, s.started_at, now(), bool_or(${isMoved}) from ${from} join accounting_sessions s on ${about[table]} and s.stopped_at is null group by 1, 2, 3
        on conflict (organization_id, session_id) do update set due_at = least(e.due_at, excluded.due_at), moved = e.moved or excluded.moved`;
  const changed = look(`added x join was o on ${key} and ${row('o')} is distinct from ${row('x')}`, moved);
  const gone = look('was x', 'false');
  return [
    `create function usher_end_sessions_of_${table}() returns trigger language plpgsql as $$
     begin
       if current_setting('usher.keeps_sessions', true) = 'on' or not exists (select from accounting_sessions where stopped_at is null) then return null; end if;
       if tg_op = 'UPDATE' then execute $q$${changed}$q$; else execute $q$${gone}$q$; end if;
       return null;
     end $$`,
    `create trigger sessions_of_changed after update on ${table} referencing old table as was new table as added for each statement execute function usher_end_sessions_of_${table}()`,
    ...(table === 'organizations'
      ? []
      : [
          `create trigger sessions_of_removed after delete on ${table} referencing old table as was for each statement execute function usher_end_sessions_of_${table}()`,
        ]),
  ];
}

/** One row for each open session that ends some day, or is asked to: due_at is when it is looked at next. */
export const endings = [
  `create table session_endings (
     organization_id uuid not null,
     session_id uuid not null,
     started_at timestamptz not null,
     due_at timestamptz not null,
     moved boolean not null default false,
     state text not null default 'waiting',
     reason text,
     attempts int not null default 0,
     error_cause int,
     asked_at timestamptz,
     confirmed_at timestamptz,
     lease_until_at timestamptz,
     primary key (organization_id, session_id)
   )`,
  'create index session_endings_due on session_endings (due_at)',
  'create index session_endings_asked on session_endings using brin (asked_at)',
  ...(Object.keys(deciding) as Watched[]).flatMap(watch),
];

export const withoutEndings = [
  ...Object.keys(deciding).flatMap((table) => [
    `drop trigger if exists sessions_of_changed on ${table}`,
    `drop trigger if exists sessions_of_removed on ${table}`,
    `drop function if exists usher_end_sessions_of_${table}()`,
  ]),
  'drop table if exists session_endings',
];
