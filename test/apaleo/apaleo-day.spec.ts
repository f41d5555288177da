import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { type Connected, WorkingService } from '../e2e/connected.js';
import { until } from '../e2e/until.js';
import { ApaleoSimulator } from '../simulators/apaleo/apaleo-simulator.js';
import type { PostingPlan } from '../simulators/posting.js';
import { webhookToken } from './apaleo-rig.js';

/** From apaleo's front desk to the console's account and back: sockets, database and engine are real. */
let simulator: ApaleoSimulator;
let house: Connected;
let service: WorkingService;
beforeAll(async () => {
  service = await WorkingService.start();
});
afterAll(async () => {
  await service.stop();
});

beforeEach(async () => {
  simulator = await ApaleoSimulator.start();
  house = await service.connected({
    connector: 'apaleo',
    settings: {
      base_url: simulator.url,
      identity_url: simulator.url,
      client_id: simulator.clientId,
      property_id: 'LIND',
      site: 'lindenhof',
    },
    secrets: { client_secret: simulator.clientSecret, webhook_token: webhookToken },
    access: { preset: 'hotel-enterprise' },
  });
});

afterEach(async () => {
  await simulator.stop();
  await house.close();
});

const jana = { firstName: 'Jana', lastName: 'Nováková' };
const sean = { firstName: 'Seán', lastName: "O'Brien" };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const subscribe = (plan: Partial<PostingPlan> = {}) =>
  simulator.subscribe({ url: `${house.hookUrl}/${webhookToken}`, ...plan });

test('check-in, room move, guest leaving, check-out: the accounts follow', async () => {
  await subscribe();
  const { office } = simulator;
  const id = office.book({ guest: jana, others: [sean], unit: '412', arrival: inDays(0), departure: inDays(3) });
  const came = arriving('apaleo');
  office.checkIn(id);
  await house.become({ '412-obrien': 'enabled', '412-novakova': 'enabled' });
  came();
  office.move(id, '518');
  await house.become({ '518-obrien': 'enabled', '518-novakova': 'enabled' });
  office.changeGuests(id, jana);
  await house.become({ '518-obrien': 'disabled', '518-novakova': 'enabled' });
  office.revertCheckIn(id);
  await house.become({ '518-obrien': 'disabled', '518-novakova': 'disabled' });
  office.checkIn(id);
  await house.become({ '518-obrien': 'disabled', '518-novakova': 'enabled' });
  office.checkOut(id);
  await house.become({ '518-obrien': 'disabled', '518-novakova': 'disabled' });
});

test('when the guest in the middle is taken off, those who stay keep the accounts that bear their names', async () => {
  await subscribe();
  const { office } = simulator;
  const eva = { firstName: 'Eva', lastName: 'Svobodová' };
  const id = office.book({ guest: jana, others: [sean, eva], unit: '412', arrival: inDays(0), departure: inDays(3) });
  office.checkIn(id);
  await house.become({ '412-obrien': 'enabled', '412-novakova': 'enabled', '412-svobodova': 'enabled' });
  office.changeGuests(id, jana, [eva]);
  await house.become({ '412-obrien': 'disabled', '412-novakova': 'enabled', '412-svobodova': 'enabled' });
});

test('duplicated, in reverse, after a 429 and with a token that ended early, events lead to the same', async () => {
  simulator.faults.tokenLifeSeconds = 0.05;
  Object.assign(simulator.faults, { status: 429, retryAfterSeconds: 1, times: 1 });
  const posting = await subscribe({ duplicated: true, shuffled: true, lagMilliseconds: 60_000 });
  const { office } = simulator;
  const stays = office.book({ guest: jana, unit: '412', arrival: inDays(0), departure: inDays(3) });
  const leaves = office.book({ guest: sean, unit: '518', arrival: inDays(-1), departure: inDays(0) });
  for (const id of [stays, leaves]) office.checkIn(id);
  office.checkOut(leaves);
  await posting.flush();
  await house.become({ '412-novakova': 'enabled' });
  const { _embedded } = (await house.world.made(
    200,
    'GET',
    `/connections/${house.connectionId}/events?page_size=100`,
  )) as { _embedded: { events: unknown[] } };
  expect(_embedded.events).toHaveLength(new Set(posting.sent).size);
});

test('what no event told, a full scan finds; half a list takes nobody away', async () => {
  const { office } = simulator;
  const ids = ['412', '413', '414', '415'].map((unit, index) =>
    office.book({
      guest: { firstName: 'Jana', lastName: `Guest${index}` },
      unit,
      arrival: inDays(0),
      departure: inDays(3),
    }),
  );
  for (const id of ids) office.checkIn(id);
  expect(await house.scan()).toMatchObject({ status: 'done', seen: 4 });
  const all = { '412-guest0': 'enabled', '413-guest1': 'enabled', '414-guest2': 'enabled', '415-guest3': 'enabled' };
  await house.become(all);
  simulator.faults.halfPages = true;
  await house.world.made(202, 'POST', `/connections/${house.connectionId}/sync`, {
    body: { mode: 'full', dry_run: false },
  });
  const asked = simulator.asked.length;
  await until('half a list was read', () => simulator.asked.length > asked + 2);
  expect(await house.accounts()).toEqual(all);
});

test('a subscription whose address does not end in the token is refused by the health check', async () => {
  await expect(simulator.subscribe({ url: `${house.hookUrl}/somebody-elses-token` })).rejects.toThrow('health check');
});
