import { expect, test } from '@jest/globals';
import { isStorm } from './storm.js';

const safety = { max_removals: 5, max_removals_percent: 10 };
const quiet = { living: 400, inADay: 0, inAnHour: 0, heldInAnHour: 0 };

test('one who leaves is no storm, nor is a quarter of the staff', () => {
  expect([isStorm(1, quiet, safety), isStorm(100, quiet, safety), isStorm(101, quiet, safety)]).toEqual([
    false,
    false,
    true,
  ]);
});

test('the day counts, and those who left on it count among those who were there', () => {
  expect(isStorm(10, { ...quiet, living: 310, inADay: 90, inAnHour: 90 }, safety)).toBe(false);
  expect(isStorm(11, { ...quiet, living: 310, inADay: 90, inAnHour: 90 }, safety)).toBe(true);
});

test('up to three an hour pass after any day; what is held counts in its hour', () => {
  const after = { ...quiet, living: 100, inADay: 300 };
  expect([isStorm(3, after, safety), isStorm(4, after, safety)]).toEqual([false, true]);
  expect(isStorm(1, { ...after, heldInAnHour: 3 }, safety)).toBe(true);
});

test('a small house may lose twenty, unless its safety says otherwise', () => {
  const small = { ...quiet, living: 25 };
  expect([isStorm(20, small, safety), isStorm(21, small, safety)]).toEqual([false, true]);
  expect(isStorm(10, small, { ...safety, max_endings: 5 })).toBe(true);
  expect(isStorm(25, small, { ...safety, max_endings_percent: 100 })).toBe(false);
});
