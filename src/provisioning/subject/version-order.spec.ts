import { expect, test } from '@jest/globals';
import { isOutdated, liftsTombstone } from './version-order.js';

const known = (version: string | null, sequence: number, missingScans = 0) => ({ version, sequence, missingScans });

test('versions decide before the order of receipt does', () => {
  expect(isOutdated(known('v2', 10), { version: 'v1', sequence: 99 })).toBe(true);
  expect(isOutdated(known('v2', 10), { version: 'v3', sequence: 1 })).toBe(false);
});

test('without a version, or with the same one, the order of receipt decides', () => {
  expect(isOutdated(known('v2', 10), { sequence: 9 })).toBe(true);
  expect(isOutdated(known('v2', 10), { version: 'v2', sequence: 11 })).toBe(false);
  expect(isOutdated(known(null, 10), { version: 'v1', sequence: 9 })).toBe(true);
});

test('the same word again is not outdated: it says what is known', () => {
  expect(isOutdated(known('v2', 10), { version: 'v2', sequence: 10 })).toBe(false);
});

test('a tombstone gives way only to something newer', () => {
  expect(liftsTombstone(known('v2', 10), { version: 'v2', sequence: 11 })).toBe(false);
  expect(liftsTombstone(known('v2', 10), { version: 'v3', sequence: 9 })).toBe(true);
  expect(liftsTombstone(known(null, 10), { sequence: 10 })).toBe(false);
  expect(liftsTombstone(known(null, 10), { sequence: 11 })).toBe(true);
});

test('a tombstone that absence made gives way to being listed again, not to an old event', () => {
  expect(liftsTombstone(known('v2', 10, 2), { version: 'v2', sequence: 11, listed: true })).toBe(true);
  expect(liftsTombstone(known('v2', 10, 2), { version: 'v2', sequence: 11 })).toBe(false);
  expect(liftsTombstone(known('v2', 10, 0), { version: 'v2', sequence: 11, listed: true })).toBe(false);
});
