import { expect, test } from '@jest/globals';
import { CapturingLog } from '../../test/connector-contract/capturing-log.js';
import { ManualClock, SeededChance } from '../../test/kernel/manual-clock.js';
import type { RetentionRule } from '../database/retention/retention-rule.js';
import type { RowRetention } from '../database/retention/row-retention.js';
import type { ForgottenPeople } from '../provisioning/privacy/forgotten-people.js';
import { Retention } from './retention.js';
import { retentionTable } from './retention-table.js';

const whole = retentionTable.length;
const minutely = retentionTable.filter(({ every }) => every === 'minute').length;

function kept() {
  const clock = new ManualClock();
  const log = new CapturingLog();
  const swept: RetentionRule[] = [];
  const state = { fails: false };
  const rows = {
    sweep: (rule: RetentionRule) => {
      if (state.fails) return Promise.reject(new Error('a trigger refuses'));
      swept.push(rule);
      return Promise.resolve(0);
    },
  } as unknown as RowRetention;
  const people = { tombstones: () => Promise.resolve(0) } as unknown as ForgottenPeople;
  const retention = new Retention(rows, people, clock, new SeededChance(), log);
  /** So many minutes pass; how many rules were looked at in the last of them. */
  async function minute(count = 1): Promise<number> {
    await clock.advance(count * 60);
    const before = swept.length;
    retention.everyMinute();
    await clock.advance(0);
    await clock.advance(0);
    return swept.length - before;
  }
  return { retention, minute, state, log };
}

test('everything is looked at once an hour, some of it every minute, and nothing once stopped', async () => {
  const { retention, minute } = kept();
  expect(await minute()).toBe(0);
  retention.start();
  expect([await minute(), await minute(), await minute(58), await minute(2)]).toEqual([
    whole,
    minutely,
    minutely,
    whole,
  ]);
  await retention.stop();
  expect(await minute()).toBe(0);
});

test('a round that fails is told, and made up for', async () => {
  const { retention, minute, state, log } = kept();
  retention.start();
  state.fails = true;
  expect(await minute()).toBe(0);
  expect(log.lines).toEqual([expect.stringMatching(/warn removing expired rows failed.*a trigger refuses/)]);
  state.fails = false;
  expect(await minute(10)).toBe(whole);
});
