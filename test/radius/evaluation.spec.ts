import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AccessFacts } from '../../src/console/policies/access-facts.js';
import { type EvaluatedPolicy, evaluatePolicies } from '../../src/console/policies/evaluate-policies.js';
import { accessPointVendors } from '../../src/console/networks/access-point-vendors.js';
import {
  type AccountAttribute,
  mergedAttributes,
  type ReplyAttribute,
} from '../../src/console/policies/merged-attributes.js';
import { authMethods, type PolicyCondition } from '../../src/console/policies/policy.js';
import { replyDigest } from '../../src/console/sessions/reply-digest.js';
import type { GroupPolicy } from '../../src/console/user-groups/group-policy.js';
import { statement } from '../../src/database/database.js';
import type { Context } from '../../src/kernel/context.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';

let fresh: FreshDatabase;
let context: Context;

beforeAll(async () => {
  fresh = await freshDatabase();
  context = await fresh.organization();
});
afterAll(() => fresh.close());

const groups = ['0190a0a0-0000-7000-8000-00000000a001', '0190a0a0-0000-7000-8000-00000000a002'];
const zones = ['UTC', 'Europe/Vienna', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];
const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: null, freq: 3 });
const pick = <const Value>(...of: readonly Value[]) => fc.constantFrom(...of);

const day = pick('Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Wk', 'Any', 'Al', 'Mo-Fr', 'Sa-Tu', '');
const range = pick('', '0800-1800', '2200-0600', '0000-2400', '1200-1201', '0930-0929', '0100-0229');
const hours = fc
  .array(
    fc
      .tuple(day, range)
      .map((parts) => parts.join(''))
      .filter((text) => text !== ''),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(','));
// The weeks in which clocks are put forward and back are as likely as all others together.
const instant = fc
  .oneof(
    fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2027-12-31T00:00:00Z'), noInvalidDate: true }),
    fc.date({ min: new Date('2026-10-24T22:00:00Z'), max: new Date('2026-10-25T04:00:00Z'), noInvalidDate: true }),
    fc.date({ min: new Date('2026-03-28T22:00:00Z'), max: new Date('2026-03-29T04:00:00Z'), noInvalidDate: true }),
  )
  .map((date) => date.toISOString());

const reply: fc.Arbitrary<GroupPolicy> = fc.record(
  {
    vlan: pick('20', 'guests', '"quoted'),
    bandwidth_down: pick(1, 999, 5_000_500, 10_000_000_000),
    bandwidth_up: pick(64_000, 1e12),
    session_timeout: pick(60, 3600, 86_400),
    idle_timeout: pick(300),
    acct_interim_interval: pick(600),
    login_time: hours,
  },
  { requiredKeys: [] },
);

const words = pick('Guest', 'GUEST', 'staff', 'Zimmer 12', 'größe', 'ap-1', '10.1.2.3');
const condition: fc.Arbitrary<PolicyCondition> = fc.oneof(
  fc.record({
    field: fc.constant('group' as const),
    op: pick('eq', 'ne', 'in', 'not_in'),
    value: fc.array(pick(...groups), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    field: pick('ssid', 'device_type'),
    op: pick('eq', 'ne', 'like'),
    value: fc.oneof(words, pick('G%', '%e', 'gr__e', '%', '_taff', 'Zimmer%2', '\\%')),
  }),
  fc.record({
    field: pick('ssid', 'device_type'),
    op: pick('in', 'not_in'),
    value: fc.array(words, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ field: fc.constant('auth_method' as const), op: pick('eq', 'ne'), value: pick(...authMethods) }),
  fc.record({
    field: fc.constant('client' as const),
    op: pick('eq', 'ne', 'like'),
    value: pick('ap-1', 'AP-1', '10.1.2.3', '10.1.0.0/16', '192.168.0.0/24', '2001:db8::/32', 'ap%'),
  }),
  fc.record({ field: fc.constant('time' as const), op: pick('in', 'not_in'), value: hours }),
  fc.record({ field: fc.constant('time' as const), op: pick('gt', 'gte', 'lt', 'lte'), value: instant }),
);

const policy: fc.Arbitrary<EvaluatedPolicy> = fc
  .record({
    id: fc.uuid(),
    name: pick('Quiet hours', 'Staff only', 'Lobby'),
    priority: pick(1, 2, 3),
    enabled: fc.boolean(),
    match: pick('all', 'any'),
    conditions: fc.array(condition, { maxLength: 3 }),
    effect: pick('permit', 'permit', 'deny'),
    reply,
  })
  .map((each) => (each.effect === 'deny' ? { ...each, reply: {} } : each));

const facts: fc.Arbitrary<AccessFacts> = fc.record({
  // Half of them are in order: a property that only ever sees refusals shows little.
  user: fc.oneof(
    fc.constant({ disabled: false, validFrom: null, validUntil: null }),
    maybe(fc.record({ disabled: pick(false, false, true), validFrom: maybe(instant), validUntil: maybe(instant) })),
  ),
  voucher: fc.option(
    fc.record({
      revokedAt: maybe(instant),
      firstUsedAt: maybe(instant),
      durationSeconds: maybe(pick(3600, 86_400, 10_000_000)),
      validUntil: maybe(instant),
    }),
    { nil: null, freq: 1 },
  ),
  group: maybe(fc.record({ id: pick(...groups), policy: reply })),
  device: fc.option(fc.record({ type: maybe(words), disabled: pick(false, false, true), validUntil: maybe(instant) }), {
    nil: null,
    freq: 1,
  }),
  ssid: maybe(words),
  authMethod: maybe(pick(...authMethods)),
  client: maybe(
    fc.record({ address: maybe(pick('10.1.2.3', '192.168.0.9', '2001:db8::7')), name: maybe(pick('ap-1', 'AP-2')) }),
  ),
  at: instant,
  timeZone: pick(...zones),
});

// Of few names, so that they meet each other and the reply's.
const said: fc.Arbitrary<AccountAttribute> = fc.record({
  table: pick('radgroupreply', 'radreply'),
  op: pick('=', ':=', '+='),
  value: pick('0', '1', '59', '0x20', '86401', '4294967295', 'guests', '"quoted'),
  attribute: pick(
    'Session-Timeout',
    'session-timeout',
    'Tunnel-Private-Group-Id',
    'Tunnel-Private-Group-Id:0',
    'Tunnel-Private-Group-Id:1',
    'Tunnel-Private-Group-Id:01',
    'Idle-Timeout',
    'Reply-Message',
    'User-Name',
    'Class',
    'WISPr-Bandwidth-Max-Down',
  ),
});

interface Try {
  readonly facts: AccessFacts;
  readonly policies: readonly EvaluatedPolicy[];
  readonly vendor: string;
  /** Of the older form, the group's and the user's as they come. */
  readonly attributes: readonly AccountAttribute[];
}

const tries = fc.array(
  fc.record({
    facts,
    policies: fc.array(policy, { maxLength: 4 }),
    vendor: pick(...accessPointVendors),
    attributes: fc.array(said, { maxLength: 5 }),
  }),
  { minLength: 20, maxLength: 40 },
);

const evaluate = statement(
  'test_radius_evaluate',
  `
  select d as decision, (select coalesce(jsonb_agg(jsonb_build_object('attribute', a.attribute, 'op', a.op, 'value',
    a.value) order by a.id), '[]') from radius.merge_attributes(d -> 'reply', vendor, said) a) as attributes,
    radius.reply_digest(d -> 'reply') as told,
    (select coalesce(jsonb_agg(jsonb_build_object('attribute', a.attribute, 'op', a.op, 'value', a.value)
      order by a.id), '[]') from radius.reply_attributes(d -> 'reply', vendor) a) as given
  from jsonb_to_recordset($1::jsonb) as x (facts jsonb, policies jsonb, vendor text, attributes jsonb, n int),
    lateral (select radius.evaluate(facts, policies) as d) e,
    lateral (select array_agg(row(1, null, a ->> 'attribute', a ->> 'value', a ->> 'op')::radius.avp
    order by a ->> 'table' = 'radreply', i) as said from jsonb_array_elements(attributes) with ordinality y (a, i)) s
    order by n`,
);

async function asked(all: readonly Try[]) {
  const rows = all.map((each, n) => ({ ...each, n }));
  return fresh.database.query<{
    decision: { reason: string | null; reply: GroupPolicy };
    attributes: object[];
    told: string;
    given: ReplyAttribute[];
  }>(context, evaluate, [JSON.stringify(rows)]);
}

test('FreeRADIUS answers as the API explains, for random users, places, times and access points', async () => {
  const permitted = { yes: 0, no: 0 };
  await fc.assert(
    fc.asyncProperty(tries, async (all) => {
      const answers = await asked(all);
      for (const [index, { facts: f, policies: p, attributes: a }] of all.entries()) {
        const { decision, reasons, reply: explained } = evaluatePolicies(f, p);
        permitted[decision === 'permit' ? 'yes' : 'no'] += 1;
        const { decision: answered, attributes, told, given } = answers[index];
        expect([answered.reason, answered.reply, attributes, told]).toEqual([
          reasons[0]?.code ?? null,
          explained,
          mergedAttributes(given, explained, a).map(({ attribute, op, value }) => ({ attribute, op, value })),
          replyDigest(explained),
        ]);
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 40) },
  );
  expect(permitted.yes).toBeGreaterThan(100);
  expect(permitted.no).toBeGreaterThan(100);
});
