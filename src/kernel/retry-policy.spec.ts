import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SeededChance } from '../../test/kernel/manual-clock.js';
import { jitter, rateResetSeconds, retryAfterSeconds, RetryPolicy, type RetryRules } from './retry-policy.js';

const seconds = fc.double({ min: 0.001, max: 100_000, noNaN: true });
const rules: fc.Arbitrary<RetryRules> = fc.record(
  {
    delays: fc.oneof(
      fc
        .tuple(seconds, fc.double({ min: 1, max: 4, noNaN: true }), fc.double({ min: 1, max: 1_000, noNaN: true }))
        .map(([firstSeconds, factor, times]) => ({ firstSeconds, factor, ceilingSeconds: firstSeconds * times })),
      fc
        .array(seconds, { minLength: 1 })
        .map(
          (list): [number, ...number[]] => [list[0], ...list.slice(1)].sort((a, b) => a - b) as [number, ...number[]],
        ),
    ),
    jitter: fc.constantFrom(...Object.values(jitter)),
    leastSeconds: fc.constantFrom(0, 1),
    attempts: fc.integer({ min: 1, max: 100 }),
    asked: fc.record({ replaces: fc.boolean(), longestSeconds: seconds }),
  },
  { requiredKeys: ['delays'] },
);
const failures = fc.integer({ min: 1, max: 2_000 });
const chanceOf = (fraction: number) => ({ fraction: () => fraction });
const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('a delay is a number within its jitter, never shorter than the one before it, never above the last', () => {
  fc.assert(
    fc.property(rules, failures, fraction, (rule, count, share) => {
      const policy = new RetryPolicy(rule);
      const [least, most] = rule.jitter ?? jitter.none;
      const plain = policy.plainSeconds(count);
      const delay = policy.delaySeconds(count, chanceOf(share));
      expect(delay).toBeGreaterThanOrEqual(Math.max(plain * least, rule.leastSeconds ?? 0));
      expect(delay).toBeLessThanOrEqual(Math.max(plain * most, rule.leastSeconds ?? 0));
      expect(policy.plainSeconds(count + 1)).toBeGreaterThanOrEqual(plain);
      const last = 'ceilingSeconds' in rule.delays ? rule.delays.ceilingSeconds : rule.delays.at(-1)!;
      expect(plain).toBeLessThanOrEqual(last);
    }),
  );
});

test('grows by its factor, doubling by default; a table is followed and its last delay repeats', () => {
  const plain = (rule: RetryRules) => [1, 2, 3, 4, 5, 1_000].map((count) => new RetryPolicy(rule).plainSeconds(count));
  expect(plain({ delays: { firstSeconds: 5, ceilingSeconds: 60 } })).toEqual([5, 10, 20, 40, 60, 60]);
  expect(plain({ delays: { firstSeconds: 1, factor: 3, ceilingSeconds: 30 } })).toEqual([1, 3, 9, 27, 30, 30]);
  expect(plain({ delays: [5, 300, 1_800] })).toEqual([5, 300, 1_800, 1_800, 1_800, 1_800]);
});

test('no jitter asks for no chance, and the same chance gives the same delays', () => {
  const steady = new RetryPolicy({ delays: [5] });
  expect(
    steady.delaySeconds(1, {
      fraction: () => {
        throw new Error('nothing is drawn');
      },
    }),
  ).toBe(5);
  const spread = new RetryPolicy({ delays: [100], jitter: jitter.full });
  const drawn = () => {
    const chance = new SeededChance();
    return Array.from({ length: 5 }, () => spread.delaySeconds(1, chance));
  };
  expect(drawn()).toEqual(drawn());
  expect(new Set(drawn()).size).toBe(5);
});

test('attempts end where they are counted, and never where they are not', () => {
  fc.assert(
    fc.property(rules, failures, (rule, count) => {
      const next = new RetryPolicy(rule).nextDelaySeconds(count, chanceOf(0.5));
      expect(next === undefined).toBe(count >= (rule.attempts ?? Infinity));
    }),
  );
});

test('the silence that is asked for is kept, up to what is believed: instead of the delay or on top of it', () => {
  fc.assert(
    fc.property(rules, failures, fc.integer({ min: 0, max: 10 ** 12 }), fraction, (rule, count, asked, share) => {
      const policy = new RetryPolicy(rule);
      const delay = policy.delaySeconds(count, chanceOf(share), asked);
      const own = policy.delaySeconds(count, chanceOf(share));
      if (!rule.asked) return expect(delay).toBe(own);
      const believed = Math.min(asked, rule.asked.longestSeconds);
      return expect(delay).toBe(rule.asked.replaces ? believed : Math.max(own, believed));
    }),
  );
});

test('the next attempt is at the instant that was asked for, else after its delay', () => {
  const policy = new RetryPolicy({ delays: [60] });
  const [now, chance] = ['2026-05-14T13:00:00.000Z', chanceOf(0)];
  expect(policy.nextAt(now, 1, chance)).toBe('2026-05-14T13:01:00.000Z');
  expect(policy.nextAt(now, 1, chance, null)).toBe('2026-05-14T13:01:00.000Z');
  expect(policy.nextAt(now, 1, chance, '2026-05-14T14:00:00.000Z')).toBe('2026-05-14T14:00:00.000Z');
});

test.each([
  [{ 'retry-after': '120' }, 120],
  [{ 'retry-after': ' 0 ' }, 0],
  [{ 'retry-after': 'Thu, 14 May 2026 13:02:00 GMT' }, 120],
  [{ 'retry-after': 'Thu, 14 May 2026 12:02:00 GMT', date: 'Thu, 14 May 2026 12:00:00 GMT' }, 120],
  [{ 'retry-after': 'Thu, 14 May 2026 13:02:00 GMT', date: 'yesterday' }, 120],
  [{ 'retry-after': 'Thu, 14 May 2026 12:00:00 GMT' }, undefined],
  [{ 'retry-after': '-1' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{}, undefined],
])('an answer with %j asks for %s seconds of silence', (headers, asked) => {
  expect(retryAfterSeconds(headers, Date.parse('2026-05-14T13:00:00Z'))).toBe(asked);
});

test.each([
  [{ 'x-rate-limit-reset': String(Date.parse('2026-05-14T13:00:40Z') / 1000) }, 40],
  [{ 'x-ratelimit-reset': '30' }, 30],
  [{ 'ratelimit-reset': '7' }, 7],
  // Their clock is an hour behind.
  [
    {
      'x-rate-limit-reset': String(Date.parse('2026-05-14T12:00:40Z') / 1000),
      date: 'Thu, 14 May 2026 12:00:00 GMT',
    },
    40,
  ],
  [{ 'x-rate-limit-reset': String(Date.parse('2026-05-14T12:59:00Z') / 1000) }, undefined],
  [{ 'x-ratelimit-reset': '0' }, undefined],
  [{ 'x-ratelimit-reset': '1778763640000' }, undefined],
  [{ 'x-ratelimit-reset': 'soon' }, undefined],
  [{}, undefined],
])('an answer with %j opens a new window in %s seconds', (headers, seconds) => {
  expect(rateResetSeconds(headers, Date.parse('2026-05-14T13:00:00Z'))).toBe(seconds);
});
