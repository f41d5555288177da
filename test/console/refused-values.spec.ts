import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';

let world: UsherWorld;
/** Ids that paths and bodies name, by their own names. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await usherWorld();
  const made = async (path: string, body: object) => String((await world.made(201, 'POST', path, { body })).id);
  ids.network = await made('/networks', { name: 'Guest' });
  ids.group = await made('/user-groups', { name: 'Guests', policy: {} });
  ids.portal = await made('/captive-portals', { name: 'Lobby', network_id: ids.network, methods: ['voucher'] });
  ids.user = await made('/users', { username: 'eva', password: 'a password of hers', table_id: ids.group });
});
afterAll(() => world?.close());

/** `{network}` in a path or a body is its id. */
const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);

const tier = { name: 'Fast', price: 490, currency: 'EUR', group: '{group}', duration: 3600, pay: 'card' };
const gateway = { name: 'gateway', network_id: '{network}', vendor: 'generic' };
const client = { address: '10.0.0.1', short_name: 'ap', secret: 'a shared secret of the AP' };
const clientId = '0190a0a0-0000-7000-8000-000000000001';
const unknownId = '0190a0a0-0000-7000-8000-000000000009';
const attribute = { table: 'radreply', userid: '{user}', operator: ':=' };
const compared = Object.fromEntries(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like'].map((operator) => [operator, 'a']));
const manyConditions = JSON.stringify({ username: compared, first_name: compared, last_name: compared });
const manyValues = Array.from({ length: 101 }, (_, place) => `guest${place}`).join(',');

test.each<[string, string, string, object | undefined, number, string, string]>([
  [
    'two tiers of one name',
    'PATCH',
    '/captive-portals/{portal}',
    { tiers: [tier, tier] },
    422,
    '#/tiers/1/name',
    'is the name of another tier',
  ],
  [
    'two clients of one id',
    'POST',
    '/networks',
    {
      name: 'Twice',
      clients: [
        { ...client, id: clientId },
        { ...client, address: '10.0.0.2', id: clientId },
      ],
    },
    422,
    '#/clients/1/id',
    'is the id of two clients',
  ],
  [
    'a word that no gateway shares',
    'POST',
    '/gateways',
    { ...gateway, secrets: { magic: 'word' } },
    422,
    '#/secrets',
    'has no entry magic. Known are:',
  ],
  [
    'a list where fields are expected',
    'POST',
    '/gateways',
    { ...gateway, hand_over: { fixed: ['a'] } },
    422,
    '#/hand_over/fixed',
    'must be an object of at most 20 fields',
  ],
  [
    'a common name that no certificate holds',
    'POST',
    '/certificates',
    { purpose: 'server', common_name: 'a'.repeat(65) },
    422,
    '#/common_name',
    '64',
  ],
  [
    'a policy in place of none',
    'POST',
    '/policies/impact',
    { name: 'Closed', effect: 'deny', replaces: unknownId },
    422,
    '#/replaces',
    `There is no policy ${unknownId}`,
  ],
  [
    'a bulk operation on a record that a text names',
    'POST',
    '/bulk/users',
    { operations: [{ op: 'update', match: 'eva', data: {} }] },
    200,
    '#/match',
    'must be an object with one of',
  ],
  ['words for vouchers', 'GET', '/vouchers/sheet.pdf?ids=all', undefined, 400, '', 'ids: must be ids of vouchers'],
  [
    'a word for a batch',
    'GET',
    '/vouchers/sheet.pdf?batch=all',
    undefined,
    400,
    '',
    'batch: must be the id of a batch',
  ],
  [
    'a filter in too many parts',
    'GET',
    `/users?filter=${encodeURIComponent(manyConditions)}`,
    undefined,
    400,
    '',
    'filter: at most 20 conditions',
  ],
  [
    'a list of too many values',
    'GET',
    `/users?filter[username][in]=${manyValues}`,
    undefined,
    400,
    '',
    'filter[username]: 1 to 100 values',
  ],
  [
    'a word too long to be a name',
    'GET',
    `/guests?search=${'a'.repeat(300)}`,
    undefined,
    400,
    '',
    'search: words of at most',
  ],
  [
    'a page before and after',
    'GET',
    '/users/{user}/timeline?before=a&after=b',
    undefined,
    400,
    '',
    'before, after: one of them',
  ],
  [
    'a report parameter that is a list',
    'POST',
    '/report-schedules',
    {
      name: 'Daily',
      report_id: '110',
      recipients: ['a@example.com'],
      format: 'csv',
      every: 'day',
      parameters: { period: ['1'] },
    },
    422,
    '#/parameters',
    'period: as in POST /reports/{report_id}/tasks',
  ],
  [
    'an address that is none',
    'POST',
    '/attributes',
    { ...attribute, attribute: 'ALU-AAA-Address-0', value: 'nowhere' },
    422,
    '#/value',
    'an IP address',
  ],
])('%s: refused with a word for the field', async (_, method, path, body, status, pointer, detail) => {
  const sent = body && { body: JSON.parse(filled(JSON.stringify(body))) as object };
  const answer = await world.ask(method, filled(path), sent);
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(detail)]);
  expect(answer.text).toContain(pointer);
});
