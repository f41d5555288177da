import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { apaleo } from '../../src/connectors/pms/apaleo/apaleo.connector.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { ConnectorDefinition, RecordPage } from '../../src/provisioning/connector/connector.js';
import type { Cursor } from '../../src/provisioning/connector/cursor.js';
import { keysOf } from '../connector-contract/keys.js';
import { open, type Opened } from '../connector-contract/session.js';
import { type ApaleoOutside, arrival, departure, fill, outside } from './apaleo-rig.js';

let world: ApaleoOutside;
let opened: Opened;

beforeEach(async () => {
  world = await outside();
  opened = open(apaleo as unknown as ConnectorDefinition, world);
});

afterEach(() => world.stop());

const signal = () => AbortSignal.timeout(200_000);
const changesIn = (pages: readonly RecordPage[]): readonly Change[] => pages.flatMap(({ changes }) => changes);
const poll = (cursor: Cursor | null, onPage?: (number: number) => void) =>
  collect(opened.connector.polls!.changes(cursor, signal()), onPage);
const scan = (cursor: Cursor | null = null, onPage?: (number: number) => void) =>
  collect(opened.connector.snapshots!.all(cursor, signal()), onPage);

async function collect(pages: AsyncIterable<RecordPage>, onPage?: (number: number) => void): Promise<RecordPage[]> {
  const found: RecordPage[] = [];
  for await (const page of pages) {
    const number = found.push(page);
    onPage?.(number);
  }
  return found;
}

describe('polls', () => {
  test('the first one starts from now and asks nothing', async () => {
    expect(await poll(null)).toEqual([{ changes: [], cursor: { since: world.clock.instant() } }]);
    expect(world.simulator.asked).toEqual([]);
  });

  test('ten minutes are looked at again, no more', async () => {
    const { keys } = fill(world.simulator, 1);
    await world.clock.advance(599);
    const since = world.clock.instant();
    await world.clock.advance(2);
    expect(keysOf(changesIn(await poll({ since })))).toEqual(keys);
    const later = world.clock.instant();
    await world.clock.advance(2);
    expect(changesIn(await poll({ since: later }))).toEqual([]);
  });

  test('a reservation modified while pages are read moves the others up, and nobody is skipped', async () => {
    const since = world.clock.instant();
    const { ids, keys } = fill(world.simulator, 401);
    await world.clock.advance(60);
    const { office } = world.simulator;
    const pages = await poll({ since }, (number) => {
      if (number !== 1) return;
      // Modified after the window's end: it leaves the first page, and the two hundred and first moves onto it.
      world.clock.setTo('2026-05-14T13:02:00.000Z');
      office.amend(ids[0], '2026-05-18T09:00:00Z');
    });
    expect(keys.filter((key) => !keysOf(changesIn(pages)).includes(key))).toEqual([]);
    expect(pages.at(-1)!.cursor).toEqual({ since: '2026-05-14T13:01:00.000Z' });
  });

  test('a list that never stands still is given up, to be tried again', async () => {
    const since = world.clock.instant();
    const { ids } = fill(world.simulator, 450);
    await world.clock.advance(60);
    let next = 0;
    await expect(
      poll({ since }, () => {
        world.clock.setTo('2026-05-14T13:02:00.000Z');
        world.simulator.office.amend(ids[next], '2026-05-18T09:00:00Z');
        next += 1;
      }),
    ).rejects.toMatchObject({ code: 'upstream_broken' });
  });

  test.each<[Cursor]>([[{}], [{ since: 'yesterday' }]])(
    'a cursor that is none of ours starts the scan anew: %j',
    async (cursor) => {
      await expect(poll(cursor)).rejects.toMatchObject({ code: 'cursor_expired' });
    },
  );
});

describe('scans', () => {
  test('list overdue guests, and neither distant arrivals nor parking spaces', async () => {
    const { office } = world.simulator;
    const overdue = office.book({
      guest: { lastName: 'Overdue' },
      unit: '112',
      arrival: '2026-05-10T12:00:00Z',
      departure: '2026-05-12T09:00:00Z',
    });
    office.checkIn(overdue);
    office.checkIn(
      office.book({ guest: { lastName: 'Driver' }, unit: 'P1', unitGroupType: 'ParkingLot', arrival, departure }),
    );
    office.book({
      guest: { lastName: 'Planner' },
      unit: '118',
      arrival: '2026-08-01T13:00:00Z',
      departure: '2026-08-02T09:00:00Z',
    });
    const late = office.book({ guest: { lastName: 'Late' }, unit: '119', arrival: '2026-05-13T12:00:00Z', departure });
    expect(keysOf(changesIn(await scan())).sort()).toEqual([`${overdue}/0`, `${late}/0`].sort());
  });

  test('a list that changes while it is read, or whose sum is not what apaleo counts, is never complete', async () => {
    const { ids } = fill(world.simulator, 250);
    await expect(
      scan(null, (number) => {
        if (number === 2) world.simulator.office.checkOut(ids[0]);
      }),
    ).rejects.toMatchObject({ code: 'cursor_expired' });
    world.simulator.faults.halfPages = true;
    await expect(scan()).rejects.toMatchObject({ code: 'cursor_expired' });
    await expect(scan({ page: 3 })).rejects.toMatchObject({ code: 'cursor_expired' });
  });
});

test('two hundred arrivals at once are a few requests, and who is not among the living is read alone', async () => {
  const { ids, keys } = fill(world.simulator, 200);
  world.simulator.office.checkOut(ids[0]);
  const found = await opened.connector.reads!.read(
    ids.map((key) => ({ of: 'parent' as const, key })),
    signal(),
  );
  expect(keysOf(found).sort()).toEqual(keys.sort());
  expect(world.simulator.asked).toEqual([
    '/connect/token',
    '/booking/v1/reservations',
    `/booking/v1/reservations/${ids[0]}`,
    '/inventory/v1/properties/LIND',
  ]);
});

describe('tokens', () => {
  const read = () => opened.connector.reads!.read([{ of: 'parent', key: 'LINDNONE-1' }], signal());

  test('one is asked for and kept until shortly before its end', async () => {
    for (let count = 0; count < 3; count += 1) await read();
    expect(world.simulator.asked.filter((path) => path === '/connect/token')).toHaveLength(1);
    await world.clock.advance(3600);
    await read();
    expect(world.simulator.asked.filter((path) => path === '/connect/token')).toHaveLength(2);
  });

  test('one that apaleo ended early is replaced once; a second refusal is one', async () => {
    world.simulator.faults.tokenLifeSeconds = 10;
    await read();
    await world.clock.advance(11);
    expect(await read()).toEqual([]);
    world.simulator.faults.tokenLifeSeconds = 0;
    await world.clock.advance(11);
    await expect(read()).rejects.toMatchObject({ code: 'credentials_refused' });
  });
});

describe('connection test', () => {
  test('a property of another account is named as such', async () => {
    opened = open(apaleo as unknown as ConnectorDefinition, {
      ...world,
      settings: { ...world.settings, property_id: 'ELSE' },
    });
    expect((await opened.connector.test(signal())).filter(({ ok }) => !ok)).toMatchObject([
      { name: 'settings', ok: false, detail: expect.stringContaining('property_id') },
    ]);
  });

  test('an event of another property is not asked about', () => {
    const event = {
      topic: 'Reservation',
      type: 'changed',
      id: 'e-1',
      propertyId: 'ELSE',
      data: { entityId: 'ELSEQ1-1' },
    };
    expect(
      opened.connector.receives!.interpret({
        body: Buffer.from(JSON.stringify(event)),
        receivedAt: world.clock.instant(),
        sequence: '1',
      }),
    ).toEqual([{ kind: 'ignored', reason: 'event of another property' }]);
  });
});
