import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { enterpriseUrn } from '../schema/schemas.js';
import { ScimProblem } from '../schema/scim-problem.js';
import type { UserDocument } from '../schema/user-document.js';
import { patchedUser } from './user-patch.js';

const work = { type: 'work', value: 'w@b.example' };
const home = { type: 'home', value: 'h@b.example' };
const user = (changes: object = {}): UserDocument => ({ userName: 'jana', active: true, ...changes });
const after = (before: UserDocument, ...operations: object[]) => patchedUser(before, { Operations: operations });
const problemOf = (before: UserDocument, ...operations: unknown[]) => {
  try {
    patchedUser(before, { Operations: operations });
    return undefined;
  } catch (error) {
    return error as ScimProblem;
  }
};
const refusal = (before: UserDocument, ...operations: unknown[]) => {
  const problem = problemOf(before, ...operations);
  return problem ? problem.scimType : 'done';
};
const manager = { [enterpriseUrn]: { manager: { value: 'm' } } };
const bigPath = `${enterpriseUrn}:employeeNumber`;

/** Shapes that directories really send; the numbers are those of the reference for this connector. */
test.each<[string, object, object[], object]>([
  ['"False" switches off', {}, [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
  ['false switches off', {}, [{ op: 'replace', path: 'active', value: false }], { active: false }],
  ['without a path', {}, [{ op: 'replace', value: { active: false } }], { active: false }],
  ['"true" in a list switches on', { active: false }, [{ op: 'ADD', value: { Active: 'TRUE' } }], { active: true }],
  [
    'an address that is not there yet is made',
    {},
    [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'n@b.example' }],
    { emails: [{ type: 'work', value: 'n@b.example' }] },
  ],
  [
    'another address is left alone',
    { emails: [home, work] },
    [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'n@b.example' }],
    { emails: [home, { type: 'work', value: 'n@b.example' }] },
  ],
  [
    'a part of the name leaves the others',
    { name: { givenName: 'A', familyName: 'N' } },
    [{ op: 'replace', value: { 'name.givenName': 'B' } }],
    { name: { givenName: 'B', familyName: 'N' } },
  ],
  [
    'a name as an object leaves what it does not mention',
    { name: { givenName: 'A', familyName: 'N' } },
    [{ op: 'replace', path: 'name', value: { givenName: 'B', familyName: null } }],
    { name: { givenName: 'B' } },
  ],
  [
    'an extension by a key with its urn',
    {},
    [{ op: 'replace', value: { [bigPath]: '7' } }],
    { [enterpriseUrn]: { employeeNumber: '7' } },
  ],
  [
    'an extension as an object',
    { [enterpriseUrn]: { department: 'Sales' } },
    [{ op: 'add', value: { [enterpriseUrn]: { employeeNumber: 7 } } }],
    { [enterpriseUrn]: { department: 'Sales', employeeNumber: '7' } },
  ],
  ['a manager by id', {}, [{ op: 'Add', path: `${enterpriseUrn}:manager`, value: 'm' }], manager],
  ['a bare manager as a list', {}, [{ op: 'Add', path: 'manager', value: [{ $ref: '../m', value: 'm' }] }], manager],
  ['an empty manager is none', manager, [{ op: 'Replace', path: `${enterpriseUrn}:manager`, value: '' }], {}],
  ['a manager that is removed', manager, [{ op: 'Remove', path: 'manager' }], {}],
  ['an attribute that is removed', { title: 'Lead' }, [{ op: 'Remove', path: 'title' }], {}],
  ['an attribute that is null', { title: 'Lead' }, [{ op: 'replace', value: { title: null } }], {}],
  [
    'an address that is removed with what it was',
    { emails: [home, work] },
    [{ op: 'Remove', path: 'emails', value: [{ type: 'work', value: 'W@B.example' }] }],
    { emails: [home] },
  ],
  [
    'an address that is removed by its kind',
    { emails: [home, work] },
    [{ op: 'remove', path: 'emails[type eq "work"]' }],
    { emails: [home] },
  ],
  [
    'an address whose value is removed',
    { emails: [home, work] },
    [{ op: 'remove', path: 'emails[type eq "work"].value' }],
    { emails: [home] },
  ],
  [
    'an address of the same kind takes the place of the other',
    { emails: [home, work] },
    [{ op: 'add', path: 'emails', value: [{ type: 'work', value: 'n@b.example' }] }],
    { emails: [home, { type: 'work', value: 'n@b.example' }] },
  ],
  [
    'what is there already is not there twice',
    { emails: [work] },
    [{ op: 'add', path: 'emails', value: [work, work] }],
    { emails: [work] },
  ],
  [
    'one preferred address',
    { emails: [{ ...home, primary: true }, work] },
    [{ op: 'replace', path: 'emails[type eq "work"].primary', value: 'True' }],
    {
      emails: [
        { ...home, primary: false },
        { ...work, primary: true },
      ],
    },
  ],
  [
    'what is not kept is passed over',
    {},
    [
      { op: 'Add', path: 'nickName', value: 'Babs' },
      { op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '1' },
      { op: 'replace', path: 'roles[primary eq "True"].value', value: 'x' },
      { op: 'add', path: 'name.middleName', value: 'x' },
    ],
    {},
  ],
  [
    'ids among other keys are passed over',
    {},
    [{ op: 'replace', value: { id: 'x', meta: {}, groups: [], schemas: [], title: 'Lead' } }],
    { title: 'Lead' },
  ],
  [
    "somebody else's extension is passed over",
    {},
    [{ op: 'add', path: 'urn:ietf:params:scim:schemas:extension:acme:2.0:User:costume', value: 'x' }],
    {},
  ],
  [
    'the misspelt urn of an example',
    {},
    [{ op: 'add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0User:department', value: 'Sales' }],
    { [enterpriseUrn]: { department: 'Sales' } },
  ],
])('%s', (_title, before, operations, expected) => {
  expect(after(user(before), ...operations)).toEqual(user(expected));
});

describe('refused, and nothing changed', () => {
  test.each<[string, unknown]>([
    ['invalidValue', { op: 'replace', path: 'active', value: 'no' }],
    ['invalidValue', { op: 'remove', path: 'active' }],
    ['invalidValue', { op: 'replace', value: { active: null } }],
    ['invalidValue', { op: 'remove', path: 'userName' }],
    ['invalidValue', { op: 'replace', value: 'x' }],
    ['invalidValue', { op: 'replace', path: 'title', value: { a: 1 } }],
    ['invalidValue', { op: 'replace', path: 'title', value: 'a\0' }],
    ['noTarget', { op: 'remove' }],
    ['noTarget', { op: 'replace', path: 'emails[type ne "work"].value', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'nonsense', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'emails[type eq', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'name[x eq "y"]', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'a.b.c', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 7, value: 'x' }],
    ['invalidPath', { op: 'remove', path: 'emails[type eq "\\q"]' }],
    ['invalidPath', { op: 'remove', path: 'emails[colour eq "red"]' }],
    ['invalidPath', { op: 'remove', path: 'emails[type eq "work" and not (colour pr)].value' }],
    ['invalidPath', { op: 'remove', path: 'emails[type eq "work" or emails[type pr]]' }],
    ['invalidValue', { op: 'add', path: 'emails', value: Array.from({ length: 101 }, (_, n) => `${n}@b.example`) }],
    ['mutability', { op: 'replace', path: 'id', value: 'x' }],
    ['mutability', { op: 'add', path: 'groups', value: [{ value: 'x' }] }],
    ['mutability', { op: 'replace', path: 'meta.created', value: 'x' }],
    ['invalidSyntax', { op: 'move', path: 'title' }],
    ['invalidSyntax', null],
    ['invalidSyntax', { path: 'title' }],
  ])('%s: %j', (scimType, operation) => {
    const before = user({ title: 'Lead', emails: [] });
    const copy = structuredClone(before);
    expect(refusal(before, { op: 'replace', path: 'title', value: 'Head' }, operation)).toBe(scimType);
    expect(before).toEqual(copy);
  });

  test.each([undefined, null, 'x', [], {}, { Operations: {} }, { Operations: [] }])(
    'a body that is no PATCH: %j',
    (body) => {
      expect(() => patchedUser(user(), body)).toThrow(ScimProblem);
    },
  );
});

test('more than 1,000 operations are too many for one PATCH', () => {
  const operation = { op: 'replace', path: 'title', value: 'Head' };
  const many = Array.from({ length: 1000 }, () => operation);
  expect(after(user(), ...many)).toMatchObject({ title: 'Head' });
  expect(problemOf(user(), ...many, operation)).toMatchObject({ status: 413 });
});

const names = fc.constantFrom(
  'title',
  'active',
  'name.givenName',
  'NAME',
  'emails',
  'emails.value',
  'emails[type eq "work"].value',
  'emails[type eq "home" and primary eq true]',
  'emails[value co "b"].type',
  'addresses',
  'addresses[type eq "other"].formatted',
  'manager',
  `${enterpriseUrn}:department`,
  enterpriseUrn,
  'id',
  'nickName',
  'x',
  'a[',
  '',
);
const values = fc.oneof(
  fc.constantFrom<unknown>(
    'True',
    'false',
    true,
    null,
    '',
    [],
    'text',
    7,
    { value: 'a@b.example', type: 'work', primary: true },
    [{ value: 'b@b.example', primary: 'true' }, null, 'c@b.example'],
    { givenName: 'A', familyName: null },
    { formatted: 'Room 1' },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const operation = fc.record({
  op: fc.constantFrom('add', 'Replace', 'REMOVE'),
  path: fc.option(names, { nil: undefined }),
  value: values,
});
const document = fc.constantFrom(
  user(),
  user({ emails: [work, { ...home, primary: true }], name: { givenName: 'A', familyName: 'N' }, ...manager }),
  user({ active: false, addresses: [{ type: 'other', formatted: 'VIE' }] }),
);

function outcome(before: UserDocument, operations: unknown): UserDocument | string {
  try {
    return patchedUser(before, { Operations: operations });
  } catch (error) {
    if (error instanceof ScimProblem) return error.detail;
    throw error;
  }
}

test('whatever is sent, the answer is a user or a stated refusal, and what was known is not touched', () => {
  fc.assert(
    fc.property(
      document,
      fc.oneof(fc.array(operation, { minLength: 1, maxLength: 4 }), fc.jsonValue()),
      (before, operations) => {
        const copy = structuredClone(before);
        const result = outcome(before, operations);
        expect(before).toEqual(copy);
        if (typeof result === 'string') return;
        expect([typeof result.userName, typeof result.active]).toEqual(['string', 'boolean']);
        expect(JSON.stringify(result)).not.toContain('null');
        const emails = (result.emails ?? []) as { primary?: boolean }[];
        expect(emails.filter(({ primary }) => primary === true).length).toBeLessThan(2);
      },
    ),
    { numRuns: 400, seed: 20_261_121 },
  );
});

test('the same request once more changes nothing', () => {
  fc.assert(
    fc.property(document, operation, (before, one) => {
      const first = outcome(before, [one]);
      if (typeof first !== 'string') expect(outcome(first, [one])).toEqual(first);
    }),
    { numRuns: 400, seed: 20_261_121 },
  );
});
