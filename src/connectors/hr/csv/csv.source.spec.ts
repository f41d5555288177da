import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cpuMilliseconds } from '../../../../test/kernel/cpu-time.js';
import { hasForm } from './csv.source.js';

test.each([
  ['staff.csv', '*.csv', true],
  ['STAFF-2026.CSV', 'staff-*.csv', true],
  ['staff-.csv', 'staff-*.csv', true],
  ['staff-1.csv', 'staff-?.csv', true],
  ['staff-12.csv', 'staff-?.csv', false],
  ['staff.csv.tmp', '*.csv', false],
  ['staffxcsv', 'staff.csv', false],
  ['a.b.csv', '*.*.csv', true],
  ['', '*', true],
  ['staff.csv', '', false],
])('%s is of the form %s: %s', (name, form, fits) => {
  expect(hasForm(name, form)).toBe(fits);
});

test('a form finds what a regular expression of the same meaning finds', () => {
  const forms = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 7 });
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'B', 'c'), maxLength: 9 }), forms, (name, form) => {
      expect(hasForm(name, form)).toBe(
        new RegExp(`^${form.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i').test(name),
      );
    }),
  );
});

test("no form and no name of somebody else's server keep the process busy", () => {
  expect(cpuMilliseconds(() => expect(hasForm('a'.repeat(255), `${'*a'.repeat(45)}*b.csv`)).toBe(false))).toBeLessThan(
    1_000,
  );
});

test('a name that is none of a file is of no form', () => {
  for (const name of ['staff\u0000.csv', 'staff\n.csv', `${'a'.repeat(256)}.csv`])
    expect(hasForm(name, '*')).toBe(false);
});
