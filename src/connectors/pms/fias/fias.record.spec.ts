import { expect, test } from '@jest/globals';
import { isShared, parseRecord, recordText, fieldOf, type FiasRecord } from './fias.record.js';
import { field } from './fias.wire.js';

function parsed(text: string): FiasRecord {
  const record = parseRecord(text);
  if (typeof record === 'string') throw new Error(record);
  return record;
}

test('a share flag belongs to the room before it, in whatever order the fields come', () => {
  const move = parsed('GC|GNNováková|RO412|GSY|G#48211|RN518|GSN|GD260519|');
  expect([isShared(move, field.room), isShared(move, field.oldRoom)]).toEqual([false, true]);
  expect(isShared(parsed('GC|RN518|G#48211|RO412|GSN|'), field.room)).toBeUndefined();
  expect(isShared(parsed('GI|RN412|G#48211|GSY|'), field.room)).toBe(true);
  expect(isShared(parsed('GI|RN412|GS|'), field.room)).toBeUndefined();
  expect(isShared(parsed('GI|G#48211|'), field.room)).toBeUndefined();
});

test('leading zeros and suffixes of a room are part of it', () => {
  expect(fieldOf(parsed('GI|RN0412|'), field.room)).toBe('0412');
  expect(fieldOf(parsed('GI|RN12 A|'), field.room)).toBe('12 A');
});

test('an empty field is absent, as is one of blanks', () => {
  const record = parsed('GI|GN|GF   |GTMr.|');
  expect([field.name, field.firstName, field.title].map((id) => fieldOf(record, id))).toEqual([
    undefined,
    undefined,
    'Mr.',
  ]);
});

test('unknown fields are carried along, a missing last separator is forgiven', () => {
  expect(parsed('GI|ZZwhat|RN412').fields).toEqual([
    ['ZZ', 'what'],
    ['RN', '412'],
  ]);
});

test.each([
  ['', 'begin with a record id'],
  ['gi|RN412|', 'begin with a record id'],
  ['GUEST|RN412|', 'begin with a record id'],
  ['GI', 'no separator'],
  ['GI|R|', 'without an id'],
])('%j is told as malformed', (text, words) => {
  expect(parseRecord(text)).toContain(words);
});

test('what is written reads back', () => {
  expect(
    recordText('LD', [
      ['DA', '260514'],
      ['IF', 'WW'],
    ]),
  ).toBe('LD|DA260514|IFWW|');
  expect(recordText('LA')).toBe('LA|');
});

test('characters that no database takes are left out', () => {
  expect(fieldOf(parsed('GI|RN4\u000012|'), field.room)).toBe('412');
});
