import { expect, test } from '@jest/globals';
import { windowProblem } from './condition-window.js';
import type { PolicyCondition } from './policy.js';

const [may, june, july] = ['2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z', '2026-07-01T00:00:00.000Z'];
const at = (op: string, value: string): PolicyCondition => ({ field: 'time', op, value }) as PolicyCondition;
const problem = (conditions: PolicyCondition[], match: 'all' | 'any' = 'all') =>
  windowProblem({ match, conditions })?.[0].pointer;

test.each([
  [[at('gte', june), at('lt', may)], '#/conditions/1/value'],
  [[at('lt', june), at('gt', june)], '#/conditions/0/value'],
  [[at('lte', june), at('gt', june)], '#/conditions/0/value'],
  [[at('gte', june), at('gt', june), at('lte', june)], '#/conditions/2/value'],
  [[at('gte', may), at('gte', july), at('lte', july), at('lte', june)], '#/conditions/3/value'],
])('no instant fulfils %j', (conditions, pointer) => {
  expect(problem(conditions)).toBe(pointer);
  expect(problem(conditions, 'any')).toBeUndefined();
});

test.each([
  [[]],
  [[at('gte', june)]],
  [[at('gte', may), at('lt', june)]],
  [[at('gte', june), at('lte', june)]],
  [[at('in', 'Wk0800-1800'), at('gt', may), at('gt', june), at('lt', july)]],
])('some instant fulfils %j', (conditions) => {
  expect(problem(conditions)).toBeUndefined();
});
