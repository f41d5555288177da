import { expect, test } from '@jest/globals';
import { SystemClock } from '../kernel/clock.js';
import { systemContext } from '../kernel/context.js';
import type { Database } from './database.js';
import { SharedReads } from './shared-reads.js';
import { statement } from './statement.js';

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [house, other] = [systemContext(idOf(1), 'test'), systemContext(idOf(2), 'test')];
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Answers a record for each id below 100. */
function reads(isDistributed = true) {
  const asked: [string, string[]][] = [];
  const database = {
    isDistributed,
    query: async (_context: unknown, _statement: unknown, [organization, ids]: [string, string[]]) => {
      asked.push([organization, ids]);
      await pause();
      return ids.filter((id) => id < idOf(100)).map((id) => ({ id, organization }));
    },
  } as unknown as Database;
  const shared = new SharedReads<{ id: string; organization: string }>(
    database,
    new SystemClock(),
    statement('many', ''),
  );
  return { asked, shared };
}

test('who comes while a statement is on its way shares the next one, and gets its own record', async () => {
  const { asked, shared } = reads();
  const first = shared.find(house, idOf(7));
  await new Promise(setImmediate);
  const rest = [8, 9, 900, 8].map((n) => shared.find(house, idOf(n)));
  expect(await first).toMatchObject({ id: idOf(7) });
  expect((await Promise.all(rest)).map((row) => row?.id)).toEqual([idOf(8), idOf(9), undefined, idOf(8)]);
  expect(asked).toEqual([
    [idOf(1), [idOf(7)]],
    [idOf(1), [idOf(8), idOf(9), idOf(900)]],
  ]);
});

test('organizations share no statement, and do not wait for each other', async () => {
  const { asked, shared } = reads();
  const found = await Promise.all([shared.find(house, idOf(7)), shared.find(other, idOf(7))]);
  expect(found.map((row) => row?.organization)).toEqual([idOf(1), idOf(2)]);
  expect(asked.map(([organization]) => organization)).toEqual([idOf(1), idOf(2)]);
});

test('a single PostgreSQL is asked for each by itself', () => {
  expect(reads(false).shared.find(house, idOf(7))).toBeUndefined();
  expect(reads().shared.find(house, 'no-id')).toBeUndefined();
});
