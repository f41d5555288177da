import { expect, test } from '@jest/globals';
import { languageOf, languageOverrides } from './fias.languages.js';
import { fiasNames } from './fias.names.js';

test.each([
  [
    { name: 'Nováková', firstName: 'Jana', title: 'Mrs.' },
    { lastName: 'Nováková', firstName: 'Jana', title: 'Mrs.' },
  ],
  [{ name: 'Smith, Mr.' }, { lastName: 'Smith', title: 'Mr.' }],
  [{ name: 'Smith, Mr. John Paul' }, { lastName: 'Smith', firstName: 'John Paul', title: 'Mr.' }],
  [{ name: 'Smith, John, Jr' }, { lastName: 'Smith', firstName: 'John Jr' }],
  [{ name: 'Mr. Smith' }, { lastName: 'Smith', title: 'Mr.' }],
  [{ name: 'Huber Prof. Dr.' }, { lastName: 'Huber', title: 'Dr. Prof.' }],
  [
    { name: 'Jana Nováková', firstName: 'Jana' },
    { lastName: 'Nováková', firstName: 'Jana' },
  ],
  [
    { name: 'Nováková Jana', firstName: 'JANA' },
    { lastName: 'Nováková', firstName: 'JANA' },
  ],
  [
    { name: 'Martin', firstName: 'Martin' },
    { lastName: 'Martin', firstName: 'Martin' },
  ],
  [{ name: 'von der Heide' }, { lastName: 'von der Heide' }],
  [
    { name: 'García López', firstName: 'Inés' },
    { lastName: 'García López', firstName: 'Inés' },
  ],
  [{ name: "O'Brien" }, { lastName: "O'Brien" }],
  [{ name: 'O’Brien' }, { lastName: 'O’Brien' }],
  [{ name: 'Иванов' }, { lastName: 'Иванов' }],
  [{ name: '李' }, { lastName: '李' }],
  [{ name: 'Łukasz  Mag' }, { lastName: 'Łukasz', title: 'Mag' }],
  [{ name: 'Mag' }, { lastName: 'Mag' }],
  [{ name: '' }, {}],
  [{ name: '  ,  ' }, {}],
  [{}, {}],
  [{ name: 'TBA' }, {}],
  [{ name: 'Guest 1', firstName: '' }, {}],
  [{ name: 'Guest' }, { lastName: 'Guest' }],
  [{ name: 'Mr.' }, { title: 'Mr.' }],
])('%j is %j', (given, names) => {
  expect(fiasNames(given)).toEqual(names);
});

test('a name of 200 characters stays whole', () => {
  expect(fiasNames({ name: 'Ä'.repeat(200) }).lastName).toHaveLength(200);
});

test.each([
  ['EA', 'en'],
  ['GE', 'de'],
  ['SP', 'es'],
  ['FR', 'fr'],
  ['CZ', 'cs'],
  ['CS', 'cs'],
  ['SW', 'sv'],
  ['el', 'el'],
  ['XX', undefined],
  ['', undefined],
  [undefined, undefined],
])('language %j is %j', (code, language) => {
  expect(languageOf(code, new Map())).toBe(language);
});

test('a hotel may explain its own language codes', () => {
  const overrides = languageOverrides(['PO=pl', ' cr = CO ', 'nonsense', 'XX=zz']);
  expect(['PO', 'CR', 'XX', 'GE'].map((code) => languageOf(code, overrides))).toEqual(['pl', 'co', undefined, 'de']);
});
