import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { furnished, type Furnished } from './one-of-everything.js';
import { realPathIn } from './real-path.js';
import { startingBodies } from './starting-bodies.js';
import { type UsherWorld, usherWorld } from './usher-world.js';

/** Every POST of the API takes Idempotency-Key; test/e2e/idempotency-kill has kill -9 between the two. */
let world: UsherWorld;
let house: Furnished;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 0 } });
  house = await furnished(world, 'Hotel Seeblick', 'mark-of-the-house');
});
afterAll(() => world.close());

test('what was done once is answered again, on every POST there is', async () => {
  const bodies = startingBodies(house);
  const wrong: string[] = [];
  const unproven: string[] = [];
  for (const { method, path } of world.routes) {
    if (method !== 'POST' || path.startsWith('/p/') || path.startsWith('/scim/')) continue;
    const operation = `${method} ${path}`;
    const headers = { 'idempotency-key': randomUUID() };
    const asked = { token: house.token, headers, body: bodies[operation as keyof typeof bodies]?.[0] };
    const first = await world.ask('POST', realPathIn(house, path), asked);
    if (first.status >= 300) {
      unproven.push(operation);
      continue;
    }
    const again = await world.ask('POST', realPathIn(house, path), asked);
    if (again.headers['idempotency-replayed'] !== 'true' || again.text !== first.text)
      wrong.push(`${operation}: ${first.status}, then ${again.status}`);
  }
  expect(wrong).toEqual([]);
  expect(unproven.sort()).toEqual([]);
});
