import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Furnished, furnished, type Thing } from './one-of-everything.js';
import { prefilled, type PrefilledSchema } from './prefilled-body.js';
import { cases } from './tenant-cases.js';
import { type UsherWorld, usherWorld } from './usher-world.js';

interface Media {
  readonly schema: PrefilledSchema;
  readonly example?: unknown;
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, PrefilledSchema>> };
}

/** Refused for what no document can know beforehand, with the reason. */
const refused: Readonly<Record<string, string>> = {
  'POST /invitations/accept': 'a token works once, and is told to the invited only',
  'POST /sessions/current/passkeys': 'a device answers the options of a moment ago',
  'POST /password-resets/accept': 'a token works once, and is told by mail only',
  'POST /guests': 'an example of a time to come is over one day',
  'POST /guests/{id}/extension': 'an example of a time to come is over one day',
  'POST /first-operator': 'a token works once, and is told at the start only',
  'POST /connections/{id}/mapping/preview': 'the connection of the house is Mews, which knows its records itself',
};

let world: UsherWorld;
let house: Furnished;
let document: Document;
let session: string;
beforeAll(async () => {
  world = await usherWorld();
  house = await furnished(world, 'Hotel Lindenhof', 'prefilled');
  document = (await world.made(200, 'GET', '/openapi.json')) as Document;
  const [email, password] = ['night@example.com', 'correct horse battery staple'];
  const operator = { name: 'Night desk', email, password, role_id: house.ids.role };
  await world.made(201, 'POST', '/operators', { body: operator, token: house.token });
  const signIn = { email, password, organization_id: house.organizationId };
  session = (await world.made(201, 'POST', '/sessions', { body: signIn, token: null })).token;
});
afterAll(() => world.close());

/** Whose id goes in the place of an id in an example, by the field's name. */
const thingsOf: Readonly<Record<string, Thing>> = {
  table_id: 'group',
  default_table_id: 'group',
  user_id: 'user',
  userid: 'user',
  device_id: 'device',
  role_id: 'role',
  certificate_id: 'certificate',
  subject_id: 'subject',
  radius_server_id: 'radiusServer',
  captive_portal_id: 'portal',
  network_id: 'network',
  organization_id: 'annex',
};

function withIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name in thingsOf ? house.ids[thingsOf[name]] : withIds(each)]),
  );
}

function pathOf(operation: string, path: string): string {
  const params = cases[operation]?.params ?? {};
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'resource') return 'users';
    if (name === 'report_id') return '110';
    return house.ids[params[name]];
  });
}

/** The user of the examples comes first, and is shown before they are erased. */
const first = ['POST /privacy/exports', 'POST /users'];

function operationsWithBody(): (readonly [string, Media])[] {
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    ['post', 'patch', 'put'].flatMap((method) => {
      const media = item[method]?.requestBody?.content['application/json'];
      return media === undefined ? [] : [[`${method.toUpperCase()} ${path}`, media] as const];
    }),
  );
  return found.sort(([one], [other]) => first.indexOf(other) - first.indexOf(one));
}

test('what the documentation fills in for each body is accepted for its form', async () => {
  const found: Record<string, string> = {};
  const operations = operationsWithBody();
  expect(operations.length).toBeGreaterThan(50);
  for (const [operation, media] of operations) {
    const [method, path] = operation.split(' ');
    const body = withIds(media.example ?? prefilled(media.schema, document.components.schemas)) as object;
    const token = path.startsWith('/sessions/current') ? session : house.token;
    const { status, text } = await world.ask(method, pathOf(operation, path), { body, token });
    if (status === 400 || status === 422 || status >= 500) found[operation] = `${status} ${text}`;
  }
  const unforeseen = Object.entries(found).filter(([operation]) => !(operation in refused));
  expect(unforeseen).toEqual([]);
  // What is accepted after all leaves the list.
  expect(Object.keys(refused).filter((operation) => !(operation in found))).toEqual([]);
});
