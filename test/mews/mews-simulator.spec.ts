import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, ManualClock } from '../kernel/manual-clock.js';
import { guid } from '../simulators/mews/hotel.js';
import { MewsSimulator } from '../simulators/mews/mews-simulator.js';

let simulator: MewsSimulator;
let clock: ManualClock;

beforeEach(async () => {
  clock = new ManualClock();
  simulator = await MewsSimulator.start({ clock, rooms: ['112', '118'] });
});

afterEach(() => simulator.stop());

const stay = {
  guest: { lastName: 'Nováková' },
  room: '112',
  arrival: '2026-05-14T12:00:00Z',
  departure: '2026-05-17T09:00:00Z',
};
const everything = { Limitation: { Count: 1000 } };
const getAll = 'reservations/getAll/2023-06-06';

async function ask(
  operation: string,
  parameters: object = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  return post(
    operation,
    JSON.stringify({
      ClientToken: simulator.clientToken,
      AccessToken: simulator.accessToken,
      Client: 'Test 1.0.0',
      ...parameters,
    }),
  );
}

async function post(operation: string, text: string, method = 'POST') {
  const answer = await fetch(
    `${simulator.url}/api/connector/v1/${operation}`,
    method === 'POST' ? { method, body: text } : { method },
  );
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

describe('requests', () => {
  test.each([
    ['a foreign client token', { ClientToken: 'x' }, 401],
    ['a foreign access token', { AccessToken: 'x' }, 401],
    ['no client', { Client: '' }, 400],
    ['no limitation', {}, 400],
    ['a page of more than 1000', { Limitation: { Count: 1001 } }, 400],
    ['more than 1000 ids', { ...everything, ReservationIds: Array.from({ length: 1001 }, () => guid('10', 1)) }, 400],
    [
      'more than three months',
      { ...everything, UpdatedUtc: { StartUtc: '2026-01-01T00:00:00Z', EndUtc: '2026-05-01T00:00:00Z' } },
      400,
    ],
    [
      'scheduled and actual start together',
      {
        ...everything,
        ScheduledStartUtc: { StartUtc: '2026-05-01T00:00:00Z', EndUtc: '2026-05-02T00:00:00Z' },
        ActualStartUtc: { StartUtc: '2026-05-01T00:00:00Z', EndUtc: '2026-05-02T00:00:00Z' },
      },
      400,
    ],
    ['an unknown cursor', { Limitation: { Count: 1, Cursor: guid('10', 999) } }, 400],
    ['what is documented', everything, 200],
  ])('%s', async (_, parameters, status) => {
    expect((await ask(getAll, parameters)).status).toBe(status);
  });

  test('JSON is strict, addresses are exact, the method is POST, and every answer has an id', async () => {
    const answers = [
      await post(getAll, '{"ClientToken":"x",}'),
      await post(`${getAll}/`, '{}'),
      await post('Reservations/getAll/2023-06-06', '{}'),
      await post(getAll, '', 'GET'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 404, 404]);
    for (const { headers } of answers) expect(headers.get('request-id')).toBeTruthy();
  });

  test('200 in any 30 seconds, then 429 with or without a time', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 200; count += 1) statuses.add((await ask('configuration/get')).status);
    expect([...statuses]).toEqual([200]);
    const plain = await ask('configuration/get');
    expect([plain.status, plain.headers.get('retry-after')]).toEqual([429, null]);
    simulator.faults.retryAfterSeconds = 17;
    expect((await ask('configuration/get')).headers.get('retry-after')).toBe('17');
    await clock.advance(30);
    expect((await ask('configuration/get')).status).toBe(200);
  });
});

describe('pages', () => {
  test('newest first; the cursor is the oldest item, also on the last page, and null on an empty one', async () => {
    const ids = [1, 2, 3].map(() => simulator.hotel.book(stay));
    const page = async (Cursor?: string) => {
      const { body } = await ask(getAll, { Limitation: { Count: 2, ...(Cursor ? { Cursor } : {}) } });
      return [(body.Reservations as { Id: string }[]).map(({ Id }) => Id), body.Cursor];
    };
    expect(await page()).toEqual([[ids[2], ids[1]], ids[1]]);
    expect(await page(ids[1])).toEqual([[ids[0]], ids[0]]);
    expect(await page(ids[0])).toEqual([[], null]);
  });

  test('both ends of an interval belong to it', async () => {
    simulator.hotel.book(stay);
    const found = async (StartUtc: string, EndUtc: string) =>
      ((await ask(getAll, { ...everything, UpdatedUtc: { StartUtc, EndUtc } })).body.Reservations as unknown[]).length;
    expect(await found('2026-05-14T13:00:00Z', '2026-05-14T14:00:00Z')).toBe(1);
    expect(await found('2026-05-14T12:00:00Z', '2026-05-14T13:00:00Z')).toBe(1);
    expect(await found('2026-05-14T13:00:01Z', '2026-05-14T14:00:00Z')).toBe(0);
  });
});

describe('front desk', () => {
  test('starts what is confirmed, has a room and may begin; ends what is in house, on its last day', async () => {
    const status = async (operation: string, ReservationId: string) =>
      (await ask(`reservations/${operation}`, { ReservationId })).status;
    const { hotel } = simulator;
    const [today, roomless, tomorrow] = [
      hotel.book(stay),
      hotel.book({ ...stay, room: undefined }),
      hotel.book({ ...stay, arrival: '2026-05-15T12:00:00Z' }),
    ];
    expect([await status('start', today), await status('start', roomless), await status('start', tomorrow)]).toEqual([
      200, 403, 403,
    ]);
    expect([await status('start', today), await status('process', today), await status('process', tomorrow)]).toEqual([
      403, 403, 403,
    ]);
    expect(
      (await ask('reservations/updateInterval', { ReservationId: today, EndUtc: '2026-05-14T13:00:00Z' })).status,
    ).toBe(200);
    expect(await status('process', today)).toBe(200);
    expect((await ask('reservations/cancel', { ReservationIds: [tomorrow] })).status).toBe(200);
    expect(hotel.reservation(today).State).toBe('Processed');
    expect(hotel.reservation(tomorrow).State).toBe('Canceled');
    expect(simulator.written).toBe(4);
  });

  test('a webhook nobody answers is sent again and dropped in the end', async () => {
    const sender = simulator.postWebhooksTo({
      url: 'http://127.0.0.1:9/',
      lagMilliseconds: 1,
      retryMilliseconds: 1,
      attempts: 3,
    });
    simulator.hotel.book(stay);
    await eventually('the message was dropped', () => sender.discarded === 1);
    expect(sender.sent).toHaveLength(3);
    expect(JSON.parse(sender.sent[0])).toMatchObject({
      EnterpriseId: simulator.hotel.enterpriseId,
      Events: [
        { Discriminator: 'CustomerAdded' },
        { Discriminator: 'CustomerUpdated' },
        { Discriminator: 'ServiceOrderUpdated' },
      ],
    });
  });
});
