import { describe, expect, test } from '@jest/globals';
import { isAbout, isMet } from './access-condition.js';
import type { AccessFacts } from './access-facts.js';
import type { PolicyCondition } from './policy.js';

const facts: AccessFacts = {
  user: { disabled: false, validFrom: null, validUntil: null },
  group: { id: 'staff', policy: {} },
  device: { type: 'Phone', disabled: false, validUntil: null },
  ssid: 'Lindenhof Guests',
  authMethod: 'PEAP',
  client: { address: '10.20.3.4', name: 'AP-Lobby' },
  at: '2026-05-14T13:00:00.000Z',
  timeZone: 'Europe/Vienna',
};
const nothing: AccessFacts = { ...facts, group: null, device: null, ssid: null, authMethod: null, client: null };

test.each<[PolicyCondition['field'], PolicyCondition['op'], PolicyCondition['value'], boolean]>([
  ['group', 'eq', 'staff', true],
  ['group', 'in', ['guests', 'staff'], true],
  ['group', 'not_in', ['guests'], true],
  ['ssid', 'eq', 'Lindenhof Guests', true],
  ['ssid', 'eq', 'lindenhof guests', false],
  ['ssid', 'like', 'lindenhof%', true],
  ['ssid', 'like', 'lindenhof', false],
  ['auth_method', 'eq', 'PEAP', true],
  ['auth_method', 'ne', 'EAP-TLS', true],
  ['device_type', 'eq', 'phone', true],
  ['device_type', 'like', 'ph_ne', true],
  ['client', 'eq', 'ap-lobby', true],
  ['client', 'eq', '10.20.3.4', true],
  ['client', 'in', ['10.20.0.0/16'], true],
  ['client', 'in', ['10.21.0.0/16', 'fd00::/8'], false],
  ['client', 'like', 'ap-%', true],
  ['time', 'in', 'Th1500-1600', true],
  ['time', 'not_in', 'Th1500-1600', false],
  ['time', 'gte', '2026-05-14T13:00:00.000Z', true],
  ['time', 'gt', '2026-05-14T13:00:00.000Z', false],
  ['time', 'lt', '2026-05-14T13:00:00.001Z', true],
  ['time', 'lte', '2026-05-14T12:59:59.999Z', false],
])('%s %s %j: %s', (field, op, value, met) => {
  expect(isMet(facts, { field, op, value })).toBe(met);
});

test('what is not known equals nothing', () => {
  for (const field of ['group', 'ssid', 'auth_method', 'device_type', 'client'] as const) {
    expect([
      field,
      isMet(nothing, { field, op: 'eq', value: 'x' }),
      isMet(nothing, { field, op: 'ne', value: 'x' }),
    ]).toEqual([field, false, true]);
    expect(isMet(nothing, { field, op: 'like', value: '%' })).toBe(false);
  }
});

describe('conditions together', () => {
  const met: PolicyCondition = { field: 'group', op: 'eq', value: 'staff' };
  const unmet: PolicyCondition = { field: 'group', op: 'eq', value: 'guests' };

  test.each<['all' | 'any', PolicyCondition[], boolean]>([
    ['all', [met, unmet], false],
    ['all', [met, met], true],
    ['any', [met, unmet], true],
    ['any', [unmet], false],
    ['all', [], true],
    ['any', [], true],
  ])('%s of %j', (match, conditions, about) => {
    expect(isAbout(facts, { match, conditions })).toBe(about);
  });
});
