import { expect, test } from '@jest/globals';
import { groupByRules, readGroupRules } from './group-rules.js';

const [one, two] = ['0190a0a1-0000-7000-8000-000000000001', '0190a0a1-0000-7000-8000-000000000002'];
const person = {
  groups: ['CN=Spa\\, Pool,OU=Groups,DC=example,DC=com', 'Reception'],
  claims: { hd: 'example.com', roles: ['a', 'B'], realm_access: { roles: ['manager'] }, 'https://x.y/z': 7 },
};

test.each<[object, boolean]>([
  [{ group: 'reception' }, true],
  [{ group: 'Spa, Pool' }, true],
  [{ group: 'cn=spa\\, pool,ou=groups,dc=example,dc=com' }, true],
  [{ group: 'Spa' }, false],
  [{ group: '' }, false],
  [{ claim: 'hd', value: 'Example.com' }, true],
  [{ claim: 'hd', value: 'example.com.evil' }, false],
  [{ claim: 'roles', value: 'b' }, true],
  [{ claim: 'realm_access.roles', value: 'manager' }, true],
  [{ claim: 'https://x.y/z', value: '7' }, true],
  [{ claim: 'constructor.name', value: 'Object' }, false],
  [{ claim: '__proto__', value: 'x' }, false],
])('%j fits: %j', (rule, fits) => {
  expect(groupByRules([{ ...rule, table_id: one } as never], person)).toBe(fits ? one : null);
});

test('the first rule that fits counts', () => {
  const rules = [
    { group: 'admins', table_id: one },
    { group: 'reception', table_id: two },
    { claim: 'hd', value: 'example.com', table_id: one },
  ];
  expect(groupByRules(rules, person)).toBe(two);
});

test('what is wrong in a list is pointed at', () => {
  expect(
    readGroupRules([
      { group: 'a', table_id: one },
      { claim: 'b', table_id: one },
    ]),
  ).toMatchObject({
    at: '/1/value',
    detail: 'is required',
  });
  expect(readGroupRules(Array.from({ length: 101 }, () => ({ group: 'a', table_id: one })))).toMatchObject({
    detail: 'must have at most 100 entries',
  });
});
