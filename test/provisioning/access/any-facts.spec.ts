import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../kernel/any-character.js';
import type { AccessCondition } from '../../../src/provisioning/access/access-condition.dto.js';
import { acceptedLastNames } from '../../../src/provisioning/access/accepted-last-names.js';
import { anchors, factFields } from '../../../src/provisioning/access/fact-fields.js';
import { grantFor } from '../../../src/provisioning/access/grant-for.js';
import { camelCased, type FactKind, type Facts } from '../../../src/provisioning/facts/facts.js';
import { preset, presets, vienna } from './records.js';
import { usernameKey } from '../../../src/kernel/username-key.js';

const statuses = [
  'expected',
  'in_house',
  'checked_out',
  'cancelled',
  'active',
  'prehire',
  'terminated',
  'ended',
  'held',
  'unknown',
  'past_due',
];
const moment = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
const value = fc.oneof(
  fc.string({ unit: anyCharacter }),
  moment,
  fc.constant('2026-03-29'),
  fc.jsonValue(),
  fc.constantFrom('Europe/Vienna', 'Nowhere/Else'),
);

/** Facts with the right names and any values, and facts of any names. */
const facts = fc.constantFrom(...(Object.keys(factFields) as FactKind[])).chain((kind) =>
  fc
    .record({
      named: fc.dictionary(fc.constantFrom(...factFields[kind]), value),
      strange: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
      status: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...statuses) },
        { weight: 1, arbitrary: fc.jsonValue() },
      ),
    })
    .map(({ named, strange, status }) => ({ ...strange, ...camelCased(named), status, kind }) as unknown as Facts),
);

const anchor = fc.record({
  at: fc.constantFrom(...new Set(Object.values(anchors).flat())),
  offset_seconds: fc.integer({ min: -1e8, max: 1e8 }),
});
const condition: fc.Arbitrary<AccessCondition> = fc.record({
  field: fc.constantFrom('vip', 'status', 'groups', '__proto__', 'constructor'),
  op: fc.constantFrom('eq', 'ne', 'in', 'not_in', 'gt', 'lt', 'like', 'present'),
  value: fc.jsonValue(),
});
const access = fc.record({
  name: fc.constantFrom(...presets.names),
  overrides: fc.record(
    {
      starts: anchor,
      ends: fc
        .tuple(anchor, fc.integer({ min: 0, max: 1e7 }))
        .map(([at, after]) => ({ ...at, after_check_out_seconds: after })),
      when: fc.array(condition, { maxLength: 2 }),
      username: fc.oneof(fc.string(), fc.constantFrom('{{ key }}', '{{ last_name.size }}', '{{ groups }}', '{{ ')),
    },
    { requiredKeys: [] },
  ),
});

test('whatever facts come, they give a grant, none or a problem', () => {
  fc.assert(
    fc.property(
      access,
      facts,
      fc.string(),
      fc.option(value, { nil: undefined }),
      ({ name, overrides }, facts, key, observedAt) => {
        const grant = grantFor(preset(name, overrides), { key, facts, observedAt: observedAt as string }, vienna);
        expect(['user', 'voucher', 'none', 'problem']).toContain(grant.kind);
        if (grant.kind === 'user') {
          expect(grant.username.trim()).not.toBe('');
          expect(grant.accountKey).toBe(usernameKey(grant.username));
        }
        if (grant.kind === 'user' || grant.kind === 'voucher')
          expect(grant.validFrom === null || grant.validUntil === null || grant.validFrom < grant.validUntil).toBe(
            true,
          );
      },
    ),
    { numRuns: 2000 },
  );
});

test('facts that are not even of a kind are a problem', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (anything) => {
      expect(grantFor(preset('hotel'), { key: 'k', facts: anything as unknown as Facts }, vienna)).toMatchObject({
        kind: 'problem',
        field: 'kind',
      });
    }),
  );
});

test('the same facts seen at the same time give the same grant', () => {
  fc.assert(
    fc.property(facts, moment, (facts, observedAt) => {
      const once = () => grantFor(preset('hotel'), { key: 'k', facts, observedAt }, vienna);
      expect(once()).toEqual(once());
    }),
  );
});

test('the accepted surnames are folded already, whatever the name', () => {
  fc.assert(
    fc.property(value, (lastName) => {
      for (const form of acceptedLastNames({ lastName: lastName as string }))
        expect(form).toMatch(/^[\p{L}\p{N}]{2,}$/u);
    }),
  );
});
