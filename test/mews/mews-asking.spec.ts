import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mews } from '../../src/connectors/pms/mews/mews.connector.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import { ConnectorProblem } from '../../src/provisioning/connector/connector-problem.js';
import type { ConnectorDefinition, RecordPage } from '../../src/provisioning/connector/connector.js';
import type { Cursor } from '../../src/provisioning/connector/cursor.js';
import { keysOf } from '../connector-contract/keys.js';
import { open, type Opened } from '../connector-contract/session.js';
import { fill, outside, type MewsOutside } from './mews-rig.js';

let world: MewsOutside;
let opened: Opened;

beforeEach(async () => {
  world = await outside();
  opened = open(mews as unknown as ConnectorDefinition, world);
});

afterEach(() => world.stop());

const signal = () => AbortSignal.timeout(200_000);

async function poll(cursor: Cursor | null): Promise<RecordPage[]> {
  const pages: RecordPage[] = [];
  for await (const page of opened.connector.polls!.changes(cursor, signal())) pages.push(page);
  return pages;
}

async function problemOf(work: Promise<unknown>): Promise<ConnectorProblem> {
  const problem: unknown = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(problem instanceof ConnectorProblem)) throw new Error(`No ConnectorProblem: ${String(problem)}`);
  return problem;
}

const readOne = () =>
  opened.connector.reads!.read([{ of: 'parent', key: '10000000-0000-4000-8000-000000000001' }], signal());
const changesIn = (pages: readonly RecordPage[]): readonly Change[] => pages.flatMap(({ changes }) => changes);

describe('polls', () => {
  test('the first one starts from now', async () => {
    fill(world.simulator, 3);
    expect(await poll(null)).toEqual([{ changes: [], cursor: { since: world.clock.instant() } }]);
    expect(world.simulator.asked).toEqual([]);
  });

  test('each begins ten minutes before the last ended, so that late commits are found', async () => {
    const { keys } = fill(world.simulator, 1);
    await world.clock.advance(599);
    const last = { since: world.clock.instant() };
    await world.clock.advance(1);
    expect(keysOf(changesIn(await poll(last)))).toEqual(expect.arrayContaining(keys));
    await world.clock.advance(2);
    const later = { since: world.clock.instant() };
    await world.clock.advance(1);
    expect(changesIn(await poll(later))).toEqual([]);
  });

  test('after half a year of silence, windows of less than three months give each change once', async () => {
    const { keys, reservationIds } = fill(world.simulator, 2);
    world.clock.setTo('2026-11-20T12:00:00.000Z');
    world.simulator.hotel.extend(reservationIds[1], '2026-11-25T09:00:00Z');
    const pages = await poll({ since: '2026-05-14T12:59:00.000Z' });
    expect(world.simulator.asked.filter((operation) => operation.startsWith('reservations/'))).toHaveLength(3);
    const groups = changesIn(pages).filter(({ kind }) => kind === 'group');
    expect(keysOf(groups).sort()).toEqual(keys.sort());
    expect(groups).toHaveLength(2);
    expect(pages.at(-1)!.cursor).toEqual({ since: '2026-11-20T12:00:00.000Z' });
  });

  test('a change on the seam of two windows is told once', async () => {
    const seam = new Date(Date.parse('2026-05-14T12:59:00.000Z') + 80 * 86_400_000);
    const { reservationIds } = fill(world.simulator, 1);
    world.clock.setTo(seam.toISOString());
    world.simulator.hotel.extend(reservationIds[0], '2026-12-25T09:00:00Z');
    world.clock.setTo('2026-09-01T12:00:00.000Z');
    expect(
      changesIn(await poll({ since: '2026-05-14T12:59:00.000Z' })).filter(({ kind }) => kind === 'group'),
    ).toHaveLength(1);
  });

  test('changed profiles are hints about their guests', async () => {
    const { hotel } = world.simulator;
    const { reservationIds } = fill(world.simulator, 1);
    await world.clock.advance(3600);
    const since = { since: world.clock.instant() };
    await world.clock.advance(60);
    hotel.editCustomer(hotel.customerOf(reservationIds[0]), { LastName: 'Corrected' });
    expect(changesIn(await poll(since))).toEqual([
      { kind: 'hint', of: 'guest', key: hotel.customerOf(reservationIds[0]) },
    ]);
  });

  test('a window too heavy for Mews is asked for in shorter ones', async () => {
    const { keys } = fill(world.simulator, 2);
    world.simulator.faults.heavyAboveDays = 30;
    world.clock.setTo('2026-07-20T12:00:00.000Z');
    expect(
      keysOf(
        changesIn(await poll({ since: '2026-05-14T12:59:00.000Z' })).filter(({ kind }) => kind === 'group'),
      ).sort(),
    ).toEqual(keys.sort());
  });

  test.each<Cursor>([{}, { since: 'yesterday' }, { offset: 4 }])(
    'a cursor that is none of ours starts the scan anew: %j',
    async (cursor) => {
      expect((await problemOf(poll(cursor))).code).toBe('cursor_expired');
    },
  );
});

describe('scans', () => {
  const scan = async (cursor: Cursor | null) => {
    const pages = [];
    for await (const page of opened.connector.snapshots!.all(cursor, signal())) pages.push(page);
    return pages;
  };

  test('list overdue guests, and neither distant arrivals nor parking spaces', async () => {
    const { hotel } = world.simulator;
    const overdue = hotel.book({
      guest: { lastName: 'Overdue' },
      room: '112',
      arrival: '2026-05-10T12:00:00Z',
      departure: '2026-05-12T09:00:00Z',
    });
    hotel.checkIn(overdue);
    hotel.checkIn(
      hotel.book({
        guest: { lastName: 'Driver' },
        room: 'P1',
        service: 'parking',
        arrival: '2026-05-14T12:00:00Z',
        departure: '2026-05-17T09:00:00Z',
      }),
    );
    hotel.book({
      guest: { lastName: 'Planner' },
      room: '118',
      arrival: '2026-08-01T13:00:00Z',
      departure: '2026-08-02T09:00:00Z',
    });
    const late = hotel.book({
      guest: { lastName: 'Late' },
      room: '119',
      arrival: '2026-05-13T12:00:00Z',
      departure: '2026-05-17T09:00:00Z',
    });
    expect(
      changesIn(await scan(null))
        .map((change) => (change.kind === 'group' ? change.parentKey : change.kind))
        .sort(),
    ).toEqual([overdue, late].sort());
  });

  test('a guest who checks in while the list is read is on it', async () => {
    const { reservationIds } = fill(world.simulator, 1, 0);
    const seen: string[] = [];
    for await (const { changes } of opened.connector.snapshots!.all(null, signal())) {
      seen.push(
        ...changes.flatMap((change) =>
          change.kind === 'group' ? change.records.map(({ facts }) => facts.status) : [],
        ),
      );
      if (seen.length === 1) world.simulator.hotel.checkIn(reservationIds[0]);
    }
    expect(seen).toEqual(['expected', 'in_house']);
  });

  test('a stay that cannot be understood is reported by the key it is known by', async () => {
    const { hotel } = world.simulator;
    const { reservationIds, keys } = fill(world.simulator, 1);
    hotel.change(hotel.reservation(reservationIds[0]), { ScheduledEndUtc: 'soon' });
    expect(
      changesIn(await scan(null)).map((change) => (change.kind === 'malformed' ? change.problem.key : change.kind)),
    ).toEqual([reservationIds[0], keys[0]]);
  });

  test('a cursor that Mews does not know any more starts the scan anew', async () => {
    const cursor = {
      of: 'in_house',
      from: world.clock.instant(),
      until: world.clock.instant(),
      after: '10000000-0000-4000-8000-00000000dead',
    };
    expect((await problemOf(scan(cursor))).code).toBe('cursor_expired');
    expect((await problemOf(scan({ page: 3 }))).code).toBe('cursor_expired');
  });

  test('without a service in which people sleep, the settings are to blame', async () => {
    for (const category of world.simulator.hotel.categories.values()) category.Type = 'MeetingRoom';
    const problem = await problemOf(scan(null));
    expect(problem.code).toBe('settings_invalid');
    expect(problem.message).toContain('service_ids');
  });

  test('named services need no rooms to be known', async () => {
    const { keys } = fill(world.simulator, 1);
    opened = open(mews as unknown as ConnectorDefinition, {
      ...world,
      settings: { ...world.settings, service_ids: [world.simulator.hotel.stayServiceId] },
    });
    for (const category of world.simulator.hotel.categories.values()) category.Type = 'Unheard';
    expect(keysOf(changesIn(await scan(null)))).toEqual(keys);
  });
});

describe('manners', () => {
  test('after 429 nothing is asked until the time that Mews named', async () => {
    Object.assign(world.simulator.faults, { status: 429, retryAfterSeconds: 42, times: 1 });
    expect((await problemOf(readOne())).details.retryAt).toBe('2026-05-14T13:00:42.000Z');
    const asked = world.simulator.asked.length;
    expect((await problemOf(readOne())).code).toBe('rate_limited');
    expect(world.simulator.asked.length).toBe(asked);
    await world.clock.advance(42);
    expect(await readOne()).toEqual([]);
  });

  test('without a named time the wait grows with each refusal', async () => {
    Object.assign(world.simulator.faults, { status: 429 });
    const waits: number[] = [];
    for (let refusal = 0; refusal < 4; refusal += 1) {
      const retryAt = Date.parse((await problemOf(readOne())).details.retryAt!);
      waits.push((retryAt - world.clock.milliseconds()) / 1000);
      world.clock.setTo(new Date(retryAt).toISOString());
    }
    for (const [refusal, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(10 * 2 ** refusal);
      expect(wait).toBeLessThanOrEqual(15 * 2 ** refusal);
    }
  });

  test('pages too heavy for Mews get smaller, and stay so', async () => {
    world.simulator.faults.heavyAboveCount = 125;
    const { keys, reservationIds } = fill(world.simulator, 2);
    const read = () =>
      opened.connector.reads!.read(
        reservationIds.map((key) => ({ of: 'parent' as const, key })),
        signal(),
      );
    expect(keysOf(await read())).toEqual(expect.arrayContaining(keys));
    const asked = world.simulator.asked.length;
    await read();
    expect(world.simulator.asked.slice(asked)).toEqual([
      'reservations/getAll/2023-06-06',
      'companionships/getAll',
      'customers/getAll',
    ]);
  });

  test('what Mews says of an error is told, its details with the tokens are not', async () => {
    world.simulator.faults.status = 403;
    const { message } = await problemOf(readOne());
    expect(message).toContain('Something went wrong.');
    expect(message).toMatch(/request-\d/);
    opened = open(mews as unknown as ConnectorDefinition, {
      ...world,
      settings: { ...world.settings, access_token: 'SOMEBODY-ELSES-TOKEN' },
    });
    const refused = await problemOf(readOne());
    expect(refused.code).toBe('credentials_refused');
    expect(`${refused.message} ${opened.log.lines.join(' ')}`).not.toContain('SOMEBODY-ELSES-TOKEN');
  });

  test('an answer without its list is broken, not empty', async () => {
    world.simulator.faults.listMissing = true;
    expect((await problemOf(readOne())).code).toBe('upstream_broken');
  });
});

describe('connection test', () => {
  const failed = async () => (await opened.connector.test(signal())).filter(({ ok }) => !ok);

  test('a clock that is wrong is found before changes are missed', async () => {
    const skewed = await outside();
    await skewed.clock.advance(3600);
    opened = open(mews as unknown as ConnectorDefinition, { ...skewed, settings: world.settings });
    expect(await failed()).toMatchObject([
      { name: 'clock', ok: false, detail: expect.stringContaining('3600 s ahead') },
    ]);
    await skewed.stop();
  });

  const checked = async (settings: object, name: string) => {
    opened = open(mews as unknown as ConnectorDefinition, { ...world, settings: { ...world.settings, ...settings } });
    return (await opened.connector.test(signal())).filter((check) => check.name === name);
  };

  test('which services are stays is told, and where there are none', async () => {
    expect(await checked({}, 'stay_services')).toMatchObject([
      { ok: true, detail: expect.stringMatching(/^Reservations of [0-9a-f-]{36} are stays$/) },
    ]);
    for (const service of world.simulator.hotel.services.values()) Object.assign(service, { IsActive: false });
    expect(await checked({}, 'stay_services')).toMatchObject([
      { ok: false, remedy: expect.stringContaining('service_ids') },
    ]);
  });

  test('blocks that the integration was not given are named with who can give them', async () => {
    expect(await checked({ block_names: true }, 'block_names')).toMatchObject([{ ok: true }]);
    world.simulator.withdrawn.add('availabilityBlocks/getAll');
    expect(await checked({ block_names: true }, 'block_names')).toMatchObject([
      { ok: false, remedy: 'Let Mews add availabilityBlocks/getAll to the integration' },
    ]);
  });

  test('whether a room can be charged is told before a guest tries', async () => {
    const charges = (settings: object) => checked({ charge_currency: 'EUR', ...settings }, 'charges');
    expect(await charges({})).toMatchObject([{ ok: false, detail: expect.stringContaining('no room is charged') }]);
    const nobodys = { charge_service_id: '11111111-2222-4333-8444-555555555555', charge_tax_code: 'AT-20' };
    expect(await charges(nobodys)).toMatchObject([{ ok: false, detail: 'There is no such service' }]);
    const [rooms] = [...world.simulator.hotel.services.values()].filter(
      ({ Data }) => Data.Discriminator === 'Bookable',
    );
    expect(await charges({ ...nobodys, charge_service_id: rooms.Id })).toMatchObject([
      { ok: false, detail: 'It is not an active additional service' },
    ]);
    world.simulator.withdrawn.add('services/getAll');
    expect(await charges(nobodys)).toMatchObject([{ ok: false, remedy: expect.stringContaining('charge_service_id') }]);
  });

  test('an enterprise id of another hotel is found', async () => {
    opened = open(mews as unknown as ConnectorDefinition, {
      ...world,
      settings: { ...world.settings, enterprise_id: '11111111-2222-4333-8444-555555555555' },
    });
    expect(await failed()).toMatchObject([
      { name: 'enterprise', ok: false, detail: expect.stringContaining('Hotel Lindenhof') },
    ]);
  });
});
