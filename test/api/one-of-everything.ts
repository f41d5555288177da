import { Sealer } from '../../src/console/audit/chain/sealer.js';
import type { UsherWorld } from './usher-world.js';

/** An organization with one of every record, each of which can be told by the organization's mark in it. */
export interface Furnished {
  readonly organizationId: string;
  readonly token: string;
  readonly mark: string;
  readonly ids: Readonly<Record<Thing, string>>;
}

export type Thing =
  | 'user'
  | 'group'
  | 'voucher'
  | 'voucherBatch'
  | 'device'
  | 'role'
  | 'key'
  | 'annex'
  | 'attribute'
  | 'bulkJob'
  | 'certificate'
  | 'authority'
  | 'profile'
  | 'policy'
  | 'operator'
  | 'linkedAccount'
  | 'reportTask'
  | 'reportSchedule'
  | 'webhook'
  | 'delivery'
  | 'radiusServer'
  | 'network'
  | 'portal'
  | 'gateway'
  | 'provider'
  | 'alertContact'
  | 'alertcontact'
  | 'alert'
  | 'registration'
  | 'payment'
  | 'voucherPreset'
  | 'paymentProvider'
  | 'roomPosting'
  | 'session'
  | 'login'
  | 'portalAttempt'
  | 'auditEntry'
  | 'file'
  | 'connection'
  | 'event'
  | 'run'
  | 'subject'
  | 'identity'
  | 'entitlement'
  | 'binding'
  | 'operation'
  | 'sentOperation'
  | 'credentialDelivery'
  | 'erasure';

const webhookToken = 'a-webhook-token-of-the-house';

export async function furnished(world: UsherWorld, name: string, mark: string, parent?: string): Promise<Furnished> {
  const { id: organizationId, token } = await world.organization(`${name} ${mark}`, parent);
  const made = async (path: string, body: object, status = 201) => world.made(status, 'POST', path, { body, token });

  const group = (await made('/user-groups', { name: `guests ${mark}`, comment: mark })).id;
  const user = (
    await made('/users', {
      username: `anna-${mark}`,
      password: `${mark}!`,
      table_id: group,
      comment: mark,
      external_id: mark,
    })
  ).id;
  const voucher = (await made('/vouchers', { table_id: group, comment: mark }))._embedded.vouchers[0].id;
  const voucherBatch = (await made('/vouchers', { table_id: group, count: 2, comment: mark }))._embedded.vouchers[0]
    .batch;
  const voucherPreset = (await made('/voucher-presets', { name: `preset ${mark}`, table_id: group, comment: mark })).id;
  const device = (await made('/devices', { mac: '02:00:00:00:04:12', name: mark, table_id: group, external_id: mark }))
    .id;
  const role = (await made('/roles', { name: `desk ${mark}`, permissions: ['users:read'] })).id;
  const key = (await made('/keys', { name: `key ${mark}`, role_id: role })).id;
  const annex = (await made('/organizations', { name: `annex ${mark}` })).id;
  const attribute = (
    await made('/attributes', { userid: user, table: 'radreply', attribute: 'Reply-Message', value: mark })
  ).id;
  const { id: certificate, authority_id: authority } = await made('/certificates', {
    user_id: user,
    common_name: mark,
  });
  const profile = (
    await made(
      '/profiles',
      { ssid: mark.slice(0, 32), eap_type: 'PEAP', platform: 'ios', name: mark, user_id: user },
      200,
    )
  ).id;
  const policy = (await made('/policies', { name: `night ${mark}`, effect: 'deny', description: mark })).id;
  const surroundings = await networkRecords(made, group, mark);
  const reportTask = (await made('/reports/110/tasks', { filter: { username: mark } }, 202)).task_name;
  const { id: reportSchedule } = await made('/report-schedules', {
    name: `Logins ${mark}`,
    report_id: '110',
    every: 'week',
    recipients: [`desk@${mark}.example.com`],
  });
  const { session, login } = await logRecords(world, organizationId, mark);
  const portalGuest = await portalRecords(world, organizationId, surroundings, mark);
  const alert = await alertRecords(world, organizationId, surroundings.alertContact, mark);
  const told = await webhookRecords(world, made, organizationId, mark);
  const operator = (
    await made('/operators', {
      email: `${mark}@example.com`,
      name: `Eva ${mark}`,
      role_id: role,
      password: 'correct horse battery',
    })
  ).id;
  await world.made(201, 'POST', '/sessions', {
    token: null,
    body: { email: `${mark}@example.com`, password: 'correct horse battery', organization_id: organizationId },
  });
  const [{ id: linkedAccount }] = await world.sql<{ id: string }>(
    `insert into operator_linked_accounts (organization_id, id, operator_id, provider_id, subject, email, created_at,
      last_used_at)
    values ($1, gen_random_uuid(), $2, $3, $4, $5, now(), now()) returning id`,
    [organizationId, operator, surroundings.provider, `subject ${mark}`, `${mark}@example.com`],
  );
  await made('/policies', {
    name: `not ${mark}`,
    effect: 'deny',
    enabled: false,
    conditions: [{ field: 'group', op: 'eq', value: group }],
  });
  const bulkJob = (
    await made('/bulk/users/async', { operations: [{ op: 'create', data: { username: `bulk-${mark}` } }] }, 202)
  ).job_id;
  const connection = (
    await made('/connections', {
      name: `mews ${mark}`,
      connector: 'mews',
      settings: { base_url: 'http://127.0.0.1:1', site: mark },
      secrets: { client_token: `c-${mark}`, access_token: `a-${mark}`, webhook_token: webhookToken },
    })
  ).id;
  await world.made(200, 'POST', `/hooks/${connection}/${webhookToken}`, {
    token: null,
    body: { EnterpriseId: mark, Events: [{ Discriminator: 'ServiceOrderUpdated', Value: { Id: mark } }] },
  });
  const [{ id: event }] = await world.sql<{ id: string }>('select id from inbox_events where connection_id = $1', [
    connection,
  ]);
  const lists = (
    await made('/connections', {
      name: `csv ${mark}`,
      connector: 'csv',
      settings: { time_zone: 'Europe/Vienna', site: mark },
    })
  ).id;
  const staff = {
    body: `employee_number,last_name,site\n1,Novak,${mark}\n`,
    headers: { 'content-type': 'text/csv' },
    token,
  };
  const file = (await world.made(201, 'POST', `/connections/${lists}/files?name=${mark}.csv`, staff)).id;
  await directoryRecords(world, made, mark);
  const engine = await engineRecords(world, { organizationId, connection, user, mark });
  await world.app.get(Sealer, { strict: false }).round();
  const [{ id: auditEntry }] = await world.sql<{ id: string }>(
    'select id from audit_entries where organization_id = $1 and resource_id = $2',
    [organizationId, user],
  );
  return {
    organizationId,
    token,
    mark,
    ids: {
      user,
      group,
      voucher,
      voucherBatch,
      voucherPreset,
      device,
      role,
      key,
      annex,
      attribute,
      bulkJob,
      reportTask,
      reportSchedule,
      certificate,
      authority,
      profile,
      policy,
      operator,
      linkedAccount,
      alert,
      session,
      login,
      ...portalGuest,
      auditEntry,
      file,
      connection,
      event,
      ...surroundings,
      ...told,
      ...engine,
    },
  };
}

let addresses = 0;

/** What describes the network around its users. */
async function networkRecords(
  made: (path: string, body: object) => Promise<{ id: string }>,
  group: string,
  mark: string,
) {
  const { id: radiusServer } = await made('/radius-servers', { name: `server ${mark}`, secret: `${mark}!` });
  // RADIUS tells clients apart by address over all organizations.
  const clients = [{ address: `198.18.0.${(addresses += 1)}`, short_name: mark, secret: `${mark}!` }];
  const { id: network } = await made('/networks', {
    name: `network ${mark}`,
    radius_server_id: radiusServer,
    default_table_id: group,
    clients,
  });
  const { id: portal } = await made('/captive-portals', {
    name: `portal ${mark}`,
    slug: mark,
    network_id: network,
    table_id: group,
    terms: { version: '1', texts: { en: mark } },
  });
  const { id: gateway } = await made('/gateways', {
    name: `gateway ${mark}`,
    network_id: network,
    captive_portal_id: portal,
    vendor: 'coova',
    login_hosts: ['10.1.0.1:3990'],
    secrets: { uamsecret: `${mark}!` },
  });
  const { id: provider } = await made('/authentication-providers', {
    name: `provider ${mark}`,
    type: 'oidc',
    table_id: group,
    settings: { issuer: 'https://login.example.com', client_id: mark, client_secret: `${mark}!` },
  });
  const { id: alertContact } = await made('/alert-contacts', { name: `contact ${mark}`, email: `${mark}@example.com` });
  const { id: alertcontact } = await made('/alertcontacts', {
    name: `other contact ${mark}`,
    email: `${mark}@example.com`,
  });
  const { id: paymentProvider } = await made('/payment-providers', {
    name: `payments ${mark}`,
    type: 'stripe',
    secrets: { secret_key: `rk_test_${'x'.repeat(20)}` },
  });
  return { radiusServer, network, portal, gateway, provider, paymentProvider, alertContact, alertcontact };
}

/** What RADIUS and a captive portal would have written, and a chunk of the file that is being made of it. */
async function logRecords(
  world: UsherWorld,
  organizationId: string,
  mark: string,
): Promise<{ session: string; login: string }> {
  const now = new Date().toISOString();
  const values = [organizationId, now, mark];
  const [{ id: login }] = await world.sql<{ id: string }>(
    'insert into authentication_log (organization_id, at, id, outcome, username) values ($1, $2, ' +
      "radius.new_id($2::timestamptz), 'accepted', $3) returning id",
    values,
  );
  const [{ id: session }] = await world.sql<{ id: string }>(
    'insert into accounting_sessions (organization_id, started_at, updated_at, id, unique_id, username) ' +
      'values ($1, $2, $2, gen_random_uuid(), $3, $3) returning id',
    values,
  );
  await world.sql(
    "insert into radius_contacts (organization_id, kind, address, first_at, last_at) values ($1, 'unknown_address', " +
      '$3, $2, $2)',
    values,
  );
  await world.sql(
    'insert into guest_registrations (organization_id, created_at, id, full_name) values ($1, $2, ' +
      'gen_random_uuid(), $3)',
    values,
  );
  await world.sql(
    'insert into report_file_chunks (organization_id, task_id, chunk, rows, content) select ' +
      "organization_id, id, 0, 1, '[[\"' || $2 || '\"]]' from report_tasks where organization_id = $1",
    [organizationId, mark],
  );
  return { session, login };
}

/**
 * A guest who came in by the portal, agreed to its terms was given a ticket and let in by a controller; and somebody
 * who mistyped.
 */
async function portalRecords(
  world: UsherWorld,
  organizationId: string,
  { portal, gateway }: { readonly portal: string; readonly gateway: string },
  mark: string,
): Promise<{ registration: string; payment: string; portalAttempt: string }> {
  const [{ id: registration }] = await world.sql<{ id: string }>(
    `insert into registrations (organization_id, id, captive_portal_id, method, username, username_key, last_name, mac,
      since_at, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, 'voucher', $3, lower($3), $3, '020000000042', now(), now(), now())
      returning id`,
    [organizationId, portal, mark],
  );
  await world.sql(
    `insert into portal_consents (organization_id, registration_id, kind, text_hash, version, language, given_at)
     values ($1, $2, 'terms', $3, '1', 'en', now())`,
    [organizationId, registration, mark],
  );
  const [{ id: payment }] = await world.sql<{ id: string }>(
    `insert into portal_payments (organization_id, id, captive_portal_id, asked_by, user_id, pay, tier, status,
      created_at)
     values ($1, gen_random_uuid(), $2, $3, gen_random_uuid(), 'room', $4, 'failed', now()) returning id`,
    [
      organizationId,
      portal,
      registration,
      { name: mark, price: 490, currency: 'EUR', group: portal, duration: 86_400, pay: 'room' },
    ],
  );
  await world.sql(
    `insert into portal_tickets (organization_id, id, registration_id, username_key, ticket_sealed, ends_at)
     values ($1, gen_random_uuid(), $2, lower($3), '\\x00', now() + interval '1 day')`,
    [organizationId, registration, mark],
  );
  await world.sql(
    `insert into controller_sessions (organization_id, session_id, started_at, gateway_id, registration_id, mac,
      arrival, until_at)
     values ($1, gen_random_uuid(), now(), $2, $3, '020000000042', jsonb_build_object('ssid', $4::text),
      now() + interval '1 day')`,
    [organizationId, gateway, registration, mark],
  );
  const [{ id: portalAttempt }] = await world.sql<{ id: string }>(
    `insert into portal_attempts (organization_id, id, captive_portal_id, kind, subject, failures, first_at, last_at,
      counted_until)
     values ($1, gen_random_uuid(), $2, 'room', $3, 1, now(), now(), now() + interval '1 day') returning id`,
    [organizationId, portal, mark],
  );
  return { registration, payment, portalAttempt };
}

/** A state that was, and what the contact was sent about it. */
async function alertRecords(
  world: UsherWorld,
  organizationId: string,
  contactId: string,
  mark: string,
): Promise<string> {
  const now = new Date().toISOString();
  const [{ id }] = await world.sql<{ id: string }>(
    `insert into alerts (organization_id, id, event, subject_id, subject_name, state, detail, raised_at, resolved_at,
      dispatched_at)
     values ($1, gen_random_uuid(), 'webhook.failing', gen_random_uuid(), $2, 'failing', $2, $3, $3, $3) returning id`,
    [organizationId, mark, now],
  );
  const content = {
    organization: { id: organizationId, name: mark, timeZone: 'UTC' },
    at: now,
    open: { alerts: [], total: 0 },
    ended: null,
    isLastForNow: false,
  };
  await world.sql(
    `insert into alert_messages (organization_id, id, contact_id, way, kind, content, status, due_at, created_at)
     values ($1, gen_random_uuid(), $2, 'email', 'alerts', $3, 'delivered', $4, $4)`,
    [organizationId, contactId, JSON.stringify(content), now],
  );
  await world.sql('insert into alert_rounds (organization_id, notified_at, digest_since_at) values ($1, $2, $2)', [
    organizationId,
    now,
  ]);
  return id;
}

/** An endpoint that is told nothing any more, and what it was told. */
async function webhookRecords(
  world: UsherWorld,
  made: (path: string, body: object) => Promise<{ id: string }>,
  organizationId: string,
  mark: string,
) {
  const { id: webhook } = await made('/webhooks', {
    url: `https://hooks.example.com/${mark}`,
    events: ['device.connected'],
    description: mark,
    disabled: 1,
  });
  const now = new Date().toISOString();
  const [{ id: event }] = await world.sql<{ id: string }>(
    `insert into outbox_events (organization_id, id, event, payload, created_at, dispatched_at)
     values ($1, gen_random_uuid(), 'device.connected', $2, $3, $3) returning id`,
    [organizationId, JSON.stringify({ event: 'device.connected', mark }), now],
  );
  const [{ id: delivery }] = await world.sql<{ id: string }>(
    `insert into webhook_deliveries (organization_id, id, webhook_id, event_id, event, status, due_at, created_at)
     values ($1, gen_random_uuid(), $2, $3, 'device.connected', 'delivered', $4, $4) returning id`,
    [organizationId, webhook, event, now],
  );
  return { webhook, delivery };
}

/** A directory with one person in one group. */
async function directoryRecords(
  world: UsherWorld,
  made: (path: string, body: object) => Promise<{ id: string; token: string }>,
  mark: string,
): Promise<void> {
  const { token } = await made('/connections', { name: `directory ${mark}`, connector: 'scim' });
  const { id } = await world.made(201, 'POST', '/scim/v2/Users', {
    token,
    body: { userName: `${mark}@example.com`, emails: [{ value: `${mark}@example.com` }] },
  });
  await world.made(201, 'POST', '/scim/v2/Groups', { token, body: { displayName: mark, members: [{ value: id }] } });
}

/** What the engine would have written, had a guest come. */
async function engineRecords(
  world: UsherWorld,
  of: { organizationId: string; connection: string; user: string; mark: string },
) {
  const { organizationId, connection, user, mark } = of;
  const insert = async (table: string, columns: Record<string, unknown>): Promise<string> => {
    const row = { organization_id: organizationId, ...columns };
    const names = Object.keys(row).map((each) => `"${each}"`);
    const [{ id }] = await world.sql<{ id: string }>(
      `insert into ${table} (id, ${names.join(', ')}) values (gen_random_uuid(),
        ${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
      Object.values(row),
    );
    return id;
  };
  const now = new Date().toISOString();
  const life = { created_at: now, updated_at: now };
  const facts = { kind: 'stay', status: 'in_house', room: '412', lastName: mark };
  const spec = { username: `anna-${mark}` };
  const identity = await insert('identities', {
    target_key: 'built-in',
    account_key: `412-${mark}`,
    kind: 'user',
    connection_id: connection,
    ...life,
  });
  const subject = await insert('subjects', {
    connection_id: connection,
    source_key: mark,
    kind: 'stay',
    facts,
    state: 'present',
    disputed: { account: mark },
    last_event_at: now,
    identity_id: identity,
    ...life,
  });
  const entitlement = await insert('entitlements', {
    identity_id: identity,
    subject_id: subject,
    connection_id: connection,
    kind: 'user',
    spec,
    ...life,
  });
  const binding = await insert('bindings', {
    identity_id: identity,
    connection_id: connection,
    target_key: 'built-in',
    kind: 'user',
    remote_id: user,
    name: mark,
    ownership: 'own',
    state: 'active',
    applied: spec,
    ...life,
  });
  const run = await insert('runs', {
    connection_id: connection,
    mode: 'full',
    cause: 'operator',
    status: 'held',
    held: 1,
    plan_hash: 'a'.repeat(64),
    requested_by: mark,
    created_at: now,
  });
  await world.sql(
    'insert into run_items (organization_id, run_id, position, kind, subject_id, account) values ($1, $2, ' +
      "1, 'disable_user', $3, $4)",
    [organizationId, run, subject, mark],
  );
  await insert('listed_pages', { connection_id: connection, run_id: run, sequence: 1, subject_ids: `{${subject}}` });
  const operation = await insert('provision_log', {
    at: now,
    connection_id: connection,
    subject_id: subject,
    identity_id: identity,
    run_id: run,
    kind: 'create_user',
    status: 'done',
    cause: 'event',
    actor: mark,
    account: mark,
  });
  const sentOperation = await insert('operations', {
    identity_id: identity,
    connection_id: connection,
    target_key: 'built-in',
    kind: 'create_user',
    state: 'done',
    request: spec,
    token: 1,
    created_at: now,
  });
  const credentialDelivery = await insert('credential_deliveries', {
    connection_id: connection,
    subject_id: subject,
    identity_id: identity,
    kind: 'user',
    via: 'email',
    position: 0,
    address: `${mark}@example.com`,
    status: 'delivered',
    due_at: now,
    created_at: now,
  });
  await world.sql(
    'insert into recent_endings (organization_id, connection_id, subject_id, at) values ($1, $2, $3, $4)',
    [organizationId, connection, subject, now],
  );
  await world.sql(
    'insert into awaited_answers (organization_id, event_id, connection_id, source_key, is_understood, ' +
      'due_at, created_at) values ($1, gen_random_uuid(), $2, $3, true, $4, $4)',
    [organizationId, connection, mark, now],
  );
  await insert('delivery_settings', {
    connection_id: connection,
    language: 'de',
    templates: { de: { sms: { text: mark } } },
    ...life,
  });
  await world.sql('insert into connection_privacy (organization_id, id, fields, updated_at) values ($1, $2, $3, $4)', [
    organizationId,
    connection,
    ['last_name'],
    now,
  ]);
  await world.sql(
    'insert into connection_vendor_tokens (organization_id, connection_id, name, revision, requested_with, ' +
      'token_sealed, until_at, issued_at) values ($1, $2, $3, 1, $4, $4, $5, $6)',
    [organizationId, connection, 'api', mark, now, '[]'],
  );
  const roomPosting = await insert('room_postings', {
    connection_id: connection,
    number: 1,
    room: '204',
    amount: 490,
    currency: 'EUR',
    item: mark,
    status: 'unclear',
    created_at: now,
    expires_at: now,
  });
  const erasure = await insert('erasures', {
    person: mark,
    status: 'done',
    subject_ids: '{}',
    identity_ids: '{}',
    created_at: now,
  });
  return {
    identity,
    subject,
    entitlement,
    binding,
    run,
    operation,
    sentOperation,
    credentialDelivery,
    roomPosting,
    erasure,
  };
}

/** That a key was used for the first time, and what waits to be chained, comes beside the calls. */
const comesBeside = /^audit_open |^audit_entries .*"first_used_at"/;

/**
 * Every row of the organization and those beneath it, as text: two dumps are equal when nothing changed but when their
 * keys were last used.
 */
export async function dumpOf(world: UsherWorld, organizationId: string): Promise<string[]> {
  const tables = await world.sql<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join pg_class t on t.oid = c.table_name::regclass
     where c.table_schema = 'public' and c.column_name = 'organization_id' and not t.relispartition order by 1`,
  );
  const beneath = 'select id from organizations where $1::uuid = any (path)';
  const dumps = await Promise.all([
    world.sql<{ row: string }>(
      `select 'organizations ' || to_jsonb(t)::text as row from organizations t where id in (${beneath}) order by 1`,
      [organizationId],
    ),
    ...tables.map(({ name }) =>
      world.sql<{ row: string }>(
        `select '${name} ' || (to_jsonb(t) - 'last_used_at')::text as row from ${name} t
          where organization_id in (${beneath}) order by 1`,
        [organizationId],
      ),
    ),
  ]);
  return dumps
    .flat()
    .map(({ row }) => row)
    .filter((row) => !comesBeside.test(row));
}

/** Things of which a dump has rows; the others have no table of their own. */
export function tablesIn(dump: readonly string[]): string[] {
  return [...new Set(dump.map((row) => row.split(' ', 1)[0]))].sort();
}
