import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import { systemContext } from '../../../src/kernel/context.js';
import { ConsoleRefused, ConsoleUnavailable } from '../../../src/provisioning/wifi-console/port/console-problems.js';
import type { HttpWorld } from '../../http/http-world.js';
import { apiConsole, apiWorld, bell, bellSecrets, connected } from './api-world.js';
import { Asked } from './written-down.js';

let world: HttpWorld;
let desk: Server;
let deskUrl: string;
beforeAll(async () => {
  world = await apiWorld();
  desk = createServer((request, response) => {
    response.writeHead(request.headers['x-key'] === bellSecrets.key ? 200 : 403).end();
  });
  await new Promise<void>((resolve) => {
    desk.listen(0, '127.0.0.1', resolve);
  });
  deskUrl = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await world.close();
  desk.close();
});

async function run(text: string, values: unknown[]): Promise<void> {
  await world.fresh.database.query(systemContext(world.organizationId, 'test'), statement('', text), values);
}

describe('the catalogue', () => {
  test('tells what a connector is, what it needs and what it gives', async () => {
    const { status, body } = await world.call('GET', '/v1/connectors/bell-desk');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      key: 'bell-desk',
      name: 'Bell desk',
      family: 'pms',
      facts: 'stay',
      abilities: ['receives', 'polls', 'snapshots'],
      settings_schema: {
        required: ['base_url', 'key'],
        properties: { floors: { type: 'integer', default: 4 }, key: { writeOnly: true } },
      },
      default_access: { preset: 'hotel', grant: 'user', username: '{{ site }}-{{ key }}' },
      presets: ['holiday-let', 'hotel', 'hotel-enterprise', 'hotel-room'],
      default_schedule: { full: '17 4 * * *' },
      rights: [{ name: 'bell', tried: 'GET /', remedy: 'Give the key to the floors' }],
      set_up: 'Ring the bell.',
      _links: { self: { href: '/v1/connectors/bell-desk' } },
    });
  });

  test('lists every connector, and knows no others', async () => {
    expect((await world.call('GET', '/connectors')).body).toMatchObject({
      total_items: 1,
      _embedded: { connectors: [{ key: 'bell-desk' }] },
    });
    expect((await world.call('GET', '/connectors/telex')).status).toBe(404);
  });
});

describe('a test of a connection', () => {
  test('says what the outside system answered', async () => {
    const { id } = await connected(world, { settings: { base_url: deskUrl } });
    expect((await world.call('POST', `/connections/${id}/test`)).body).toEqual({
      ok: true,
      checks: [
        { name: 'bell', ok: true, tried: 'GET /', detail: '4 floors', remedy: null },
        { name: 'console', ok: true, tried: 'the console of this service', detail: 'built-in', remedy: null },
      ],
    });
    await world.call('PATCH', `/connections/${id}`, { body: { secrets: { key: 'a-wrong-key' } } });
    expect((await world.call('POST', `/connections/${id}/test`)).body).toMatchObject({
      ok: false,
      checks: [
        { name: 'bell', ok: false, detail: 'The desk answers 403', remedy: 'Give the key to the floors' },
        { name: 'console', ok: true },
      ],
    });
  });

  test('says what the remote console answered, as a check of its own', async () => {
    const { id } = await connected(world, {
      settings: { base_url: deskUrl },
      target: { console: 'remote', base_url: 'https://console.example.com', token: 'remote-token-1' },
    });
    const consoleCheck = async () => (await world.call('POST', `/connections/${id}/test`)).body;
    expect(await consoleCheck()).toMatchObject({
      ok: true,
      checks: [
        { name: 'bell' },
        { name: 'console', ok: true, detail: 'https://console.example.com answers and accepts the key' },
      ],
    });
    apiConsole.failOnce(({ method }) => method === 'check', new ConsoleRefused('401 Unauthorized', 401));
    expect(await consoleCheck()).toMatchObject({
      ok: false,
      checks: [
        { ok: true },
        {
          ok: false,
          detail: 'The console answers, but does not accept the key: 401 Unauthorized',
          remedy: expect.stringContaining('target.token'),
        },
      ],
    });
    apiConsole.failOnce(({ method }) => method === 'check', new ConsoleUnavailable('The console cannot be reached'));
    expect(await consoleCheck()).toMatchObject({
      ok: false,
      checks: [{ ok: true }, { ok: false, detail: 'The console cannot be reached' }],
    });
  });
});

describe('a preview', () => {
  const guest = {
    key: 'r-1',
    status: 'in_house',
    room: '412',
    last_name: 'Nováková',
    vip: '2',
    departure_at: '2026-05-17T09:00:00.000Z',
  };

  test('tries a mapping that is not saved on records that are not stored', async () => {
    const { id } = await connected(world);
    const { status, body } = await world.call('POST', `/connections/${id}/preview`, {
      body: { records: [guest, { ...guest, key: 'r-2', status: 'expected' }], access: { preset: 'hotel-enterprise' } },
    });
    expect(status).toBe(200);
    expect(body.summary).toEqual({ create_user: 1, none: 1 });
    expect(body.plan[0]).toEqual({
      kind: 'create_user',
      key: 'r-1',
      subject_id: null,
      account: '412-novakova',
      before: null,
      after: { username: '412-novakova', group_name: 'VIP guests' },
      facts: null,
      detail: null,
    });
    expect((await world.call('GET', `/connections/${id}`)).body.access).toEqual({ preset: 'hotel' });
  });

  test('hands on a payload byte for byte', async () => {
    const { id } = await connected(world);
    expect(
      (await world.call('POST', `/connections/${id}/preview`, { body: { payload: 'GI|RN412|' } })).body.plan[0].detail,
    ).toBe('GI|RN412|');
    expect(
      (await world.call('POST', `/connections/${id}/preview`, { body: { payload: { a: 1 } } })).body.plan[0].detail,
    ).toBe('{"a":1}');
  });

  test.each<[object, string]>([
    [{ records: [] }, '#/records'],
    [{ records: 'all' }, '#/records'],
    [{ records: [7] }, '#/records/0'],
    [{ records: [{ status: 'in_house' }] }, '#/records/0/key'],
    [{ records: [guest, { ...guest, colour: 'blue' }] }, '#/records/1/colour'],
    [{ records: [guest], payload: 'x' }, '#/payload'],
    [{ limit: 0 }, '#/limit'],
    [{ access: { username: '{{ rooms }}' } }, '#/access/username'],
    [{ acces: {} }, '#/acces'],
  ])('of %j is refused at %s', async (input, pointer) => {
    const { id } = await connected(world);
    const { status, body } = await world.call('POST', `/connections/${id}/preview`, { body: input });
    expect([status, body.errors?.[0].pointer]).toEqual([422, pointer]);
  });
});

describe('a run', () => {
  test('is asked for, and asking twice is the same run', async () => {
    const { id } = await connected(world);
    const first = await world.call('POST', `/connections/${id}/sync`, { body: { mode: 'incremental', dry_run: true } });
    expect(first.status).toBe(202);
    expect(first.body).toMatchObject({
      mode: 'incremental',
      status: 'queued',
      dry_run: true,
      connection_id: id,
      plan_hash: null,
    });
    expect(first.headers.get('location')).toBe(`/runs/${first.body.id}`);
    expect(
      (await world.call('POST', `/connections/${id}/sync`, { body: { mode: 'incremental', dry_run: true } })).body.id,
    ).toBe(first.body.id);
    expect((await world.call('POST', `/connections/${id}/sync`, { body: { mode: 'incremental' } })).body).toMatchObject(
      { status: 409, run_id: first.body.id },
    );
    expect((await world.call('POST', `/connections/${id}/sync`, { body: { mode: 'access' } })).status).toBe(422);
    expect((await world.call('POST', `/runs/${first.body.id}/cancel`)).body.status).toBe('cancelled');
  });

  test('is not started for a connection that is not enabled', async () => {
    const { id } = await connected(world, { enabled: false });
    expect((await world.call('POST', `/connections/${id}/sync`)).status).toBe(409);
  });

  test('that is held shows its plan, and exactly that plan is approved', async () => {
    const { id } = await connected(world);
    const held = (await world.call('POST', `/connections/${id}/sync`)).body.id;
    expect((await world.call('GET', `/connections/${id}/runs?filter[mode]=full`)).body._embedded.runs).toMatchObject([
      { id: held, status: 'queued' },
    ]);
    await run("update runs set status = 'held', plan_hash = 'abc', held = 3 where organization_id = $1 and id = $2", [
      world.organizationId,
      held,
    ]);
    await run(
      `insert into run_items (organization_id, run_id, position, kind, account, before, after)
      select $1, $2, n, 'removal', 'guest-' || n, '{"groupName": "Hotel guests", "passwordFingerprint": "f"}', null
        from generate_series(1, 3) n`,
      [world.organizationId, held],
    );

    const plan = await world.call('GET', `/runs/${held}/plan?page_size=2`);
    expect(plan.body).toMatchObject({ total_items: 3, page_count: 2 });
    expect(plan.body._embedded.plan[0]).toMatchObject({
      position: 1,
      kind: 'removal',
      account: 'guest-1',
      key: null,
      before: { group_name: 'Hotel guests' },
      after: null,
    });
    expect(plan.text).not.toContain('ingerprint');
    expect((await world.call('GET', plan.body._embedded.plan[1]._links.self.href)).body._embedded.plan).toMatchObject([
      { position: 2 },
    ]);

    // Over all connections, whichever it is of.
    await world.call('POST', `/connections/${(await connected(world)).id}/sync`);
    const all = (await world.call('GET', '/runs?filter[status]=held')).body;
    expect([all.total_items, all._embedded.runs]).toMatchObject([1, [{ id: held, connection_id: id, held: 3 }]]);
    expect((await world.call('GET', `/runs?filter[connection_id]=${id}`)).body).toMatchObject({ total_items: 1 });
    expect((await world.call('GET', '/runs')).body.total_items).toBeGreaterThan(1);

    expect((await world.call('POST', `/runs/${held}/approve`)).status).toBe(422);
    expect((await world.call('POST', `/runs/${held}/approve`, { body: { plan_hash: 'old' } })).status).toBe(409);
    expect((await world.call('POST', `/runs/${held}/approve`, { body: { plan_hash: 'abc' } })).body).toMatchObject({
      id: held,
      status: 'done',
      decided_by: expect.any(String),
    });
    expect((await world.call('POST', `/runs/${held}/reject`)).status).toBe(409);
  });

  test('of another organization is not found', async () => {
    const { id } = await connected(world);
    const runId = (await world.call('POST', `/connections/${id}/sync`)).body.id;
    const { token } = await world.organization('Elsewhere');
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/plan'],
      ['POST', '/reject'],
    ])
      expect((await world.call(method, `/runs/${runId}${path}`, { token })).status).toBe(404);
  });
});

describe('a subject', () => {
  async function subject(): Promise<{ connectionId: string; subjectId: string }> {
    const { id: connectionId } = await connected(world);
    const [subjectId, identityId] = [crypto.randomUUID(), crypto.randomUUID()];
    const now = new Date().toISOString();
    const { organizationId } = world;
    await run(
      `insert into identities (organization_id, id, target_key, account_key, kind, connection_id, want_rev, done_rev,
        created_at, updated_at)
      values ($1, $2, 'built-in', $3, 'user', $4, 2, 2, $5, $5)`,
      [organizationId, identityId, `412-${subjectId}`, connectionId, now],
    );
    await run(
      `insert into subjects (organization_id, id, connection_id, source_key, kind, facts, version, state, disputed,
        last_event_at, identity_id, created_at, updated_at)
      values ($1, $2, $3, 'r-77', 'stay', $4, '7', 'present', '{"code": "other_connection", "identityId": "x"}', $5, $6,
        $5, $5)`,
      [
        organizationId,
        subjectId,
        connectionId,
        JSON.stringify({ kind: 'stay', status: 'in_house', room: '412', lastName: 'Nováková', checkInAt: now }),
        now,
        identityId,
      ],
    );
    await run(
      `insert into entitlements (organization_id, id, identity_id, subject_id, connection_id, kind, spec, secret_sealed,
        valid_until_at, created_at, updated_at)
      values ($1, gen_random_uuid(), $2, $3, $4, 'user',
        '{"username": "412-novakova", "passwordFingerprint": "secret-print", "groupName": "VIP guests"}',
        'sealed-secret', $5, $5, $5)`,
      [organizationId, identityId, subjectId, connectionId, now],
    );
    await run(
      `insert into bindings (organization_id, id, identity_id, connection_id, target_key, kind, remote_id, name,
        ownership, state, applied, created_at, updated_at)
      values ($1, gen_random_uuid(), $2, $3, 'built-in', 'user', $4, '412-novakova', 'owned', 'bound',
        '{"maxDevices": 5, "passwordFingerprint": "secret-print"}', $5, $5)`,
      [organizationId, identityId, connectionId, subjectId, now],
    );
    await run(
      `insert into provision_log (organization_id, id, at, connection_id, subject_id, kind, status, cause, actor,
        account, after)
      values ($1, gen_random_uuid(), $2, $3, $4, 'create_user', 'done', 'event:1', 'Bell desk', '412-novakova',
        '{"maxDevices": 5, "passwordFingerprint": "secret-print"}')`,
      [organizationId, now, connectionId, subjectId],
    );
    return { connectionId, subjectId };
  }

  test('shows facts, account, entitlements, bindings and log, and nothing of a password', async () => {
    const { connectionId, subjectId } = await subject();
    const { body, text } = await world.call('GET', `/subjects/${subjectId}`);
    expect(body).toMatchObject({
      id: subjectId,
      key: 'r-77',
      state: 'present',
      version: '7',
      facts: { status: 'in_house', room: '412', last_name: 'Nováková' },
      disputed: { code: 'other_connection' },
      identity: { settled: true, problem: null },
      entitlements: [{ kind: 'user', revoked: false, spec: { username: '412-novakova', group_name: 'VIP guests' } }],
      bindings: [{ console_id: subjectId, name: '412-novakova', ownership: 'owned', applied: { max_devices: 5 } }],
      log: [{ kind: 'create_user', user: '412-novakova', after: { max_devices: 5 } }],
    });
    expect(text).not.toMatch(/secret/);
    expect((await world.call('GET', `/operations?filter[subject_id]=${subjectId}`)).text).not.toMatch(
      /secret|ingerprint/,
    );
    const list = await world.call(
      'GET',
      `/connections/${connectionId}/subjects?filter[room]=412&filter[disputed]=true&filter[last_name][like]=nov%25`,
    );
    expect(list.body).toMatchObject({ total_items: 1, _embedded: { subjects: [{ id: subjectId }] } });
  });

  test('is synced and linked on demand, in its own organization only', async () => {
    const { subjectId } = await subject();
    const { token } = await world.organization('Elsewhere');
    for (const action of ['sync', 'link']) {
      expect((await world.call('POST', `/subjects/${subjectId}/${action}`, { token })).status).toBe(404);
      expect((await world.call('POST', `/subjects/${subjectId}/${action}`)).body.id).toBe(subjectId);
    }
    expect((await world.call('GET', `/subjects/${subjectId}`, { token })).status).toBe(404);
    expect(world.app.get(Asked)).toMatchObject({ synced: [subjectId], linked: [subjectId] });
  });

  test('leaves its traces in the operations', async () => {
    const { subjectId, connectionId } = await subject();
    const query =
      `filter[subject_id]=${subjectId}&filter[connection_id]=${connectionId}&filter[user][like]=412%25` +
      '&filter[kind]=create_user&filter[status]=done&filter[at][gt]=2026-01-01T00:00:00Z';
    const { body } = await world.call('GET', `/operations?${query}`);
    expect(body).toMatchObject({
      total_items: 1,
      _embedded: { operations: [{ subject_id: subjectId, cause: 'event:1', actor: 'Bell desk' }] },
    });
    expect((await world.call('GET', body._embedded.operations[0]._links.self.href)).body).toMatchObject({
      user: '412-novakova',
    });
    expect((await world.call('GET', '/operations?filter[account]=x')).status).toBe(400);
  });

  test('those done are as many as all but the others, on a page beyond the end too', async () => {
    const { subjectId, connectionId } = await subject();
    await run(
      `insert into provision_log (organization_id, id, at, connection_id, subject_id, kind, status, cause, actor)
       values ($1, gen_random_uuid(), now(), $2, $3, 'create_user', 'failed', 'test', 'test')`,
      [world.organizationId, connectionId, subjectId],
    );
    const totalOf = async (query: string): Promise<number> =>
      (await world.call('GET', `/operations?${query}`)).body.total_items;
    const others = await totalOf('filter[status][ne]=done');
    expect(others).toBeGreaterThan(0);
    const done = (await totalOf('')) - others;
    expect(await totalOf('filter[status]=done')).toBe(done);
    expect(await totalOf('filter[status]=done&page=1000')).toBe(done);
  });
});

test('creating with one idempotency key twice makes one connection', async () => {
  const before = (await world.call('GET', '/connections')).body.total_items;
  const once = () =>
    world.call('POST', '/connections', { body: bell({ name: 'Once' }), headers: { 'idempotency-key': 'once' } });
  const [first, again] = [await once(), await once()];
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  expect((await world.call('GET', '/connections')).body.total_items).toBe(before + 1);
});

test('the description of the API names every route', async () => {
  const { body } = await world.call('GET', '/openapi.json', { token: null });
  for (const path of [
    '/connectors/{key}',
    '/connections/{id}/preview',
    '/runs/{id}/approve',
    '/subjects/{id}/sync',
    '/events/{id}/replay',
    '/operations',
    '/hooks/{connection_id}',
  ]) {
    expect(Object.keys(body.paths)).toContain(path);
  }
});
