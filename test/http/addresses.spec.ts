import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type HttpWorld, httpWorld } from './http-world.js';

let world: HttpWorld;
let site: { id: string; token: string };
beforeAll(async () => {
  world = await httpWorld();
  site = await world.organization('Annex');
});
afterAll(async () => {
  await world.close();
});

describe('the same resource under each prefix', () => {
  test.each(['', '/v1', '/api'])('"%s" answers with links in its own form', async (prefix) => {
    const list = await world.call('GET', `${prefix}/roles`);
    expect(list.status).toBe(200);
    expect(list.body._links.self.href).toBe(`${prefix}/roles`);
    const [role] = list.body._embedded.roles;
    expect(role._links.self.href).toBe(`${prefix}/roles/${role.id}`);
    expect((await world.call('GET', role._links.self.href)).body.id).toBe(role.id);
    const made = await world.call('POST', `${prefix}/roles`, { body: { name: `by ${prefix}`, permissions: [] } });
    expect(made.headers.get('location')).toBe(`${prefix}/roles/${made.body.id}`);
    expect(made.body._links.self.href).toBe(made.headers.get('location'));
  });

  test('an error names the path as it was called', async () => {
    expect((await world.call('GET', '/v1/roles/7?x=1')).body.instance).toBe('/v1/roles/7');
  });

  test('a slash at the end is forgiven', async () => {
    expect((await world.call('GET', '/v1/roles/')).status).toBe(200);
  });
});

describe('the organization of a call', () => {
  test('is chosen by path or by header, and what is made there is seen there only', async () => {
    const byPath = await world.call('POST', `/v1/organizations/${site.id}/roles`, {
      body: { name: 'porter', permissions: ['users:read'] },
    });
    expect(byPath.status).toBe(201);
    expect(byPath.body._links.self.href).toBe(`/v1/organizations/${site.id}/roles/${byPath.body.id}`);
    const { id } = byPath.body;

    expect((await world.call('GET', `/organizations/${site.id}/roles/${id}`)).status).toBe(200);
    expect((await world.call('GET', `/roles/${id}`, { headers: { 'x-organization-id': site.id } })).status).toBe(200);
    expect(
      (await world.call('GET', `/roles/${id}`, { headers: { 'x-organization-id': site.id.toUpperCase() } })).status,
    ).toBe(200);
    expect((await world.call('GET', `/roles/${id}`, { token: site.token })).status).toBe(200);
    expect((await world.call('GET', `/roles/${id}`)).status).toBe(404);
  });

  test("above or beside the key's own is refused", async () => {
    const beside = await world.organization('Beside');
    for (const foreign of [world.organizationId, beside.id, '0190a0a0-0000-7000-8000-ffffffffffff']) {
      const byHeader = await world.call('GET', '/roles', {
        token: site.token,
        headers: { 'x-organization-id': foreign },
      });
      expect(byHeader.status).toBe(403);
      expect(byHeader.body.detail).toBe(`The API key may not act for the organization ${foreign}`);
      expect((await world.call('GET', `/api/organizations/${foreign}/roles`, { token: site.token })).status).toBe(403);
    }
  });

  test('must be an id, and one only', async () => {
    expect((await world.call('GET', '/roles', { headers: { 'x-organization-id': 'annex' } })).status).toBe(400);
    const both = await world.call('GET', `/organizations/${site.id}/roles`, {
      headers: { 'x-organization-id': world.organizationId },
    });
    expect(both.status).toBe(400);
    expect(
      (await world.call('GET', `/organizations/${site.id}/roles`, { headers: { 'x-organization-id': site.id } }))
        .status,
    ).toBe(200);
  });
});

describe('paths and methods', () => {
  test('an unknown path is not there, with a key and without', async () => {
    for (const token of [undefined, null]) {
      const { status, body, headers } = await world.call('GET', '/nowhere', { token });
      expect(status).toBe(404);
      expect(headers.get('content-type')).toContain('application/problem+json');
      expect(body).toMatchObject({
        title: 'Not Found',
        detail: 'There is nothing at this path; /docs shows what there is',
      });
    }
  });

  test('an id that is none, or unknown, is not there', async () => {
    expect((await world.call('GET', '/roles/7')).status).toBe(404);
    expect((await world.call('GET', '/roles/0190a0a0-0000-7000-8000-ffffffffffff')).body.detail).toBe(
      'There is no role 0190a0a0-0000-7000-8000-ffffffffffff',
    );
    expect((await world.call('GET', `/roles/${'7'.repeat(5000)}`)).status).toBeGreaterThanOrEqual(400);
  });

  test.each([
    ['PUT', '/roles', 'GET, HEAD, POST'],
    ['DELETE', '/v1/roles', 'GET, HEAD, POST'],
    ['POST', '/roles/0190a0a0-0000-7000-8000-ffffffffffff', 'DELETE, GET, HEAD, PATCH'],
    ['OPTIONS', '/keys', 'GET, HEAD, POST'],
  ])('%s %s names the methods that are possible', async (method, path, allow) => {
    const { status, headers, body } = await world.call(method, path);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe(allow);
    expect(body.title).toBe('Method Not Allowed');
  });

  test('the method is wrong before the body is', async () => {
    expect((await world.call('PUT', '/roles', { body: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(
      405,
    );
    expect((await world.call('POST', '/nowhere', { body: '{' })).status).toBe(404);
  });

  test('HEAD answers as GET does, without the body', async () => {
    const { status, headers, text } = await world.call('HEAD', '/v1/roles');
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('content-type')).toContain('application/hal+json');
  });

  test('a path that is not even one is an answer', async () => {
    const { status, headers, body } = await world.call('GET', '/roles/%zz');
    expect(status).toBe(400);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body.detail).toBe(
      'The path cannot be understood: "%zz" is no percent-encoding of UTF-8: write a % itself as %25',
    );
  });

  test.each([
    ['/roles?filter[name]=100%&sort=name:asc', 'filter[name]: "%"'],
    ['/roles?sort=name%3Aasc&filter[name][like]=a%2', 'filter[name][like]: "%2"'],
    ['/roles?page=%zz', 'page: "%zz"'],
    ['/roles?filter%5Bname%5D=%ff%fe', 'filter[name]: "%ff%fe"'],
    ['/roles?%gg=1', '%gg: "%gg"'],
    ['/v1/keys?filter[name]=%c3', 'filter[name]: "%c3"'],
  ])('a query that cannot be decoded is refused, and the parameter named: %s', async (path, detail) => {
    const { status, headers, body } = await world.call('GET', path);
    expect([status, headers.get('content-type'), body.detail]).toEqual([
      400,
      expect.stringContaining('application/problem+json'),
      `${detail} is no percent-encoding of UTF-8: write a % itself as %25`,
    ]);
  });

  test('what is encoded as it should be is taken', async () => {
    expect((await world.call('GET', '/roles?filter[name][like]=%25Empf%C3%A4nger%25')).status).toBe(200);
  });

  test('a parameter that a call does not take is refused', async () => {
    const { status, body } = await world.call('POST', '/roles?dry_run=1', { body: { name: 'x', permissions: [] } });
    expect(status).toBe(400);
    expect(body.detail).toBe('Unknown query parameter dry_run. This call takes none');
  });
});

describe('request ids', () => {
  test("a caller's harmless one is kept, any other is replaced", async () => {
    expect(
      (await world.call('GET', '/roles', { headers: { 'x-request-id': 'trace-7/a.b' } })).headers.get('x-request-id'),
    ).toBe('trace-7/a.b');
    const made = (await world.call('GET', '/roles', { headers: { 'x-request-id': 'a b\tc' } })).headers.get(
      'x-request-id',
    );
    expect(made).toMatch(/^[0-9a-f-]{36}$/);
    expect(
      (await world.call('GET', '/roles', { headers: { 'x-request-id': 'x'.repeat(129) } })).headers.get('x-request-id'),
    ).toMatch(/^[0-9a-f-]{36}$/);
    expect((await world.call('GET', '/nowhere', { token: null })).headers.get('x-request-id')).not.toBeNull();
  });
});

test('with a base URL, links are absolute', async () => {
  const outside = await httpWorld({ shared: world, settings: { baseUrl: 'https://wifi.example.org/usher/' } });
  const { body } = await outside.call('GET', '/v1/roles');
  expect(body._links.self.href).toBe('https://wifi.example.org/usher/v1/roles');
  await outside.close();
});
