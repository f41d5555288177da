import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { kisi } from '../../src/connectors/access/kisi/kisi.connector.js';
import type { ConnectorDefinition, SnapshotPage } from '../../src/provisioning/connector/connector.js';
import type { Cursor } from '../../src/provisioning/connector/cursor.js';
import { keysOf } from '../connector-contract/keys.js';
import { open, type Opened } from '../connector-contract/session.js';
import { fill, type KisiOutside, outside } from './kisi-rig.js';

let world: KisiOutside;
let opened: Opened;

beforeEach(async () => {
  world = await outside();
  opened = open(kisi as unknown as ConnectorDefinition, world);
});

afterEach(() => world.stop());

const signal = () => AbortSignal.timeout(200_000);
const reopened = (settings: object) => {
  opened = open(kisi as unknown as ConnectorDefinition, { ...world, settings: { ...world.settings, ...settings } });
};

async function scan(cursor: Cursor | null = null, onPage?: (number: number) => void): Promise<SnapshotPage[]> {
  const found: SnapshotPage[] = [];
  for await (const page of opened.connector.snapshots!.all(cursor, signal())) {
    const number = found.push(page);
    onPage?.(number);
  }
  return found;
}

test('a list that changes while it is read, or is half a list, is never complete', async () => {
  const { ids } = fill(world.simulator, 150);
  await expect(
    scan(null, () => {
      world.simulator.building.remove(ids[0]);
    }),
  ).rejects.toMatchObject({ code: 'cursor_expired' });
  world.simulator.faults.halfPages = true;
  await expect(scan()).rejects.toMatchObject({ code: 'cursor_expired' });
  await expect(scan({ page: 2 })).rejects.toMatchObject({ code: 'cursor_expired' });
});

test("only one place: its members are listed, and an event about another's is nobody", async () => {
  const { building } = world.simulator;
  const [here, there] = [
    building.invite('Ada Lovelace', 'ada@example.com', 501),
    building.invite('Grace Hopper', 'grace@example.com', 502),
  ];
  reopened({ place_id: '501' });
  const key = String(building.members.get(here)!.user_id);
  expect(
    keysOf(
      await opened.connector.reads!.read(
        [
          { of: 'parent', key: `member/${here}` },
          { of: 'parent', key: `member/${there}` },
        ],
        signal(),
      ),
    ),
  ).toEqual([key]);
  expect(world.simulator.asked).toEqual(['/members']);
});

test('many users, and many members, are looked for in one list', async () => {
  const { ids, keys } = fill(world.simulator, 150);
  const found = await opened.connector.reads!.read(
    keys.map((key) => ({ of: 'record' as const, key })),
    signal(),
  );
  expect(keysOf(found)).toEqual(keys);
  expect(world.simulator.asked).toHaveLength(2);
  expect(
    keysOf(
      await opened.connector.reads!.read(
        ids.map((id) => ({ of: 'parent' as const, key: `member/${id}` })),
        signal(),
      ),
    ),
  ).toEqual(keys);
  expect(world.simulator.asked).toHaveLength(4);
});

test('without a signature key the connection test says that doors are seen hourly only', async () => {
  reopened({ signature_key: undefined });
  expect((await opened.connector.test(signal())).find(({ name }) => name === 'webhooks')).toMatchObject({
    ok: true,
    detail: expect.stringContaining('every webhook is refused'),
  });
});
