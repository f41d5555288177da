import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Clock } from '../../src/kernel/clock.js';
import type { Answer, Asked } from './ask.js';
import { asker } from './ask.js';
import { beginMinute, usherWorld, type UsherWorld } from './usher-world.js';

/** The published REST API, row by row, under each of its address forms. */
let world: UsherWorld;
let house: { id: string; token: string };
beforeAll(async () => {
  world = await usherWorld();
  house = await world.organization('Hotel Lindenhof am See');
});
afterAll(async () => {
  await world.close();
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each([
  ['no prefix', ''],
  ['/v1', '/v1'],
  ['/api', '/api'],
  ['the organization in the path', '/organizations/…'],
  ['both', '/v1/organizations/…'],
])('%s', (name, form) => {
  const base = () => form.replace('…', house.id);
  const tag = name.replaceAll(/\W/g, '-');
  const ask = (method: string, path: string, asked: Asked = {}): Promise<Answer> =>
    world.ask(method, base() + path, { token: house.token, ...asked });
  const create = async (path: string, body: object): Promise<Answer> => {
    const answer = await ask('POST', path, { body });
    expect([path, answer.status, answer.text]).toEqual([path, 201, expect.any(String)]);
    return answer;
  };

  function expectRecord({ body, headers }: Answer, path: string, fields: object): void {
    expect(headers['content-type']).toBe('application/hal+json; charset=utf-8');
    expect(body).toMatchObject({
      id: expect.stringMatching(uuid),
      created_at: expect.stringMatching(utc),
      updated_at: expect.stringMatching(utc),
      ...fields,
    });
    expect(body._links).toEqual({ self: { href: `${base()}${path}/${body.id}` } });
    expect(headers.etag).toMatch(/^"\d+"$/);
  }

  async function expectCollection(path: string, name: string, query = ''): Promise<Answer> {
    const answer = await ask('GET', `${path}?${query || 'page_size=2'}`);
    const { status, headers, body } = answer;
    expect([status, headers['content-type']]).toEqual([200, 'application/hal+json; charset=utf-8']);
    expect(Object.keys(body).sort()).toEqual(['_embedded', '_links', 'page', 'page_count', 'page_size', 'total_items']);
    expect(Object.keys(body._embedded)).toEqual([name]);
    expect(body).toMatchObject({
      page: 1,
      total_items: expect.any(Number),
      page_count: Math.ceil(body.total_items / body.page_size),
    });
    for (const link of Object.values(body._links))
      expect(link).toEqual({ href: expect.stringMatching(new RegExp(`^${base()}${path}`)) });
    for (const record of body._embedded[name])
      expect(record._links.self.href).toMatch(new RegExp(`^${base()}${path}/`));
    return answer;
  }

  test('users: list, create, read, change, delete', async () => {
    const group = (await create('/user-groups', { name: `guests ${tag}` })).body.id;
    const made = await create('/users', { username: `anna-${tag}@example.com`, password: 'secret', table_id: group });
    expectRecord(made, '/users', { username: `anna-${tag}@example.com`, disabled: 0, table_id: group });
    expect(made.headers.location).toBe(`${base()}/users/${made.body.id}`);
    expect(made.text).not.toContain('secret');

    const path = `/users/${made.body.id}`;
    expectRecord(await ask('GET', path), '/users', { username: `anna-${tag}@example.com` });
    const disabled = await ask('PATCH', path, { body: { disabled: 1 } });
    expect(disabled.status).toBe(200);
    expectRecord(disabled, '/users', { disabled: 1, table_id: group, username: `anna-${tag}@example.com` });
    expect((await ask('PATCH', path, { body: { disabled: 0 } })).body.disabled).toBe(0);
    expect((await ask('PATCH', path)).status).toBe(200);

    await create('/users', { username: `berta-${tag}` });
    await create('/users', { username: `carla-${tag}`, disabled: 1 });
    const { body } = await expectCollection('/users', 'users');
    expect(body._embedded.users).toHaveLength(2);
    expect(body._links.next).toBeDefined();
    expect(body._links.prev).toBeUndefined();
    expect((await expectCollection('/users', 'users', `filter[username]=berta-${tag}`)).body.total_items).toBe(1);
    expect(
      (await expectCollection('/users', 'users', `filter=${encodeURIComponent(`{"username":"carla-${tag}"}`)}`)).body
        ._embedded.users[0].disabled,
    ).toBe(1);
    const sorted = (await ask('GET', '/users?sort=username:desc&page_size=100')).body._embedded.users.map(
      ({ username }: { username: string }) => username,
    );
    expect(sorted).toEqual([...sorted].sort().reverse());

    const gone = await ask('DELETE', path);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await ask('GET', path)).body).toMatchObject({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: expect.any(String),
      instance: base() + path,
    });
    expect((await ask('DELETE', path)).status).toBe(404);
  });

  test('paging: 25 a page unless said otherwise, at most 100, links that lead through', async () => {
    const operations = Array.from({ length: 30 }, (_, index) => ({
      op: 'upsert',
      data: { username: `page-${index}` },
    }));
    expect((await ask('POST', '/bulk/users', { body: { operations } })).status).toBe(200);
    const { body: first } = await ask('GET', '/users');
    expect([first.page, first.page_size, first._embedded.users.length]).toEqual([1, 25, 25]);
    const seen: string[] = [];
    for (let href = `${base()}/users?page_size=7&filter[username][like]=page-%25`; href;) {
      const { body } = await world.ask('GET', href, { token: house.token });
      seen.push(...body._embedded.users.map(({ id }: { id: string }) => id));
      href = body._links.next?.href;
    }
    expect([seen.length, new Set(seen).size]).toEqual([30, 30]);
    expect((await ask('GET', '/users?page_size=100')).status).toBe(200);
    for (const query of [
      'page_size=101',
      'page_size=0',
      'page=0',
      'page=x',
      'sort=nope:asc',
      'sort=username:up',
      'filter[nope]=1',
      'nope=1',
    ])
      expect([query, (await ask('GET', `/users?${query}`)).status]).toEqual([query, 400]);
  });

  test('user groups: name and comment, beyond the published also read, change and delete', async () => {
    const made = await create('/user-groups', { name: `staff ${tag}`, comment: 'people who work here' });
    expectRecord(made, '/user-groups', { name: `staff ${tag}`, comment: 'people who work here' });
    await expectCollection('/user-groups', 'user_groups');
    const path = `/user-groups/${made.body.id}`;
    expectRecord(await ask('PATCH', path, { body: { comment: null } }), '/user-groups', { comment: null });
    expect((await ask('DELETE', path)).status).toBe(204);
    expect((await ask('POST', '/user-groups', { body: { comment: 'nameless' } })).status).toBe(422);
  });

  test('vouchers: made by the dozen for a group, listed, revoked', async () => {
    const group = (await create('/user-groups', { name: `vouchers ${tag}` })).body.id;
    const { body } = await create('/vouchers', { table_id: group, duration: 3600, count: 3 });
    expect(body).toMatchObject({ total_items: 3, page: 1, page_count: 1 });
    expect(new Set(body._embedded.vouchers.map(({ code }: { code: string }) => code)).size).toBe(3);
    for (const voucher of body._embedded.vouchers) {
      expect(voucher).toMatchObject({
        id: expect.stringMatching(uuid),
        table_id: group,
        duration: 3600,
        status: 'unused',
        batch: expect.stringMatching(uuid),
        _links: { self: { href: `${base()}/vouchers/${voucher.id}` } },
      });
    }
    expect((await create('/vouchers', { table_id: group })).body.total_items).toBe(1);
    expect((await expectCollection('/vouchers', 'vouchers', `filter[table_id]=${group}`)).body.total_items).toBe(4);
    const path = `/vouchers/${body._embedded.vouchers[0].id}`;
    expect((await ask('DELETE', path)).status).toBe(204);
    expect((await ask('GET', path)).body.status).toBe('revoked');
    expect((await ask('POST', '/vouchers', { body: { duration: 60 } })).status).toBe(422);
    expect((await ask('DELETE', `/user-groups/${group}`)).status).toBe(409);
  });

  test('keys and roles: the token is shown once; a revoked key is refused at once', async () => {
    const role = await create('/roles', { name: `desk ${tag}`, permissions: ['users:read'] });
    expectRecord(role, '/roles', { name: `desk ${tag}`, permissions: ['users:read'], built_in: false });
    const made = await create('/keys', { name: `desk ${tag}`, role_id: role.body.id });
    expectRecord(made, '/keys', {
      name: `desk ${tag}`,
      role_id: role.body.id,
      token: expect.stringMatching(/^usher_/),
      prefix: expect.any(String),
    });
    expect(made.headers['cache-control']).toBe('no-store');
    const { token } = made.body;
    expect((await ask('GET', '/users', { token })).status).toBe(200);
    expect((await ask('POST', '/users', { body: { username: 'x' }, token })).body).toMatchObject({
      status: 403,
      title: 'Forbidden',
    });
    expect((await expectCollection('/keys', 'keys', 'page_size=100')).text).not.toContain(token);
    const roles = (await expectCollection('/roles', 'roles', 'page_size=100')).body._embedded.roles.map(
      ({ name: each }: { name: string }) => each,
    );
    expect(roles).toEqual(expect.arrayContaining(['owner', 'administrator', 'reception', 'auditor', `desk ${tag}`]));
    expect((await ask('DELETE', `/roles/${role.body.id}`)).status).toBe(409);
    expect((await ask('DELETE', `/keys/${made.body.id}`)).status).toBe(204);
    expect((await ask('GET', '/users', { token })).body).toMatchObject({ status: 401, title: 'Unauthorized' });
  });

  test("organizations: one's own and those beneath", async () => {
    const made = await create('/organizations', { name: `annex ${tag}`, time_zone: 'Europe/Vienna' });
    expectRecord(made, '/organizations', { name: `annex ${tag}`, parent_id: house.id, disabled: 0 });
    const { body } = await expectCollection('/organizations', 'organizations', 'page_size=100');
    expect(body._embedded.organizations.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([house.id, made.body.id]),
    );
    const inAnnex = await world.ask('POST', '/users', {
      body: { username: `annexed-${tag}` },
      token: house.token,
      headers: { 'x-organization-id': made.body.id },
    });
    expect(inAnnex.status).toBe(201);
    expect((await ask('GET', `/users/${inAnnex.body.id}`)).status).toBe(404);
    expect(
      (await world.ask('GET', `/organizations/${made.body.id}/users/${inAnnex.body.id}`, { token: house.token }))
        .status,
    ).toBe(200);
  });

  test('attributes: a password by attribute, listed with an id by which it is deleted', async () => {
    const user = (await create('/users', { username: `attributed-${tag}` })).body.id;
    const password = await create('/attributes', {
      userid: user,
      attribute: 'Cleartext-Password',
      operator: ':=',
      table: 'radcheck',
      value: 'secret',
    });
    expect(password.body).toMatchObject({
      id: expect.any(String),
      userid: user,
      attribute: 'Cleartext-Password',
      table: 'radcheck',
      value: null,
    });
    const reply = (
      await create('/attributes', {
        userid: user,
        attribute: 'Session-Timeout',
        operator: ':=',
        table: 'radreply',
        value: '3600',
      })
    ).body;
    const listed = await ask('GET', `/attributes?table=radreply&userid=${user}`);
    expect([listed.status, listed.headers['content-type']]).toEqual([200, 'application/hal+json; charset=utf-8']);
    expect(listed.body._embedded.attributes).toMatchObject([
      { id: reply.id, userid: user, attribute: 'Session-Timeout', operator: ':=', table: 'radreply', value: '3600' },
    ]);
    expect((await ask('DELETE', `/attributes/${reply.id}?table=radreply`)).status).toBe(204);
    expect((await ask('DELETE', `/attributes/${password.body.id}?table=radcheck`)).status).toBe(204);
    expect((await ask('GET', `/attributes?table=radcheck&userid=${user}`)).body._embedded.attributes).toEqual([]);
  });

  test('bulk: at once with a result for each, and as a job with its status', async () => {
    const operations = [
      { op: 'create', data: { username: `bulk-${tag}` }, ref: 'mine' },
      { op: 'create', data: { username: `bulk-${tag}` } },
      { op: 'delete', match: { username: `bulk-${tag}` } },
    ];
    const { status, body } = await ask('POST', '/bulk/users', { body: { operations } });
    expect(status).toBe(200);
    expect(body.summary).toEqual({ created: 1, updated: 0, deleted: 1, unchanged: 0, failed: 1 });
    expect(body.results).toMatchObject([
      { index: 0, ref: 'mine', op: 'create', status: 'created' },
      { index: 1, status: 'failed', error: { status: 409 } },
      { index: 2, status: 'deleted' },
    ]);
    for (const resource of ['users', 'vouchers']) {
      const started = await ask('POST', `/bulk/${resource}/async`, {
        body: { operations: [{ op: 'create', data: {} }] },
      });
      expect([started.status, started.body.job_id]).toEqual([202, expect.stringMatching(uuid)]);
      const job = await ask('GET', `/bulk/status/${started.body.job_id}`);
      expect([job.status, job.body]).toEqual([
        200,
        expect.objectContaining({ job_id: started.body.job_id, status: 'queued', processed: 0, total: 1 }),
      ]);
      expect((await ask('DELETE', `/bulk/status/${started.body.job_id}`)).status).toBe(204);
    }
  });

  test('errors: 400, 401, 403, 404, 405, 409, 412, 415, 422 as problem documents', async () => {
    const user = (await create('/users', { username: `wrong-${tag}` })).body.id;
    const calls: [number, string, string, Asked][] = [
      [400, 'POST', '/users', { body: '{' }],
      [401, 'GET', '/users', { token: null }],
      [
        403,
        'GET',
        '/users',
        {
          headers: { 'x-organization-id': form.includes('…') ? house.id : world.organizationId },
          token: form.includes('…') ? (await world.keyWith([], house.id)).token : house.token,
        },
      ],
      [404, 'GET', '/users/0190a0a0-0000-7000-8000-00000000dead', {}],
      [404, 'GET', '/nothing/here', {}],
      [405, 'PUT', '/users', { body: {} }],
      [409, 'POST', '/users', { body: { username: `WRONG-${tag}` } }],
      [412, 'PATCH', `/users/${user}`, { body: { comment: 'x' }, headers: { 'if-match': '"77"' } }],
      [415, 'POST', '/users', { body: '<a/>', headers: { 'content-type': 'text/xml' } }],
      [422, 'POST', '/users', { body: { password: 'x' } }],
    ];
    for (const [status, method, path, asked] of calls) {
      const answer = await ask(method, path, asked);
      expect([path, answer.status, answer.headers['content-type']]).toEqual([
        path,
        status,
        expect.stringContaining('application/problem+json'),
      ]);
      expect(answer.body).toMatchObject({
        type: 'about:blank',
        title: expect.any(String),
        status,
        detail: expect.stringMatching(/\w/),
        instance: base() + path,
      });
      if (status === 405) expect(answer.headers.allow).toBe('GET, HEAD, POST');
      if (status === 422) expect(answer.body.errors).toEqual([{ pointer: '#/username', detail: 'is required' }]);
    }
  });
});

test('rate: three headers on every answer to a key, 429 past the limit, one budget under every form', async () => {
  const limited = await usherWorld({ settings: { rateLimitPerMinute: 5 } });
  try {
    const { ask } = limited;
    // A window that ends meanwhile would begin anew.
    beginMinute(limited);
    const answers: Answer[] = [];
    for (const path of [
      '/users',
      '/v1/users',
      '/api/users/0190a0a0-0000-7000-8000-00000000dead',
      '/nothing',
      '/users?nope=1',
      '/users',
      '/v1/keys',
    ])
      answers.push(await ask('GET', path));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 400, 429, 429]);
    expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['4', '3', '2', '1', '0', '0', '0']);
    for (const { headers } of answers) {
      expect(headers['x-ratelimit-limit']).toBe('5');
      const secondsLeft = Number(headers['x-ratelimit-reset']) - limited.app.get(Clock).milliseconds() / 1000;
      expect(secondsLeft > 0 && secondsLeft <= 60).toBe(true);
    }
    expect(Number(answers[5].headers['retry-after'])).toBeGreaterThan(0);
    expect(answers[5].body).toMatchObject({ status: 429, title: 'Too Many Requests', type: 'about:blank' });
    expect((await ask('GET', '/users', { token: null })).headers['x-ratelimit-limit']).toBeUndefined();
    expect((await ask('GET', '/healthz', { token: null })).status).toBe(200);
  } finally {
    await limited.close();
  }
});

test('the whole budget of a hundred a minute is one for requests side by side', async () => {
  const limited = await usherWorld({ settings: { rateLimitPerMinute: 100 } });
  const other = asker(limited.port, limited.token);
  try {
    beginMinute(limited);
    const answers = await Promise.all(
      Array.from({ length: 130 }, (_, index) => (index % 2 ? other.call : limited.ask)('GET', '/users?page_size=1')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  } finally {
    await other.end();
    await limited.close();
  }
});
