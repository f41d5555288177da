import { expect, test } from '@jest/globals';
import { ScimProblem } from '../schema/scim-problem.js';
import { groupChange } from './group-patch.js';

const [a, b, c] = ['a', 'b', 'c'].map((letter) => `0190a0a0-0000-7000-8000-00000000000${letter}`);
const change = (operations: object[], mayClear = false) => {
  const { members, ...rest } = groupChange({ Operations: operations }, mayClear);
  return { ...rest, isReplaced: members.isReplaced, added: [...members.added], removed: [...members.removed] };
};
const nothing = { isReplaced: false, added: [], removed: [] };

test.each<[string, object[], object]>([
  [
    'members as Entra ID adds them',
    [
      {
        op: 'Add',
        path: 'members',
        value: [
          { $ref: null, value: a },
          { $ref: null, value: a },
        ],
      },
    ],
    { ...nothing, added: [a] },
  ],
  ['members as plain ids', [{ op: 'add', path: 'members', value: [a, b] }], { ...nothing, added: [a, b] }],
  [
    'a list that is removed is only that list',
    [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: a }] }],
    { ...nothing, removed: [a] },
  ],
  ['one by a filter', [{ op: 'remove', path: `members[value eq "${a}"]` }], { ...nothing, removed: [a] }],
  [
    'several by a filter',
    [{ op: 'remove', path: `members[value eq "${a}" or value eq "${b}"]` }],
    { ...nothing, removed: [a, b] },
  ],
  [
    'Okta: some go, some come',
    [
      { op: 'remove', path: `members[value eq "${a}"]` },
      { op: 'add', path: 'members', value: [{ value: b, display: 'b@c.example' }] },
    ],
    { ...nothing, added: [b], removed: [a] },
  ],
  [
    'one after the other: gone, then there',
    [
      { op: 'remove', path: 'members', value: [a] },
      { op: 'add', path: 'members', value: [a] },
    ],
    { ...nothing, added: [a] },
  ],
  [
    'one after the other: there, then gone',
    [
      { op: 'add', path: 'members', value: [a] },
      { op: 'remove', path: 'members', value: [a] },
    ],
    { ...nothing, removed: [a] },
  ],
  [
    'all anew',
    [{ op: 'replace', path: 'members', value: [{ value: b }, { value: c }] }],
    { isReplaced: true, added: [b, c], removed: [] },
  ],
  [
    'emptied by an empty list',
    [{ op: 'replace', path: 'members', value: [] }],
    { isReplaced: true, added: [], removed: [] },
  ],
  [
    'a name with the id beside it',
    [{ op: 'replace', value: { id: 'x', displayName: 'Sales EU' } }],
    { ...nothing, displayName: 'Sales EU' },
  ],
  ['an external id that goes', [{ op: 'remove', path: 'externalId' }], { ...nothing, externalId: null }],
])('%s', (_title, operations, expected) => {
  expect(change(operations)).toEqual(expected);
});

test.each<[string, object]>([
  ['invalidValue', { op: 'Remove', path: 'members' }],
  ['invalidValue', { op: 'remove', path: 'members', value: [] }],
  ['invalidValue', { op: 'replace', value: { members: null } }],
  ['invalidValue', { op: 'add', path: 'members', value: ['nobody'] }],
  ['invalidValue', { op: 'add', path: 'members', value: [{ value: a, type: 'Group' }] }],
  ['invalidValue', { op: 'add', path: 'members', value: [7] }],
  ['invalidValue', { op: 'remove', path: 'displayName' }],
  ['invalidPath', { op: 'remove', path: 'members[display co "x"]' }],
  ['invalidPath', { op: 'replace', path: `members[value eq "${a}"].display`, value: 'x' }],
  ['invalidPath', { op: 'replace', path: `members[value eq "${a}"]`, value: [{ value: b }] }],
  ['invalidPath', { op: 'add', path: 'members.display', value: 'x' }],
])('%s: %j', (scimType, operation) => {
  let problem: unknown;
  try {
    change([operation]);
  } catch (error) {
    problem = error;
  }
  expect(problem).toBeInstanceOf(ScimProblem);
  expect(['mutability', scimType]).toContain((problem as ScimProblem).scimType);
});

test('a group may be cleared where the connection allows it', () => {
  expect(change([{ op: 'Remove', path: 'members' }], true)).toEqual({ isReplaced: true, added: [], removed: [] });
});
