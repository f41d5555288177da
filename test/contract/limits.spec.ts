import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Clock } from '../../src/kernel/clock.js';
import { beginMinute, usherWorld, type UsherWorld } from '../api/usher-world.js';
import { reference } from './contract-tables.js';

/** The published limits: requests a minute, records a page, operations and bytes a call. */
let world: UsherWorld;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: reference.rate.limit } });
});
afterAll(async () => {
  await world.close();
});

// A minute that ends within a test begins a new budget.
beforeEach(() => beginMinute(world));
const secondsUntil = (epochSeconds: unknown) => Number(epochSeconds) - world.app.get(Clock).milliseconds() / 1000;

const owner = async () => await world.organization('Hotel Lindenhof am See');

describe('a hundred requests a minute', () => {
  test('are one budget of a key, whatever it calls; beyond it nothing is done', async () => {
    const { token } = await owner();
    const calls = [
      '/users',
      '/v1/users?page_size=1',
      '/api/users',
      '/nowhere',
      '/users?page=0',
      '/users/0190a0a0-0000-7000-8000-00000000dead',
    ];
    const left: number[] = [];
    for (let count = 0; count < reference.rate.limit; count += 1) {
      const { status, headers } = await world.ask('GET', calls[count % calls.length], { token });
      expect(status).not.toBe(429);
      expect(headers['x-ratelimit-limit']).toBe(String(reference.rate.limit));
      left.push(Number(headers['x-ratelimit-remaining']));
    }
    expect(left).toEqual(Array.from({ length: reference.rate.limit }, (_, index) => reference.rate.limit - 1 - index));
    for (const [method, path] of [
      ['GET', '/users'],
      ['POST', '/users'],
      ['POST', '/bulk/users'],
      ['GET', '/nowhere'],
    ] as const) {
      const { status, headers, body } = await world.ask(method, path, {
        token,
        body: method === 'POST' ? { username: 'beyond' } : undefined,
      });
      expect([status, headers['content-type']]).toEqual([429, expect.stringMatching(/^application\/problem\+json/)]);
      expect(body).toMatchObject({
        type: 'about:blank',
        title: reference.errors[429].title,
        status: 429,
        detail: expect.any(String),
      });
      expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual(['100', '0']);
      const resetSeconds = secondsUntil(headers['x-ratelimit-reset']);
      expect(resetSeconds).toBeGreaterThan(-1);
      expect(resetSeconds).toBeLessThanOrEqual(60);
      expect(Math.abs(Number(headers['retry-after']) - resetSeconds)).toBeLessThanOrEqual(2);
    }
    expect(await world.sql("select 1 from users where username = 'beyond'")).toEqual([]);
  });

  test('one bulk call is one of them, however many operations it has', async () => {
    const { token } = await owner();
    const before = Number((await world.ask('GET', '/users', { token })).headers['x-ratelimit-remaining']);
    const operations = Array.from({ length: 500 }, (_, index) => ({
      op: 'create',
      data: { username: `bulk ${index}` },
    }));
    const { status, headers } = await world.ask('POST', '/bulk/users', { token, body: { operations } });
    expect([status, headers['x-ratelimit-remaining']]).toEqual([200, String(before - 1)]);
    expect(
      (await world.ask('POST', '/bulk/users/async', { token, body: { operations: operations.slice(0, 3) } })).headers[
        'x-ratelimit-remaining'
      ],
    ).toBe(String(before - 2));
  });

  test("are each key's own: a neighbour's flood costs nothing", async () => {
    const [flood, quiet] = [await owner(), await owner()];
    for (let count = 0; count < reference.rate.limit + 5; count += 1)
      await world.ask('GET', '/roles?page_size=1', { token: flood.token });
    expect((await world.ask('GET', '/roles', { token: flood.token })).status).toBe(429);
    expect((await world.ask('GET', '/roles', { token: quiet.token })).headers['x-ratelimit-remaining']).toBe('99');
  });

  test("a call without a key has no budget, and none of a key's is taken", async () => {
    const { token } = await owner();
    for (const asked of [{ token: null }, { token: 'usher_wrong' }])
      expect(
        Object.keys((await world.ask('GET', '/users', asked)).headers).filter((name) => name.startsWith('x-ratelimit')),
      ).toEqual([]);
    expect((await world.ask('GET', '/users', { token })).headers['x-ratelimit-remaining']).toBe('99');
  });
});

describe('operations of a bulk call', () => {
  const operations = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ op: 'upsert', data: { username: `many ${index}` } }));

  test('at most 1,000 at once, with a way out named', async () => {
    const { token } = await owner();
    expect(
      (await world.ask('POST', '/bulk/users', { token, body: { operations: operations(1000), dry_run: true } })).status,
    ).toBe(200);
    const { status, body } = await world.ask('POST', '/bulk/users', { token, body: { operations: operations(1001) } });
    expect([status, body.detail]).toEqual([expect.any(Number), expect.stringMatching(/1,?000/)]);
    expect([413, 422]).toContain(status);
    expect((await world.ask('POST', '/bulk/users', { token, body: { operations: [] } })).status).toBe(422);
  });

  test('results of a job: pages of at most 1,000', async () => {
    const { token } = await owner();
    const {
      body: { job_id: id },
    } = await world.ask('POST', '/bulk/users/async', { token, body: { operations: operations(3) } });
    expect((await world.ask('GET', `/bulk/status/${id}?page_size=1000`, { token })).body).toMatchObject({
      status: 'queued',
      total: 3,
      page: 1,
      page_size: 1000,
    });
    for (const query of ['page_size=1001', 'page_size=0', 'page=0', 'page=x'])
      expect([query, (await world.ask('GET', `/bulk/status/${id}?${query}`, { token })).status]).toEqual([query, 400]);
  });
});

describe('bytes of a body', () => {
  const ofBytes = (bytes: number) => `{"username":"${'a'.repeat(bytes - 15)}"}`;

  test.each([
    ['/users', 2 ** 20],
    ['/bulk/users', 8 * 2 ** 20],
  ])('%s takes %i and answers one more with 413', async (path, limit) => {
    const { token } = await owner();
    expect((await world.ask('POST', path, { token, body: ofBytes(limit) })).status).toBe(422);
    const { status, body, headers } = await world.ask('POST', path, { token, body: ofBytes(limit + 1) });
    expect([status, body.title, headers['content-type']]).toEqual([
      413,
      expect.any(String),
      expect.stringMatching(/^application\/problem\+json/),
    ]);
  });
});
