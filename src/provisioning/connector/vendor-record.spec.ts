import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  malformedRecord,
  vendorId,
  vendorInstant,
  vendorLanguage,
  vendorLine,
  vendorNames,
  vendorObject,
  vendorText,
  vendorZone,
} from './vendor-record.js';

const readers = [vendorId, vendorInstant, vendorLanguage, vendorLine, vendorText, vendorZone];

test('whatever a vendor sends in a field, it is a text that can be stored, or absent', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const read of readers) {
        const text = read(value);
        expect(text === undefined || (text !== '' && !/[\0\p{Surrogate}]/u.test(text))).toBe(true);
      }
    }),
  );
});

test.each([
  [vendorText, ' Eva\0 \ud83d Grün\n', 'Eva  Grün'],
  [vendorText, '  ', undefined],
  [vendorText, 7, undefined],
  [vendorLine, ' Eva\tGrün\u0007 ', 'Eva Grün'],
  [vendorLine, 'x'.repeat(600), 'x'.repeat(500)],
  [vendorId, 4711, '4711'],
  [vendorId, 'a_B-1', 'a_B-1'],
  [vendorId, 1.5, undefined],
  [vendorId, "1' or 1=1", undefined],
  [vendorInstant, '2026-05-14T15:00:00+02:00', '2026-05-14T13:00:00.000Z'],
  [vendorInstant, '14 o’clock', undefined],
  [vendorInstant, 1, undefined],
  [vendorLanguage, 'de-AT', 'de'],
  [vendorLanguage, 'EN', 'en'],
  [vendorLanguage, 'deu', undefined],
  [vendorZone, 'Europe/Vienna', 'Europe/Vienna'],
  [vendorZone, 'W. Europe Standard Time', undefined],
  [vendorZone, '+01:00', undefined],
  [vendorZone, 'Europe/Atlantis', undefined],
] as const)('%p makes of %j: %j', (read, value, expected) => {
  expect(read(value)).toBe(expected);
});

test.each([
  ['Eva Maria Nováková', { displayName: 'Eva Maria Nováková', firstName: 'Eva Maria', lastName: 'Nováková' }],
  ['Pelé', { displayName: 'Pelé', lastName: 'Pelé' }],
  ['', {}],
  [null, {}],
])('of one name %j the last word is the surname', (written, names) => {
  expect(vendorNames(written)).toEqual(names);
});

test.each(['', 'x', '[]', 'null', '"a"', '7'])('%j is no object', (body) => {
  expect(vendorObject(Buffer.from(body))).toBeUndefined();
});

test('a record without a key is malformed without one', () => {
  expect(malformedRecord('id is missing', '')).toEqual({
    kind: 'malformed',
    problem: { code: 'record_malformed', detail: 'id is missing' },
  });
});
