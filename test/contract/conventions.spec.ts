import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { usherWorld, type UsherWorld } from '../api/usher-world.js';
import { filled, leastOf, type Place, resources } from './contract-tables.js';
import { type Scene, scene } from './scene.js';

/** What holds for every resource alike: repeated calls, methods, media types, parameters, what is in use. */
let world: UsherWorld;
let house: Scene;
beforeAll(async () => {
  world = await usherWorld();
  house = await scene(world, 'Hotel Lindenhof am See');
});
afterAll(async () => {
  await world.close();
});

describe.each(resources.map((resource) => [resource.path, resource] as const))('%s', (path, resource) => {
  const created = resource.createdStatus ?? 201;

  test('POST with an Idempotency-Key is done once, even if answers are lost; another body is refused', async () => {
    const [body, headers] = [leastOf(resource, house.place()), { 'idempotency-key': `${path}-${house.place().n}` }];
    const first = await house.made(created, 'POST', path, { body, headers });
    const again = await house.made(created, 'POST', path, { body, headers });
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed'], again.text]).toEqual([
      undefined,
      'true',
      first.text,
    ]);
    expect((await house.ask('POST', path, { body: { ...body, colour: 'red' }, headers })).status).toBe(422);
    expect((await house.ask('POST', path, { body, headers: { 'idempotency-key': 'two words' } })).status).toBe(400);
  });

  test('other methods: 405 that names those there are', async () => {
    const { body } = await house.made(created, 'POST', path, { body: leastOf(resource, house.place()) });
    const id = resource.createsCollection ? body._embedded[resource.collection][0].id : body.id;
    for (const [method, at, allowed] of [
      ['PUT', path, 'GET, HEAD, POST'],
      ['DELETE', path, 'GET, HEAD, POST'],
      ['POST', `${path}/${id}`, undefined],
      ['PUT', `${path}/${id}`, undefined],
    ] as const) {
      const answer = await house.ask(method, at, { body: {} });
      expect([method, at, answer.status]).toEqual([method, at, 405]);
      expect(answer.headers.allow).toBe(
        allowed ?? (resource.unchangeable ? 'DELETE, GET, HEAD' : 'DELETE, GET, HEAD, PATCH'),
      );
    }
    for (const at of [path, `${path}/${id}`]) expect((await house.ask('HEAD', at)).status).toBe(200);
  });

  test('bodies are JSON objects: 415, 400, 422', async () => {
    expect(
      (await house.ask('POST', path, { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }))
        .status,
    ).toBe(415);
    expect((await house.ask('POST', path, { body: '{"name":' })).status).toBe(400);
    for (const body of ['[]', '5', '"x"'])
      expect([body, (await house.ask('POST', path, { body })).status]).toEqual([body, 422]);
  });

  test('unknown and doubled parameters, wrong ids', async () => {
    for (const query of [
      'colour=red',
      'page=1&page=2',
      'expand=all',
      'filter[colour]=red',
      'sort=colour:asc',
      'filter=[]',
      'filter={',
    ])
      expect([query, (await house.ask('GET', `${path}?${query}`)).status]).toEqual([query, 400]);
    for (const id of ['x', '0190a0a0-0000-7000-8000-00000000dead'])
      for (const method of ['GET', 'DELETE', ...(resource.unchangeable ? [] : ['PATCH'])])
        expect([
          method,
          id,
          (await house.ask(method, `${path}/${id}`, { body: method === 'PATCH' ? {} : undefined })).status,
        ]).toEqual([method, id, 404]);
  });

  test('pages lead through all records, each once', async () => {
    for (let count = 0; count < 3; count += 1)
      await house.made(created, 'POST', path, { body: leastOf(resource, house.place()) });
    const seen: string[] = [];
    let total = 0;
    for (let href: string | undefined = `${path}?page_size=2`; href;) {
      const { body } = await house.made(200, 'GET', href);
      seen.push(...body._embedded[resource.collection].map(({ id }: { id: string }) => id));
      total = body.total_items;
      href = body._links.next?.href;
    }
    expect([seen.length, new Set(seen).size]).toEqual([total, total]);
    expect((await house.made(200, 'GET', `${path}?page=4000`)).body).toMatchObject({
      page: 4000,
      total_items: total,
      _embedded: { [resource.collection]: [] },
    });
  });
});

/** Each record that another one names, and the body of the one that names it. */
const uses: readonly (readonly [used: string, by: string, body: object])[] = [
  ['/user-groups', '/users', { username: 'using {n}', table_id: '{used}' }],
  ['/user-groups', '/vouchers', { table_id: '{used}' }],
  ['/user-groups', '/devices', { mac: '02:00:01:00:{hex}', table_id: '{used}' }],
  ['/user-groups', '/networks', { name: 'using {n}', default_table_id: '{used}' }],
  ['/user-groups', '/captive-portals', { name: 'using {n}', table_id: '{used}' }],
  [
    '/user-groups',
    '/policies',
    { name: 'using {n}', effect: 'deny', conditions: [{ field: 'group', op: 'eq', value: '{used}' }] },
  ],
  ['/radius-servers', '/networks', { name: 'using {n}', radius_server_id: '{used}' }],
  ['/networks', '/captive-portals', { name: 'using {n}', network_id: '{used}' }],
  ['/networks', '/gateways', { name: 'using {n}', network_id: '{used}', vendor: 'coova' }],
  ['/roles', '/keys', { name: 'using {n}', role_id: '{used}' }],
  [
    '/roles',
    '/operators',
    { email: 'using-{n}@example.com', name: 'using', role_id: '{used}', password: 'correct horse battery' },
  ],
];

test.each(uses)('%s used by %s cannot be deleted: 409 that names what uses it', async (used, by, body) => {
  const place: Place = house.place();
  const resource = resources.find(({ path }) => path === used);
  const { id } = (await house.made(201, 'POST', used, { body: resource ? leastOf(resource, place) : {} })).body;
  await house.made(201, 'POST', by, { body: filled(body, { ...place, used: id }) });
  const { status, body: problem } = await house.ask('DELETE', `${used}/${id}`);
  expect([status, problem.title]).toEqual([409, 'Conflict']);
  expect(JSON.stringify(problem)).toContain(
    by
      .slice(1)
      .split('-')
      .at(-1)
      ?.replace(/s$|ies$/, '') ?? '',
  );
  expect((await house.ask('GET', `${used}/${id}`)).status).toBe(200);
});

test.each(uses)('%s of another organization cannot be named by %s', async (used, by, body) => {
  const other = await scene(world, 'Hotel Post');
  const resource = resources.find(({ path }) => path === used);
  const { id } = (await other.made(201, 'POST', used, { body: resource ? leastOf(resource, other.place()) : {} })).body;
  expect((await house.ask('POST', by, { body: filled(body, { ...house.place(), used: id }) })).status).toBe(422);
});

test('changes that take access away say how open sessions end: change_of_authorization', async () => {
  const {
    body: { id },
  } = await house.made(201, 'POST', '/users', { body: { username: 'leaving' } });
  for (const way of ['auto', 'none'])
    await house.made(200, 'PATCH', `/users/${id}?change_of_authorization=${way}`, {
      body: { disabled: way === 'auto' ? 1 : 0 },
    });
  expect(
    (await house.ask('PATCH', `/users/${id}?change_of_authorization=perhaps`, { body: { disabled: 1 } })).status,
  ).toBe(400);
});
