import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { type Connected, WorkingService } from '../e2e/connected.js';
import { until } from '../e2e/until.js';
import { OhipSimulator } from '../simulators/ohip/ohip-simulator.js';

/** Stays by the stream of events alone: no external system, and no list but the first. */
let simulator: OhipSimulator;
let house: Connected;
let service: WorkingService;
beforeAll(async () => {
  service = await WorkingService.start();
});
afterAll(async () => {
  await service.stop();
});

beforeEach(async () => {
  simulator = await OhipSimulator.start();
});
afterEach(async () => {
  await simulator.stop();
  await house.close();
});

async function connect(): Promise<void> {
  house = await service.connected({
    connector: 'ohip',
    settings: {
      gateway_url: simulator.url,
      client_id: simulator.clientId,
      enterprise_id: simulator.enterpriseId,
      hotel_id: simulator.hotelId,
      chain_code: simulator.stream.chain,
      time_zone: 'Europe/Vienna',
    },
    secrets: { client_secret: simulator.clientSecret, app_key: simulator.appKey },
    access: { preset: 'hotel-enterprise' },
  });
  await house.scan();
  await until('the stream is read', async () => simulator.stream.isRead);
}

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const stay = (room: string) => ({ room, arrivalDate: day(0), departureDate: day(3) });
const jana = { givenName: 'Jana', surname: 'Nováková' };

async function link(): Promise<{ state: string; detail?: string }> {
  const { link: told } = (await house.world.made(200, 'GET', `/connections/${house.connectionId}`)) as {
    link: { state: string; detail?: string };
  };
  return told;
}

test('check-in, room move, check-out: accounts follow the stream, and nobody polls', async () => {
  await connect();
  const { desk, stream } = simulator;
  const id = desk.book(jana, stay('412'));
  const came = arriving('ohip');
  desk.checkIn(id);
  await house.become({ '412-novakova': 'enabled' });
  came();
  desk.change(id, { room: '518' });
  await house.become({ '518-novakova': 'enabled' });
  desk.checkOut(id);
  await house.become({ '518-novakova': 'disabled' });
  expect(simulator.asked.filter((each) => each.includes('businessEvents'))).toEqual([]);
  expect(stream.subscriptions).toEqual([expect.stringContaining('offsetType: highest')]);
  expect(await link()).toMatchObject({ state: 'connected' });
  // Events of another hotel of the chain are not stored.
  stream.happened({ moduleName: 'Reservation', actionType: 'CHECK IN', primaryKey: '700001' }, 'OTHER');
  stream.happened({ moduleName: 'Profile', actionType: 'UPDATE PROFILE', primaryKey: '1280812' });
  const events = await until('the last event is judged', async () => {
    const { _embedded } = (await house.world.made(
      200,
      'GET',
      `/connections/${house.connectionId}/events?page_size=50`,
    )) as { _embedded: { events: { status: string }[] } };
    return _embedded.events.some(({ status }) => status === 'ignored') && _embedded.events;
  });
  expect(events).toHaveLength(5);
});

test('a stream that broke goes on where it ended; what comes twice changes nothing', async () => {
  await connect();
  const { desk, stream } = simulator;
  const id = desk.book(jana, stay('412'));
  desk.checkIn(id);
  await house.become({ '412-novakova': 'enabled' });
  stream.repeats = 1;
  stream.drop();
  desk.change(id, { room: '414' });
  await house.become({ '414-novakova': 'enabled' });
  expect(stream.subscriptions).toHaveLength(2);
  expect(stream.subscriptions[1]).toMatch(/offset: "\d+"/);
});

test('the stream is renewed before its token ends: ended by us, closed by OPERA Cloud, nothing is missed', async () => {
  simulator.tokenSeconds = 33;
  simulator.stream.pauseMilliseconds = 9_000;
  await connect();
  const { desk, stream } = simulator;
  await until('the stream is renewed', async () => !stream.isRead);
  const id = desk.book(jana, stay('412'));
  desk.checkIn(id);
  await house.become({ '412-novakova': 'enabled' });
  expect(stream.subscriptions.length).toBeGreaterThan(1);
  expect([...new Set(stream.closedWith)]).toEqual([1000]);
  expect(simulator.asked.filter((each) => each === 'POST /oauth/v1/tokens').length).toBeGreaterThan(1);
});

test('another reader of the same application is told to the operator and left alone; the list goes on', async () => {
  await connect();
  const { desk, stream } = simulator;
  const leave = stream.occupy();
  await until('the operator is told', async () => /application of its own/.test((await link()).detail ?? ''));
  desk.checkIn(desk.book(jana, stay('412')));
  expect(await house.scan()).toMatchObject({ status: 'done' });
  await house.become({ '412-novakova': 'enabled' });
  expect(stream.upgrades).toBeLessThanOrEqual(2);
  leave();
});
