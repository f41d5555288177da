import type { World } from '../world.js';

/** Organizations by number: the measured one is 0. Half of all rows are its own, the rest is shared out. */
export interface Stock {
  readonly organizations: number;
  /** People, each with an account; ten rows of each log. */
  readonly people: number;
}

/** How far back one person's rows in a log reach. History gets longer with its rows, and no denser. */
const loggedSeconds = 30;
const perPerson = 10;

/** What fills the tables, once: set-based, and ids of a time, as the service makes them. */
export async function prepareFill({ sql, organizationId }: World, connection: string): Promise<void> {
  await sql.query(`
    create table bench_organizations (number int primary key, id uuid not null, connection_id uuid not null);
    create function bench_id(at timestamptz, number bigint) returns uuid language sql immutable as $$
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8000'
        || lpad(to_hex(number), 12, '0'))::uuid $$`);
  await sql.query('insert into bench_organizations values (0, $1, $2)', [organizationId, connection]);
}

/** Everything that `to` has more than `from`. */
export async function fill({ sql }: World, from: Stock, to: Stock): Promise<void> {
  const client = await sql.connect();
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  try {
    // Neither triggers nor foreign keys: a year of history is not what is measured.
    await run('set session_replication_role = replica');
    await organizations(run, from.organizations, to.organizations);
    if (to.people > from.people) {
      await months(run, to.people);
      await people(run, from.people, to);
      await logs(run, from.people * perPerson, to);
    }
    const counted = ['users', 'user_groups', 'provision_log'];
    await run('delete from resource_counts where resource = any ($1)', [counted]);
    for (const table of counted)
      await run(`insert into resource_counts select organization_id, '${table}', 0, count(*) from ${table} group by 1`);
  } finally {
    client.release(true);
  }
  await sql.query('vacuum analyze');
  await sql.query('checkpoint');
}

type Run = (text: string, values?: unknown[]) => Promise<unknown>;

async function organizations(run: Run, from: number, to: number): Promise<void> {
  const news = 'bench_organizations o where o.number >= $1 and o.number > 0';
  const made = `timestamptz '2026-01-01' + o.number * interval '1 second'`;
  await run(
    `insert into bench_organizations select i, bench_id('2026-01-01', i), bench_id('2026-01-02', i)
     from generate_series($1::int, $2::int - 1) i where i > 0`,
    [from, to],
  );
  const insert = (table: string, columns: Readonly<Record<string, string>>) =>
    run(
      `insert into ${table} (${Object.keys(columns).join(', ')})
       select ${Object.values(columns).join(', ')} from ${news}`,
      [from],
    );
  await insert('organizations', {
    id: 'o.id',
    parent_id: '(select id from bench_organizations where number = 0)',
    path: 'array[(select id from bench_organizations where number = 0), o.id]',
    name: `'Hotel ' || o.number`,
    created_at: made,
    updated_at: made,
  });
  const its = { organization_id: 'o.id', created_at: made, updated_at: made };
  // As a connection that was set up long ago: its system reports by itself, and its next list is tomorrow's.
  await insert('connections', {
    ...its,
    id: 'o.connection_id',
    name: `'PMS ' || o.number`,
    connector: `(array['mews', 'webhook', 'envoy'])[1 + o.number % 3]`,
    settings: `'{}'`,
    target: `'{"console": "built-in"}'`,
    target_key: `'built-in'`,
    schedule: `'{"full": "0 4 * * *", "incremental": "* * * * *"}'`,
    access: `'{"preset": "hotel"}'`,
    safety: `'{}'`,
    enabled: 'true',
    status: `'active'`,
    last_full_scan_at: `now()`,
    next_full_at: `now() + interval '1 day'`,
    next_incremental_at: `now() + interval '1 day'`,
    next_drift_at: `now() + interval '1 day'`,
    subscription_due_at: `now() + interval '1 day'`,
    subscription: `'{"kept": null, "revision": 1}'`,
  });
  await insert('user_groups', {
    ...its,
    id: `bench_id('2026-01-03', o.number)`,
    name: `'Guests'`,
    name_key: `'guests'`,
  });
  await insert('networks', {
    ...its,
    id: `bench_id('2026-01-04', o.number)`,
    name: `'Guests'`,
    ssid: `'Hotel'`,
    unknown_users: `'reject'`,
  });
  await insert('network_clients', {
    organization_id: 'o.id',
    id: `bench_id('2026-01-05', o.number)`,
    network_id: `bench_id('2026-01-04', o.number)`,
    position: '0',
    address: `('10.' || o.number / 65536 || '.' || o.number / 256 % 256 || '.' || o.number % 256)::cidr`,
    short_name: `'ap'`,
    vendor: `'generic'`,
    secret_sealed: `'\\x00'`,
    coa_port: '3799',
  });
  await insert('webhooks', {
    ...its,
    id: `bench_id('2026-01-06', o.number)`,
    type: `'webhook'`,
    url: `'https://hotel.example'`,
    events: `'{}'`,
    secret_sealed: `''`,
    disabled: 'true',
  });
}

async function months(run: Run, people: number): Promise<void> {
  const count = Math.ceil((people * perPerson * loggedSeconds) / (28 * 86_400)) + 3;
  for (const log of ['authentication_log', 'accounting_sessions'])
    await run(
      `begin; set local usher.organization_id = '*'; select usher_make_log_partitions('${log}',
       now() - interval '${(count - 2) * 28} days', ${count}); commit`,
    );
}

/** The organization of row `i`. */
const owner = (count: number) =>
  `join bench_organizations o on o.number = case when i % 2 = 0 then 0 else i / 2 % ${count} end`;

async function people(run: Run, from: number, { people: to, organizations: count }: Stock): Promise<void> {
  const at = `now() - i * interval '${loggedSeconds * perPerson} seconds'`;
  const insert = (table: string, columns: Readonly<Record<string, string>>) =>
    run(
      `insert into ${table} (organization_id, ${Object.keys(columns).join(', ')})
       select o.id, ${Object.values(columns).join(', ')} from generate_series($1::int, $2::int - 1) i ${owner(count)}`,
      [from, to],
    );
  const times = { created_at: at, updated_at: at };
  const by = { connection_id: 'o.connection_id' };
  const [user, person, identity] = ['01', '02', '03'].map((day) => `bench_id('2025-01-${day}', i)`);
  const name = { username: `'stored-' || i`, username_key: `'stored-' || i` };
  await insert('users', {
    id: user,
    ...name,
    first_name: `'Anna' || i % 1000`,
    last_name: `'Huber' || i % 5000`,
    source_connection_id: 'o.connection_id',
    ...times,
  });
  await insert('identities', {
    id: identity,
    target_key: `'built-in'`,
    account_key: `'stored-' || i`,
    kind: `'user'`,
    ...by,
    ...times,
  });
  await insert('subjects', {
    id: person,
    source_key: `'stored-' || i`,
    kind: `'stay'`,
    facts: `jsonb_build_object('kind', 'stay', 'status', 'checked_out', 'room', (i % 900)::text)`,
    state: `'gone'`,
    last_event_at: at,
    identity_id: identity,
    ...by,
    ...times,
  });
  await insert('bindings', {
    id: `bench_id('2025-01-04', i)`,
    identity_id: identity,
    target_key: `'built-in'`,
    kind: `'user'`,
    remote_id: `${user}::text`,
    name: `'stored-' || i`,
    ownership: `'created'`,
    state: `'active'`,
    applied: `'{}'`,
    ...by,
    ...times,
  });
}

async function logs(run: Run, from: number, { people, organizations: count }: Stock): Promise<void> {
  const at = `date_trunc('milliseconds', now() - i * interval '${loggedSeconds} seconds')`;
  const id = `bench_id(${at}, i)`;
  const insert = (table: string, columns: Readonly<Record<string, string>>) =>
    run(
      `insert into ${table} (organization_id, ${Object.keys(columns).join(', ')})
       select o.id, ${Object.values(columns).join(', ')} from generate_series($1::int, $2::int - 1) i ${owner(count)}`,
      [from, people * perPerson],
    );
  const person = `i / ${perPerson}`;
  const [user, subject, identity] = ['01', '02', '03'].map((day) => `bench_id('2025-01-${day}', ${person})`);
  const device = {
    username: `'stored-' || ${person}`,
    username_key: `'stored-' || ${person}`,
    user_id: user,
    mac: `lpad(to_hex(${person}), 12, '0')`,
    access_point: `'ap-' || i % 200`,
  };
  await insert('authentication_log', { id, at, ...device, outcome: `'accepted'`, auth_method: `'PEAP'` });
  await insert('accounting_sessions', {
    id,
    started_at: at,
    unique_id: `'stored-' || i`,
    ...device,
    updated_at: at,
    stopped_at: `${at} + interval '1 hour'`,
  });
  await insert('audit_entries', {
    id,
    at,
    actor_kind: `'system'`,
    actor_name: `'PMS'`,
    actor_id: 'o.connection_id',
    action: `'update'`,
    resource: `'users'`,
    resource_id: user,
    label: `'stored-' || ${person}`,
    before: `'{"disabled": false}'`,
    after: `'{"disabled": true}'`,
  });
  await insert('provision_log', {
    id,
    at,
    connection_id: 'o.connection_id',
    subject_id: subject,
    identity_id: identity,
    kind: `'change_user'`,
    status: `'done'`,
    cause: `'message'`,
    actor: `'usher'`,
    account: `'stored-' || ${person}`,
    after: `'{"disabled": 1}'`,
  });
  await insert('inbox_events', {
    id,
    connection_id: 'o.connection_id',
    kind: `'hook'`,
    dedupe_key: `'stored-' || i`,
    byte_length: '300',
    digest: 'md5(i::text)',
    status: `'absorbed'`,
    received_at: at,
    absorbed_at: at,
  });
  await insert('outbox_events', {
    id,
    event: `'user.created'`,
    payload: `'{"username": "stored-' || ${person} || '"}'`,
    created_at: at,
    dispatched_at: at,
  });
  await insert('webhook_deliveries', {
    id,
    webhook_id: `bench_id('2026-01-06', o.number)`,
    event_id: id,
    event: `'user.created'`,
    status: `'delivered'`,
    attempts: '1',
    due_at: at,
    created_at: at,
  });
}
