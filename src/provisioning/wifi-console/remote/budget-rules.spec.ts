import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { operationPriority, type OperationPriority } from '../port/wifi-console.js';
import { adopt, type BudgetState, decide, type Waiter } from './budget-rules.js';

const start = Date.parse('2026-05-14T13:00:00.000Z');
const { revoke, grant, change, scan, cosmetic } = operationPriority;
const empty: BudgetState = { perMinute: 100, spent: [], waiting: {}, foreign: null, blockedUntilAt: null };

const waiters = (count: number, priority: OperationPriority, since = start): Waiter[] =>
  Array.from({ length: count }, () => ({ priority, since }));
const grantedOf = (asking: readonly Waiter[], granted: readonly number[], priority: OperationPriority) =>
  granted.filter((index) => asking[index].priority === priority).length;

describe('who may send', () => {
  test('a tenth of the limit stays for revocations', () => {
    const first = decide(empty, 'a', waiters(200, grant), start);
    expect(first.granted).toHaveLength(90);
    expect(decide(first.state, 'a', waiters(20, revoke), start + 1000).granted).toHaveLength(10);
  });

  test('revocations overtake grants that asked before them', () => {
    const asking = [...waiters(95, grant), ...waiters(50, revoke, start + 1)];
    const { granted } = decide(empty, 'a', asking, start + 2);
    expect(grantedOf(asking, granted, revoke)).toBe(50);
    expect(grantedOf(asking, granted, grant)).toBe(40);
  });

  test('grants leave what revocations wait for in another process', () => {
    const other = { ...empty, waiting: { b: { classes: [60, 0, 0, 0, 0], untilAt: start + 5000 } } };
    expect(decide(other, 'a', waiters(100, grant), start).granted).toHaveLength(40);
    expect(decide(other, 'a', waiters(100, grant), start + 5001).granted).toHaveLength(90);
  });

  test('scans take 30 a minute, and 2 while grants wait', () => {
    expect(decide(empty, 'a', waiters(100, scan), start).granted).toHaveLength(30);
    const asking = [...waiters(50, scan), ...waiters(200, grant)];
    const { granted, state } = decide(empty, 'a', asking, start);
    expect(grantedOf(asking, granted, scan)).toBe(2);
    expect(grantedOf(asking, granted, grant)).toBe(88);
    expect(decide(state, 'a', [...waiters(50, scan), ...waiters(1, grant)], start + 70_000).granted).toHaveLength(31);
  });

  test('under a lower limit scans take three tenths of it', () => {
    expect(decide({ ...empty, perMinute: 40 }, 'a', waiters(100, scan), start).granted).toHaveLength(12);
  });

  test('cosmetics wait for everybody else and for half an unspent limit', () => {
    const asking = [...waiters(200, cosmetic), ...waiters(20, change)];
    const { granted } = decide(empty, 'a', asking, start);
    expect(grantedOf(asking, granted, change)).toBe(20);
    expect(grantedOf(asking, granted, cosmetic)).toBe(30);
    const scansWait = { ...empty, waiting: { b: { classes: [0, 0, 0, 9, 0], untilAt: start + 5000 } } };
    expect(decide(scansWait, 'a', waiters(5, cosmetic), start).granted).toEqual([]);
  });

  test('who waits five minutes moves up a class but never before a revocation', () => {
    const asking = [
      ...waiters(200, grant, start + 299_000),
      ...waiters(5, change, start),
      ...waiters(80, revoke, start + 300_000),
    ];
    const { granted } = decide(empty, 'a', asking, start + 300_000);
    expect(grantedOf(asking, granted, revoke)).toBe(80);
    expect(grantedOf(asking, granted, change)).toBe(5);
    expect(grantedOf(asking, granted, grant)).toBe(5);
  });

  test('a blocked key sends nothing until the block ends', () => {
    const blocked = { ...empty, blockedUntilAt: start + 20_000 };
    expect(decide(blocked, 'a', waiters(3, revoke), start)).toMatchObject({ granted: [], againAt: start + 2500 });
    expect(decide(blocked, 'a', waiters(3, revoke), start + 20_000).granted).toHaveLength(3);
  });

  test('what others spend of the same key is left to them until the server counts anew', () => {
    const ours = decide(empty, 'a', waiters(10, grant), start).state;
    const shared = adopt(ours, { limit: 100, remaining: 30, resetAt: start + 40_000 });
    expect(shared.foreign).toMatchObject({ requests: 60 });
    expect(decide(shared, 'a', waiters(100, grant), start + 1000).granted).toHaveLength(20);
    expect(decide(shared, 'a', waiters(100, grant), start + 41_000).granted).toHaveLength(80);
    expect(adopt(ours, { limit: 100, remaining: 90, resetAt: start + 40_000 })).toBe(ours);
  });

  test('a limit of two a minute still lets both be used', () => {
    expect(decide({ ...empty, perMinute: 2 }, 'a', waiters(5, grant), start).granted).toHaveLength(2);
    expect(decide({ ...empty, perMinute: 2 }, 'a', waiters(5, scan), start).granted).toHaveLength(1);
  });
});

test('in no minute, fixed or sliding, more than the limit is granted, whoever asks in which process', () => {
  const ask = fc.record({
    process: fc.constantFrom('a', 'b', 'c'),
    after: fc.integer({ min: 0, max: 20_000 }),
    skew: fc.integer({ min: -900, max: 900 }),
    count: fc.integer({ min: 1, max: 60 }),
    priority: fc.constantFrom<OperationPriority>(revoke, grant, change, scan, cosmetic),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120 }), fc.array(ask, { maxLength: 60 }), (perMinute, asks) => {
      let state: BudgetState = { ...empty, perMinute };
      let now = start;
      const sent: number[] = [];
      for (const { process, after, skew, count, priority } of asks) {
        now += after;
        const decision = decide(state, process, waiters(count, priority, now), now + skew);
        state = decision.state;
        sent.push(...decision.granted.map(() => now));
      }
      for (const from of sent)
        expect(sent.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(perMinute);
    }),
    { numRuns: 300 },
  );
});
