import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RateWindows } from '../../src/http/access/rate-windows.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { type HttpWorld, httpWorld } from './http-world.js';

const clock = new ManualClock('2026-05-14T13:00:20.000Z');
const settings = { rateLimitPerMinute: 100 };
let one: HttpWorld;
let two: HttpWorld;
beforeAll(async () => {
  one = await httpWorld({ clock, settings });
  two = await httpWorld({ shared: one, clock, settings });
});
afterAll(async () => {
  await two.close();
  await one.close();
});

/** Starts with no request spent. */
async function nextMinute(): Promise<void> {
  clock.setTo(new Date(Math.floor(clock.milliseconds() / 60_000 + 1) * 60_000 + 20_000).toISOString());
}

function remaining(answer: { headers: Headers }): number {
  return Number(answer.headers.get('x-ratelimit-remaining'));
}

test('every answer to a key says limit, what is left and when the minute ends', async () => {
  await nextMinute();
  const ends = String((Math.floor(clock.milliseconds() / 60_000) + 1) * 60);
  const paths = [
    ['GET', '/roles', 200],
    ['GET', '/roles/7', 404],
    ['GET', '/nowhere', 404],
    ['PUT', '/roles', 405],
    ['GET', '/roles?x=1', 400],
  ] as const;
  for (const [index, [method, path, status]] of paths.entries()) {
    const answer = await one.call(method, path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('100');
    expect(remaining(answer)).toBe(99 - index);
    expect(answer.headers.get('x-ratelimit-reset')).toBe(ends);
  }
  const malformed = await one.call('POST', '/roles', { body: '{' });
  expect([malformed.status, remaining(malformed)]).toEqual([400, 94]);
  const refused = await one.call('GET', '/roles', {
    headers: { 'x-organization-id': '0190a0a0-0000-7000-8000-ffffffffffff' },
  });
  expect([refused.status, remaining(refused)]).toEqual([403, 93]);
  const misnamed = await one.call('GET', '/roles', { headers: { 'x-organization-id': 'annex' } });
  expect([misnamed.status, remaining(misnamed)]).toEqual([400, 92]);
  expect((await one.call('GET', '/roles', { token: null })).headers.has('x-ratelimit-limit')).toBe(false);
});

test('the 101st call of a minute is refused with the time to wait; the next minute begins anew', async () => {
  await nextMinute();
  for (let count = 1; count <= 100; count += 1) expect((await one.call('GET', '/roles')).status).toBe(200);
  const over = await one.call('GET', '/roles');
  expect(over.status).toBe(429);
  expect(over.headers.get('retry-after')).toBe('40');
  expect(remaining(over)).toBe(0);
  expect(over.body).toMatchObject({ status: 429, detail: 'More than 100 requests a minute: try again in 40 s' });
  await nextMinute();
  const anew = await one.call('GET', '/roles');
  expect([anew.status, remaining(anew)]).toEqual([200, 99]);
});

test('two replicas that serve a key by turns let exactly a hundred through together', async () => {
  await nextMinute();
  const statuses: number[] = [];
  for (let count = 0; count < 130; count += 1)
    statuses.push((await (count % 2 ? one : two).call('GET', '/roles')).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.slice(-20)).toEqual(Array.from({ length: 20 }, () => 429));
});

test('a burst on two replicas never gets more than a hundred through, and strands next to nothing', async () => {
  await nextMinute();
  const answers = await Promise.all(
    Array.from({ length: 240 }, (_, index) => (index % 3 ? one : two).call('GET', '/roles')),
  );
  const through = answers.filter(({ status }) => status === 200).length;
  expect(through).toBeLessThanOrEqual(100);
  expect(through).toBeGreaterThanOrEqual(95);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(240 - through);
});

test('each key has a budget of its own, whichever organization it acts for', async () => {
  await nextMinute();
  const desk = await one.keyWith('roles:read');
  const before = remaining(await one.call('GET', '/roles'));
  expect(remaining(await one.call('GET', '/roles', { token: desk.token }))).toBe(99);
  const annex = await one.organization('Annex');
  expect(remaining(await one.call('GET', '/roles', { headers: { 'x-organization-id': annex.id } }))).toBe(before - 3);
});

test('most calls take from the share of their process and write nothing', async () => {
  await nextMinute();
  const busy = await httpWorld({ shared: one, clock, settings: { rateLimitPerMinute: 1000 } });
  const { take } = busy.app.get(RateWindows);
  let takes = 0;
  busy.app.get(RateWindows).take = function counted(...asked) {
    takes += 1;
    return take.apply(this, asked);
  };
  for (let count = 0; count < 300; count += 1) await busy.call('GET', '/roles');
  expect(takes).toBeGreaterThan(0);
  expect(takes).toBeLessThan(30);
  await busy.close();
});

test('a replica whose clock is a little behind counts in the minute that its neighbour began', async () => {
  await nextMinute();
  const ends = String((Math.floor(clock.milliseconds() / 60_000) + 1) * 60);
  const late = new ManualClock(new Date(clock.milliseconds() - 25_000).toISOString());
  const behind = await httpWorld({ shared: one, clock: late, settings });
  for (let count = 0; count < 40; count += 1) await one.call('GET', '/roles');
  const answer = await behind.call('GET', '/roles');
  expect(remaining(answer)).toBeLessThanOrEqual(60);
  expect(answer.headers.get('x-ratelimit-reset')).toBe(ends);
  await behind.close();
});

test('a limit of 0 is none', async () => {
  const open = await httpWorld({ shared: one, clock, settings: { rateLimitPerMinute: 0 } });
  const answers = await Promise.all(Array.from({ length: 150 }, () => open.call('GET', '/roles')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers[0].headers.has('x-ratelimit-limit')).toBe(false);
  await open.close();
});
