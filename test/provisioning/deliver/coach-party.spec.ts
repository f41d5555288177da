import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { guest } from '../reconcile/rig.js';
import { makeDeliveryRig } from './delivery-rig.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

test('a coach party of 200 takes a handful of statements more than one guest does', async () => {
  const rig = makeDeliveryRig(fresh);
  const context = await fresh.organization('Hotel Lindenhof');
  const desk = await rig.connection(
    context,
    { preset: 'hotel-enterprise', password: 'generate', deliver: [{ via: 'email' }] },
    { connector: 'desk' },
  );
  const checkIn = async (rooms: readonly number[]) => {
    await rig.say(
      context,
      desk,
      Object.fromEntries(
        rooms.map((room) => [`G${room}`, guest('Nováková', String(room), { email: 'jana@example.com' })]),
      ),
    );
    return statementsOf(() => rig.settleAll(context));
  };
  const ofOne = await checkIn([999]);
  const ofMany = await checkIn(Array.from({ length: 200 }, (_, index) => 1000 + index));
  expect(await rig.deliveries(context)).toHaveLength(201);
  expect(ofMany - ofOne).toBeLessThan(10);
});

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const { database } = fresh;
  const { query } = database;
  let count = 0;
  database.query = ((...call: Parameters<typeof query>) => {
    count += 1;
    return query.apply(database, call);
  }) as typeof query;
  await work();
  database.query = query;
  return count;
}
