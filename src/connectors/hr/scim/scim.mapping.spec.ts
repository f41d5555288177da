import { expect, test } from '@jest/globals';
import { changesOfScim, employmentOf } from './scim.mapping.js';

const person = { userName: 'jana.novak@contoso.example', active: true };

test('somebody who is active works here', () => {
  expect(employmentOf(person, [], false)).toMatchObject({
    kind: 'employment',
    status: 'active',
    userName: 'jana.novak@contoso.example',
    email: 'jana.novak@contoso.example',
  });
});

test('somebody who is not active, or was removed, has no access from now on, whatever the last day says', () => {
  const leaver = {
    ...person,
    'urn:ietf:params:scim:schemas:extension:wifi:2.0:User': { endDate: '2030-12-31' },
  } as const;
  expect(employmentOf(leaver, [], false)).toMatchObject({ status: 'active', endDate: '2030-12-31' });
  expect(employmentOf({ ...leaver, active: false }, [], false)).toMatchObject({
    status: 'suspended',
    revokeNow: true,
    endDate: undefined,
  });
  expect(employmentOf(leaver, [], true)).toMatchObject({ status: 'terminated', revokeNow: true, endDate: undefined });
});

test.each([
  [
    'the work address',
    [
      { value: 'h@x.example', type: 'home', primary: true },
      { value: 'w@x.example', type: 'Work' },
    ],
    'w@x.example',
  ],
  [
    'else the preferred one',
    [
      { value: 'a@x.example', type: 'other' },
      { value: 'p@x.example', primary: true },
    ],
    'p@x.example',
  ],
  ['else the first', [{ value: 'a@x.example' }, { value: 'b@x.example' }], 'a@x.example'],
  ['else the name, where it is one', [], 'jana.novak@contoso.example'],
])('letters go to %s', (_which, emails, email) => {
  expect(employmentOf({ ...person, emails }, [], false).email).toBe(email);
});

test('a name without an @ is no address', () => {
  expect(employmentOf({ userName: 'jnovak' }, [], false).email).toBeUndefined();
});

test.each([
  ['Employee', 'employee'],
  ['Full-time', 'employee'],
  ['CONTRACTOR', 'contractor'],
  ['External', 'contractor'],
  ['Consultant', 'contractor'],
  ['Intern', 'intern'],
  ['Apprentice', 'intern'],
  ['Owner', 'other'],
  [undefined, undefined],
])('%s is a worker of the kind %s', (userType, workerType) => {
  expect(employmentOf({ ...person, userType }, [], false).workerType).toBe(workerType);
});

test('only the groups that matter are looked at, where some were chosen', () => {
  const stored = { resource: 'user', id: 'u', document: person, groups: ['All staff', 'WiFi-Sales'] };
  expect(changesOfScim(stored, {})).toMatchObject([{ record: { facts: { groups: ['All staff', 'WiFi-Sales'] } } }]);
  expect(changesOfScim(stored, { groups: ['wifi-sales'] })).toMatchObject([
    { record: { facts: { groups: ['WiFi-Sales'] } } },
  ]);
  expect(
    changesOfScim({ resource: 'memberships', users: [{ id: 'u', groups: ['All staff'] }] }, { groups: ['wifi-sales'] }),
  ).toEqual([{ kind: 'patch', key: 'u', facts: { groups: null } }]);
});

test.each([
  ['Europe/Vienna', 'Europe/Vienna'],
  ['W. Europe Standard Time', undefined],
  ['Mars/Olympus', undefined],
  [undefined, undefined],
])('the time zone %s is %s', (timezone, timeZone) => {
  expect(employmentOf({ ...person, timezone }, [], false).timeZone).toBe(timeZone);
});

test.each([
  ['de-AT', 'de'],
  ['en', 'en'],
  ['fr;q=0.9, de', 'fr'],
  ['*', undefined],
  ['gsw', undefined],
])('the language %s is %s', (preferredLanguage, language) => {
  expect(employmentOf({ ...person, preferredLanguage }, [], false).language).toBe(language);
});

test('a day that comes as an instant at midnight is that day; what is no day stays what it is', () => {
  const of = (startDate: string) =>
    employmentOf({ ...person, 'urn:ietf:params:scim:schemas:extension:wifi:2.0:User': { startDate } }, [], false)
      .startDate;
  expect([of('2026-06-01'), of('2026-06-01T00:00:00Z'), of('6/1/2026')]).toEqual([
    '2026-06-01',
    '2026-06-01',
    '6/1/2026',
  ]);
});
