import { expect, test } from '@jest/globals';
import { askedOwnFields, ownFactsIn, ownFactsOf } from './fias.own-fields.js';
import { parseRecord, type FiasRecord } from './fias.record.js';

const settings = { email_field: 'A1', company_field: 'A0', membership_level_field: 'A3', rate_field: 'A3' } as const;
const own = ownFactsOf(settings);
const factsIn = (text: string) => ownFactsIn(parseRecord(text) as FiasRecord, own);

test('fields of the hotel’s own are what the settings say, and nothing else', () => {
  const found = factsIn('GI|RN412|G#48211|GNNováková|A0Acme GmbH|A1Jana@Example.org|A2Peanuts|A3GOLD|');
  expect(found).toEqual({
    email: 'jana@example.org',
    companyName: 'Acme GmbH',
    membershipLevel: 'GOLD',
    ratePlan: 'GOLD',
  });
});

test('what is empty says nothing, and what is no e-mail address is none', () => {
  expect(factsIn('GI|RN412|G#48211|A0|A1none|')).toEqual({});
});

test('each field is asked for once', () => {
  expect(askedOwnFields(settings)).toEqual(['A0', 'A1', 'A3']);
  expect(askedOwnFields({})).toEqual([]);
});
