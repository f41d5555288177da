import { expect, test } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

/** Turns that end when the test says so. */
function held(lanes: number, more: (value: string) => boolean = () => false) {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const turnstile = new FairQueue<string>(
    lanes,
    (value) =>
      new Promise((resolve) => {
        log.push(value);
        ends.set(value, () => resolve(more(value)));
      }),
  );
  return {
    log,
    turnstile,
    end: async (value: string) => {
      ends.get(value)?.();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    },
  };
}

test('lets as many in as there are lanes, in the order in which they came', async () => {
  const { log, turnstile, end } = held(2);
  for (const key of ['a', 'b', 'c', 'd']) turnstile.add(key, key);
  expect(log).toEqual(['a', 'b']);
  await end('b');
  expect(log).toEqual(['a', 'b', 'c']);
});

test('never gives a key two turns at once, and another one when it was added meanwhile', async () => {
  const { log, turnstile, end } = held(2);
  turnstile.add('a', 'a');
  turnstile.add('a', 'a');
  turnstile.add('a', 'a');
  expect(log).toEqual(['a']);
  await end('a');
  expect(log).toEqual(['a', 'a']);
  await end('a');
  expect(log).toEqual(['a', 'a']);
});

test('a key that has more to do goes to the end of the queue', async () => {
  const { log, turnstile, end } = held(1, (value) => value === 'a');
  for (const key of ['a', 'b', 'c']) turnstile.add(key, key);
  await end('a');
  await end('b');
  await end('c');
  expect(log).toEqual(['a', 'b', 'c', 'a']);
});

test('closes when those inside are done, and lets nobody in any more', async () => {
  const { log, turnstile, end } = held(1);
  turnstile.add('a', 'a');
  turnstile.add('b', 'b');
  const closed = turnstile.close();
  await end('a');
  await closed;
  turnstile.add('c', 'c');
  expect(log).toEqual(['a']);
});

test('a key with more than one turn can do has a second beside it, if it may, and no third', async () => {
  const log: string[] = [];
  const turns: { readonly more: () => void; readonly end: (hasMore: boolean) => void }[] = [];
  const turnstile = new FairQueue<string>(
    3,
    (value, more) =>
      new Promise((end) => {
        log.push(value);
        turns.push({ more, end });
      }),
    2,
  );
  const end = async (turn: number, hasMore: boolean) => {
    turns[turn].end(hasMore);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
  turnstile.add('a', 'a');
  turnstile.add('a', 'a');
  expect(log).toEqual(['a']);
  turns[0].more();
  expect(log).toEqual(['a', 'a']);
  turns[1].more();
  turnstile.add('b', 'b');
  expect(log).toEqual(['a', 'a', 'b']);
  await end(0, true);
  expect(log).toEqual(['a', 'a', 'b', 'a']);
  await end(1, false);
  await end(2, false);
  await end(3, false);
  expect(log).toEqual(['a', 'a', 'b', 'a']);
});
