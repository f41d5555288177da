import { expect, test } from '@jest/globals';
import { ManualClock } from '../../../test/kernel/manual-clock.js';
import { type Context, OpenTransaction, systemContext } from '../../kernel/context.js';
import { SharedCalls, type SharedWork, type CallInput } from './shared-calls.js';

interface Statement {
  readonly context: Context;
  readonly ids: readonly string[];
  readonly succeed: () => void;
  readonly fail: (error: Error) => void;
}

class AnyTransaction extends OpenTransaction {
  protected readonly brand = 'transaction';
}

const hotel = systemContext('0190a0a0-0000-7000-8000-000000000001', 'request');
const clock = new ManualClock();

/** Statements that end when the test says so; whoever is alone is answered at once. */
function lane(): {
  readonly statements: Statement[];
  readonly alone: string[];
  call(id: string, context?: Context): Promise<string>;
} {
  const statements: Statement[] = [];
  const alone: string[] = [];
  const work: SharedWork<CallInput, string> = {
    together: (context, calls) =>
      new Promise((resolve, fail) => {
        const ids = calls.map(({ request }) => request.id);
        statements.push({ context, ids, succeed: () => resolve(ids.map((id) => `${id} together`)), fail });
      }),
    alone: async (_, { id }, isAgain) => {
      alone.push(id);
      if (id === 'wrong') throw new Error('wrong by itself');
      return `${id} alone${isAgain ? ' again' : ''}`;
    },
  };
  const shared = new SharedCalls(work, clock);
  return {
    statements,
    alone,
    call: (id, context = hotel) => shared.call({ ...context, requestId: `request of ${id}` }, { id }),
  };
}

const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test('a call with nobody before it leaves in its own turn, with its own request', async () => {
  const { statements, call } = lane();
  const answer = call('a');
  await turn();
  expect(statements).toMatchObject([{ ids: ['a'], context: { requestId: 'request of a' } }]);
  expect(statements[0].context.requestIds).toBeUndefined();
  statements[0].succeed();
  expect(await answer).toBe('a together');
});

test('calls that arrive during a statement share the next one, in order, each with its own request', async () => {
  const { statements, call } = lane();
  const first = call('a');
  await turn();
  const others = [call('b'), call('c'), call('d')];
  await turn();
  expect(statements).toHaveLength(1);
  statements[0].succeed();
  await first;
  await turn();
  expect(statements[1].ids).toEqual(['b', 'c', 'd']);
  expect(statements[1].context.requestIds).toEqual({ b: 'request of b', c: 'request of c', d: 'request of d' });
  statements[1].succeed();
  expect(await Promise.all(others)).toEqual(['b together', 'c together', 'd together']);
});

test('requests of one turn are one statement from the first', async () => {
  const { statements, call } = lane();
  void [call('a'), call('b')];
  await turn();
  expect(statements.map(({ ids }) => ids)).toEqual([['a', 'b']]);
});

test('a statement has a hundred calls at most', async () => {
  const { statements, call } = lane();
  const answers = Array.from({ length: 250 }, (_, number) => call(`${number}`));
  for (let statement = 0; statement < 3; statement += 1) {
    await turn();
    statements[statement].succeed();
  }
  await Promise.all(answers);
  expect(statements.map(({ ids }) => ids.length)).toEqual([100, 100, 50]);
});

test.each<[string, Partial<Context>]>([
  ['another organization', { organizationId: '0190a0a0-0000-7000-8000-000000000002' }],
  ['another actor', { actor: { ...hotel.actor, id: '0190a0a0-0000-7000-8000-00000000000a' } }],
  ['one that was renamed meanwhile', { actor: { ...hotel.actor, name: 'night shift' } }],
])('%s shares no statement and waits for none', async (_, other) => {
  const { statements, call } = lane();
  void [call('a'), call('b', { ...hotel, ...other })];
  await turn();
  expect(statements.map(({ ids }) => ids)).toEqual([['a'], ['b']]);
});

test('a call within a transaction goes alone, at once', async () => {
  const { statements, call } = lane();
  expect(await call('a', { ...hotel, transaction: new AnyTransaction() })).toBe('a alone');
  await turn();
  expect(statements).toEqual([]);
});

test('the calls of a statement that failed are done one by one, each with its own answer or refusal', async () => {
  const { statements, call } = lane();
  const answers = [call('a'), call('wrong'), call('b')];
  await turn();
  statements[0].fail(new Error('of the statement'));
  expect(await Promise.allSettled(answers)).toMatchObject([
    { value: 'a alone again' },
    { status: 'rejected', reason: { message: 'wrong by itself' } },
    { value: 'b alone again' },
  ]);
});

test('a statement that hangs delays those behind it for a second; its own callers get their answers', async () => {
  const { statements, call } = lane();
  const first = call('a');
  await turn();
  const second = call('b');
  await clock.advance(0.999);
  expect(statements).toHaveLength(1);
  await clock.advance(0.001);
  expect(statements).toHaveLength(2);
  statements[1].succeed();
  expect(await second).toBe('b together');
  statements[0].succeed();
  expect(await first).toBe('a together');
});

test('once all are answered, the next call begins anew', async () => {
  const { statements, call } = lane();
  for (const id of ['a', 'b']) {
    const answer = call(id);
    await turn();
    statements.at(-1)?.succeed();
    await answer;
    await turn();
  }
  expect(statements.map(({ ids }) => ids)).toEqual([['a'], ['b']]);
});
