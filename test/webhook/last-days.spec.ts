import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ServiceUnderTest } from '../generic/service-under-test.js';
import { eventually } from '../kernel/manual-clock.js';

/**
 * Staff of a system that posts: the last day ends at midnight of the site, wherever that is and whatever its clocks do.
 */
const mapping = {
  version: 1,
  kind: 'employment',
  key: { path: '/mail' },
  match: [{ status: 'active' }],
  fields: {
    email: { path: '/mail' },
    department: { path: '/department' },
    worker_type: { path: '/type' },
    start_date: { path: '/first' },
    end_date: { path: '/last' },
  },
};
const secret = 'a-secret-of-the-personnel-system';

let usher: ServiceUnderTest;
beforeAll(async () => {
  usher = await ServiceUnderTest.start();
});
afterAll(() => usher.stop());

test.each([
  ['14 hours ahead of UTC', 'Pacific/Kiritimati', '2047-01-31', '2047-01-31T10:00:00.000Z'],
  ['11 hours behind', 'Pacific/Pago_Pago', '2047-01-31', '2047-02-01T11:00:00.000Z'],
  ['a day of 23 hours', 'Europe/Vienna', '2027-03-28', '2027-03-28T22:00:00.000Z'],
  ['a night without midnight', 'America/Havana', '2027-03-13', '2027-03-14T05:00:00.000Z'],
  ['a night with two midnights', 'America/Havana', '2027-11-06', '2027-11-07T04:00:00.000Z'],
  ['the same in Europe', 'Atlantic/Azores', '2027-10-30', '2027-10-31T00:00:00.000Z'],
  ['a day of 25 hours that had two', 'Atlantic/Azores', '2027-10-31', '2027-11-01T01:00:00.000Z'],
])('%s (%s): the last day %s ends at %s', async (_, timeZone, last, until) => {
  const { body: connection } = await usher.call('POST', '/connections', {
    name: `Personnel of ${timeZone} ${last}`,
    connector: 'webhook',
    settings: { verifier: { type: 'header', header: 'x-key' }, mapping, time_zone: timeZone },
    secrets: { secret },
    access: { preset: 'staff', deliver: [] },
  });
  const mail = `anna.${last}.${timeZone.toLowerCase().replace('/', '.')}@example.com`;
  const sent = await fetch(`${usher.url}/hooks/${connection.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-key': secret },
    body: JSON.stringify({ mail, department: 'Kitchen', type: 'employee', first: '2020-01-01', last }),
  });
  expect(sent.status).toBe(200);
  const account = async () =>
    (await usher.call('GET', `/users?filter[username]=${encodeURIComponent(mail)}`)).body._embedded.users[0];
  await eventually('the account is there', async () => (await account()) !== undefined);
  expect(await account()).toMatchObject({ valid_until: until, disabled: 0 });
});
