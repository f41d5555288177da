import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { httpWorld, type HttpWorld } from './http-world.js';

const page = 'https://desk.example.com';

let closed: HttpWorld;
let some: HttpWorld;
let any: HttpWorld;
beforeAll(async () => {
  closed = await httpWorld();
  some = await httpWorld({
    shared: closed,
    settings: { corsOrigins: [page, 'http://localhost:5173'], rateLimitPerMinute: 1000 },
  });
  any = await httpWorld({ shared: closed, settings: { corsOrigins: ['*'] } });
});
afterAll(async () => {
  for (const world of [any, some, closed]) await world.close();
});

const preflight = (world: HttpWorld, origin: string, path = '/roles') =>
  world.call('OPTIONS', path, {
    token: null,
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,if-match',
    },
  });

test('no page of elsewhere reads answers unless that is set', async () => {
  const { headers } = await closed.call('GET', '/roles', { headers: { origin: page } });
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-') || name === 'vary')).toEqual([]);
  expect((await preflight(closed, page)).status).toBe(405);
});

describe('a page of an origin that is set', () => {
  test('may ask first, without a token, in every address form', async () => {
    for (const path of ['/roles', '/v1/roles/01', '/api/nowhere']) {
      const { status, headers, text } = await preflight(some, page, path);
      expect([status, text, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
        204,
        '',
        page,
        'Origin',
      ]);
      expect(headers.get('access-control-allow-methods')?.split(', ')).toEqual(
        expect.arrayContaining(['GET', 'POST', 'PATCH', 'DELETE']),
      );
      expect(headers.get('access-control-allow-headers')?.toLowerCase().split(', ')).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'if-match', 'x-organization-id']),
      );
    }
  });

  test.each([
    ['GET', '/roles', 200],
    ['GET', '/nowhere', 404],
    ['POST', '/roles', 422],
  ])('reads the answer of %s %s (%i), with its rate and idempotency', async (method, path, status) => {
    const answer = await some.call(method, path, { headers: { origin: page } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, page]);
    const exposed = answer.headers.get('access-control-expose-headers')?.toLowerCase().split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining([
        'x-ratelimit-limit',
        'x-ratelimit-remaining',
        'x-ratelimit-reset',
        'retry-after',
        'idempotency-replayed',
        'etag',
        'location',
      ]),
    );
  });

  test('reads why its token is refused', async () => {
    const { status, headers } = await some.call('GET', '/roles', { token: 'nobody', headers: { origin: page } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([401, page]);
  });
});

test.each([
  'https://evil.example.com',
  'https://desk.example.com.evil.example',
  'http://desk.example.com',
  'https://desk.example.com:8443',
  'null',
])('a page of %s reads nothing', async (origin) => {
  const { headers } = await some.call('GET', '/roles', { headers: { origin } });
  expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([null, 'Origin']);
  expect((await preflight(some, origin)).headers.get('access-control-allow-origin')).toBeNull();
});

test('with * any page reads answers, and never with what the browser keeps of the service', async () => {
  for (const world of [any, some]) {
    const { headers } = await world.call('GET', '/roles', { headers: { origin: page } });
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
  expect(
    (await any.call('GET', '/roles', { headers: { origin: 'https://anybody.example' } })).headers.get(
      'access-control-allow-origin',
    ),
  ).toBe('*');
});
