import { expect, test } from '@jest/globals';
import { patchedUser } from '../patch/user-patch.js';
import type { ScimProblem } from '../schema/scim-problem.js';

/** By the path of a PATCH, where a filter chooses among the elements of a list. */
const work = { type: 'work', value: 'w@b.example' };
const home = { type: 'home', value: 'h@b.example' };
const without = (emails: readonly object[], filter: string) =>
  patchedUser(
    { userName: 'jana', active: true, emails: [...emails] },
    { Operations: [{ op: 'remove', path: `emails[${filter}]` }] },
  ).emails;

test.each<[string, object[]]>([
  ['not (type eq "work")', [work]],
  ['type eq "work" or type eq "home"', []],
  ['type ne "work"', [work]],
  ['value sw "w@"', [home]],
  ['value ew ".EXAMPLE"', []],
  ['value gt "m"', [home]],
  ['value ge "w@b.example"', [home]],
  ['value lt "m"', [work]],
  ['value le "h@b.example"', [work]],
])('of two addresses, emails[%s] that is removed leaves %j', (filter, left) => {
  expect(without([home, work], filter) ?? []).toEqual(left);
});

test.each([
  ['emails[type eq "work"]', 'A list within a list cannot be chosen from'],
  ['colour eq "red"', 'emails has no colour'],
])('emails[%s] chooses nothing that there is', (filter, detail) => {
  let problem: unknown;
  try {
    without([home], filter);
  } catch (error) {
    problem = error;
  }
  expect(problem).toMatchObject({ scimType: 'invalidPath', detail } satisfies Partial<ScimProblem>);
});

test('the primary address is removed as the one that says so', () => {
  expect(without([home, { ...work, primary: true }], 'primary pr')).toEqual([home]);
});
