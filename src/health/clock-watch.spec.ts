import { expect, test } from '@jest/globals';
import { CapturingLog } from '../../test/connector-contract/capturing-log.js';
import { ManualClock, SeededChance } from '../../test/kernel/manual-clock.js';
import type { Database } from '../database/database.js';
import { ClockWatch } from './clock-watch.js';

/** The database's clock, so many seconds beside ours. */
function watched() {
  const clock = new ManualClock('2026-05-14T13:00:00.000Z');
  const there = { seconds: 0 };
  const database = {
    one: () => Promise.resolve({ milliseconds: clock.milliseconds() + there.seconds * 1000 }),
  } as unknown as Database;
  const log = new CapturingLog();
  return { clock, there, log, watch: new ClockWatch(database, clock, new SeededChance(), log) };
}

test.each([
  [-300, "This machine's clock is 300 s ahead of the database's"],
  [300, "This machine's clock is 300 s behind the database's"],
])(
  'a clock that the database’s is %s s from is told at once, since when, and until it is right',
  async (seconds, why) => {
    const { clock, there, log, watch } = watched();
    await watch.round();
    expect(watch.trouble).toBeNull();
    there.seconds = seconds;
    await watch.round();
    await clock.advance(60);
    await watch.round();
    expect(watch.trouble).toEqual({ why: expect.stringContaining(why), sinceAt: '2026-05-14T13:00:00.000Z' });
    there.seconds = 0;
    await watch.round();
    expect(watch.trouble).toBeNull();
    expect(log.lines.map((line) => line.split(' ', 1)[0])).toEqual(['warn', 'info']);
  },
);

test('a few seconds are no trouble', async () => {
  const { there, log, watch } = watched();
  there.seconds = -10;
  await watch.round();
  expect([watch.trouble, log.lines]).toEqual([null, []]);
});
