import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hostileJson, hostileQuery, hostileSegment } from '../api/hostile.js';
import { CapturingLog } from '../connector-contract/capturing-log.js';
import { patchOp } from '../simulators/scim/scim-client.js';
import { type ScimWorld, scimWorld } from './scim-world.js';

const seed = Number(process.env.USHER_TEST_SEED ?? 20_261_121);
const log = new CapturingLog();
let world: ScimWorld;
let user: string;
let group: string;
beforeAll(async () => {
  world = await scimWorld({ log });
  const client = world.client();
  user = (await client.expect([201], 'POST', '/Users', { userName: 'target', emails: [{ value: 'target@b.example' }] }))
    .id;
  group = (await client.expect([201], 'POST', '/Groups', { displayName: 'Target', members: [{ value: user }] })).id;
});
afterAll(async () => {
  await world.close();
});

async function send(method: string, path: string, body?: string): Promise<void> {
  const { status, body: answer } = await world.ask(method, `/scim/v2${path}`, {
    token: world.scimToken,
    body,
    headers: { 'content-type': 'application/scim+json' },
  });
  expect(status === 501 ? 400 : status).toBeLessThan(500);
  if (status >= 400 && answer?.schemas) expect(answer.status).toBe(String(status));
}

async function expectWell(): Promise<void> {
  expect(log.lines.splice(0).filter((line) => line.startsWith('error'))).toEqual([]);
  expect((await world.client().expect([200], 'GET', `/Users/${user}`)).id).toBe(user);
}

const starting = [
  {
    userName: 'x',
    active: 'True',
    name: { givenName: 'A' },
    emails: [{ value: 'a', primary: 'true' }],
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: 'x' },
  },
  { displayName: 'x', externalId: 'y', members: [{ value: 'z' }] },
  {
    schemas: [patchOp],
    Operations: [
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'x' },
      { op: 'replace', value: { 'name.givenName': 'x', members: [{ value: 'x' }] } },
    ],
  },
];

test('whatever a body holds, the answer is no failure of ours', async () => {
  const route = fc.constantFrom(
    ['POST', '/Users'],
    ['PUT', '/Users/:user'],
    ['PATCH', '/Users/:user'],
    ['POST', '/Groups'],
    ['PUT', '/Groups/:group'],
    ['PATCH', '/Groups/:group'],
    ['POST', '/Users/.search'],
    ['POST', '/.search'],
  );
  await fc.assert(
    fc.asyncProperty(route, hostileJson(starting), async ([method, path], body) => {
      await send(method, path.replace(':user', user).replace(':group', group), body);
    }),
    { numRuns: 150, seed },
  );
  await expectWell();
});

test('whatever a query or a path holds, the answer is no failure of ours', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/Users', '/Groups', '/Schemas'),
      hostileQuery(['filter', 'startIndex', 'count', 'attributes', 'sortBy', 'excludedAttributes']),
      (path, query) => send('GET', `${path}?${query}`),
    ),
    { numRuns: 80, seed },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'PATCH', 'DELETE', 'POST'),
      fc.array(hostileSegment, { maxLength: 3 }),
      (method, segments) => send(method, `/${segments.join('/')}`, method === 'GET' ? undefined : '{}'),
    ),
    { numRuns: 60, seed },
  );
  await expectWell();
});
