import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { KeyedQueue, type QueueLimits, type Turn } from './keyed-queue.js';

const turnOfTheLoop = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Turns that end when the test says so. */
function held(limits: QueueLimits, hasMore: (value: string) => boolean = () => false) {
  const log: string[] = [];
  const turns: { readonly value: string; readonly turn: Turn; readonly end: (more: boolean) => void }[] = [];
  const queue = new KeyedQueue<string>(
    (value, turn) =>
      new Promise((end) => {
        log.push(value);
        turns.push({ value, turn, end });
      }),
    limits,
  );
  return {
    log,
    queue,
    turns,
    end: async (value: string) => {
      turns.findLast((each) => each.value === value)?.end(hasMore(value));
      await turnOfTheLoop();
    },
  };
}

test('lets as many in as the limit says, in the order in which they came', async () => {
  const { log, queue, end } = held({ limit: 2 });
  for (const key of ['a', 'b', 'c', 'd']) queue.add(key, key);
  expect(log).toEqual(['a', 'b']);
  await end('b');
  expect(log).toEqual(['a', 'b', 'c']);
});

test('never gives a key two turns at once, and another one when it was added meanwhile', async () => {
  const { log, queue, end } = held({ limit: 2 });
  queue.add('a', 'a');
  queue.add('a', 'a');
  queue.add('a', 'a');
  expect(log).toEqual(['a']);
  await end('a');
  expect(log).toEqual(['a', 'a']);
  await end('a');
  expect(log).toEqual(['a', 'a']);
});

test('a key that has more to do goes to the end of the queue', async () => {
  const { log, queue, end } = held({ limit: 1 }, (value) => value === 'a');
  for (const key of ['a', 'b', 'c']) queue.add(key, key);
  await end('a');
  await end('b');
  await end('c');
  expect(log).toEqual(['a', 'b', 'c', 'a']);
});

test('closes when those inside are done and lets nobody in, until it is opened again', async () => {
  const { log, queue, end } = held({ limit: 1 });
  queue.add('a', 'a');
  queue.add('b', 'b');
  const closed = queue.close();
  await end('a');
  await closed;
  queue.add('c', 'c');
  expect(log).toEqual(['a']);
  queue.open();
  queue.add('d', 'd');
  expect(log).toEqual(['a', 'd']);
});

test('a key with more than one turn can do has a second beside it, if it may, and no third', async () => {
  const { log, queue, turns } = held({ limit: 3, perKey: 2 });
  const end = async (index: number, more: boolean) => {
    turns[index].end(more);
    await turnOfTheLoop();
  };
  queue.add('a', 'a');
  queue.add('a', 'a');
  expect(log).toEqual(['a']);
  turns[0].turn.more();
  expect(log).toEqual(['a', 'a']);
  turns[1].turn.more();
  queue.add('b', 'b');
  expect(log).toEqual(['a', 'a', 'b']);
  await end(0, true);
  expect(log).toEqual(['a', 'a', 'b', 'a']);
  await end(1, false);
  await end(2, false);
  await end(3, false);
  expect(log).toEqual(['a', 'a', 'b', 'a']);
});

test('while a key waits for the outside others have its place, and it is itself not worked on beside', async () => {
  const { log, queue, turns, end } = held({ limit: 1 });
  let open = () => undefined as void;
  const outside = new Promise<void>((resolve) => {
    open = resolve;
  });
  queue.add('slow', 'slow');
  const back = turns[0].turn.free(() => outside);
  queue.add('slow', 'slow');
  queue.add('quick', 'quick');
  await turnOfTheLoop();
  expect(log).toEqual(['slow', 'quick']);
  await end('quick');
  open();
  await back;
  expect(log).toEqual(['slow', 'quick']);
  await end('slow');
  expect(log).toEqual(['slow', 'quick', 'slow']);
});

test('no more wait outside without a place than may', async () => {
  const { log, queue, turns } = held({ limit: 1, outside: 1 });
  const never = new Promise<void>(() => undefined);
  queue.add('first', 'first');
  void turns[0].turn.free(() => never);
  queue.add('second', 'second');
  void turns[1].turn.free(() => never);
  queue.add('third', 'third');
  await turnOfTheLoop();
  expect(log).toEqual(['first', 'second']);
});

test('whatever is added when, limits hold and every key is worked on after its last addition', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), more: fc.boolean(), wait: fc.boolean() }), {
        maxLength: 40,
      }),
      async (limit, perKey, additions) => {
        const running = new Map<string, number>();
        let [added, most] = [0, 0];
        const lastAdded = new Map<string, number>();
        const lastBegun = new Map<string, number>();
        const again = new Map<string, number>(additions.filter(({ more }) => more).map(({ key }) => [key, 3]));
        const queue = new KeyedQueue<string>(
          async (key, { more }) => {
            running.set(key, (running.get(key) ?? 0) + 1);
            expect(running.get(key)).toBeLessThanOrEqual(perKey);
            most = Math.max(
              most,
              [...running.values()].reduce((sum, each) => sum + each, 0),
            );
            lastBegun.set(key, added);
            const left = again.get(key) ?? 0;
            again.set(key, left - 1);
            if (left > 1) more();
            await turnOfTheLoop();
            running.set(key, running.get(key)! - 1);
            return left > 0;
          },
          { limit, perKey },
        );
        for (const { key, wait } of additions) {
          added += 1;
          lastAdded.set(key, added);
          queue.add(key, key);
          if (wait) await turnOfTheLoop();
        }
        for (let turn = 0; turn < additions.length * 2 + 40; turn += 1) await turnOfTheLoop();
        await queue.close();
        expect(most).toBeLessThanOrEqual(limit);
        for (const [key, at] of lastAdded) expect(lastBegun.get(key)).toBeGreaterThanOrEqual(at);
      },
    ),
    { numRuns: 50 },
  );
});
