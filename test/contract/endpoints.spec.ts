import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Answer, Asked } from '../api/ask.js';
import { usherWorld, type UsherWorld } from '../api/usher-world.js';
import { BulkWorker } from '../../src/console/bulk/bulk-worker.js';
import { allPermissions } from '../../src/console/roles/permission-vocabulary.js';
import { type Endpoint, filled, isOf, reference } from './contract-tables.js';
import { addressForms, type Scene, scene } from './scene.js';

/** Every published endpoint, in every way to address it: status, body, headers, and who may call it. */
let world: UsherWorld;
let house: Scene;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
  house = await scene(world, 'Hotel Lindenhof am See');
  // An organization has few jobs open at a time.
  world.app.get(BulkWorker).start();
});
afterAll(async () => {
  await world.app.get(BulkWorker).stop();
  await world.close();
});

const formNames = addressForms('').map(([name]) => name);
const isOlder = (form: string) => form.includes('/api');

/** What is sent to an endpoint that takes a body. */
const bodies: Readonly<Record<string, object>> = {
  user: { username: 'eva-{n}@example.com', password: 'novakova', table_id: '{group}', disabled: 0 },
  userChange: { username: 'ewa-{n}@example.com', password: 'novak', table_id: '{otherGroup}', disabled: 1 },
  userGroup: { name: 'Guests {n}', comment: 'Everybody' },
  voucher: { table_id: '{group}', duration: 3600, count: 2 },
  device: { mac: '02:00:00:00:{hex}' },
  profile: { ssid: 'Lindenhof', eap_type: 'PEAP', platform: 'ios' },
  key: { name: 'Script {n}', role_id: '{role}' },
  role: { name: 'Desk {n}', permissions: ['users:read'] },
  alertContact: { name: 'Desk {n}', email: 'desk@example.com' },
  attribute: { userid: '{user}', attribute: 'Session-Timeout', operator: ':=', table: 'radreply', value: '3600' },
};
const bulkRows: Readonly<Record<string, object>> = {
  users: bodies.user,
  devices: bodies.device,
  vouchers: { table_id: '{group}' },
  'user-groups': { name: 'Guests {n}' },
};

interface Call extends Asked {
  readonly method: string;
  readonly path: string;
}

/** An endpoint as it is really called, with records of its own behind the path. */
async function callOf({ call, body, query = [] }: Endpoint, resource?: string): Promise<Call> {
  const place = house.place();
  const [method, pattern] = call.split(' ');
  const ids: Record<string, () => Promise<string>> = {
    user_id: async () => (await house.made(201, 'POST', '/users', { body: { username: `called ${place.n}` } })).body.id,
    attribute_id: async () =>
      (await house.made(201, 'POST', '/attributes', { body: filled(bodies.attribute, place) })).body.id,
    job_id: async () =>
      (
        await house.made(202, 'POST', '/bulk/users/async', {
          body: { operations: [{ op: 'create', data: { username: `job ${place.n}` } }] },
        })
      ).body.job_id,
    report_id: () => Promise.resolve('110'),
    resource: () => Promise.resolve(resource ?? ''),
  };
  const [, parameter = ''] = /\{(\w+)\}/.exec(pattern) ?? [];
  const queries: Record<string, string> = {
    table: 'radreply',
    userid: place.user,
    earliest: '-4h',
    latest: 'now',
    page: '1',
    period: '1',
    format: 'json',
    columns: '',
  };
  const given = query.filter((name) => queries[name]).map((name) => `${name}=${queries[name]}`);
  const path = pattern.replace(`{${parameter}}`, parameter ? await ids[parameter]() : '');
  const sent =
    body === 'bulk'
      ? { operations: [{ op: 'create', data: bulkRows[resource ?? ''] }] }
      : body
        ? bodies[body]
        : undefined;
  return { method, path: path + (given.length > 0 ? `?${given.join('&')}` : ''), body: sent && filled(sent, place) };
}

const rows = [
  ...reference.endpoints.map((each) => ({ ...each, older: false })),
  ...reference.olderEndpoints.map((each) => ({ ...each, older: true })),
].flatMap((each) =>
  (each.resources ?? [undefined]).map(
    (resource) =>
      [`${each.older ? 'older: ' : ''}${each.call.replace('{resource}', resource ?? '')}`, each, resource] as const,
  ),
);

describe.each(formNames)('%s', (form) => {
  const way = () => addressForms(house.id).find(([name]) => name === form) ?? (['', '', {}] as const);
  const ask = ({ method, path, ...asked }: Call, token = house.token): Promise<Answer> =>
    world.ask(method, way()[1] + path, { token, ...asked, headers: { ...way()[2], ...asked.headers } });
  // The older form has its own reports.
  const here = rows.filter(([, { older, area }]) => (older ? isOlder(form) : area !== 'reports' || !isOlder(form)));

  test.each(here)('%s', async (_, endpoint, resource) => {
    const answer = await ask(await callOf(endpoint, resource));
    expect([endpoint.call, answer.status, answer.text]).toEqual([endpoint.call, endpoint.status, expect.any(String)]);
    expectHeaders(answer);
    if (endpoint.status === 204) expect(answer.text).toBe('');
    else expectAnswer(answer, endpoint.answer);
    if (answer.status === 201 && answer.body.id) {
      const { location } = answer.headers;
      expect([location, location?.split('?')[0]]).toEqual([
        answer.body._links.self.href,
        `${way()[1]}${endpoint.call.split(' ')[1]}/${answer.body.id}`,
      ]);
    }
    if (endpoint.bodyIsOptional)
      expect((await ask({ ...(await callOf(endpoint, resource)), body: undefined })).status).toBe(endpoint.status);
  });

  test.each(here)('%s: who may', async (_, endpoint, resource) => {
    const call = await callOf(endpoint, resource);
    for (const token of ['', 'usher_nobody'])
      expectProblem(await ask({ ...call, headers: { authorization: token && `Bearer ${token}` } }), 401);
    const also = resource ? [`${resource}:write`] : [];
    // Nobody grants what they have not got.
    const own = endpoint.body === 'key' || endpoint.body === 'role' ? ['users:read'] : [];
    const others = allPermissions.filter((each) => each !== endpoint.permission);
    expectProblem(await ask(call, (await world.keyWith(others, house.id)).token), 403);
    expect(
      (await ask(call, (await world.keyWith([endpoint.permission, ...also, ...own], house.id)).token)).status,
    ).toBe(endpoint.status);
  });

  test.each(here.filter(([, { lists }]) => lists))('%s: pages', async (_, endpoint) => {
    const call = await callOf(endpoint);
    const at = (query: string) => ask({ ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}${query}` });
    for (const [name, { default: usual, maximum }] of Object.entries(reference.listParameters).filter(([each]) =>
      endpoint.lists?.includes(each),
    )) {
      if (usual !== undefined) expect([name, (await ask(call)).body[name]]).toEqual([name, usual]);
      if (maximum) expect((await at(`${name}=${maximum}`)).body[name]).toBe(maximum);
      for (const wrong of usual === undefined ? [] : ['0', '-1', 'x', '1.5', ...(maximum ? [String(maximum + 1)] : [])])
        expectProblem(await at(`${name}=${wrong}`), 400);
    }
    if (endpoint.lists?.includes('filter'))
      for (const filter of [
        'filter[id]=0190a0a0-0000-7000-8000-00000000dead',
        `filter=${encodeURIComponent('{"id":"0190a0a0-0000-7000-8000-00000000dead"}')}`,
      ])
        expect((await at(filter)).body).toMatchObject({ total_items: 0 });
    if (endpoint.lists?.includes('sort'))
      for (const sort of ['username:asc', 'username:desc']) expect((await at(`sort=${sort}`)).status).toBe(200);
    expectProblem(await at('colour=red'), 400);
  });

  test('an organization that the key may not act for: 403; records of others: 404', async () => {
    const other = await scene(world, 'Hotel Post');
    const [, base, headers] = addressForms(other.id).find(([name]) => name === form) ?? ['', '', {}];
    if (base.includes(other.id) || 'x-organization-id' in headers)
      expectProblem(await world.ask('GET', `${base}/users`, { token: house.token, headers }), 403);
    const user = await other.made(201, 'POST', '/users', { body: { username: 'elsewhere' } });
    expectProblem(await ask({ method: 'GET', path: `/users/${user.body.id}` }), 404);
  });

  test.each(reference.userStates)('a user with disabled = $state becomes $next', async ({ state, change, next }) => {
    const { body } = await ask({
      method: 'POST',
      path: '/users',
      body: { username: `state ${house.place().n}`, disabled: state },
    });
    expect((await ask({ method: 'PATCH', path: `/users/${body.id}`, body: change })).body.disabled).toBe(next);
    expect((await ask({ method: 'GET', path: `/users/${body.id}` })).body.disabled).toBe(next);
  });

  test('a new user is active unless said otherwise', async () => {
    expect(
      (await ask({ method: 'POST', path: '/users', body: { username: `new ${house.place().n}` } })).body.disabled,
    ).toBe(0);
  });
});

function expectHeaders({ headers }: Answer): void {
  for (const name of reference.rate.headers)
    expect([name, headers[name]]).toEqual([name, expect.stringMatching(/^\d+$/)]);
  expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000 - 1);
}

function expectAnswer({ headers, body }: Answer, answer: Endpoint['answer']): void {
  expect(headers['content-type']).toMatch(/^application\/(hal\+)?json/);
  if (answer === undefined) return;
  if (typeof answer !== 'string') return expect(Object.keys(body)).toEqual(expect.arrayContaining([...answer]));
  if (!answer.startsWith('collection:')) return expectFormat(body, answer);
  const [, name] = answer.split(':');
  expect(headers['content-type']).toMatch(/^application\/hal\+json/);
  expectFormat(body, 'Collection');
  expect(body._embedded).toEqual({ [name]: expect.any(Array) });
  if (name === 'users') for (const user of body._embedded.users) expectFormat(user, 'User');
  expect(reference.links).toEqual(expect.arrayContaining(Object.keys(body._links)));
  expect(body._links.self).toBeDefined();
  for (const link of Object.values(body._links)) expect(link).toEqual({ href: expect.stringMatching(/^\//) });
}

function expectFormat(value: Record<string, unknown> & { _links: { self: { href: string } } }, format: string): void {
  for (const [name, field] of Object.entries(reference.formats[format]))
    expect([name, value[name], isOf(field, value[name])]).toEqual([name, value[name], true]);
  if (format === 'User') expect(value._links.self.href).toMatch(new RegExp(`/users/${String(value.id)}$`));
}

function expectProblem({ status, headers, body }: Answer, wanted: number): void {
  expect([status, headers['content-type']]).toEqual([wanted, expect.stringMatching(/^application\/problem\+json/)]);
  for (const [name, field] of Object.entries(reference.formats.Error))
    expect([name, isOf(field, body[name])]).toEqual([name, true]);
  expect(body).toMatchObject({ status: wanted, title: reference.errors[wanted].title });
}
