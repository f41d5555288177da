import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type BatchRules, Batcher } from './batcher.js';

interface Sent {
  readonly items: readonly string[];
  readonly succeed: () => void;
  readonly fail: (error: Error) => void;
}

const turnOfTheLoop = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Batches that are answered when the test says so. */
function held(rules: BatchRules<string>) {
  const sent: Sent[] = [];
  const batcher = new Batcher<string, string>(
    (items) =>
      new Promise((resolve, fail) => {
        sent.push({ items, succeed: () => resolve(items.map((item) => `${item} done`)), fail });
      }),
    rules,
  );
  return { batcher, sent, batches: () => sent.map(({ items }) => items.join(' ')) };
}

test('the first leaves alone at once, those that come meanwhile leave together when it is back, in order', async () => {
  const { batcher, sent, batches } = held({ most: 10 });
  const answers = ['a', 'b', 'c'].map((item) => batcher.add(item));
  expect(batches()).toEqual(['a']);
  sent[0].succeed();
  expect(await answers[0]).toBe('a done');
  expect(batches()).toEqual(['a', 'b c']);
  sent[1].succeed();
  expect(await Promise.all(answers)).toEqual(['a done', 'b done', 'c done']);
});

test('one that gathers takes along what came in the same turn of the event loop', async () => {
  const { batcher, batches } = held({ most: 10, gathers: true });
  for (const item of ['a', 'b']) void batcher.add(item);
  expect(batches()).toEqual([]);
  await turnOfTheLoop();
  expect(batches()).toEqual(['a b']);
});

test('a batch has as much as it may weigh, and one item however heavy it is', async () => {
  const { batcher, sent, batches } = held({ most: 3, weight: (item) => item.length, gathers: true });
  for (const item of ['aaaaa', 'b', 'bb', 'b']) void batcher.add(item);
  for (let batch = 0; batch < 3; batch += 1) {
    await turnOfTheLoop();
    sent[batch].succeed();
  }
  await batcher.idle();
  expect(batches()).toEqual(['aaaaa', 'b bb', 'b']);
});

test('what does not fit travels in another batch, and a key is not overtaken by its own later items', async () => {
  // The letter says what fits together, the digit is the key.
  const { batcher, sent, batches } = held({
    most: 10,
    inFlight: 2,
    gathers: true,
    fits: (item, first) => item[0] === first[0],
    keyOf: (item) => item[1],
  });
  for (const item of ['a1', 'b2', 'a2', 'a3']) void batcher.add(item);
  await turnOfTheLoop();
  expect(batches()).toEqual(['a1 a3', 'b2']);
  sent[0].succeed();
  await turnOfTheLoop();
  expect(batches()).toHaveLength(2);
  sent[1].succeed();
  await turnOfTheLoop();
  expect(batches()).toEqual(['a1 a3', 'b2', 'a2']);
});

test('the error of a batch is that of each of its items, and of no other', async () => {
  const { batcher, sent } = held({ most: 2, gathers: true });
  const answers = Promise.allSettled(['a', 'b', 'c'].map((item) => batcher.add(item)));
  await turnOfTheLoop();
  sent[0].fail(new Error('gone'));
  await turnOfTheLoop();
  sent[1].succeed();
  expect(await answers).toMatchObject([
    { reason: { message: 'gone' } },
    { reason: { message: 'gone' } },
    { value: 'c done' },
  ]);
});

test('an item may be answered by a promise of its own, whose failure is its own', async () => {
  const batcher = new Batcher<string, string>(
    async (items) => items.map((item) => (item === 'wrong' ? Promise.reject(new Error('wrong')) : item)),
    { most: 10, gathers: true },
  );
  const answers = await Promise.allSettled(['a', 'wrong'].map((item) => batcher.add(item)));
  expect(answers).toMatchObject([{ value: 'a' }, { reason: { message: 'wrong' } }]);
});

test('a batch that hangs gives up its place after a while, and is answered all the same', async () => {
  let enough = () => undefined as void;
  const held1 = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const { batcher, sent, batches } = held({ most: 10, holds: () => held1 });
  const first = batcher.add('a');
  const second = batcher.add('b');
  enough();
  await turnOfTheLoop();
  expect(batches()).toEqual(['a', 'b']);
  sent[1].succeed();
  expect(await second).toBe('b done');
  sent[0].succeed();
  expect(await first).toBe('a done');
});

test('whatever comes when: each item is sent once, in the order of its key, within the limits', async () => {
  const item = fc.record({
    key: fc.constantFrom('1', '2', '3'),
    group: fc.constantFrom('a', 'b'),
    pause: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { maxLength: 40 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      async (items, inFlight, most, gathers) => {
        const seen: { readonly key: string; readonly n: number }[] = [];
        let going = 0;
        const keys = new Set<string>();
        const batcher = new Batcher<{ key: string; group: string; n: number }, number>(
          async (batch) => {
            going += 1;
            expect(going).toBeLessThanOrEqual(inFlight);
            expect(batch.length).toBeLessThanOrEqual(most);
            expect(new Set(batch.map(({ group }) => group)).size).toBe(1);
            const own = new Set(batch.map(({ key }) => key));
            for (const key of own) expect(keys.has(key)).toBe(false);
            for (const key of own) keys.add(key);
            seen.push(...batch);
            await turnOfTheLoop();
            for (const key of own) keys.delete(key);
            going -= 1;
            return batch.map(({ n }) => n);
          },
          { most, inFlight, gathers, fits: (one, first) => one.group === first.group, keyOf: ({ key }) => key },
        );
        const answers: Promise<number>[] = [];
        for (const [n, { key, group, pause }] of items.entries()) {
          answers.push(batcher.add({ key, group, n }));
          if (pause) await turnOfTheLoop();
        }
        expect(await Promise.all(answers)).toEqual(items.map((_, n) => n));
        await batcher.idle();
        expect(batcher.size).toBe(0);
        expect(seen.map(({ n }) => n).sort((a, b) => a - b)).toEqual(items.map((_, n) => n));
        for (const key of ['1', '2', '3']) {
          const order = seen.filter((each) => each.key === key).map(({ n }) => n);
          expect(order).toEqual([...order].sort((a, b) => a - b));
        }
      },
    ),
    { numRuns: 100 },
  );
});
