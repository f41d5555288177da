import { expect, test } from '@jest/globals';
import { SilentLog } from '../../../src/kernel/log.js';
import { FrameQueue } from '../../../src/provisioning/intake/listeners/held-link.js';
import { eventually, ManualClock } from '../../kernel/manual-clock.js';

const frames = (count: number, from = 0) => Array.from({ length: count }, (_, index) => Buffer.from(`${from + index}`));

/** A queue, what was written through it, and a database that the test holds up, breaks or gives away. */
function scene() {
  const clock = new ManualClock();
  const stopping = new AbortController();
  const state = { written: [] as string[][], answer: 'stored' as 'stored' | 'broken' | 'elsewhere', tries: 0 };
  let gate: Promise<void> = Promise.resolve();
  const queue = new FrameQueue(
    async (batch) => {
      state.tries += 1;
      await gate;
      if (state.answer === 'broken') throw new Error('The database is away');
      if (state.answer === 'elsewhere') return false;
      state.written.push(batch.map(String));
      return true;
    },
    clock,
    new SilentLog(),
    stopping.signal,
  );
  const hold = () => {
    let release = (): void => undefined;
    gate = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  };
  return { queue, state, clock, stopping, hold };
}

test('frames that come while others are written go together, in their order, 500 at a time', async () => {
  const { queue, state, hold } = scene();
  const release = hold();
  const first = frames(2).map((frame) => queue.add(frame));
  await eventually('writing has begun', () => state.tries === 1);
  const others = frames(700, 2).map((frame) => queue.add(frame));
  release();
  expect(await Promise.all([...first, ...others])).toEqual(Array.from({ length: 702 }, () => true));
  expect(state.written.map(({ length }) => length)).toEqual([2, 500, 200]);
  expect(state.written.flat()).toEqual(frames(702).map(String));
});

test('frames that cannot be stored are tried again until they can, and keep their order', async () => {
  const { queue, state, clock } = scene();
  state.answer = 'broken';
  const first = queue.add(Buffer.from('first'));
  await eventually('it was tried', () => state.tries === 1);
  const second = queue.add(Buffer.from('second'));
  await clock.advance(1);
  state.answer = 'stored';
  await eventually('both are stored', async () => {
    await clock.advance(1);
    return state.written.length === 2;
  });
  expect([await first, await second, state.written]).toEqual([true, true, [['first'], ['second']]]);
});

test('it is full above 2,000 frames, until fewer than half of them wait', async () => {
  const { queue, state, hold } = scene();
  const release = hold();
  const all = frames(2_000).map((frame) => queue.add(frame));
  expect(queue.full).toBeNull();
  all.push(queue.add(Buffer.from('2000')));
  const room = queue.full;
  expect(room).not.toBeNull();
  release();
  await room;
  expect(state.written.flat().length).toBeGreaterThan(1_000);
  expect(queue.full).toBeNull();
  await Promise.all(all);
});

test('when the link is closed, frames that were not stored are tried once more, then given up', async () => {
  const { queue, state, stopping } = scene();
  state.answer = 'broken';
  const left = queue.add(Buffer.from('left'));
  await eventually('it was tried', () => state.tries === 1);
  stopping.abort();
  expect([await left, state.tries, state.written]).toEqual([false, 2, []]);
});

test('nothing is stored through a link that another process holds by now', async () => {
  const { queue, state } = scene();
  state.answer = 'elsewhere';
  expect([await queue.add(Buffer.from('late')), state.tries]).toEqual([false, 1]);
});
