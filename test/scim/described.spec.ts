import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { enterpriseUser, patchOp, type ScimClient } from '../simulators/scim/scim-client.js';
import { type ScimWorld, scimWorld } from './scim-world.js';

/** docs/openapi.json beside what a directory is really answered. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
}

const { components, paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
};

let world: ScimWorld;
let client: ScimClient;
beforeAll(async () => {
  world = await scimWorld();
  client = world.client();
});
afterAll(() => world.close());

const typeOf = (value: unknown) =>
  Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

/** Places of an answer that the document does not know, or knows to be something else. */
function unlike(value: unknown, schema: Schema | undefined, place: string): string[] {
  if (!schema) return [`${place} is not described`];
  if (schema.type !== typeOf(value)) return [`${place} is ${typeOf(value)}, not ${schema.type}`];
  if (Array.isArray(value)) return value.flatMap((each, at) => unlike(each, schema.items, `${place}/${at}`));
  if (typeof value !== 'object') return [];
  const missing = (schema.required ?? [])
    .filter((name) => !(name in value!))
    .map((name) => `${place}/${name} is missing`);
  const members = Object.entries(value as object).filter(([name]) => name !== '$ref');
  return [
    ...missing,
    ...members.flatMap(([name, each]) => unlike(each, schema.properties?.[name], `${place}/${name}`)),
  ];
}

test('the API document describes what a directory is answered', async () => {
  const user = await client.expect([201], 'POST', '/Users', {
    userName: 'Ada',
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    active: true,
    emails: [{ type: 'work', value: 'ada@example.com', primary: true }],
    addresses: [{ type: 'work', locality: 'Brno', country: 'CZ' }],
    [enterpriseUser]: { department: 'Engines', manager: { value: 'charles' } },
  });
  const group = await client.expect([201], 'POST', '/Groups', {
    displayName: 'Analysts',
    members: [{ value: user.id }],
  });
  const answers: [string, unknown][] = [
    ['ScimUser', await client.expect([200], 'GET', `/Users/${user.id}`)],
    ['ScimGroup', await client.expect([200], 'GET', `/Groups/${group.id}`)],
    ['ScimError', await client.expect([409], 'POST', '/Users', { userName: 'ada' })],
    [
      'ScimError',
      await client.expect([400], 'PATCH', `/Users/${user.id}`, { schemas: [patchOp], Operations: [{ op: 'fly' }] }),
    ],
  ];
  for (const [name, answer] of answers) expect(unlike(answer, components.schemas[name], name)).toEqual([]);

  const { Resources: listed, ...rest } = (await client.expect([200], 'GET', '/Users')) as { Resources: unknown[] };
  const { Resources: _, ...others } = components.schemas.ScimUserList.properties!;
  expect(unlike(rest, { type: 'object', properties: others }, 'ScimUserList')).toEqual([]);
  expect(listed.flatMap((each) => unlike(each, components.schemas.ScimUser, 'listed'))).toEqual([]);
});

test('and how it is refused: without a token, in another media type, while switched off', async () => {
  const off = await world.connect();
  await world.made(200, 'PATCH', `/connections/${off.id}`, { body: { enabled: false } });
  const nobody = '0190a0a0-0000-7000-8000-00000000dead';
  for (const [as, method, path, status] of [
    [world.client(null), 'GET', '/Users', 401],
    [client, 'POST', '/Users', 415],
    [client, 'PATCH', `/Groups/${nobody}`, 415],
    [world.client(off.token), 'GET', '/Users', 403],
    [world.client(off.token), 'DELETE', `/Users/${nobody}`, 403],
    [world.client(off.token), 'GET', '/Schemas', 403],
  ] as const) {
    const heard = await (status === 415
      ? as.send(method, path, '<user/>', { 'content-type': 'text/xml' })
      : as.send(method, path));
    const documented = paths[`/scim/v2${path.replace(nobody, '{id}')}`][method.toLowerCase()].responses;
    expect([path, heard.status, documented]).toEqual([
      path,
      status,
      expect.objectContaining({ [status]: expect.anything() }),
    ]);
  }
});
