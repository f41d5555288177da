import { expect, it } from '@jest/globals';
import { KeyedQueue } from './keyed-queue.js';
import { LimitPerKind } from './limit-per-kind.js';

function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = () => undefined as void;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

const turnOfTheLoop = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

it('a hand whose connection waits for the outside is free for another connection', async () => {
  const work = new KeyedQueue(1);
  const outside = gate();
  const done: string[] = [];
  work.run('slow', async (hand) => {
    await hand.free(() => outside.passed);
    done.push('slow');
  });
  work.run('quick', async () => {
    done.push('quick');
  });
  await turnOfTheLoop();
  expect(done).toEqual(['quick']);
  outside.open();
  await work.idle();
  expect(done).toEqual(['quick', 'slow']);
});

it("a hand that works is nobody else's, and a connection is never worked on twice at a time", async () => {
  const work = new KeyedQueue(2);
  const gates = [gate(), gate(), gate()];
  const done: string[] = [];
  const waits = (name: string, index: number) => async () => {
    await gates[index].passed;
    done.push(name);
  };
  work.run('a', waits('a', 0));
  work.run('a', waits('a again', 1));
  work.run('b', waits('b', 2));
  work.run('c', async () => {
    done.push('c');
  });
  gates[1].open();
  await turnOfTheLoop();
  expect(done).toEqual([]);
  gates[2].open();
  await turnOfTheLoop();
  expect(done).toEqual(['b', 'c']);
  gates[0].open();
  await turnOfTheLoop();
  expect(done).toEqual(['b', 'c', 'a', 'a again']);
});

it('a connection that waits for the outside is not worked on beside', async () => {
  const work = new KeyedQueue(2);
  const outside = gate();
  const done: string[] = [];
  work.run('a', async (hand) => {
    await hand.free(() => outside.passed);
    done.push('first');
  });
  work.run('a', async () => {
    done.push('second');
  });
  await turnOfTheLoop();
  expect(done).toEqual([]);
  outside.open();
  await turnOfTheLoop();
  expect(done).toEqual(['first', 'second']);
});

it("one kind of outside that is slow takes its own turns and nobody else's", async () => {
  const turns = new LimitPerKind(1);
  const slow = gate();
  const done: string[] = [];
  const first = turns.take('mews', async () => {
    await slow.passed;
    done.push('first of mews');
  });
  const second = turns.take('mews', async () => {
    done.push('second of mews');
  });
  await turns.take('envoy', async () => {
    done.push('envoy');
  });
  await turnOfTheLoop();
  expect(done).toEqual(['envoy']);
  slow.open();
  await Promise.all([first, second]);
  expect(done).toEqual(['envoy', 'first of mews', 'second of mews']);
});

it('a turn that fails is given to the next', async () => {
  const turns = new LimitPerKind(1);
  await expect(turns.take('mews', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await turns.take('mews', () => Promise.resolve('up'))).toBe('up');
});
