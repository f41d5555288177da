import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../e2e/connected.js';
import { until } from '../e2e/until.js';
import { machineMilliseconds } from '../kernel/machine-time.js';
import { eventually } from '../kernel/manual-clock.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { LiveStreams } from '../../src/people/live/live-streams.js';
import { EventReader } from './event-reader.js';

let house: Connected;
let hotel: SimulatedHotel;
const readers: EventReader[] = [];

async function listen(topics: string, token = house.world.token, headers: Record<string, string> = {}) {
  const path = `/live?topics=${topics}`;
  const reader = await EventReader.open(house.world.port, path, { authorization: `Bearer ${token}`, ...headers });
  readers.push(reader);
  return reader;
}

beforeAll(async () => {
  hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await hotel.start();
  house = await connected({
    name: 'Front desk',
    connector: 'fias',
    settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
    access: { preset: 'hotel-enterprise' },
  });
  await eventually('the link is alive', () => hotel.ifc.isAlive);
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(async () => {
  await house?.close();
  await hotel?.stop();
});

test('a check-in at the hotel reaches a reader within two seconds, and what it names can be read then', async () => {
  const reader = await listen('guests,operations,users');
  expect(reader.answer.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  await reader.ready();
  const took = await machineMilliseconds(() => {
    hotel.checkIn({ room: '412', lastName: 'Nováková', firstName: 'Eva' });
    return reader.changed('users');
  });
  const { data } = await reader.changed('users');
  expect(data).toEqual({ topic: 'users', organization_id: house.world.organizationId, ids: [expect.any(String)] });
  const user = (await house.world.made(200, 'GET', `/users/${data.ids[0]}`)) as { username: string };
  expect(user.username).toBe('412-novakova');
  await reader.changed('operations');
  const guests = await reader.heard(
    'the guest by id',
    (each) => each.data.topic === 'guests' && each.data.ids !== 'many',
  );
  const subject = await house.world.made(200, 'GET', `/subjects/${guests.data.ids[0]}`);
  expect(subject).toMatchObject({ facts: { room: '412' } });
  expect(took).toBeLessThan(2_000);
});

test('the first page tells who arrives today and is served, and only what its reader may read', async () => {
  const { organizationId } = house.world;
  await house.world.made(200, 'PATCH', `/organizations/${organizationId}`, { body: { time_zone: 'Europe/Vienna' } });
  const overview = await until('the guest is served', async () => {
    const found = await house.world.made(200, 'GET', '/overview');
    return found.today.served === 1 && found;
  });
  expect(overview).toMatchObject({
    organizations: 1,
    connections: { connected: 1, down: 0, quarantined: 0 },
    held_runs: 0,
    today: { arrivals: 1, served: 1 },
    open_alerts: 0,
    online: { devices: 0, sessions: 0 },
    rejections: [],
  });
  expect(overview.operations.hours).toHaveLength(24);
  expect(overview.operations.hours[23]).toBe(overview.operations.total);
  expect(overview.operations.total).toBeGreaterThan(0);
  const { token } = await house.world.keyWith(['reports:read']);
  const some = await house.world.made(200, 'GET', '/overview', { token });
  expect([some.connections, some.today, some.held_runs, some.online, some.rejections]).toEqual([
    null,
    null,
    null,
    null,
    [],
  ]);
});

test('a partner sees each organization beneath, the one in trouble first, and none beside', async () => {
  const partner = await house.world.organization('Partner');
  const calm = await house.world.organization('Calm', partner.id);
  const troubled = await house.world.organization('Troubled', partner.id);
  await house.world.made(201, 'POST', '/connections', {
    token: troubled.token,
    body: {
      name: 'Front desk',
      connector: 'fias',
      settings: { host: '127.0.0.1', port: 1, time_zone: 'Europe/Vienna' },
      target: { console: 'built-in' },
      enabled: true,
    },
  });
  const { total_items, _embedded } = await until('it is seen', async () => {
    const page = await house.world.made(200, 'GET', '/overview/organizations?page_size=2', { token: partner.token });
    return page._embedded.organizations[0].id === troubled.id && page;
  });
  expect(total_items).toBe(3);
  expect(_embedded.organizations[0].urgency).toBeGreaterThan(0);
  const all = await house.world.made(200, 'GET', '/overview/organizations', { token: partner.token });
  expect(all._embedded.organizations.map(({ id }: { id: string }) => id).sort()).toEqual(
    [partner.id, calm.id, troubled.id].sort(),
  );
});

test('records, links and bulk jobs are sent as they change, each under its topic only', async () => {
  const all = await listen('user-groups,vouchers,bulk,connections,alerts,runs');
  const vouchersOnly = await listen('vouchers');
  await Promise.all([all.ready(), vouchersOnly.ready()]);
  const group = (await house.world.made(201, 'POST', '/user-groups', { body: { name: 'Bar' } })) as { id: string };
  expect((await all.changed('user-groups')).data.ids).toEqual([group.id]);
  await house.world.made(202, 'POST', '/bulk/user-groups/async', {
    body: { operations: [{ op: 'create', data: { name: 'Spa' } }] },
  });
  await all.changed('bulk');
  const run = (await house.world.made(202, 'POST', `/connections/${house.connectionId}/sync`, {
    body: { mode: 'full', dry_run: false },
  })) as { id: string };
  expect((await all.changed('runs')).data.ids).toContain(run.id);
  await house.world.made(200, 'PATCH', `/connections/${house.connectionId}`, { body: { name: 'Reception' } });
  expect((await all.changed('connections')).data.ids).toEqual([house.connectionId]);
  await house.world.made(201, 'POST', '/vouchers', { body: { table_id: group.id } });
  await all.changed('vouchers');
  await vouchersOnly.changed('vouchers');
  expect(vouchersOnly.events.filter(({ event }) => event === 'change').map(({ data }) => data.topic)).toEqual([
    'vouchers',
  ]);
});

test('nobody hears of another organization, except of those beneath, if asked for', async () => {
  const annex = await house.world.organization('Annex');
  const inside = await listen('user-groups', annex.token);
  const above = await listen('user-groups&beneath=true');
  const aside = await listen('user-groups');
  await Promise.all([inside.ready(), above.ready(), aside.ready()]);
  await house.world.made(201, 'POST', '/user-groups', { body: { name: 'Kitchen' } });
  await Promise.all([above.changed('user-groups'), aside.changed('user-groups')]);
  await house.world.made(201, 'POST', '/user-groups', { body: { name: 'Kitchen' }, token: annex.token });
  await inside.changed('user-groups');
  await above.heard('the change beneath', ({ data }) => data.organization_id === annex.id);
  const organizations = (reader: EventReader) =>
    reader.events.filter(({ event }) => event === 'change').map(({ data }) => data.organization_id);
  expect(organizations(inside)).toEqual([annex.id]);
  expect(organizations(aside)).toEqual([house.world.organizationId]);
});

test('a reader who comes back with the last id gets what was missed; an unknown id is told to start over', async () => {
  const first = await listen('user-groups');
  await first.ready();
  await house.world.made(201, 'POST', '/user-groups', { body: { name: 'Pool' } });
  const { id } = await first.changed('user-groups');
  first.close();
  const other = await listen('user-groups');
  await other.ready();
  const missed = (await house.world.made(201, 'POST', '/user-groups', { body: { name: 'Sauna' } })) as { id: string };
  await other.changed('user-groups');
  const back = await listen('user-groups', house.world.token, { 'last-event-id': id });
  await back.ready();
  expect(back.events.map(({ event, data }) => [event, data.ids])).toEqual([
    ['change', [missed.id]],
    ['ready', undefined],
  ]);
  for (const unknown of ['000000000000.7', `${id}9`, 'nonsense']) {
    const stranger = await listen('user-groups', house.world.token, { 'last-event-id': unknown });
    await stranger.ready();
    expect(stranger.events.map(({ event }) => event)).toEqual(['reset', 'ready']);
  }
});

test('each topic needs the permission to read it, and the stream ends with the key', async () => {
  const key = await house.world.keyWith(['users:read']);
  const refused = await house.world.ask('GET', '/live?topics=users,vouchers', { token: key.token });
  expect([refused.status, refused.body.detail]).toEqual([
    403,
    'The API key lacks the permission vouchers:read, which the topic vouchers needs',
  ]);
  const unknown = await house.world.ask('GET', '/live?topics=users,nonsense', { token: key.token });
  expect([unknown.status, unknown.body.detail]).toEqual([
    400,
    expect.stringContaining('topics: there is no nonsense; there are connections, runs'),
  ]);
  const reader = await listen('users', key.token);
  await reader.ready();
  await house.world.made(204, 'DELETE', `/keys/${key.id}`);
  await eventually('the stream has ended', () => reader.hasEnded);
});

test('a key has twenty streams at most, and a closed one makes room', async () => {
  const { token } = await house.world.keyWith(['users:read']);
  const open = await Promise.all(Array.from({ length: 20 }, () => listen('users', token)));
  const refused = await house.world.ask('GET', '/live?topics=users', { token });
  expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining('20 streams')]);
  open[0].close();
  await eventually('there is room', async () => (await listen('users', token)).answer.statusCode === 200);
});

test('eighty changes at once are told as many, without their ids', async () => {
  const reader = await listen('vouchers');
  await reader.ready();
  const group = (await house.world.made(201, 'POST', '/user-groups', { body: { name: 'Conference' } })) as {
    id: string;
  };
  await house.world.made(201, 'POST', '/vouchers', { body: { count: 80, table_id: group.id } });
  expect((await reader.changed('vouchers')).data).toEqual({
    topic: 'vouchers',
    organization_id: house.world.organizationId,
    ids: 'many',
  });
});

test('when changes may have been missed, readers are told to read everything again, also who comes back', async () => {
  const reader = await listen('users');
  const { id } = await reader.ready();
  house.world.app.get(LiveStreams, { strict: false }).reset('The database was away');
  const { data } = await reader.heard('the reset', ({ event }) => event === 'reset');
  expect(data).toEqual({ reason: 'The database was away' });
  const back = await listen('users', house.world.token, { 'last-event-id': id });
  await back.ready();
  expect(back.events.map(({ event }) => event)).toEqual(['reset', 'ready']);
});
