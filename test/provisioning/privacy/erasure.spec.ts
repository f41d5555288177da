import { afterAll, beforeAll, expect, test } from '@jest/globals';
import iconv from 'iconv-lite';
import { type Context, systemContext } from '../../../src/kernel/context.js';
import { Sealer } from '../../../src/console/audit/chain/sealer.js';
import { Erasures } from '../../../src/provisioning/privacy/erasures.js';
import { Inbox } from '../../../src/provisioning/inbox/inbox.js';
import { OwnPass } from '../../../src/provisioning/reconcile/own-pass.js';
import { Database } from '../../../src/database/database.js';
import { ConnectionRepository } from '../../../src/provisioning/connection/connection.repository.js';
import { SubjectLock } from '../../../src/provisioning/subject/subject-lock.js';
import { Subjects } from '../../../src/provisioning/intake/changes/subjects.js';
import type { Facts, Stay } from '../../../src/provisioning/facts/facts.js';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { leaveTraces, namelessNote, tracedTables } from './traces.js';
import { letGo } from '../../database/retention.js';

let world: UsherWorld;
let context: Context;
let connectionId: string;
beforeAll(async () => {
  world = await usherWorld();
  context = systemContext(world.organizationId, 'test');
  connectionId = (
    await world.made(201, 'POST', '/connections', {
      body: {
        name: 'Front desk',
        connector: 'fias',
        settings: { host: '127.0.0.1', port: 5010, encoding: 'windows-1250', time_zone: 'Europe/Vienna' },
        access: { preset: 'hotel-enterprise', deliver: [{ via: 'email' }] },
      },
    })
  ).id;
});
afterAll(async () => {
  await world.close();
});

const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const stay = (firstName: string, lastName: string, room: string): Stay => ({
  kind: 'stay',
  status: 'in_house',
  firstName,
  lastName,
  room,
  site: 'lindenhof',
  email: `${lastName.toLowerCase()}@example.com`,
  phone: `+43 664 7654${room}`,
  checkInAt: soon(-1),
  arrivalAt: soon(-1),
  departureAt: soon(2),
});

let sequence = 1;
async function say(key: string, facts: Facts, to = connectionId): Promise<void> {
  const { app } = world;
  const connection = await app.get(ConnectionRepository, { strict: false }).load(context, to);
  await app.get(Database).transaction(context, async (inside) => {
    await app.get(SubjectLock, { strict: false }).take(inside, to);
    const origin = {
      at: new Date().toISOString(),
      sequence: (sequence += 1),
      cause: { kind: 'event' as const, id: '0190a0e0-0000-7000-8000-000000000001' },
      scanId: null,
    };
    await app
      .get(Subjects, { strict: false })
      .apply(inside, connection, [{ origin, changes: [{ kind: 'record', mode: 'replace', record: { key, facts } }] }]);
  });
}

async function workOff(): Promise<void> {
  while ((await world.app.get(OwnPass, { strict: false }).run(context, 'built-in', 200)) > 0);
}

/** Tables in which a text stands somewhere: text, jsonb, arrays of text and bytea, whatever they are called. */
async function mentions(text: string): Promise<string[]> {
  const tables = await world.sql<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname <> 'schema_migrations' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const columns = await world.sql<{ column: string; type: string }>(
      `select attname as column, format_type(atttypid, null) as type from pg_attribute where attrelid = $1::regclass
        and attnum > 0 and not attisdropped`,
      [name],
    );
    const searched = columns.filter(({ type }) =>
      ['text', 'jsonb', 'json', 'bytea', 'text[]', 'character varying'].includes(type),
    );
    if (searched.length === 0) continue;
    const where = searched
      .map(({ column, type }) =>
        type === 'bytea'
          ? `position(convert_to($1, 'UTF8') in "${column}") > 0`
          : `"${column}"::text ilike '%' || $1 || '%'`,
      )
      .join(' or ');
    if ((await world.sql(`select 1 from ${name} where ${where} limit 1`, [text])).length > 0) found.push(name);
  }
  return found;
}

test('an erased person is in no column any more, others are untouched, the audit keeps a keyed hash', async () => {
  await say('R-9001', stay('Zdenka', 'Vrbinska', '911'));
  await say('R-9002', stay('Karel', 'Other', '912'));
  await workOff();
  await world.app.get(Inbox, { strict: false }).store(context, connectionId, [
    { kind: 'frame', body: Buffer.from('GI|RN911|GNVrbinska|GFZdenka|') },
    { kind: 'frame', body: Buffer.from('GI|RN912|GNOther|') },
    { kind: 'frame', body: Buffer.from('GI|RN913|GNSealed|') },
  ]);
  // By a master key that was taken away meanwhile: whom it names cannot be told any more.
  await world.sql(
    "update inbox_events set payload_sealed = regexp_replace(payload_sealed, '^v1\\.[^.]+', 'v1.00000000') " +
      'where id = (select max(id::text)::uuid from inbox_events)',
  );
  await world.sql(
    `insert into accounting_sessions (organization_id, started_at, id, unique_id, username, username_key, mac,
      updated_at) values ($1, now(), gen_random_uuid(), 'u1', '911-vrbinska', '911-vrbinska', '020000000911', now())`,
    [world.organizationId],
  );
  await leaveTraces(world, connectionId, {
    username: '911-vrbinska',
    fullName: 'Zdenka Vrbinska',
    email: 'vrbinska@example.com',
  });
  expect(await mentions('vrbinska')).toEqual(
    expect.arrayContaining([
      'subjects',
      'users',
      'provision_log',
      'bindings',
      'identities',
      'accounting_sessions',
      ...tracedTables,
    ]),
  );
  const exported = (await world.made(200, 'POST', '/privacy/exports', {
    body: { email: 'VRBINSKA@example.com' },
  })) as unknown as { data: Record<string, object[]> };
  expect(exported.data).toMatchObject({
    records: [{ key: 'R-9001' }],
    accounts: [{ username: '911-vrbinska' }],
    sessions: [{ mac: '02:00:00:00:09:11' }],
  });
  expect(JSON.stringify(exported)).not.toMatch(/other@|sealed/i);

  const erasure = await world.made(202, 'POST', '/privacy/erasures', { body: { email: 'vrbinska@example.com' } });
  expect(erasure.status).toBe('ending');
  const erasures = world.app.get(Erasures, { strict: false });
  await erasures.round();
  expect((await world.made(200, 'GET', `/privacy/erasures/${erasure.id}`)).status).toBe('ending');
  expect((await world.sql('select 1 from users where username = $1', ['911-vrbinska'])).length).toBe(1);
  await workOff();
  expect(await world.sql('select 1 from users where username = $1', ['911-vrbinska'])).toEqual([]);
  await erasures.round();
  await world.app.get(Sealer, { strict: false }).round();
  await erasures.round();
  await world.app.get(Sealer, { strict: false }).round();
  await erasures.round();
  const done = (await world.made(200, 'GET', `/privacy/erasures/${erasure.id}`)) as unknown as {
    status: string;
    counts: Record<string, number>;
    person: string;
  };
  expect(done).toMatchObject({
    status: 'done',
    counts: {
      messages: 2,
      records: 1,
      sessions: 1,
      logins: 1,
      registrations: 1,
      certificates: 1,
      operations: 1,
      deliveries: 1,
      answers: 1,
      files: 2,
    },
  });

  const left = await mentions('vrbinska');
  expect(left).toEqual([]);
  expect(await mentions('zdenka')).toEqual([]);
  expect(await mentions('7654911')).toEqual([]);
  expect(await mentions(namelessNote)).toEqual([]);
  expect(await world.sql('select 1 from provision_log where kind = $1', ['change_user'])).toHaveLength(1);
  expect(await world.sql('select username, disabled from users where username like $1', ['%-other'])).toEqual([
    { username: '912-other', disabled: false },
  ]);
  expect(
    await world.sql('select 1 from accounting_sessions where mac = $1 and username like $2', [
      '020000000911',
      'erased %',
    ]),
  ).toHaveLength(1);
  expect(
    await world.sql('select 1 from audit_entries where resource = $1 and label = $2', ['erasures', done.person]),
  ).not.toEqual([]);
  expect(done.person).toMatch(/^f1\./);
  expect(
    await world.sql('select 1 from audit_entries where resource = $1 and label = $2', ['users', done.person]),
  ).not.toEqual([]);
  expect(await world.made(200, 'GET', '/audit/verify')).toMatchObject({ ok: true });
  const [entry] = await world.sql<{ organization: string; id: string; erased: string }>(
    'select organization_id as organization, id, erased from audit_entries where erased is not null limit 1',
  );
  await world.sql("select usher_audit_redact($1, $2, 'nobody', null, null, $3)", [
    entry.organization,
    entry.id,
    entry.erased,
  ]);
  expect(await world.made(200, 'GET', '/audit/verify')).toMatchObject({
    ok: false,
    broken: { reason: 'entry_changed' },
  });
});

test('personal fields beyond the list are dropped before anything is stored', async () => {
  await world.made(200, 'PATCH', `/connections/${connectionId}/privacy`, {
    body: { fields: ['last_name'], payload_days: 0 },
  });
  await say('R-9003', stay('Ludmila', 'Hradecka', '913'));
  const [{ facts }] = await world.sql<{ facts: Stay }>('select facts from subjects where source_key = $1', ['R-9003']);
  expect(facts).toMatchObject({ lastName: 'Hradecka', room: '913', status: 'in_house' });
  expect(facts).not.toHaveProperty('firstName');
  expect(facts).not.toHaveProperty('email');
  expect(await mentions('ludmila')).toEqual([]);
});

test('messages go as soon as their connection says', async () => {
  await world.sql("update inbox_events set status = 'absorbed', received_at = now() - interval '1 minute'");
  expect(
    await letGo(
      world.fresh.database,
      { instant: () => new Date().toISOString() },
      'payloads of connections that keep them shorter',
    ),
  ).toBe(1);
  expect(await world.sql('select 1 from inbox_events where payload_sealed is not null')).toEqual([]);
});

test('nobody is erased twice, and nobody who is not known', async () => {
  expect((await world.ask('POST', '/privacy/erasures', { body: { email: 'vrbinska@example.com' } })).status).toBe(422);
  expect(
    (await world.ask('POST', '/privacy/erasures', { body: { email: 'a@example.com', username: 'a' } })).status,
  ).toBe(422);
  expect(
    (await world.ask('PATCH', `/connections/${connectionId}/privacy`, { body: { fields: ['shoe_size'] } })).status,
  ).toBe(422);
  const twice = { fields: ['email', 'email'] };
  expect((await world.ask('PATCH', `/connections/${connectionId}/privacy`, { body: twice })).body).toMatchObject({
    status: 422,
    errors: [{ pointer: '#/fields', detail: 'must name each field once' }],
  });
});

test('messages of an interface with a code page are searched in it', async () => {
  await say('R-9004', stay('Alžběta', 'Řezníčková', '914'));
  await workOff();
  await world.app.get(Inbox, { strict: false }).store(context, connectionId, [
    { kind: 'frame', body: iconv.encode('GI|RN914|GNŘezníčková|', 'windows-1250') },
    { kind: 'frame', body: iconv.encode('GI|RN915|GNŘezáč|', 'windows-1250') },
  ]);
  const erasure = await world.made(202, 'POST', '/privacy/erasures', { body: { username: '914-reznickova' } });
  await workOff();
  await world.app.get(Erasures, { strict: false }).round();
  expect(await world.made(200, 'GET', `/privacy/erasures/${erasure.id}`)).toMatchObject({
    status: 'auditing',
    counts: { records: 1, messages: 1 },
  });
});

test('sessions by a visitor’s voucher are exported without its code, and lose it with the person', async () => {
  const mapping = { version: 1, kind: 'visit', match: [{ status: 'active' }], key: { path: '/id' }, fields: {} };
  const desk = await world.made(201, 'POST', '/connections', {
    body: {
      name: 'Visitors',
      connector: 'webhook',
      settings: { verifier: { type: 'bearer' }, mapping },
      secrets: { secret: 'a-secret-of-the-visitor-desk' },
      access: { preset: 'visitor', deliver: [] },
    },
  });
  const visit = { firstName: 'Ida', lastName: 'Lovecraft', email: 'ida@example.com', expectedDepartureAt: soon(1) };
  await say('V-1', { kind: 'visit', status: 'active', signInAt: soon(-1), ...visit } as Facts, desk.id);
  await workOff();
  const [{ code }] = await world.sql<{ code: string }>('select code from vouchers where source_connection_id = $1', [
    desk.id,
  ]);
  await world.sql(
    `insert into accounting_sessions (organization_id, started_at, id, unique_id, username, username_key, mac,
      updated_at) values ($1, now(), gen_random_uuid(), 'u2', $2, lower($2), '020000000916', now())`,
    [world.organizationId, code],
  );
  const { data } = (await world.made(200, 'POST', '/privacy/exports', {
    body: { email: 'ida@example.com' },
  })) as unknown as { data: Record<string, object[]> };
  expect(data.sessions).toMatchObject([{ mac: '02:00:00:00:09:16', username: null }]);
  expect(JSON.stringify(data).toLowerCase()).not.toContain(code.toLowerCase());

  await world.made(202, 'POST', '/privacy/erasures', { body: { email: 'ida@example.com' } });
  await workOff();
  await world.app.get(Erasures, { strict: false }).round();
  expect(await world.sql("select username from accounting_sessions where mac = '020000000916'")).toEqual([
    { username: expect.stringMatching(/^erased /) },
  ]);
});
