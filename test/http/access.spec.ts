import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type HttpWorld, httpWorld } from './http-world.js';

let world: HttpWorld;
beforeAll(async () => { world = await httpWorld(); });
afterAll(async () => { await world.close(); });

test('a call without a key, or with one that does not exist, is refused with the way to authenticate', async () => {
  const without = await world.call('GET', '/roles', { token: null });
  expect(without.status).toBe(401);
  expect(without.headers.get('www-authenticate')).toBe('Bearer realm="usher"');
  expect(without.headers.get('content-type')).toContain('application/problem+json');
  expect(without.body).toEqual({
    type: 'about:blank', title: 'Unauthorized', status: 401, instance: '/roles', detail: 'Send the API key as Authorization: Bearer <token>',
  });
  const unknown = await world.call('GET', '/roles', { token: 'usher_not-a-key' });
  expect(unknown.status).toBe(401);
  expect(unknown.headers.get('www-authenticate')).toContain('error="invalid_token"');
});

test('the owner lists the built-in roles', async () => {
  const { status, body, headers } = await world.call('GET', '/roles');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('application/hal+json');
  expect(body._embedded.roles.map(({ name }: { name: string }) => name)).toEqual(['owner', 'administrator', 'reception', 'auditor']);
  expect(body).toMatchObject({ page: 1, page_size: 25, page_count: 1, total_items: 4 });
});
