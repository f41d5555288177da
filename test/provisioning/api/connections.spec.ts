import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import { Alarms } from '../../../src/kernel/alarms.js';
import { systemContext } from '../../../src/kernel/context.js';
import { ClosingSweep } from '../../../src/provisioning/connection/closing-sweep.js';
import { ConnectionScheduleRepository } from '../../../src/provisioning/connection/connection-schedule.repository.js';
import { ConnectionRepository } from '../../../src/provisioning/connection/connection.repository.js';
import { WakeUps, type WakeUp } from '../../../src/database/wake-ups.js';
import type { HttpWorld } from '../../http/http-world.js';
import { eventually } from '../../kernel/manual-clock.js';
import { apiWorld, bell, bellSecrets, connected } from './api-world.js';
import { Asked } from './written-down.js';
import type { RecordedAlarms } from '../../kernel/recorded-alarms.js';

let world: HttpWorld;
beforeAll(async () => {
  world = await apiWorld();
});
afterAll(async () => {
  await world.close();
});

const remote = { console: 'remote', base_url: 'https://console.example.com/', token: 'remote-token-1' };

function stored(id: string) {
  return world.app.get(ConnectionRepository).load(systemContext(world.organizationId, 'test'), id);
}

async function pointersOf(body: object, path = '/connections', method = 'POST'): Promise<string[]> {
  const answer = await world.call(method, path, { body });
  if (answer.status !== 422) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.body.errors.map(({ pointer }: { pointer: string }) => pointer);
}

describe('a new connection', () => {
  test('has the defaults of its connector and shows no secret', async () => {
    const { status, body, headers, text } = await world.call('POST', '/connections', { body: bell() });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/connections/${body.id}`);
    expect(headers.get('etag')).toBe('"1"');
    expect(text).not.toContain(bellSecrets.key);
    expect(body).toMatchObject({
      name: 'Front desk',
      connector: 'bell-desk',
      settings: { base_url: 'http://127.0.0.1:9', floors: 4 },
      secrets_set: ['key'],
      target: { console: 'built-in' },
      schedule: { full: '17 4 * * *', incremental: '*/10 * * * *' },
      access: { preset: 'hotel' },
      safety: { max_removals: 5, max_removals_percent: 10 },
      enabled: true,
      status: 'active',
      link: null,
      last_full_scan_at: null,
      oldest_dirty_seconds: 0,
      last_problem: { code: 'test_failed' },
      hook_path: `/hooks/${body.id}`,
    });
    expect(await stored(body.id)).toMatchObject({
      secrets: bellSecrets,
      targetKey: 'built-in',
      access: { grant: 'user', preset: 'hotel' },
    });
  });

  test('that is not enabled waits in setup, without runs', async () => {
    const { id } = await connected(world, { enabled: false });
    expect((await world.call('GET', `/connections/${id}`)).body).toMatchObject({
      status: 'setup',
      enabled: false,
      next_full_at: null,
    });
    expect((await world.call('GET', `/connections/${id}/runs`)).body.total_items).toBe(0);
  });

  test('keeps its secrets sealed in the database', async () => {
    const { id } = await connected(world, { target: remote });
    const rows = await world.fresh.database.query<{ row: string }>(
      systemContext(world.organizationId, 'test'),
      statement('test_connection_text', 'select c::text as row from connections c where id = $1'),
      [id],
    );
    expect(rows[0].row).not.toMatch(/a-key-that-rings|remote-token-1/);
    expect(await stored(id)).toMatchObject({ targetToken: 'remote-token-1', secrets: bellSecrets });
  });

  test.each([
    ['left out', {}],
    ['empty', { base_url: '' }],
  ])('that has a required setting %s is told only that it is required', async (_how, settings) => {
    const { body } = await world.call('POST', '/connections', { body: bell({ settings }) });
    expect(body.errors).toEqual([{ pointer: '#/settings/base_url', detail: 'is required' }]);
  });

  test('that has values out of their bounds is told what each may be, and what a form is for', async () => {
    const { body } = await world.call('POST', '/connections', {
      body: bell({ settings: { base_url: 'bell.example.com', floors: 200 }, secrets: { key: 'short' } }),
    });
    expect(body.errors).toEqual([
      {
        pointer: '#/settings/base_url',
        detail: expect.stringMatching(
          /^(must be an address such as https:\/\/example\.com.*|has not the form that it needs)\. Where the desk rings\. Such as https:\/\/bell\.example\.com\./,
        ),
      },
      { pointer: '#/settings/floors', detail: 'must not be greater than 100' },
      { pointer: '#/secrets/key', detail: expect.stringMatching(/^(must|has not the form)/) },
    ]);
    expect(JSON.stringify(body)).not.toContain('short"');
  });

  test('reports drift on no schedule unless told otherwise; one word holds for every kind of difference', async () => {
    const { id } = await connected(world);
    const read = async () => (await world.call('GET', `/connections/${id}`)).body;
    expect(await read()).toMatchObject({
      schedule: { drift: null },
      drift: { changed: 'report', missing: 'report' },
      next_drift_at: null,
    });
    await world.call('PATCH', `/connections/${id}`, { body: { drift: 'repair', schedule: { drift: '30 3 * * *' } } });
    expect(await read()).toMatchObject({
      schedule: { full: '17 4 * * *', drift: '30 3 * * *' },
      drift: { changed: 'repair', missing: 'repair' },
    });
    await world.call('PATCH', `/connections/${id}`, { body: { drift: { missing: 'accept' } } });
    expect(await read()).toMatchObject({ drift: { changed: 'repair', missing: 'accept' } });
  });

  test.each<[string, object, string[]]>([
    ['an unknown connector', { connector: 'telex' }, ['#/connector']],
    ['a drift action that there is not', { drift: 'ignore' }, ['#/drift']],
    [
      'a kind of drift that there is not',
      { drift: { foreign: 'repair', missing: 'undo' } },
      ['#/drift/foreign', '#/drift/missing'],
    ],
    ['a drift schedule that is none', { schedule: { drift: 'nightly' } }, ['#/schedule/drift']],
    ['an unknown field', { colour: 'blue' }, ['#/colour']],
    ['no name', { name: ' ' }, ['#/name']],
    ['a missing secret', { secrets: {} }, ['#/secrets/key']],
    ['a missing setting', { settings: {} }, ['#/settings/base_url']],
    ['an unknown setting', { settings: { base_url: 'http://a', bells: 3 } }, ['#/settings/bells']],
    [
      'a secret among the settings',
      { settings: { base_url: 'http://a', key: 'a-key-that-rings' } },
      ['#/settings/key'],
    ],
    ['a setting among the secrets', { secrets: { ...bellSecrets, floors: 3 } }, ['#/secrets/floors']],
    ['a setting of the wrong type', { settings: { base_url: 'http://a', floors: '3' } }, ['#/settings/floors']],
    ['settings that are a list', { settings: [] }, ['#/settings']],
    ['a cron line of six fields', { schedule: { full: '0 0 4 * * *' } }, ['#/schedule/full']],
    ['a cron line that never comes', { schedule: { full: '0 0 30 2 *' } }, ['#/schedule/full']],
    ['a schedule of another kind', { schedule: { weekly: null } }, ['#/schedule/weekly']],
    [
      'an odd safety',
      { safety: { max_removals: -1, max_removals_percent: 200 } },
      ['#/safety/max_removals', '#/safety/max_removals_percent'],
    ],
    ['an unknown preset', { access: { preset: 'motel' } }, ['#/access/preset']],
    [
      'a wrong place deep in a mapping',
      {
        access: {
          group: [
            {
              name: 'A',
              when: [
                { field: 'vip', op: 'eq', value: '1' },
                { field: 'vip', op: 'is', value: 1 },
              ],
            },
          ],
        },
      },
      ['#/access/group/0/when/1/op'],
    ],
    ['no such console', { target: { console: 'cloud' } }, ['#/target/console']],
    [
      'a remote console without address and token',
      { target: { console: 'remote' } },
      ['#/target/base_url', '#/target/token'],
    ],
    [
      'a remote console over plain HTTP',
      { target: { ...remote, base_url: 'http://console.example.com' } },
      ['#/target/base_url'],
    ],
    [
      'an address with a password in it',
      { target: { ...remote, base_url: 'https://a:b@console.example.com' } },
      ['#/target/base_url'],
    ],
    ['an address that is none', { target: { ...remote, base_url: 'console.example.com' } }, ['#/target/base_url']],
    ['an unknown field of a target', { target: { ...remote, proxy: 'x' } }, ['#/target/proxy']],
  ])('with %s is refused', async (_what, changes, pointers) => {
    expect([...new Set(await pointersOf(bell(changes)))]).toEqual(pointers);
  });

  test('names every wrong place at once', async () => {
    expect(
      await pointersOf(
        bell({ settings: { base_url: 'http://a', floors: 0 }, access: { grant: 'x' }, safety: { max_removals: 'a' } }),
      ),
    ).toEqual(['#/settings/floors', '#/access/grant', '#/safety/max_removals']);
  });
});

describe('a remote console', () => {
  test('is one console for all connections with its address and token', async () => {
    const [first, second] = [
      await connected(world, { target: remote }),
      await connected(world, { target: { ...remote, base_url: 'https://console.example.com' } }),
    ];
    const other = await connected(world, { target: { ...remote, token: 'remote-token-2' } });
    const key = (await stored(first.id)).targetKey;
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect((await stored(second.id)).targetKey).toBe(key);
    expect((await stored(other.id)).targetKey).not.toBe(key);
  });

  test('keeps its name when its token changes, and its token when nothing is said of it', async () => {
    const { id } = await connected(world, { target: { ...remote, base_url: 'https://rotating.example.com' } });
    const before = await stored(id);
    await world.call('PATCH', `/connections/${id}`, {
      body: { target: { console: 'remote', base_url: 'https://rotating.example.com', token: 'renewed' } },
    });
    expect(await stored(id)).toMatchObject({ targetKey: before.targetKey, targetToken: 'renewed' });
    await world.call('PATCH', `/connections/${id}`, {
      body: { target: { console: 'remote', base_url: 'https://rotating.example.com', rate_per_minute: 50 } },
    });
    expect(await stored(id)).toMatchObject({ targetToken: 'renewed', target: { rate_per_minute: 50, bulk: 'auto' } });
    expect(
      await pointersOf(
        { target: { console: 'remote', base_url: 'https://elsewhere.example.com' } },
        `/connections/${id}`,
        'PATCH',
      ),
    ).toEqual(['#/target/token']);
  });

  test('at a private address needs the setting that allows it', async () => {
    const strict = await apiWorld({ shared: world, settings: { allowPrivateTargets: false } });
    for (const address of [
      'https://10.0.0.5',
      'https://127.0.0.1:8443',
      'https://[::1]',
      'https://[::ffff:10.0.0.1]',
      'https://169.254.169.254',
      'https://localhost',
      'https://console.internal',
      'https://0x7f.1',
    ]) {
      const answer = await strict.call('POST', '/connections', {
        body: bell({ target: { ...remote, base_url: address } }),
      });
      expect([address, answer.status, answer.body.errors?.[0].pointer]).toEqual([address, 422, '#/target/base_url']);
    }
    await strict.close();
    await connected(world, { target: { ...remote, base_url: 'http://127.0.0.1:8080' } });
  });
});

describe('a change', () => {
  test('sets single settings and secrets, and null takes them away', async () => {
    const { id, etag } = await connected(world, { settings: { base_url: 'http://a', time_zone: 'Europe/Vienna' } });
    const { status, body, headers } = await world.call('PATCH', `/connections/${id}`, {
      body: { settings: { floors: 9, time_zone: null }, name: 'Back desk' },
      headers: { 'if-match': etag },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Back desk',
      settings: { base_url: 'http://a', floors: 9 },
      secrets_set: ['key'],
    });
    expect(body.settings).not.toHaveProperty('time_zone');
    expect(headers.get('etag')).toBe('"2"');
    expect(
      (await world.call('PATCH', `/connections/${id}`, { body: { name: 'x' }, headers: { 'if-match': etag } })).status,
    ).toBe(412);
  });

  test('of the mapping turns what is known into access anew; any other change does not', async () => {
    const { id } = await connected(world);
    const modes = async () =>
      (await world.call('GET', `/connections/${id}/runs?sort=created_at:asc`)).body._embedded.runs.map(
        ({ mode }: { mode: string }) => mode,
      );
    await world.call('PATCH', `/connections/${id}`, {
      body: { name: 'x', settings: { floors: 2 }, access: { preset: 'hotel', max_devices: 5 } },
    });
    expect(await modes()).toEqual([]);
    await world.call('PATCH', `/connections/${id}`, { body: { access: { preset: 'hotel', max_devices: 1 } } });
    expect(await modes()).toEqual(['access']);
  });

  test('publishes a wake-up to every process that works on the connection', async () => {
    const { id } = await connected(world);
    const rings: WakeUp[] = [];
    const stop = world.app.get(WakeUps).on('connections', (ring) => rings.push(ring));
    await world.call('PATCH', `/connections/${id}`, { body: { settings: { floors: 2 } } });
    stop();
    expect(rings).toEqual([{ topic: 'connections', organizationId: world.organizationId, key: id }]);
  });

  test('of schedule or zone leaves the next times to be worked out anew', async () => {
    const { id } = await connected(world);
    const here = systemContext(world.organizationId, 'test');
    const planned = { fullAt: '2026-05-15T04:17:00.000Z', incrementalAt: '2026-05-14T13:10:00.000Z' };
    const changed = async (change: object) => {
      await world.app.get(ConnectionScheduleRepository).setNextRuns(here, id, planned);
      return (await world.call('PATCH', `/connections/${id}`, { body: change })).body.next_full_at;
    };
    expect(await changed({ name: 'x' })).toBe(planned.fullAt);
    expect(await changed({ schedule: { full: '0 5 * * *' } })).toBeNull();
    expect(await changed({ settings: { time_zone: 'Europe/Vienna' } })).toBeNull();
    expect((await world.call('GET', `/connections/${id}`)).body.schedule).toEqual({
      full: '0 5 * * *',
      incremental: '*/10 * * * *',
      drift: null,
    });
  });

  test('to another console is refused while there are accounts in the present one', async () => {
    const { id } = await connected(world);
    const here = systemContext(world.organizationId, 'test');
    const moved = () => world.call('PATCH', `/connections/${id}`, { body: { target: remote } });
    const identityId = crypto.randomUUID();
    await world.fresh.database.query(
      here,
      statement(
        'test_add_identity',
        `
      insert into identities (organization_id, id, target_key, account_key, kind, connection_id, created_at, updated_at)
      values ($1, $2, 'built-in', $3, 'user', $4, now(), now())`,
      ),
      [world.organizationId, identityId, identityId, id],
    );
    await world.fresh.database.query(
      here,
      statement(
        'test_add_subject',
        `
      insert into subjects (organization_id, id, connection_id, source_key, kind, facts, state, last_event_at,
        identity_id, created_at, updated_at)
      values ($1, gen_random_uuid(), $2, 'r-1', 'stay', '{}', 'present', now(), $3, now(), now())`,
      ),
      [world.organizationId, id, identityId],
    );
    expect((await moved()).status).toBe(409);
    await world.fresh.database.query(
      here,
      statement('test_drop_subjects', 'delete from subjects where organization_id = $1 and connection_id = $2'),
      [world.organizationId, id],
    );
    expect((await moved()).body.target).toEqual({
      console: 'remote',
      base_url: 'https://console.example.com',
      organization_id: null,
      organization_style: 'header',
      rate_per_minute: 100,
      bulk: 'auto',
    });
  });

  test('of the connector is refused', async () => {
    const { id } = await connected(world);
    expect(await pointersOf({ connector: 'telex' }, `/connections/${id}`, 'PATCH')).toEqual(['#/connector']);
  });

  test('that mends a quarantined connection sets it to work again', async () => {
    const { id } = await connected(world);
    const quarantine = {
      sinceAt: '2026-05-14T13:00:00.000Z',
      code: 'credentials_refused',
      detail: 'The key is refused',
      probes: 1,
      nextProbeAt: '2026-05-14T13:01:00.000Z',
    };
    const inside = systemContext(world.organizationId, 'test');
    const alarms = world.app.get<RecordedAlarms>(Alarms);
    await world.app.get(ConnectionRepository).quarantine(inside, id, quarantine);
    await alarms.raise(inside, [
      {
        event: 'connection.quarantined',
        subjectId: id,
        subjectName: 'Front desk',
        state: 'credentials_refused',
        detail: 'The key is refused',
      },
    ]);
    expect((await world.call('PATCH', `/connections/${id}`, { body: { name: 'x' } })).body).toMatchObject({
      status: 'quarantined',
      last_problem: { code: 'credentials_refused', detail: 'The key is refused', at: quarantine.sinceAt },
    });
    expect(alarms.open.length).toBe(1);
    expect(
      (await world.call('PATCH', `/connections/${id}`, { body: { secrets: { key: 'another-key' } } })).body.status,
    ).toBe('active');
    expect(await stored(id)).toMatchObject({ quarantine: null, secrets: { key: 'another-key' } });
    expect(alarms.open).toEqual([]);
  });

  test('to not enabled and back, and pausing, show in the status', async () => {
    const { id } = await connected(world);
    const status = async (method: string, path: string, body?: object) =>
      (await world.call(method, `/connections/${id}${path}`, { body })).body;
    expect(await status('PATCH', '', { enabled: false })).toMatchObject({ status: 'disabled', next_full_at: null });
    expect(await status('PATCH', '', { enabled: true })).toMatchObject({ status: 'active' });
    expect(await status('POST', '/pause', { mode: 'grants' })).toMatchObject({ status: 'paused', pause: 'grants' });
    expect(await status('POST', '/pause')).toMatchObject({ status: 'paused', pause: 'all' });
    expect(await status('POST', '/resume')).toMatchObject({ status: 'active', pause: null });
  });
});

describe('a deletion', () => {
  test('asks what becomes of the accounts', async () => {
    const { id } = await connected(world);
    for (const query of ['', '?accounts=forget', '?accounts=keep&accounts=delete']) {
      expect((await world.call('DELETE', `/connections/${id}${query}`)).status).toBe(400);
    }
    expect(
      (await world.call('DELETE', `/connections/${id}?accounts=keep`, { headers: { 'if-match': '"7"' } })).status,
    ).toBe(412);
    expect((await world.call('DELETE', `/connections/${id}?accounts=keep`)).status).toBe(204);
    expect((await world.call('GET', `/connections/${id}`)).status).toBe(404);
    expect(world.app.get(Asked).closed.at(-1)).toEqual({ connectionId: id, fate: 'keep' });
  });

  test('waits for accounts that are not settled, and meanwhile nothing can be changed', async () => {
    const { id } = await connected(world);
    const here = systemContext(world.organizationId, 'test');
    await world.fresh.database.query(
      here,
      statement(
        'test_dirty_identity',
        `
      insert into identities (organization_id, id, target_key, account_key, kind, connection_id, want_rev, done_rev,
        created_at, updated_at)
      values ($1, gen_random_uuid(), 'built-in', 'guest', 'user', $2, 2, 1, now(), now())`,
      ),
      [world.organizationId, id],
    );
    expect((await world.call('DELETE', `/connections/${id}?accounts=disable`)).status).toBe(204);
    expect((await world.call('GET', `/connections/${id}`)).body).toMatchObject({
      status: 'disabled',
      closing: 'disable',
      enabled: false,
    });
    expect((await world.call('PATCH', `/connections/${id}`, { body: { enabled: true } })).status).toBe(409);

    await world.fresh.database.query(
      here,
      statement('test_settle_identities', 'update identities set done_rev = want_rev where organization_id = $1'),
      [world.organizationId],
    );
    const sweep = world.app.get(ClosingSweep);
    sweep.start();
    await eventually(
      'the connection is gone',
      async () => (await world.call('GET', `/connections/${id}`)).status === 404,
    );
    await sweep.stop();
  });
});

describe('the list', () => {
  test('filters and sorts by what it shows', async () => {
    const { id } = await connected(world, { name: 'Zimmer frei' });
    const { body } = await world.call('GET', '/v1/connections?filter[name][like]=zimmer%25&sort=name:desc');
    expect(body).toMatchObject({
      total_items: 1,
      _embedded: { connections: [{ id, _links: { self: { href: `/v1/connections/${id}` } } }] },
    });
    expect((await world.call('GET', '/connections?filter[secret]=x')).status).toBe(400);
  });
});

test('nobody sees or touches a connection of another organization', async () => {
  const { id } = await connected(world);
  const { token } = await world.organization('Elsewhere');
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', '?accounts=delete'],
    ['POST', '/test'],
    ['POST', '/preview'],
    ['POST', '/sync'],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['GET', '/runs'],
    ['GET', '/subjects'],
    ['GET', '/events'],
  ]) {
    const { status } = await world.call(method, `/connections/${id}${path}`, {
      token,
      body: method === 'GET' || method === 'DELETE' ? undefined : {},
    });
    expect([method, path, status]).toEqual([method, path, 404]);
  }
  expect((await world.call('GET', '/connections', { token })).body.total_items).toBe(0);
});

test('a key needs the permission of the area', async () => {
  const { token } = await world.keyWith('connections:read');
  expect((await world.call('GET', '/connections', { token })).status).toBe(200);
  expect((await world.call('POST', '/connections', { token, body: bell() })).status).toBe(403);
  expect((await world.call('GET', '/operations', { token })).status).toBe(403);
});
