import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Connected, WorkingService } from '../e2e/connected.js';
import { until } from '../e2e/until.js';
import { OhipSimulator } from '../simulators/ohip/ohip-simulator.js';

/** From OPERA Cloud's front desk to the console's account and back: sockets, database and engine are real. */
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
  house = await service.connected({ ...simulator.connection, access: { preset: 'hotel-enterprise' } });
  await house.scan();
});
afterEach(async () => {
  await simulator.stop();
  await house.close();
});

const jana = { givenName: 'Jana', surname: 'Nováková' };
const sean = { givenName: 'Seán', surname: "O'Brien" };
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const stay = (room: string) => ({ room, arrivalDate: day(0), departureDate: day(3) });

async function poll(): Promise<Record<string, unknown>> {
  const { id } = (await house.world.made(202, 'POST', `/connections/${house.connectionId}/sync`, {
    body: { mode: 'incremental' },
  })) as { id: string };
  return until('the poll ends', async () => {
    const run = (await house.world.made(200, 'GET', `/runs/${id}`)) as Record<string, unknown>;
    return !['queued', 'running'].includes(String(run.status)) && run;
  });
}

test('check-in, sharer, room move, check-out and its reverse: the accounts follow the events', async () => {
  const { desk } = simulator;
  const first = desk.book(jana, stay('412'));
  desk.checkIn(first);
  await poll();
  await house.become({ '412-novakova': 'enabled' });
  const second = desk.book(sean, { arrivalDate: day(0), departureDate: day(3) });
  desk.join(second, first);
  desk.checkIn(second);
  await poll();
  await house.become({ '412-novakova': 'enabled', '412-obrien': 'enabled' });
  for (const id of [first, second]) desk.change(id, { room: '518' });
  await poll();
  await house.become({ '518-novakova': 'enabled', '518-obrien': 'enabled' });
  desk.checkOut(second);
  await poll();
  await house.become({ '518-novakova': 'enabled', '518-obrien': 'disabled' });
  desk.reverseCheckIn(first);
  await poll();
  await house.become({ '518-novakova': 'disabled', '518-obrien': 'disabled' });
  desk.become(second, 'InHouse', 'REVERSE CHECK OUT');
  await poll();
  await house.become({ '518-novakova': 'disabled', '518-obrien': 'enabled' });
});

test('events are gone once they are read; what they named is kept until it could be read', async () => {
  const { desk, faults } = simulator;
  desk.checkIn(desk.book(jana, stay('412')));
  faults.readStatus = 500;
  expect(await poll()).toMatchObject({ status: 'failed' });
  expect(desk.waiting).toEqual([]);
  expect(await house.accounts()).toEqual({});
  faults.readStatus = undefined;
  expect(await poll()).toMatchObject({ status: 'done' });
  await house.become({ '412-novakova': 'enabled' });
});

test('what no event told, the list does, and the night audit asks for one; an ended token is replaced', async () => {
  const { desk } = simulator;
  const id = desk.book(jana, stay('412'));
  desk.checkIn(id);
  desk.waiting.length = 0;
  simulator.endTokens();
  expect(await house.scan()).toMatchObject({ status: 'done' });
  await house.become({ '412-novakova': 'enabled' });
  desk.change(id, { room: '414' });
  desk.waiting.length = 0;
  desk.closeDay();
  await poll();
  await house.become({ '414-novakova': 'enabled' });
});
