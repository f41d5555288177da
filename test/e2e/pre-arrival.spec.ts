import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { webhookToken } from '../apaleo/apaleo-rig.js';
import { freePort, sharedSecret } from '../radius/around.js';
import { signIn } from '../radius/radclient.js';
import { type Served, serve, withFreeRadius } from '../radius/served-radius.js';
import { ApaleoSimulator } from '../simulators/apaleo/apaleo-simulator.js';
import { MewsSimulator } from '../simulators/mews/mews-simulator.js';
import { OhipSimulator } from '../simulators/ohip/ohip-simulator.js';
import { type Connected, WorkingService } from './connected.js';
import { until } from './until.js';

/** An account before the arrival: what a front desk does to a reservation, to what the account is then. */

/** One guest is called Novak. */
interface FrontDesk {
  readonly connection: Readonly<Record<string, unknown>>;
  /** The house knows where the vendor's messages go. */
  open?(house: Connected): Promise<unknown> | void;
  book(arrival: Date): string;
  /** Arrival and departure three days later. */
  move(id: string, arrival: Date): void;
  checkIn(id: string): void;
  checkOut(id: string): void;
  cancel(id: string): void;
  /** Whoever does not come. */
  missing(id: string): void;
  /** What happened becomes known, where that needs a question. */
  news?(house: Connected): Promise<unknown>;
  stop(): Promise<void>;
}

const hour = 3_600_000;
const soon = () => new Date(Date.now() + 2 * hour);
const justNow = () => new Date(Date.now() - hour);
const inFourDays = () => new Date(Date.now() + 96 * hour);
const threeDaysAfter = (arrival: Date) => new Date(arrival.getTime() + 72 * hour);
/** From a day before the arrival, by a name that guests get in their confirmation. */
const access = {
  preset: 'hotel',
  when: [{ field: 'status', op: 'in', value: ['expected', 'in_house'] }],
  username: '{{ last_name | ascii | downcase }}',
  password: '{{ last_name | ascii | downcase }}-2026',
  starts: { at: 'arrival', offset_seconds: -86_400 },
};

async function mews(): Promise<FrontDesk> {
  const simulator = await MewsSimulator.start({ rooms: ['112'] });
  const { hotel } = simulator;
  let sent: ReturnType<MewsSimulator['postWebhooksTo']>;
  return {
    connection: {
      connector: 'mews',
      settings: { base_url: simulator.url },
      secrets: {
        client_token: simulator.clientToken,
        access_token: simulator.accessToken,
        webhook_token: webhookToken,
      },
    },
    open: ({ hookUrl }) => {
      sent = simulator.postWebhooksTo({ url: `${hookUrl}/${webhookToken}`, lagMilliseconds: 60_000 });
    },
    book: (arrival) =>
      hotel.book({ guest: { lastName: 'Novak' }, room: '112', arrival, departure: threeDaysAfter(arrival) }),
    move: (id, arrival) => hotel.postpone(id, arrival, threeDaysAfter(arrival)),
    checkIn: (id) => hotel.checkIn(id),
    checkOut: (id) => hotel.checkOut(id),
    cancel: (id) => hotel.cancel(id),
    missing: (id) => hotel.noShow(id),
    news: () => sent.flush(),
    stop: () => simulator.stop(),
  };
}

async function apaleo(): Promise<FrontDesk> {
  const simulator = await ApaleoSimulator.start();
  const { office } = simulator;
  return {
    connection: {
      connector: 'apaleo',
      settings: {
        base_url: simulator.url,
        identity_url: simulator.url,
        client_id: simulator.clientId,
        property_id: 'LIND',
      },
      secrets: { client_secret: simulator.clientSecret, webhook_token: webhookToken },
    },
    open: ({ hookUrl }) => simulator.subscribe({ url: `${hookUrl}/${webhookToken}` }),
    book: (arrival) =>
      office.book({ guest: { lastName: 'Novak' }, unit: '112', arrival, departure: threeDaysAfter(arrival) }),
    move: (id, arrival) =>
      office.change(id, 'amended', {
        arrival: arrival.toISOString(),
        departure: threeDaysAfter(arrival).toISOString(),
      }),
    checkIn: (id) => office.checkIn(id),
    checkOut: (id) => office.checkOut(id),
    cancel: (id) => office.cancel(id),
    missing: (id) => office.noShow(id),
    stop: () => simulator.stop(),
  };
}

async function ohip(): Promise<FrontDesk> {
  const simulator = await OhipSimulator.start();
  const { desk } = simulator;
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  const days = (arrival: Date) => ({ arrivalDate: dayOf(arrival), departureDate: dayOf(threeDaysAfter(arrival)) });
  return {
    connection: simulator.connection,
    // Rooms are given at the check-in.
    book: (arrival) => desk.book({ givenName: 'Jana', surname: 'Novak' }, days(arrival)),
    move: (id, arrival) => desk.change(id, days(arrival)),
    checkIn: (id) => {
      desk.change(id, { room: '112' });
      desk.checkIn(id);
    },
    checkOut: (id) => desk.checkOut(id),
    cancel: (id) => desk.become(id, 'Cancelled', 'CANCEL RESERVATION'),
    missing: (id) => desk.become(id, 'NoShow', 'NO SHOW'),
    news: async (house) => {
      const sync = `/connections/${house.connectionId}/sync`;
      const { id } = await house.world.made(202, 'POST', sync, { body: { mode: 'incremental' } });
      await until('the poll ends', async () => (await house.world.made(200, 'GET', `/runs/${id}`)).status === 'done');
    },
    stop: () => simulator.stop(),
  };
}

let service: WorkingService;
beforeAll(async () => {
  service = await WorkingService.start();
});
afterAll(() => service.stop());

describe.each([
  ['Mews', mews],
  ['apaleo', apaleo],
  ['OPERA Cloud', ohip],
])('%s', (_, opened) => {
  let desk: FrontDesk;
  let house: Connected;
  beforeAll(async () => {
    desk = await opened();
    house = await service.connected({ ...desk.connection, access });
    await desk.open?.(house);
    await house.scan();
  });
  afterAll(async () => {
    await house.close();
    await desk.stop();
  });
  const becomes = async (state: 'enabled' | 'disabled') => {
    await desk.news?.(house);
    await house.become({ novak: state });
  };

  test('a reservation gives the account a day ahead, and what is changed in it moves the account', async () => {
    const id = desk.book(soon());
    await becomes('enabled');
    desk.move(id, inFourDays());
    await becomes('disabled');
    desk.move(id, justNow());
    await becomes('enabled');
    desk.checkIn(id);
    await desk.news?.(house);
    const [{ valid_until: departure }] = await usersOf(house);
    desk.checkOut(id);
    await becomes('disabled');
    expect(Date.parse(String(departure)) - Date.now()).toBeGreaterThan(24 * hour);
  });

  test.each(['cancel', 'missing'] as const)(
    'one who is to come, and then "%s", has no account any more',
    async (how) => {
      const id = desk.book(soon());
      await becomes('enabled');
      desk[how](id);
      await becomes('disabled');
    },
  );

  test('one who comes in four days has none yet', async () => {
    desk.book(inFourDays());
    await desk.news?.(house);
    await house.scan();
    await house.become({ novak: 'disabled' });
  });
});

withFreeRadius('by RADIUS', () => {
  let desk: FrontDesk;
  let house: Connected;
  let radius: Served;
  beforeAll(async () => {
    desk = await apaleo();
    house = await service.connected({ ...desk.connection, access }, service.world);
    await desk.open?.(house);
    const client = { address: '127.0.0.1', short_name: 'lobby', secret: sharedSecret };
    await house.world.made(201, 'POST', '/networks', { body: { name: 'Guest', clients: [client] } });
    radius = await serve(house.world, house.world.fresh.url, {
      address: '127.0.0.1',
      auth: await freePort(),
      acct: await freePort(),
    });
  });
  afterAll(async () => {
    await radius?.server.stop();
    if (radius) rmSync(radius.runFolder, { recursive: true, force: true });
    await house?.close();
    await desk?.stop();
  });

  test('a guest is let in from a day before the arrival until somebody cancels', async () => {
    const answer = async () => (await signIn(radius.auth, 'novak', 'novak-2026')).packet;
    const id = desk.book(inFourDays());
    await house.scan();
    expect(await answer()).toBe('Access-Reject');
    desk.move(id, soon());
    await until('she is let in', async () => (await answer()) === 'Access-Accept');
    desk.cancel(id);
    await until('she is not any more', async () => (await answer()) === 'Access-Reject');
  });
});

async function usersOf(house: Connected): Promise<readonly { readonly valid_until: string | null }[]> {
  const { _embedded } = await house.world.made(200, 'GET', '/users');
  return _embedded.users as { valid_until: string | null }[];
}
