import { expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { readAhead } from './read-ahead.js';

/** Hands out 1, 2, 3, …; `pulled` tells how far it was asked. */
function source(count: number, failAt?: number) {
  const state = { pulled: 0, closed: false };
  async function* items(): AsyncGenerator<number> {
    try {
      for (let item = 1; item <= count; item += 1) {
        state.pulled = item;
        if (item === failAt) throw new Error('broken');
        yield item;
      }
    } finally {
      state.closed = true;
    }
  }
  return { state, items: items() };
}

test('what comes while the consumer is busy is handed over together, in order', async () => {
  const { items } = source(7);
  const batches: number[][] = [];
  for await (const batch of readAhead(
    items,
    () => 1,
    () => 3,
  )) {
    batches.push([...batch]);
    await pause(1);
  }
  expect(batches.flat()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(batches.length).toBeLessThan(7);
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(3);
});

test('no more is read than may wait', async () => {
  const { state, items } = source(100);
  const ahead = readAhead(
    items,
    () => 1,
    () => 4,
  );
  const first = await ahead.next();
  await pause(5);
  expect(state.pulled).toBeLessThanOrEqual((first.value as number[]).length + 4);
});

test('what was read before an error comes first', async () => {
  const { items } = source(9, 4);
  const seen: number[] = [];
  await expect(
    (async () => {
      for await (const batch of readAhead(
        items,
        () => 1,
        () => 2,
      ))
        seen.push(...batch);
    })(),
  ).rejects.toThrow('broken');
  expect(seen).toEqual([1, 2, 3]);
});

test('a consumer that leaves closes the source', async () => {
  const { state, items } = source(100);
  for await (const batch of readAhead(
    items,
    () => 1,
    () => 2,
  ))
    if (batch.length > 0) break;
  await pause(1);
  expect(state.closed).toBe(true);
  expect(state.pulled).toBeLessThan(10);
});

test('a source without items ends at once', async () => {
  for await (const batch of readAhead(
    source(0).items,
    () => 1,
    () => 2,
  ))
    expect(batch).toEqual([]);
});

test('with patience, single items are handed over together: when there are enough, and at the end', async () => {
  const batches: number[][] = [];
  const forever = (enough: AbortSignal) =>
    new Promise<void>((resolve) => {
      enough.addEventListener('abort', () => resolve());
    });
  for await (const batch of readAhead(
    source(7).items,
    () => 1,
    () => 3,
    forever,
  ))
    batches.push([...batch]);
  expect(batches).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
});

test('patience ends: what has come does not wait for what does not', async () => {
  async function* stuck(): AsyncGenerator<number> {
    yield 1;
    await new Promise(() => undefined);
  }
  const ahead = readAhead(
    stuck(),
    () => 1,
    () => 3,
    () => pause(1),
  );
  expect((await ahead.next()).value).toEqual([1]);
});
