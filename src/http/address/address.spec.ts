import { expect, test } from '@jest/globals';
import { readAddress } from './address.js';

const id = '0190a0a0-0000-7000-8000-00000000000A';
const low = id.toLowerCase();

test.each([
  ['/users', '/users', '', undefined],
  ['/v1/users/7?x=/api/', '/users/7?x=/api/', '/v1', undefined],
  ['/api/users', '/users', '/api', undefined],
  ['/v1', '/', '/v1', undefined],
  ['/api?x=1', '/?x=1', '/api', undefined],
  ['/v1/v1/users', '/v1/users', '/v1', undefined],
  ['/v11/users', '/v11/users', '', undefined],
  ['/apiary', '/apiary', '', undefined],
  [`/organizations/${id}/users`, '/users', `/organizations/${id}`, low],
  [`/v1/organizations/${id}/users?page=2`, '/users?page=2', `/v1/organizations/${id}`, low],
  [`/organizations/${id}/organizations/${id}`, `/organizations/${id}`, `/organizations/${id}`, low],
  ['/organizations', '/organizations', '', undefined],
  [`/organizations/${id}`, `/organizations/${id}`, '', undefined],
  [`/organizations/${id}/`, `/organizations/${id}/`, '', undefined],
  [`/organizations/${id}?x=1`, `/organizations/${id}?x=1`, '', undefined],
  ['/organizations/7/users', '/organizations/7/users', '', undefined],
  ['http://wifi.example.com/v1/users?x=http://', '/users?x=http://', '/v1', undefined],
  ['http://wifi.example.com?x=1', '/?x=1', '', undefined],
  ['*', '/*', '', undefined],
])('%s is %s called in the form "%s"', (called, url, form, organizationId) => {
  expect(readAddress(called)).toEqual({ url, form, organizationId });
});

test.each([
  ['/api/110', '/reports/110/recent', '/110'],
  ['/api/110/?earliest=-4h', '/reports/110/recent?earliest=-4h', '/110/?earliest=-4h'],
  ['/api/reports/110?format=csvfile', '/reports/110/task?format=csvfile', '/reports/110?format=csvfile'],
])('the older form has addresses of its own for reports: %s is %s', (called, url, asCalled) => {
  expect(readAddress(called)).toEqual({ url, form: '/api', organizationId: undefined, called: asCalled });
});

test.each(['/110', '/v1/110', '/reports/110', '/api/reports/tasks', '/api/reports/110/tasks', '/api/users'])(
  '%s is what it is',
  (called) => {
    expect(readAddress(called)).not.toHaveProperty('called');
  },
);

test.each([
  ['/p/linde?mac=%zz&x=%C3', '/p/linde?mac=%zz&x=%C3', '/p/linde'],
  ['/p/linde', '/p/linde', '/p/linde'],
  ['/p/linde%zz/b?x=%zz', '/p/linde%25zz/b?x=%zz', '/p/linde%25zz/b'],
  ['/p/l%C3%BC?', '/p/l%C3%BC?', '/p/l%C3%BC'],
  ['http://wifi.example.com/p/linde?x', '/p/linde?x', '/p/linde'],
])('%s is the page of a portal, which reads the query itself', (called, url, routed) => {
  expect(readAddress(called)).toEqual({ url, form: '', organizationId: undefined, routed });
});
