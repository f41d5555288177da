import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Controller, Get, Injectable, Module } from '@nestjs/common';
import { DirectRoutes } from '../../src/http/edge/direct-routes.js';
import { Permission } from '../../src/http/permission.decorator.js';
import { Public } from '../../src/http/public.decorator.js';
import { DatabaseUnavailable } from '../../src/kernel/database-unavailable.js';
import { Log } from '../../src/kernel/log.js';
import { type HttpWorld, httpWorld } from './http-world.js';

@Public()
@Controller()
class DoorController {
  @Get('open')
  open() {
    return { open: true };
  }

  @Get('guarded')
  @Permission('reports:read')
  guarded() {
    return { open: false };
  }

  @Get('broken')
  broken() {
    throw new Error('the password is hunter2');
  }

  @Get('away')
  away() {
    throw new DatabaseUnavailable('unreachable', 'ECONNREFUSED', new Error('connect ECONNREFUSED 10.1.2.3:5432'));
  }
}

/** A route outside Nest. */
@Injectable()
class Bell {
  constructor(routes: DirectRoutes) {
    routes.get<{ name: string }>({
      paths: ['/bells/:name'],
      facts: { isPublic: true, isRaw: true },
      handler: (request, reply) => void reply.send({ rings: request.params.name }),
    });
  }
}

@Module({ controllers: [DoorController], providers: [Bell] })
class DoorModule {}

class KeptLog extends Log {
  readonly lines: { facts: Record<string, unknown>; words: string }[] = [];
  debug(): void {}
  info(facts: object, words: string): void {
    this.lines.push({ facts: { ...facts }, words });
  }
  warn(facts: object, words: string): void {
    this.info(facts, words);
  }
  error(facts: object, words: string): void {
    this.info(facts, words);
  }
  with(): Log {
    return this;
  }
}

const log = new KeptLog();
let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ modules: [DoorModule], log });
});
afterAll(async () => {
  await world.close();
});

describe('who calls', () => {
  test('without a key, or with one that does not exist, a call is refused with the way to authenticate', async () => {
    const without = await world.call('GET', '/roles', { token: null });
    expect(without.status).toBe(401);
    expect(without.headers.get('www-authenticate')).toBe('Bearer realm="usher"');
    expect(without.headers.get('content-type')).toContain('application/problem+json');
    expect(without.body).toEqual({
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      instance: '/roles',
      detail: 'Send the API key as Authorization: Bearer <token>',
    });
    const unknown = await world.call('GET', '/roles', { token: 'usher_not-a-key' });
    expect(unknown.status).toBe(401);
    expect(unknown.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  test.each([
    'Basic dXNlcjpwYXNz',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    `Bearer ${'x'.repeat(600)}`,
    'owner-token-of-the-first-organization',
  ])('an Authorization of "%s" is refused', async (authorization) => {
    expect((await world.call('GET', '/roles', { token: null, headers: { authorization } })).status).toBe(401);
  });

  test('a public route asks nobody, but one beside it does', async () => {
    expect((await world.call('GET', '/open', { token: null })).body).toEqual({ open: true });
    expect((await world.call('GET', '/guarded', { token: null })).status).toBe(401);
    expect((await world.call('GET', '/guarded')).body).toEqual({ open: false });
  });

  test('many calls at once are each told apart', async () => {
    const desk = await world.keyWith('roles:read');
    const tokens = Array.from({ length: 60 }, (_, index) => [world.token, desk.token, 'usher_nobody'][index % 3]);
    const statuses = await Promise.all(
      tokens.map(async (token) => (await world.call('GET', '/keys', { token })).status),
    );
    expect(statuses).toEqual(tokens.map((_, index) => [200, 403, 401][index % 3]));
  });
});

describe('what a key may do', () => {
  test('is what it holds, nothing beside', async () => {
    const desk = await world.keyWith('roles:read');
    expect((await world.call('GET', '/roles', { token: desk.token })).status).toBe(200);
    const denied = await world.call('POST', '/roles', { token: desk.token, body: { name: 'x', permissions: [] } });
    expect(denied.status).toBe(403);
    expect(denied.body.detail).toBe('The API key lacks the permission roles:write');
    expect((await world.call('GET', '/keys', { token: desk.token })).status).toBe(403);
  });

  test('a route that does not say who may call it does not start', async () => {
    @Controller('forgotten')
    class ForgottenController {
      @Get()
      read() {
        return {};
      }
    }
    @Module({ controllers: [ForgottenController] })
    class ForgottenModule {}
    await expect(httpWorld({ shared: world, modules: [ForgottenModule] })).rejects.toThrow(
      /\/forgotten does not say who may call it/,
    );
  });
});

describe('what went wrong inside', () => {
  test('stays inside: the caller gets a request id, the log gets the stack', async () => {
    const { status, text, body, headers } = await world.call('GET', '/broken', { token: null });
    expect(status).toBe(500);
    expect(body).toMatchObject({ title: 'Internal Server Error', status: 500, instance: '/broken' });
    expect(text).not.toMatch(/hunter2|Error:|\.ts/);
    const line = log.lines.find(({ facts }) => facts.requestId === headers.get('x-request-id') && facts.error);
    expect(String(line?.facts.error)).toContain('hunter2');
  });

  test('a database that is away is a 503 that says when to come back', async () => {
    const { status, headers, text } = await world.call('GET', '/away', { token: null });
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('5');
    expect(text).not.toContain('10.1.2.3');
  });
});

test('each request is one log line with route, status and key, without its query', async () => {
  const { headers } = await world.call('GET', '/roles?filter[name]=Anna', { headers: { 'x-request-id': 'one-line' } });
  expect(headers.get('x-request-id')).toBe('one-line');
  const lines = log.lines.filter(({ facts }) => facts.requestId === 'one-line');
  expect(lines).toHaveLength(1);
  expect(lines[0].facts).toMatchObject({
    method: 'GET',
    route: '/roles',
    status: 200,
    organizationId: world.organizationId,
  });
  expect(JSON.stringify(lines)).not.toContain('Anna');
});

test('a route outside Nest passes the same edge: one log line by its pattern, 405 for another method', async () => {
  const options = { token: null, headers: { 'x-request-id': 'one-ring' } };
  const { status, headers, body } = await world.call('GET', '/bells/anna?at=noon', options);
  expect([status, body]).toEqual([200, { rings: 'anna' }]);
  expect([headers.get('x-request-id'), headers.get('x-content-type-options')]).toEqual(['one-ring', 'nosniff']);
  const lines = log.lines.filter(({ facts }) => facts.requestId === 'one-ring');
  expect(lines.map(({ facts }) => facts)).toMatchObject([{ method: 'GET', route: '/bells/:name', status: 200 }]);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toMatch(/anna|noon/);
  const refused = await world.call('DELETE', '/bells/anna', { token: null });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
