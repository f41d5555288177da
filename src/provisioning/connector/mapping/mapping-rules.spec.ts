import { expect, test } from '@jest/globals';
import { wrongInMapping } from './mapping-rules.js';

const plain = {
  version: 1,
  kind: 'visit',
  match: [{ status: 'active' }],
  key: { path: '/id' },
  fields: { email: { path: '/mail' } },
};
const wrong = (changes: object) =>
  wrongInMapping({ ...plain, ...changes }, '#/settings/mapping', { source: 'events' }).map(
    ({ pointer, detail }) => `${pointer.slice('#/settings/mapping'.length)}: ${detail}`,
  );

test('a small document is enough', () => {
  expect(wrong({})).toEqual([]);
});

test.each<[object, string | RegExp]>([
  [{ version: 2 }, '/version: must be 1'],
  [{ kind: 'guest' }, '/kind: must be one of stay, employment, visit, presence, membership'],
  [{ kind: '__proto__' }, /^\/kind: must be one of/],
  [{ match: [] }, '/match: must be a list of 1 to 20 items'],
  [{ match: [{ when: [] }] }, '/match/0: must have either a status or an action (ignore, remove)'],
  [
    { match: [{ status: 'in_house' }] },
    '/match/0/status: must be one of expected, held, active, ended, denied, cancelled',
  ],
  [
    { match: [{ status: 'active', when: [{ field: 'type', op: 'eq', value: 1 }] }] },
    /^\/match\/0\/when\/0\/field: must be a JSON Pointer/,
  ],
  [
    { match: [{ status: 'active', when: [{ field: '/type', op: 'matches', value: '(a+)+' }] }] },
    /^\/match\/0\/when\/0\/op: must be one of eq, /,
  ],
  [
    { match: [{ status: 'active', when: [{ field: '/type', op: 'like', value: 'x'.repeat(201) }] }] },
    /^\/match\/0\/when\/0\/value: must be a text of at most 200/,
  ],
  [{ key: { path: 'id' } }, /^\/key\/path: must be a JSON Pointer/],
  [{ key: { path: '/a~2' } }, /^\/key\/path: must be a JSON Pointer/],
  [{ key: { path: '/*/a/*' } }, /^\/key\/path: .* and once `\*`, for every member of a list/],
  [{ key: { path: `/${'x/'.repeat(21)}` } }, /^\/key\/path: must be a JSON Pointer/],
  [{ key: [] }, '/key: must be a list of 1 to 4 items'],
  [
    { fields: { e_mail: { path: '/mail' } } },
    /^\/fields\/e_mail: is not a field of kind visit; there are first_name, last_name, /,
  ],
  [{ fields: { room: { path: '/r' } } }, /^\/fields\/room: is not a field of kind visit/],
  [{ fields: { status: { path: '/r' } } }, /^\/fields\/status: is not a field of kind visit/],
  [{ fields: { '\ud800': { path: '/r' } } }, /is not a field of kind visit/],
  [
    { fields: { email: { path: '/mail', expression: '1+1' } } },
    /^\/fields\/email\/expression: is not known here; there are path, find, transform, lenient/,
  ],
  [
    { fields: { email: { path: '/mail', transform: ['mail'] } } },
    /^\/fields\/email\/transform\/0: is no transform; there are trim, lower/,
  ],
  [
    { fields: { email: { path: '/mail', transform: ['constructor'] } } },
    /^\/fields\/email\/transform\/0: is no transform/,
  ],
  [
    { fields: { phone: { path: '/p', transform: ['trim', 'phone:XX'] } } },
    /^\/fields\/phone\/transform\/1: phone needs one of AE, /,
  ],
  [
    { fields: { site: { path: '/p', transform: ['lookup:sites'] } } },
    /^\/fields\/site\/transform\/0: lookup needs the name of one of the document's tables/,
  ],
  [
    { fields: { site: { path: '/p', transform: ['lookup:toString'] } }, tables: {} },
    /^\/fields\/site\/transform\/0: lookup needs/,
  ],
  [
    { fields: { site: { path: '/p', find: { field: '/k', op: 'eq', value: 1 } } } },
    /^\/fields\/site\/find\/take: must be a JSON Pointer/,
  ],
  [{ constants: { expected_departure_at: 'soon' } }, /^\/constants\/expected_departure_at: is no instant/],
  [{ constants: { time_zone: 'Vienna' } }, /^\/constants\/time_zone: must become a time zone such as/],
  [{ constants: { email: ' a@example.com' } }, '/constants/email: must be written as it is to be: "a@example.com"'],
  [{ required: ['phone'] }, '/required/0: names neither a field nor a constant of this document'],
  [{ records: '#/list' }, '/records: is looked up in the message already: leave the # away'],
  [{ tables: { a: { b: 1 } } }, '/tables/a/b: must be a text of at most 200 characters'],
  [{ sample: { id: null } }, '/sample: is not understood: key: there is nothing at "/id"'],
  [{ sample: 'x'.repeat(70_000) }, ': must be at most 65536 characters of JSON'],
  [{ script: 'x' }, /^\/script: is not known here/],
])('%j is refused with its place and a remedy', (changes, expected) => {
  const said = wrong(changes);
  expect(said).toEqual([typeof expected === 'string' ? expected : expect.stringMatching(expected)]);
});

test('every wrong place is named at once', () => {
  expect(
    wrong({
      fields: { e_mail: { path: '/a' }, phone: { path: '/b', transform: ['phone'] } },
      required: ['x'],
      match: [{ status: 'here' }],
    }),
  ).toHaveLength(4);
});
