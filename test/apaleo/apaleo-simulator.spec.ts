import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ManualClock } from '../kernel/manual-clock.js';
import { ApaleoSimulator } from '../simulators/apaleo/apaleo-simulator.js';
import { Refusal } from '../simulators/apaleo/front-office.js';

let simulator: ApaleoSimulator;
let clock: ManualClock;

beforeEach(async () => {
  clock = new ManualClock();
  simulator = await ApaleoSimulator.start({ clock });
});

afterEach(() => simulator.stop());

const stay = {
  guest: { lastName: 'Nováková' },
  unit: '412',
  arrival: '2026-05-14T12:00:00Z',
  departure: '2026-05-17T09:00:00Z',
};

async function token(
  secret = simulator.clientSecret,
): Promise<{ status: number; body: { access_token?: string; error?: string } }> {
  const authorization = `Basic ${Buffer.from(`${simulator.clientId}:${secret}`).toString('base64')}`;
  const answer = await fetch(`${simulator.url}/connect/token`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return { status: answer.status, body: (await answer.json()) as { access_token?: string; error?: string } };
}

async function ask(path: string, bearer?: string, method = 'GET'): Promise<{ status: number; text: string }> {
  const given = bearer ?? (await token()).body.access_token!;
  const answer = await fetch(`${simulator.url}${path}`, { method, headers: { authorization: `Bearer ${given}` } });
  return { status: answer.status, text: await answer.text() };
}

test('tokens are for those who know the secret, and end after an hour', async () => {
  expect(await token('somebody elses')).toEqual({ status: 400, body: { error: 'invalid_client' } });
  const { access_token: bearer } = (await token()).body;
  expect((await ask('/inventory/v1/properties/LIND', bearer)).status).toBe(200);
  await clock.advance(3600);
  expect((await ask('/inventory/v1/properties/LIND', bearer)).status).toBe(401);
});

test('an empty page is 204 without a body, and pages of more than 200 are refused', async () => {
  const list = '/booking/v1/reservations?propertyIds=LIND';
  expect(await ask(list)).toEqual({ status: 204, text: '' });
  simulator.office.book(stay);
  expect(JSON.parse((await ask(`${list}&pageSize=200&pageNumber=1`)).text)).toMatchObject({
    count: 1,
    reservations: [{ status: 'Confirmed', arrival: '2026-05-14T14:00:00+02:00' }],
  });
  expect((await ask(`${list}&pageSize=200&pageNumber=2`)).status).toBe(204);
  expect((await ask(`${list}&pageSize=201`)).status).toBe(422);
  expect((await ask('/booking/v1/reservations/LINDNONE-1')).status).toBe(404);
});

test('an interval holds its beginning and not its end', async () => {
  simulator.office.book(stay);
  const status = async (from: string, to: string) =>
    (await ask(`/booking/v1/reservations?dateFilter=Modification&from=${from}&to=${to}`)).status;
  expect(await status('2026-05-14T13:00:00Z', '2026-05-14T13:00:01Z')).toBe(200);
  expect(await status('2026-05-14T12:00:00Z', '2026-05-14T13:00:00Z')).toBe(204);
  expect(await status('2026-05-14T13:00:00Z', '2026-05-14T13:00:00Z')).toBe(422);
});

test('the front desk has rules: a room before check-in, no cancellation of somebody in house', () => {
  const { office } = simulator;
  const happened: string[] = [];
  office.onEvent((topic, type) => happened.push(`${topic}/${type}`));
  const roomless = office.book({ ...stay, unit: undefined });
  expect(() => office.checkIn(roomless)).toThrow(Refusal);
  office.assign(roomless, '412');
  office.checkIn(roomless);
  expect(() => office.cancel(roomless)).toThrow(Refusal);
  expect(() => office.noShow(roomless)).toThrow(Refusal);
  office.move(roomless, '518');
  office.checkOut(roomless);
  expect(() => office.checkOut(roomless)).toThrow(Refusal);
  expect(happened).toEqual(
    ['created', 'unit-assigned', 'checked-in', 'unit-unassigned', 'unit-assigned', 'amended', 'checked-out'].map(
      (type) => `Reservation/${type}`,
    ),
  );
});

test('nothing can be written with these scopes', async () => {
  expect((await ask('/booking/v1/reservation-actions/LINDQ1-1/checkin', undefined, 'PUT')).status).toBe(403);
  expect(simulator.written).toBe(1);
});
