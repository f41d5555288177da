import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ScimProblem } from '../schema/scim-problem.js';
import { parseFilter } from './filter-parser.js';
import { FilterSql } from './filter-sql.js';

const eq = (path: string, value: string | boolean | null) => ({ kind: 'compare', path, operator: 'eq', value });

test.each<[string, object]>([
  ['userName eq "a@b.example"', eq('userName', 'a@b.example')],
  ['userName EQ "say \\"hi\\" \\u00fc"', eq('userName', 'say "hi" ü')],
  ['externalId eq jyoung', eq('externalId', 'jyoung')],
  ['externalId eq 007', eq('externalId', '007')],
  ['active eq true', eq('active', true)],
  ['active eq "True"', eq('active', 'True')],
  ['title eq null', eq('title', null)],
  ['title pr', { kind: 'present', path: 'title' }],
  [
    'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "x"',
    eq('urn:ietf:params:scim:schemas:core:2.0:User:userName', 'x'),
  ],
  [
    'emails[type eq "work" and value eq "a"]',
    { kind: 'element', path: 'emails', part: { kind: 'and', parts: [eq('type', 'work'), eq('value', 'a')] } },
  ],
  [
    'emails[type eq "work"].value eq "a"',
    { kind: 'element', path: 'emails', part: { kind: 'and', parts: [eq('type', 'work'), eq('value', 'a')] } },
  ],
  [
    'a eq "1" or b eq "2" and c eq "3"',
    { kind: 'or', parts: [eq('a', '1'), { kind: 'and', parts: [eq('b', '2'), eq('c', '3')] }] },
  ],
  [
    '(a eq "1" or b eq "2") and not (c eq "3")',
    {
      kind: 'and',
      parts: [
        { kind: 'or', parts: [eq('a', '1'), eq('b', '2')] },
        { kind: 'not', part: eq('c', '3') },
      ],
    },
  ],
])('%s', (text, tree) => {
  expect(parseFilter(text)).toEqual(tree);
});

test.each([
  '',
  'userName',
  'userName eq',
  'userName xx "a"',
  'userName eq "a" trailing',
  'userName eq "a',
  '(userName eq "a"',
  'userName eq "a")',
  'emails[type eq "a"',
  'userName gt bare',
  'a eq "b" and',
  'not userName eq "a"',
  '"a" eq "b"',
  `${'('.repeat(12)}a pr${')'.repeat(12)}`,
  `a eq "${'x'.repeat(2_000)}"`,
])('refused: %s', (text) => {
  expect(() => parseFilter(text)).toThrow(expect.objectContaining({ scimType: 'invalidFilter' }));
});

const pieces = fc.constantFrom(
  'userName',
  'emails',
  'emails.value',
  'active',
  'meta.lastModified',
  'name',
  'groups',
  'manager',
  'password',
  'id',
  'nosuch',
  ' eq ',
  ' ne ',
  ' co ',
  ' gt ',
  ' pr',
  ' and ',
  ' or ',
  'not ',
  '(',
  ')',
  '[',
  ']',
  '.value',
  '"a"',
  'true',
  'null',
  '7',
  '"2026-05-14T13:00:00Z"',
  '"%_\\\\"',
  ' ',
);

test('any text is a condition or a stated refusal; what was written stands only among the values', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
        fc.string({ maxLength: 60 }),
      ),
      (text) => {
        for (const type of ['User', 'Group'] as const) {
          try {
            const sql = new FilterSql(type);
            const condition = sql.condition(parseFilter(text));
            expect(condition).not.toContain('%_');
            expect(
              Math.max(0, ...[...condition.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))),
            ).toBeLessThanOrEqual(sql.values.length + 2);
          } catch (error) {
            if (!(error instanceof ScimProblem)) throw error;
            expect(error.scimType).toBe('invalidFilter');
          }
        }
      },
    ),
    { numRuns: 500, seed: 20_261_121 },
  );
});
