import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Clock } from '../../src/kernel/clock.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { ConnectionRepository } from '../../src/provisioning/connection/connection.repository.js';
import { letGo } from '../database/retention.js';
import { type Connected, connected } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';

const hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
let house: Connected;
let base: string;

interface Health {
  readonly name: string;
  readonly state: string;
  readonly organization_name: string;
  readonly pieces: readonly { state: string; from: string; until: string | null; reason: string | null }[];
}

beforeAll(async () => {
  await hotel.start();
  house = await connected({
    name: 'Front desk',
    connector: 'fias',
    settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
    access: { preset: 'hotel' },
  });
  base = `/connections/${house.connectionId}`;
  await eventually('the link is alive', async () => (await health()).state === 'connected');
});
afterAll(async () => {
  await house?.close();
  await hotel.stop();
});

async function health(query = ''): Promise<Health> {
  return (await house.world.made(200, 'GET', `${base}/health${query}`)) as unknown as Health;
}
const states = async () => (await health()).pieces.map(({ state }) => state);
const rows = async () => (await house.world.sql('select from connection_states')).length;

test('a link that is cut is down with the reason, and up when the hotel is back; pieces have no gaps', async () => {
  const before = await states();
  expect(before.at(-1)).toBe('connected');
  await hotel.stop();
  await eventually('it is down, with a reason', async () => {
    const { state, pieces } = await health();
    return state === 'down' && pieces.at(-1)?.reason !== null;
  });
  await hotel.start();
  await eventually('it is back', async () => (await health()).state === 'connected');
  expect(await states()).toEqual([...before, 'down', 'connected']);
  const { pieces } = await health();
  expect(pieces.map(({ until }) => until)).toEqual([...pieces.slice(1).map(({ from }) => from), null]);
});

test('what is heard on a link adds nothing to its history; what an operator does begins a new state', async () => {
  const before = await rows();
  for (const room of ['101', '102', '103']) hotel.checkIn({ room, lastName: 'Adler', firstName: 'Eva' });
  await eventually('all have accounts', async () => Object.keys(await house.accounts()).length === 3);
  const { connectionId, world } = house;
  const context = systemContext(world.organizationId, 'test');
  // As a heartbeat does.
  await world.app.get(ConnectionRepository).setLink(context, connectionId, {
    state: 'connected',
    lastHeardAt: world.app.get(Clock).instant(),
  });
  expect(await rows()).toBe(before);
  await world.made(200, 'POST', `${base}/pause`, { body: { mode: 'all' } });
  await world.made(200, 'POST', `${base}/resume`);
  expect((await states()).slice(-2)).toEqual(['paused', 'connected']);
});

test('a link whose process died is down since the end of its lease: at once seen, then on record', async () => {
  const { world, connectionId } = house;
  const until = new Date();
  // The owner still lives here, so its lease is ended for it: it renews only after several seconds.
  const [{ kept }] = await world.sql<{ kept: Date }>(`select until_at as kept from leases where name = $1`, [
    `listener ${connectionId}`,
  ]);
  await world.sql('update leases set until_at = $2 where name = $1', [`listener ${connectionId}`, until]);
  const { state, pieces } = await health();
  expect([state, pieces.at(-1)]).toEqual([
    'down',
    { state: 'down', from: until.toISOString(), until: null, reason: null },
  ]);
  await world.app
    .get(ConnectionRepository)
    .loseAbandonedLinks(systemContext(everyOrganization, 'test'), new Date().toISOString());
  await world.sql('update leases set until_at = $2 where name = $1', [`listener ${connectionId}`, kept]);
  expect((await health()).pieces.at(-1)).toMatchObject({ state: 'down', reason: 'Not held by any process' });
  expect(await world.made(200, 'GET', base)).toMatchObject({ link: { state: 'lost' } });
});

test('a partner sees the links of all houses, the ones in trouble first; a house sees its own', async () => {
  const { world } = house;
  const { id, token } = await world.organization('Seehof');
  const body = { name: 'Reception', connector: 'csv', enabled: false, settings: { time_zone: 'Europe/Vienna' } };
  await world.made(201, 'POST', '/connections', { token, body });
  const all = (await world.made(200, 'GET', '/connections/health'))._embedded.health as Health[];
  expect(all.map(({ name, organization_name, state }) => [name, organization_name, state])).toEqual([
    ['Front desk', 'Hotel Lindenhof', 'down'],
    ['Reception', 'Seehof', 'setup'],
  ]);
  const own = await world.made(200, 'GET', '/connections/health', { token });
  expect([own.total_items, own._embedded.health[0].organization_id]).toEqual([1, id]);
  expect((await world.ask('GET', `${base}/health`, { token })).status).toBe(404);
  const filter = encodeURIComponent(JSON.stringify({ state: 'setup' }));
  expect((await world.made(200, 'GET', `/connections/health?filter=${filter}`)).total_items).toBe(1);
});

test('it begins when asked to, and says what it does not understand', async () => {
  const { pieces } = await health();
  const since = pieces.at(-1)!.from;
  expect((await health(`?since=${since}`)).pieces).toHaveLength(1);
  expect((await house.world.ask('GET', `${base}/health?since=yesterday`)).status).toBe(400);
  expect((await house.world.ask('GET', `${base}/health?since=2999-01-01T00:00:00Z`)).status).toBe(400);
});

test('after eight days states go, but the one that held when they began to count stays', async () => {
  const { world, connectionId } = house;
  await world.sql(`update connection_states set at = at - interval '30 days' where connection_id = $1`, [connectionId]);
  expect(await letGo(world.fresh.database, world.app.get(Clock), 'states of links')).toBeGreaterThan(1);
  expect((await health()).pieces).toHaveLength(1);
  expect((await health()).state).toBe('down');
});
