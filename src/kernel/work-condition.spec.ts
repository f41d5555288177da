import { expect, test } from '@jest/globals';
import { ManualClock, SeededChance } from '../../test/kernel/manual-clock.js';
import { DatabaseUnavailable } from './database-unavailable.js';
import { WorkCondition } from './work-condition.js';

const full = new DatabaseUnavailable('disk_full', '53100');

function world() {
  const clock = new ManualClock('2026-05-14T13:00:00.000Z');
  return { clock, condition: new WorkCondition(clock, new SeededChance()) };
}

test('each failure in a row pauses longer, up to 15 s for the database and a minute for the rest', () => {
  const { condition } = world();
  const pauses = Array.from({ length: 8 }, () => condition.failed(full, 'a'));
  pauses.forEach((pause, place) => {
    const most = Math.min(15_000, 1_000 * 2 ** place);
    expect(pause).toBeGreaterThanOrEqual(most / 2);
    expect(pause).toBeLessThanOrEqual(most);
  });
  expect(new Set(pauses.slice(4)).size).toBe(4);
  for (let count = 0; count < 8; count += 1) condition.failed(new Error('a mistake'), 'b');
  expect(condition.pauseOf('b')).toBeGreaterThanOrEqual(30_000);
});

test('one part that fails keeps no other waiting, and what works begins anew', async () => {
  const { clock, condition } = world();
  condition.failed(full, 'a');
  expect([condition.pauseOf('a') > 0, condition.pauseOf('b')]).toEqual([true, 0]);
  await clock.advance(1);
  expect(condition.pauseOf('a')).toBe(0);
  condition.worked('a');
  expect(condition.failed(full, 'a')).toBeLessThanOrEqual(1_000);
});

test('three failures in a row are reported with start and reason; a part that is not tried is forgotten', async () => {
  const { clock, condition } = world();
  for (let count = 0; count < 3; count += 1) {
    expect(condition.trouble).toBeNull();
    condition.failed(count === 2 ? full : new Error('secret of the house'), 'a');
    await clock.advance(10);
  }
  expect(condition.trouble).toEqual({ sinceAt: '2026-05-14T13:00:00.000Z', why: 'The disk of the database is full' });
  await clock.advance(300);
  expect(condition.trouble).toBeNull();
});
