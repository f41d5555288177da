import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/kernel/any-character.js';
import { chargeAnswerOf, chargeRecord } from './fias.charges.js';
import { type FiasRecord, parseRecord } from './fias.record.js';

const now = [
  ['DA', '260515'],
  ['TI', '214500'],
] as const;
const charge = {
  number: 1201,
  room: '412',
  reservation: '48211',
  amount: 1290,
  currency: 'EUR',
  item: 'WLAN Premium 24h',
};

test('a charge is the posting of the specification, with the amount in minor units', () => {
  expect(chargeRecord(charge, { sales_outlet: '4' }, now)).toBe(
    'PS|RN412|PTC|TA1290|SO4|CTWLAN Premium 24h|P#1201|DA260515|TI214500|',
  );
  expect(chargeRecord(charge, {}, now)).not.toContain('|SO');
});

test('whatever a tier is called, its name stays within its field', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 64 }), (item) => {
      const record = parseRecord(chargeRecord({ ...charge, item }, {}, now)) as FiasRecord;
      expect(record.fields.map(([name]) => name)).toEqual(['RN', 'PT', 'TA', 'CT', 'P#', 'DA', 'TI']);
      const text = record.fields.find(([name]) => name === 'CT')?.[1] ?? '';
      expect([...text].length).toBeLessThanOrEqual(20);
      // eslint-disable-next-line no-control-regex
      expect(text).not.toMatch(/[\x00-\x1f|]/);
    }),
  );
});

const answer = (text: string) => chargeAnswerOf(parseRecord(text) as FiasRecord);

test.each([
  ['OK', { status: 'accepted', code: 'OK' }],
  ['NG', { status: 'refused', reason: 'unknown_room', code: 'NG' }],
  ['NP', { status: 'refused', reason: 'not_allowed', code: 'NP' }],
  ['CO', { status: 'refused', reason: 'credit_limit', code: 'CO' }],
  ['NA', { status: 'refused', reason: 'not_now', code: 'NA' }],
  ['RY', { status: 'refused', reason: 'not_now', code: 'RY' }],
  ['UR', { status: 'refused', reason: 'refused', code: 'UR' }],
  ['', { status: 'unclear', code: '' }],
])('answered %p', (code, meaning) => {
  expect(answer(`PA|RN412|AS${code}|P#1201|DA260515|TI214501|`)).toEqual({ number: 1201, answer: meaning });
});

test('an answer that names no charge is none', () => {
  expect(answer('PA|RN412|ASOK|')).toBeUndefined();
  expect(answer('PA|RN412|ASOK|P#12x|')).toBeUndefined();
});
