import { expect, test } from '@jest/globals';
import { RemoteAddress, type RemoteTarget } from './remote-address.js';

const at = (baseUrl: string, more: Partial<RemoteTarget> = {}) =>
  new RemoteAddress({ baseUrl, organizationId: null, organizationStyle: 'header', ...more });

test.each([
  ['https://eu-west.example.org', 'https://eu-west.example.org/users/a'],
  ['https://eu-west.example.org/', 'https://eu-west.example.org/users/a'],
  ['https://eu-west.example.org/v1', 'https://eu-west.example.org/v1/users/a'],
  ['https://console.example.org/api//', 'https://console.example.org/api/users/a'],
  ['http://127.0.0.1:8080/api/tenant-7', 'http://127.0.0.1:8080/api/tenant-7/users/a'],
])('%s puts a user at %s', (base, expected) => {
  expect(at(base).url(['users', 'a'])).toBe(expected);
});

test('the organization travels in a header or in the path', () => {
  const byHeader = at('https://x.example/v1', { organizationId: 'org-7' });
  expect([byHeader.url(['users']), byHeader.headers]).toEqual([
    'https://x.example/v1/users',
    { 'x-organization-id': 'org-7' },
  ]);
  const byPath = at('https://x.example/v1/', { organizationId: 'org 7', organizationStyle: 'path' });
  expect([byPath.url(['users']), byPath.headers]).toEqual(['https://x.example/v1/organizations/org%207/users', {}]);
});

test('ids and filters cannot leave their place', () => {
  expect(at('https://x.example').url(['users', '../keys?a=b#c'], { 'filter[username]': 'a&b=c d' })).toBe(
    'https://x.example/users/..%2Fkeys%3Fa%3Db%23c?filter%5Busername%5D=a%26b%3Dc+d',
  );
});

test('one console has one origin whatever the path base', () => {
  expect(
    new Set(['https://x.example', 'https://x.example/v1/', 'https://X.example:443/api'].map((base) => at(base).origin)),
  ).toEqual(new Set(['https://x.example']));
});

test.each([
  '',
  'console.example.org',
  'ftp://x.example',
  'https://user:secret@x.example',
  'https://x.example/?token=1',
  'https://x.example/#a',
])('%s is refused with the field named', (base) => {
  expect(() => at(base)).toThrow(
    expect.objectContaining({ kind: 'invalid', errors: [expect.objectContaining({ pointer: '#/target/base_url' })] }),
  );
});
