import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { operationPriority, type OperationPriority } from '../../../src/provisioning/wifi-console/port/wifi-console.js';
import { RemoteBudgetEntity } from '../../../src/provisioning/wifi-console/remote/remote-budget.entity.js';
import { RemoteBudgetRepository } from '../../../src/provisioning/wifi-console/remote/remote-budget.repository.js';
import { RemoteBudget } from '../../../src/provisioning/wifi-console/remote/remote-budget.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { eventually, ManualClock, SeededChance } from '../../kernel/manual-clock.js';
import { stepUntil } from './stepping.js';

const { revoke, grant, scan } = operationPriority;
let fresh: FreshDatabase;
let clock: ManualClock;
let sent: { at: number; priority: OperationPriority }[];
let row = 0;
let asked = 0;

/** Counts the calls that the database has not answered yet: the test's clock stands still for them. */
class CountedRows extends RemoteBudgetRepository {
  override async open(...args: Parameters<RemoteBudgetRepository['open']>): Promise<void> {
    await counted(super.open(...args));
  }

  override change: RemoteBudgetRepository['change'] = (...args) => counted(super.change(...args));
}

async function counted<T>(answer: Promise<T>): Promise<T> {
  asked += 1;
  try {
    return await answer;
  } finally {
    asked -= 1;
  }
}

beforeAll(async () => {
  fresh = await freshDatabase([RemoteBudgetEntity]);
});
afterAll(async () => {
  await fresh.close();
});
beforeEach(() => {
  clock = new ManualClock();
  sent = [];
  row += 1;
});

const budgetOf = (process: string, perMinute = 100) =>
  new RemoteBudget(
    new CountedRows(fresh.database),
    clock,
    new SeededChance(),
    { budget: `row-${row}`, process },
    perMinute,
  );

const send = (budget: RemoteBudget, priority: OperationPriority, count: number) => {
  for (let index = 0; index < count; index += 1)
    void budget.take(priority).then(() => sent.push({ at: clock.milliseconds(), priority }));
};

const busy = () => asked > 0;

const until = (count: number) =>
  stepUntil(
    clock,
    () => sent.length >= count,
    () => sent.length,
    { stepSeconds: 1, busy },
  );

test('two processes on one row never send more than the limit in any minute, and use most of it', async () => {
  const start = clock.milliseconds();
  send(budgetOf('a'), grant, 150);
  send(budgetOf('b'), grant, 150);
  await until(300);
  for (const { at } of sent)
    expect(sent.filter((other) => other.at >= at && other.at < at + 60_000).length).toBeLessThanOrEqual(100);
  expect((clock.milliseconds() - start) / 1000).toBeLessThan(4 * 66);
});

test('a revocation in one process overtakes the grants that wait in another', async () => {
  const one = budgetOf('a');
  send(one, grant, 400);
  await until(90);
  const other = budgetOf('b');
  const askedAt = clock.milliseconds();
  send(other, revoke, 40);
  // What this minute still allows goes at once: however slow the machine is, the clock stands still until it has gone.
  await eventually(
    'the rest of this minute is sent',
    () => sent.filter(({ priority }) => priority === revoke).length >= 10,
  );
  await stepUntil(
    clock,
    () => sent.filter(({ priority }) => priority === revoke).length === 40,
    () => sent.length,
    { stepSeconds: 1, busy },
  );
  const waited = sent.filter(({ priority }) => priority === revoke).map(({ at }) => (at - askedAt) / 1000);
  expect(waited.filter((seconds) => seconds === 0)).toHaveLength(10);
  expect(Math.max(...waited)).toBeLessThanOrEqual(66);
  expect(sent.filter(({ at }) => at > askedAt).filter(({ priority }) => priority === grant).length).toBeLessThanOrEqual(
    70,
  );
  await stepUntil(
    clock,
    () => sent.length === 440,
    () => sent.length,
    { stepSeconds: 2, busy },
  );
});

test('nothing starves: scans go on at two a minute while grants never end', async () => {
  const budget = budgetOf('a');
  send(budget, grant, 500);
  send(budget, scan, 10);
  await until(400);
  const scans = sent.filter(({ priority }) => priority === scan).length;
  expect(scans).toBeGreaterThanOrEqual(8);
  expect(scans).toBeLessThanOrEqual(10);
  await until(510);
});

test('a 429 stops every process until the reset and a little more', async () => {
  const [one, other] = [budgetOf('a'), budgetOf('b')];
  const resetAt = clock.milliseconds() + 30_000;
  await one.note({ limit: 100, remaining: 0, resetAt, blockedUntilAt: resetAt });
  send(other, revoke, 3);
  await until(3);
  expect(sent[0].at).toBeGreaterThanOrEqual(resetAt);
  expect(sent[2].at).toBeLessThanOrEqual(resetAt + 5000);
});

test('a lower limit and spending by others, told by the server, hold for every process', async () => {
  const [one, other] = [budgetOf('a'), budgetOf('b')];
  const resetAt = clock.milliseconds() + 50_000;
  await one.note({ limit: 60, remaining: 20, resetAt, blockedUntilAt: null });
  send(other, grant, 50);
  await stepUntil(
    clock,
    () => clock.milliseconds() >= resetAt - 1000,
    () => sent.length,
    { stepSeconds: 1, busy },
  );
  expect(sent.length).toBeLessThanOrEqual(20);
  await until(50);
  for (const { at } of sent)
    expect(sent.filter((each) => each.at >= at && each.at < at + 60_000).length).toBeLessThanOrEqual(60);
});

test('who gives up stops waiting and spends nothing', async () => {
  const budget = budgetOf('a', 1);
  await budget.take(revoke);
  const abort = new AbortController();
  const refused = budget.take(grant, abort.signal);
  abort.abort(new Error('lease lost'));
  await expect(refused).rejects.toThrow('lease lost');
  expect(budget.waitingByClass()).toEqual([0, 0, 0, 0, 0]);
});
