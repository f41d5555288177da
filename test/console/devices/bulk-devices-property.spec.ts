import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bulkDevices } from '../../../src/console/bulk/bulk-records.js';
import type { BulkResource } from '../../../src/console/bulk/bulk-resource.js';
import type { BulkResult } from '../../../src/console/bulk/bulk.js';
import { DeviceSet } from '../../../src/console/devices/device-set.js';
import { DeviceSetRepository } from '../../../src/console/devices/device-set.repository.js';
import { OrderedWriter } from '../../../src/console/batch/ordered-writer.js';
import { statement } from '../../../src/database/database.js';
import type { Context } from '../../../src/kernel/context.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { CountingIds, ManualClock } from '../../kernel/manual-clock.js';

let fresh: FreshDatabase;
let set: DeviceSet;
let bulk: BulkResource;
beforeAll(async () => {
  fresh = await freshDatabase();
  set = new DeviceSet(
    new DeviceSetRepository(fresh.database),
    new ManualClock(),
    new CountingIds(),
    new OrderedWriter(fresh.database),
  );
  bulk = bulkDevices(set);
});
afterAll(async () => {
  await fresh.close();
});

// Few addresses in several notations, so that operations of one list meet each other.
const mac = fc.constantFrom('02:00:00:00:00:01', '02-00-00-00-00-01', '0200.0000.0002', '020000000003', 'none');
const externalId = fc.constantFrom('e1', 'e2', null);
const data = fc.record(
  { mac, external_id: externalId, name: fc.constantFrom('x', 'y', null), disabled: fc.constantFrom(0, 1, 2) },
  { requiredKeys: [] },
);
const match = fc.oneof(fc.record({ mac }), fc.record({ external_id: fc.constantFrom('e1', 'e2') }));
const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constant('create'), data }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('update'), match, data }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('upsert'), match, data }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('upsert'), data }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('delete'), match }) },
);

const stored = statement(
  'test_bulk_devices',
  'select mac, external_id as "externalId", name, disabled, revision from devices where organization_id = ' +
    '$1 order by mac',
);

const tableOf = (hotel: Context) => fresh.database.query(hotel, stored, [hotel.organizationId]);

/** Ids differ from run to run: devices are named by when they first appear. */
function comparable(results: readonly BulkResult[]): object[] {
  const order: string[] = [];
  const named = (id: string | null | undefined) => {
    if (!id) return null;
    if (!order.includes(id)) order.push(id);
    return order.indexOf(id);
  };
  return results.map(({ op, status, id, error }) => ({
    op,
    status,
    id: named(id),
    detail: error?.detail,
    conflicting: named(error?.conflicting_id as string | undefined),
    errors: error?.errors,
  }));
}

test('a list of operations on devices in bulk does what the same operations do one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 12 }), async (operations) => {
      const [whole, single] = [await fresh.organization(), await fresh.organization()];
      const atOnce = await bulk.prepare(operations, 0)(whole);
      const oneByOne: BulkResult[] = [];
      for (const [index, each] of operations.entries()) oneByOne.push(...(await bulk.prepare([each], index)(single)));
      expect(comparable(atOnce)).toEqual(comparable(oneByOne));
      expect(await tableOf(whole)).toEqual(await tableOf(single));
    }),
    { numRuns: 150 },
  );
});

test('two writers of the same devices at the same time leave one result, and both answers are true', async () => {
  const hotel = await fresh.organization();
  const rows = Array.from({ length: 40 }, (_, index) => ({
    mac: `06:00:00:00:00:${index.toString(16).padStart(2, '0')}`,
  }));
  const [one, other] = await Promise.all([set.createMany(hotel, rows), set.createMany(hotel, rows.toReversed())]);
  const made = [...one, ...other].filter(({ status }) => status === 'created').length;
  expect(made).toBe(40);
  expect([...one, ...other].filter(({ status }) => status === 'conflict')).toHaveLength(40);
  const found = await set.findByKeys(hotel, { macs: ['06-00-00-00-00-07', 'nothing'] });
  expect(found.map((each) => each.mac)).toEqual(['060000000007']);
});
