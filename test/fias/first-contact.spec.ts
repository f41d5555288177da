import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';

const hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
let stranger: Server;
let house: Connected | undefined;

beforeAll(async () => {
  await hotel.start();
  // Whatever it is, it speaks no FIAS.
  stranger = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => {
    stranger.once('listening', resolve);
  });
});
afterEach(() => house?.close());
afterAll(async () => {
  stranger.close();
  await hotel.stop();
});

async function connectTo(port: number) {
  house = await connected({
    name: 'Front desk',
    connector: 'fias',
    settings: { host: '127.0.0.1', port, time_zone: 'Europe/Vienna' },
    access: { preset: 'hotel' },
  });
  const { world, connectionId } = house;
  const read = () => world.made(200, 'GET', `/connections/${connectionId}`);
  await eventually('it is tested', async () => (await read()).last_test !== null);
  return read;
}

test('a new connection to something that is no interface does not pass its test', async () => {
  const read = await connectTo((stranger.address() as AddressInfo).port);
  expect(await read()).toMatchObject({
    status: 'active',
    link: { connected: false },
    last_test: {
      ok: false,
      checks: [
        { name: 'link', ok: false },
        { name: 'console', ok: true },
      ],
    },
  });
});

test('a new connection to an interface passes its test by its first link', async () => {
  const read = await connectTo(hotel.port);
  expect(await read()).toMatchObject({
    status: 'active',
    link: { connected: true },
    last_problem: null,
    last_test: {
      ok: true,
      checks: [
        { name: 'link', ok: true },
        { name: 'console', ok: true },
      ],
    },
  });
});
