import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { GroupPolicy } from '../user-groups/group-policy.js';
import type { AccessFacts } from './access-facts.js';
import { type EvaluatedPolicy, evaluatePolicies } from './evaluate-policies.js';

const at = '2026-05-14T13:00:00.000Z';
const guest: AccessFacts = {
  user: { disabled: false, validFrom: null, validUntil: null },
  group: { id: 'guests', policy: { vlan: '20', session_timeout: 3600 } },
  device: null,
  ssid: 'Guests',
  authMethod: 'PEAP',
  client: null,
  at,
  timeZone: 'Europe/Vienna',
};

function policy(id: string, values: Partial<EvaluatedPolicy> = {}): EvaluatedPolicy {
  return {
    id,
    name: id,
    priority: 0,
    enabled: true,
    match: 'all',
    conditions: [],
    effect: 'permit',
    reply: {},
    ...values,
  };
}

function codes(facts: AccessFacts, policies: EvaluatedPolicy[] = []): string[] {
  return evaluatePolicies(facts, policies).reasons.map(({ code }) => code);
}

describe('the account', () => {
  const user = guest.user as NonNullable<AccessFacts['user']>;
  test.each<[string, Partial<AccessFacts>, string[]]>([
    ['in order', {}, []],
    ['that nobody knows', { user: null }, ['unknown_user']],
    ['disabled', { user: { ...user, disabled: true } }, ['user_disabled']],
    ['before its time', { user: { ...user, validFrom: '2026-05-14T13:00:00.001Z' } }, ['not_yet_valid']],
    ['at its first moment', { user: { ...user, validFrom: at } }, []],
    ['over', { user: { ...user, validUntil: at } }, ['expired']],
    ['with less than a second left', { user: { ...user, validUntil: '2026-05-14T13:00:00.999Z' } }, ['expired']],
    ['disabled and over', { user: { ...user, disabled: true, validUntil: at } }, ['user_disabled', 'expired']],
    ['from a disabled device', { device: { type: null, disabled: true, validUntil: null } }, ['device_disabled']],
    ['from a device whose own time is over', { device: { type: null, disabled: false, validUntil: at } }, []],
    ['of an unknown device', { user: null, authMethod: 'MAC' }, ['unknown_device']],
    ['of a device', { user: null, authMethod: 'MAC', device: { type: null, disabled: false, validUntil: null } }, []],
    [
      'of a device that is over',
      { user: null, authMethod: 'MAC', device: { type: null, disabled: false, validUntil: at } },
      ['expired'],
    ],
    [
      'of a device whose owner is disabled',
      {
        user: { ...user, disabled: true },
        authMethod: 'MAC',
        device: { type: null, disabled: false, validUntil: null },
      },
      ['user_disabled'],
    ],
  ])('%s', (_what, facts, expected) => {
    expect(codes({ ...guest, ...facts })).toEqual(expected);
  });

  const voucher = { revokedAt: null, firstUsedAt: null, durationSeconds: 600, validUntil: null };
  test.each<[string, Partial<AccessFacts['voucher']>, string[], number | undefined]>([
    ['unused', {}, [], 600],
    ['in use', { firstUsedAt: '2026-05-14T12:55:00.000Z' }, [], 300],
    ['used up', { firstUsedAt: '2026-05-14T12:50:00.000Z' }, ['voucher_expired'], undefined],
    ['started too late', { validUntil: at }, ['voucher_expired'], undefined],
    ['started in time', { validUntil: at, firstUsedAt: '2026-05-14T12:59:00.000Z' }, [], 540],
    ['revoked', { revokedAt: at }, ['voucher_disabled'], undefined],
  ])('a voucher %s', (_what, fields, expected, timeout) => {
    const { reasons, reply } = evaluatePolicies(
      { ...guest, user: null, voucher: { ...voucher, ...fields } as AccessFacts['voucher'] },
      [],
    );
    expect([reasons.map(({ code }) => code), reply.session_timeout]).toEqual([expected, timeout]);
  });
});

describe('policies', () => {
  test('without any the group has its way', () => {
    expect(evaluatePolicies(guest, [])).toMatchObject({
      decision: 'permit',
      matched: [],
      reply: { vlan: '20', session_timeout: 3600 },
      sources: { vlan: { from: 'group' } },
    });
  });

  test('the first by priority decides, and deny comes first among equals', () => {
    const late = policy('late', { priority: 5, effect: 'deny' });
    expect(codes(guest, [late])).toEqual(['policy_denied']);
    expect(codes(guest, [late, policy('early', { priority: 1 })])).toEqual([]);
    expect(codes(guest, [late, policy('equal', { priority: 5 })])).toEqual(['policy_denied']);
    const { matched } = evaluatePolicies(guest, [policy('b'), late, policy('a'), policy('off', { enabled: false })]);
    expect(matched.map(({ policy: { id }, isDecisive }) => [id, isDecisive])).toEqual([
      ['a', true],
      ['b', false],
      ['late', false],
    ]);
  });

  test('those that permit replace entries of the group, the first one first', () => {
    const { reply, sources } = evaluatePolicies(guest, [
      policy('second', { priority: 2, reply: { vlan: '40', idle_timeout: 60 } }),
      policy('first', { priority: 1, reply: { vlan: '30' } }),
    ]);
    expect(reply).toEqual({ vlan: '30', session_timeout: 3600, idle_timeout: 60 });
    expect(sources).toMatchObject({
      vlan: { from: 'policy', policy: { id: 'first' } },
      idle_timeout: { policy: { id: 'second' } },
      session_timeout: { from: 'group' },
    });
  });

  test('that are about somebody else do nothing', () => {
    expect(
      codes(guest, [policy('no', { effect: 'deny', conditions: [{ field: 'ssid', op: 'eq', value: 'Staff' }] })]),
    ).toEqual([]);
  });
});

describe('hours and ends', () => {
  test('closed hours deny; a policy that names others opens them', () => {
    const night = { ...guest, group: { id: 'guests', policy: { login_time: 'Al2200-2300' } } };
    expect(codes(night)).toEqual(['outside_hours']);
    expect(codes(night, [policy('day', { reply: { login_time: 'Al' } })])).toEqual([]);
    expect(codes({ ...guest, group: { id: 'guests', policy: { login_time: 'nonsense' } } })).toEqual(['outside_hours']);
  });

  test('the session ends with the account or the hours, whichever comes first', () => {
    const soon = { ...guest, user: { disabled: false, validFrom: null, validUntil: '2026-05-14T13:10:00.500Z' } };
    expect(evaluatePolicies(soon, [])).toMatchObject({
      reply: { session_timeout: 600 },
      sources: { session_timeout: { from: 'valid_until' } },
    });
    const hours = { ...soon, group: { id: 'guests', policy: { login_time: 'Al1400-1504' } } };
    expect(evaluatePolicies(hours, [])).toMatchObject({
      reply: { session_timeout: 300 },
      sources: { session_timeout: { from: 'login_time' } },
    });
    expect(evaluatePolicies({ ...guest, group: null }, []).reply).toEqual({});
  });
});

describe('whatever the rules are', () => {
  const instant = fc.option(
    fc
      .date({ min: new Date('2026-05-13'), max: new Date('2026-05-16'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    { nil: null },
  );
  const reply: fc.Arbitrary<GroupPolicy> = fc.record(
    {
      vlan: fc.constantFrom('1', '2'),
      session_timeout: fc.integer({ min: 1, max: 100_000 }),
      login_time: fc.constantFrom('Al', 'Wk0800-1800', 'Th1500-1700,Fr'),
    },
    { requiredKeys: [] },
  );
  const conditions: fc.Arbitrary<EvaluatedPolicy['conditions']> = fc.array(
    fc.constantFrom(
      { field: 'ssid', op: 'eq', value: 'Guests' } as const,
      { field: 'ssid', op: 'ne', value: 'Guests' } as const,
      { field: 'time', op: 'in', value: 'Th1500-1700' } as const,
      { field: 'group', op: 'in', value: ['guests'] } as const,
    ),
    { maxLength: 2 },
  );
  const rule = fc.record({
    id: fc.uuid(),
    name: fc.constantFrom('a', 'b'),
    priority: fc.integer({ min: 0, max: 3 }),
    enabled: fc.boolean(),
    match: fc.constantFrom('all' as const, 'any' as const),
    conditions,
    effect: fc.constantFrom('permit' as const, 'deny' as const),
    reply,
  });
  const rules = fc.uniqueArray(rule, { maxLength: 6, selector: ({ id }) => id });
  const facts = fc
    .record({
      user: fc.record({ disabled: fc.boolean(), validFrom: instant, validUntil: instant }),
      group: fc.option(
        reply.map((each) => ({ id: 'guests', policy: each })),
        { nil: null },
      ),
      ssid: fc.constantFrom('Guests', 'Staff', null),
    })
    .map((some): AccessFacts => ({ ...guest, ...some }));
  const holds = (check: (facts: AccessFacts, rules: EvaluatedPolicy[]) => void) =>
    fc.assert(fc.property(facts, rules, check), { numRuns: 400 });

  test('disabling the user never permits, and takes nothing from the other reasons', () =>
    holds((some, policies) => {
      const disabled = evaluatePolicies(
        { ...some, user: { ...(some.user as NonNullable<AccessFacts['user']>), disabled: true } },
        policies,
      );
      expect(disabled.decision).toBe('deny');
      for (const { code } of evaluatePolicies(some, policies).reasons)
        expect(disabled.reasons.map((each) => each.code)).toContain(code);
    }));

  test('the order in which policies are given does not matter', () =>
    holds((some, policies) => {
      expect(evaluatePolicies(some, policies.toReversed())).toEqual(evaluatePolicies(some, policies));
    }));

  test('matches stand by priority, deny first among equals', () =>
    holds((some, policies) => {
      const ranks = evaluatePolicies(some, policies).matched.map(
        ({ policy: each }) => each.priority * 2 + (each.effect === 'deny' ? 0 : 1),
      );
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    }));

  test('another deny never opens a door, and a disabled policy changes nothing', () =>
    holds((some, policies) => {
      const { decision } = evaluatePolicies(some, policies);
      const more = evaluatePolicies(some, [...policies, policy('more', { effect: 'deny', priority: 2 })]);
      if (decision === 'deny') expect(more.decision).toBe('deny');
      expect(
        evaluatePolicies(some, [...policies, policy('off', { effect: 'deny', priority: -1, enabled: false })]),
      ).toEqual(evaluatePolicies(some, policies));
    }));

  test('a permitted session has at least a second and never outlasts the account', () =>
    holds((some, policies) => {
      const { decision, reply: given } = evaluatePolicies(some, policies);
      const end = some.user?.validUntil;
      if (decision === 'deny') expect(given).toEqual({});
      else if (given.session_timeout !== undefined) expect(given.session_timeout).toBeGreaterThanOrEqual(1);
      if (decision === 'permit' && end)
        expect(Date.parse(at) + (given.session_timeout ?? Number.POSITIVE_INFINITY) * 1000).toBeLessThanOrEqual(
          Date.parse(end),
        );
    }));
});
