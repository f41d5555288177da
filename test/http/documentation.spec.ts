import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type HttpWorld, httpWorld } from './http-world.js';

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld();
});
afterAll(async () => {
  await world.close();
});

test('the API describes itself to anyone, under every prefix', async () => {
  for (const path of ['/openapi.json', '/v1/openapi.json', '/api/openapi.json']) {
    const { status, body } = await world.call('GET', path, { token: null });
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\./);
  }
  const docs = await world.call('GET', '/docs', { token: null });
  expect(docs.status).toBe(200);
  expect(docs.text).toContain('<html');
  expect((await world.call('GET', '/docs/swagger-ui.css', { token: null })).status).toBe(200);
});

test.each(['/docs', '/docs/', '/v1/docs', '/docs/swagger-ui-init.js'])(
  "%s runs its own scripts only and stands in nobody's frame",
  async (path) => {
    const { status, headers } = await world.call('GET', path, { token: null });
    expect(status).toBe(200);
    const policy = Object.fromEntries(
      (headers.get('content-security-policy') ?? '')
        .split('; ')
        .map((each) => [each.split(' ')[0], each.split(' ').slice(1).join(' ')]),
    );
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
    });
    expect([headers.get('x-frame-options'), headers.get('x-content-type-options')]).toEqual(['DENY', 'nosniff']);
  },
);

test('the page has nothing that its policy forbids: no inline script, no handler, nothing from elsewhere', async () => {
  const { text } = await world.call('GET', '/docs', { token: null });
  const scripts = [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/gi)];
  expect(scripts.map(([, attributes, code]) => [/src="\.?\/?[\w./-]+"/.test(attributes), code.trim()])).toEqual(
    scripts.map(() => [true, '']),
  );
  expect(scripts.length).toBeGreaterThan(2);
  expect(text).not.toMatch(/\son[a-z]+=|javascript:|<iframe|<base|(src|href)="(https?:)?\/\//i);
  for (const [, name] of text.matchAll(/(?:src|href)="([^"#]+)"/g))
    expect([name, (await world.call('GET', new URL(name, 'http://x/docs').pathname, { token: null })).status]).toEqual([
      name,
      200,
    ]);
});

test('each operation has a stable name, its key, its parameters and its errors', async () => {
  const { body } = await world.call('GET', '/openapi.json', { token: null });
  const { get, post } = body.paths['/roles'];
  expect(get.operationId).toBe('Roles_list');
  expect(get.security).toEqual([{ bearer: [] }]);
  expect(get.parameters.map(nameOf)).toEqual([
    'page',
    'page_size',
    'filter',
    'sort',
    '#/components/parameters/Organization',
  ]);
  expect(post.parameters.map(nameOf)).toContain('#/components/parameters/IdempotencyKey');
  expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '403', '429', '500', '503']));
  expect(post.responses['422']).toEqual({ $ref: '#/components/responses/Problem422' });
  expect(post.requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/RoleInputDto' });
  expect(body.components.responses.Problem422.content['application/problem+json'].schema).toEqual({
    $ref: '#/components/schemas/Problem',
  });
  expect(body.components.securitySchemes.bearer).toEqual({
    type: 'http',
    scheme: 'bearer',
    description: expect.any(String),
  });
  expect(body.tags).toContainEqual({ name: 'Roles', description: 'Named sets of permissions for operators and keys' });
  const change = body.paths['/roles/{id}'].patch;
  expect(change.parameters.map(nameOf)).toEqual(expect.arrayContaining(['id', 'If-Match']));
  expect(change.responses['412']).toBeDefined();
});

function nameOf(parameter: { name?: string; $ref?: string }): string {
  return parameter.name ?? parameter.$ref ?? '';
}
