import { expect, test } from '@jest/globals';
import { cpuMilliseconds } from '../../../test/kernel/cpu-time.js';
import { conditionsMatch, holds } from './condition.js';
import type { AccessCondition } from './access-condition.dto.js';
import type { Scope } from './record-scope.js';

const scope: Scope = {
  status: 'in_house',
  vip: '2',
  floor: 4,
  no_post: false,
  groups: ['spa', 'Golf'],
  departure_at: '2026-05-17T09:00:00.000Z',
  rate_plan: 'BAR_10%',
};

test.each<[AccessCondition['op'], string, unknown, boolean]>([
  ['eq', 'vip', '2', true],
  ['eq', 'vip', 2, true],
  ['eq', 'floor', '4', true],
  ['eq', 'no_post', false, true],
  ['eq', 'status', 'In_House', false],
  ['eq', 'groups', 'spa', true],
  ['eq', 'absent', '', false],
  ['ne', 'vip', '3', true],
  ['ne', 'groups', 'spa', false],
  ['ne', 'absent', 'x', true],
  ['in', 'vip', ['2', '3'], true],
  ['in', 'vip', [2], true],
  ['in', 'groups', ['tennis', 'Golf'], true],
  ['in', 'absent', ['x'], false],
  ['not_in', 'vip', ['4'], true],
  ['not_in', 'groups', ['spa'], false],
  ['not_in', 'absent', ['x'], true],
  ['gt', 'floor', 3, true],
  ['gt', 'floor', '10', false],
  ['gt', 'vip', '10', false],
  ['gt', 'departure_at', '2026-05-16', true],
  ['gt', 'absent', 0, false],
  ['lt', 'floor', '10', true],
  ['lt', 'floor', 4, false],
  ['like', 'rate_plan', 'bar%', true],
  ['like', 'rate_plan', 'BAR_10_', true],
  ['like', 'rate_plan', '%x%', false],
  ['like', 'groups', 'g_lf', true],
  ['like', 'status', 'house', false],
  ['present', 'vip', undefined, true],
  ['present', 'absent', undefined, false],
  ['present', 'absent', false, true],
  ['present', 'no_post', true, true],
])('%s %s %j is %s', (op, field, value, expected) => {
  expect(holds({ field, op, value }, scope)).toBe(expected);
});

test('all conditions must hold, and none always do', () => {
  expect(conditionsMatch([], scope)).toBe(true);
  expect(
    conditionsMatch(
      [
        { field: 'vip', op: 'eq', value: '2' },
        { field: 'vip', op: 'eq', value: '3' },
      ],
      scope,
    ),
  ).toBe(false);
});

test('a pattern of many wildcards is no slower than it is long', () => {
  const condition: AccessCondition = { field: 'name', op: 'like', value: `${'%a'.repeat(99)}b` };
  expect(cpuMilliseconds(() => expect(holds(condition, { name: 'a'.repeat(1000) })).toBe(false))).toBeLessThan(2_000);
});
