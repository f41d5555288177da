import { ask, type World } from './world.js';

const people = Number(process.env.BENCH_PAGES_PEOPLE ?? 100_000);
const operations = people * 10;
const hour = "interval '1 hour'";

/** `('0190a0b0-0000-7000-8000-' || …)::uuid`: one that says of which kind it is, and of what number. */
const uuid = (kind: string, number: string) =>
  `('0190${kind}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

/** Set-based, into the schema as it is. Answers the connection that all of it is of. */
export async function fillConsole(world: World): Promise<string> {
  const { sql, organizationId } = world;
  const made = await ask(world, 'POST', '/connections', {
    name: 'Front desk',
    connector: 'fias',
    settings: { host: '127.0.0.1', port: 5010, time_zone: 'Europe/Vienna' },
    access: { preset: 'hotel-enterprise' },
    enabled: false,
  });
  const connection = String(made.id);
  const rows = async (table: string, columns: Readonly<Record<string, string>>, count: number) => {
    const names = ['organization_id', ...Object.keys(columns)].join(', ');
    const values = ['$1', ...Object.values(columns)].join(', ');
    await sql.query(`insert into ${table} (${names}) select ${values} from generate_series(1, ${count}) i`, [
      organizationId,
    ]);
    await sql.query(`vacuum analyze ${table}`);
  };
  const times = { created_at: `now() - i * interval '1 second'`, updated_at: `now() - i * interval '1 second'` };
  const by = `'${connection}'::uuid`;
  const user = uuid('a0b0', 'i');
  const person = uuid('a0c0', 'i');
  const identity = uuid('a0d0', 'i');
  const group = uuid('a0a0', '1 + i % 20');
  await sql.query(
    `begin; set local usher.organization_id = '*';
     select usher_make_log_partitions('authentication_log', now() - interval '60 days', 4);
     select usher_make_log_partitions('accounting_sessions', now() - interval '60 days', 4); commit`,
  );
  await rows('user_groups', { id: uuid('a0a0', 'i'), name: `'g' || i`, name_key: `'g' || i`, ...times }, 20);
  await rows(
    'users',
    {
      id: user,
      username: `'guest' || i`,
      username_key: `'guest' || i`,
      group_id: group,
      disabled: 'i % 50 = 0',
      first_name: `'Anna' || i % 1000`,
      last_name: `'Huber' || i % 5000`,
      valid_until: `now() + i * interval '1 minute'`,
      source_connection_id: by,
      ...times,
    },
    people,
  );
  await rows(
    'identities',
    {
      id: identity,
      target_key: `'built-in'`,
      account_key: `'guest' || i`,
      kind: `'user'`,
      connection_id: by,
      ...times,
    },
    people,
  );
  await rows(
    'subjects',
    {
      id: person,
      connection_id: by,
      source_key: `'stay' || i`,
      kind: `'stay'`,
      facts: `jsonb_build_object('kind', 'stay', 'status', case when i % 10 = 0 then 'in_house' else 'checked_out' end,
        'room', (i % 900)::text, 'lastName', 'Huber' || i % 5000, 'firstName', 'Anna' || i % 1000)`,
      state: `case when i % 10 = 0 then 'present' else 'gone' end`,
      last_event_at: `now() - i * interval '1 second'`,
      identity_id: identity,
      ...times,
    },
    people,
  );
  await rows(
    'bindings',
    {
      id: uuid('a0e0', 'i'),
      identity_id: identity,
      connection_id: by,
      target_key: `'built-in'`,
      kind: `'user'`,
      remote_id: `${user}::text`,
      name: `'guest' || i`,
      ownership: `'created'`,
      state: `'active'`,
      applied: `'{}'`,
      ...times,
    },
    people,
  );
  await rows(
    'provision_log',
    {
      id: uuid('a1a0', 'i'),
      at: `now() - i * interval '3 seconds'`,
      connection_id: by,
      subject_id: uuid('a0c0', `1 + i % ${people}`),
      identity_id: uuid('a0d0', `1 + i % ${people}`),
      kind: `(array['create_user', 'change_user', 'disable_user'])[1 + i % 3]`,
      status: `'done'`,
      cause: `'message'`,
      actor: `'usher'`,
      account: `'guest' || 1 + i % ${people}`,
      after: `'{"disabled": 0}'`,
    },
    operations,
  );
  const session = {
    id: uuid('a1b0', 'i'),
    username: `'guest' || 1 + i % ${people}`,
    username_key: `'guest' || 1 + i % ${people}`,
    user_id: uuid('a0b0', `1 + i % ${people}`),
    mac: `lpad(to_hex(i % 50000), 12, '0')`,
    ssid: `'Guest'`,
    access_point: `'ap-' || i % 200`,
  };
  await rows(
    'authentication_log',
    {
      ...session,
      at: `now() - i * interval '3 seconds'`,
      outcome: `case when i % 20 = 0 then 'rejected' else 'accepted' end`,
      reason: `case when i % 20 = 0 then 'wrong_password' end`,
      auth_method: `'PEAP'`,
    },
    operations,
  );
  await rows(
    'accounting_sessions',
    {
      ...session,
      started_at: `now() - i * interval '10 seconds'`,
      unique_id: `'session ' || i`,
      updated_at: `now() - i * interval '10 seconds'`,
      stopped_at: `case when i > ${people / 20} then now() - i * interval '9 seconds' end`,
    },
    people,
  );
  await rows(
    'vouchers',
    {
      id: uuid('a1c0', 'i'),
      code: `'V' || lpad(i::text, 8, '0')`,
      code_key: `'V' || lpad(i::text, 8, '0')`,
      group_id: group,
      // A batch has the id of its first voucher.
      batch_id: uuid('a1c0', 'i - (i - 1) % 100'),
      duration_seconds: '86400',
      ...times,
    },
    people,
  );
  await rows(
    'devices',
    { id: uuid('a1e0', 'i'), mac: `'02' || lpad(to_hex(i), 10, '0')`, user_id: user, ...times },
    people,
  );
  await rows(
    'runs',
    {
      id: uuid('a2a0', 'i'),
      connection_id: by,
      mode: `'incremental'`,
      cause: `'schedule'`,
      status: `'done'`,
      requested_by: `'schedule'`,
      created_at: `now() - i * ${hour}`,
      started_at: `now() - i * ${hour}`,
      finished_at: `now() - i * ${hour}`,
    },
    people / 10,
  );
  await rows(
    'inbox_events',
    {
      id: uuid('a2b0', 'i'),
      connection_id: by,
      kind: `'GI'`,
      byte_length: '100',
      digest: 'md5(i::text)',
      status: `'absorbed'`,
      received_at: `now() - i * interval '3 seconds'`,
      absorbed_at: `now() - i * interval '3 seconds'`,
    },
    people,
  );
  await rows(
    'credential_deliveries',
    {
      id: uuid('a2c0', 'i'),
      connection_id: by,
      subject_id: person,
      kind: `'user'`,
      via: `'email'`,
      position: '0',
      address: `'guest' || i || '@example.com'`,
      status: `'delivered'`,
      due_at: `now() - i * interval '3 seconds'`,
      created_at: `now() - i * interval '3 seconds'`,
      delivered_at: `now() - i * interval '3 seconds'`,
    },
    people,
  );
  return connection;
}
