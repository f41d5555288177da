import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Controller, Module, Post, Req } from '@nestjs/common';
import { RouteSchema } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { BodyLimit, Raw } from '../../src/http/raw.decorator.js';
import { Permission } from '../../src/http/permission.decorator.js';
import { Public } from '../../src/http/public.decorator.js';
import { type HttpWorld, httpWorld } from './http-world.js';

@Controller()
class PushController {
  /** Answers what arrived, byte for byte. */
  @Post('hooks/:id')
  @Public()
  @Raw()
  push(@Req() request: FastifyRequest) {
    return { bytes: request.rawBody?.toString('base64') ?? '', parsed: request.body ?? null };
  }

  @Post('large')
  @Permission('bulk:write')
  @BodyLimit(4 * 1024 * 1024)
  large(@Req() request: FastifyRequest) {
    return { bytes: request.rawBody?.length ?? 0 };
  }
}

@Module({ controllers: [PushController] })
class PushModule {}

@Controller('described')
class DescribedController {
  @Post()
  @Public()
  @RouteSchema({ body: { type: 'object', required: ['name'] } })
  described() {
    return {};
  }
}

@Module({ controllers: [DescribedController] })
class DescribedModule {}

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ modules: [PushModule] });
});
afterAll(async () => {
  await world.close();
});

const role = { name: 'night desk', permissions: ['users:read'] };

describe('what a body must be', () => {
  test.each([
    ['malformed JSON', '{"name": ', 400, /not valid JSON/],
    [
      'a key that reaches into prototypes',
      '{"__proto__": {"x": 1}, "name": "x", "permissions": []}',
      400,
      /not valid JSON/,
    ],
    ['a list', '[]', 422, /^The body must be an object$/],
    ['a text', '"role"', 422, /^The body must be an object$/],
    ['an unknown field', JSON.stringify({ ...role, colour: 'red' }), 422, /colour/],
    ['a missing field', '{"permissions": []}', 422, /name/],
    ['nothing', '', 422, /name/],
    ['a field of another type', JSON.stringify({ ...role, name: 7 }), 422, /name/],
    ['a null where none may be', JSON.stringify({ ...role, name: null }), 422, /name/],
    [
      'a field of a name that every object has',
      JSON.stringify({ ...role, permissions: [{ constructor: 'x' }] }),
      422,
      /permissions/,
    ],
    ['half of a surrogate pair', String.raw`{"name": "a\ud800b", "permissions": []}`, 422, /surrogate/],
    [
      'lists within lists within lists',
      `{"name": ${'['.repeat(65)}${']'.repeat(65)}, "permissions": []}`,
      400,
      /more than 64/,
    ],
    [
      'a field that is named twice',
      '{"name": "one", "permissions": [], "name": "other"}',
      422,
      /^name: is named twice/,
    ],
    ['a NUL character', String.raw`{"name": "a\u0000b", "permissions": []}`, 422, /U\+0000/],
  ])('%s is refused', async (_what, body, status, detail) => {
    const answer = await world.call('POST', '/roles', { body });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ status, instance: '/roles' });
    expect(answer.body.detail).toMatch(detail);
  });

  test('bytes that are not UTF-8 are refused, not guessed at', async () => {
    const { status, body } = await world.call('POST', '/roles', {
      body: Buffer.from('{"name": "Caf\xe9", "permissions": []}', 'latin1'),
    });
    expect([status, body.detail]).toEqual([400, 'The body is not valid UTF-8']);
  });

  test('a byte order mark is no part of it', async () => {
    expect(
      (await world.call('POST', '/roles', { body: `\ufeff${JSON.stringify({ ...role, name: 'marked' })}` })).status,
    ).toBe(201);
  });

  test('every wrong field is pointed at', async () => {
    const { body } = await world.call('POST', '/roles', {
      body: { name: '', permissions: ['everything'], colour: 'red' },
    });
    expect(body.title).toBe('Unprocessable Entity');
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(
      expect.arrayContaining(['#/colour', '#/name', '#/permissions']),
    );
    for (const error of body.errors) expect(error.detail.length).toBeGreaterThan(3);
  });

  test.each([
    [
      {},
      [
        ['#/name', 'is required'],
        ['#/permissions', 'is required'],
      ],
    ],
    [
      { name: 7, permissions: 'users:read' },
      [
        ['#/name', 'must be text'],
        ['#/permissions', 'must be a list'],
      ],
    ],
    [
      { name: '', permissions: ['users:read', 'users:read'] },
      [
        ['#/name', 'must have 1 to 200 characters'],
        ['#/permissions', 'must name each one once'],
      ],
    ],
    [
      { ...role, id: 'x', colour: 'red' },
      [
        ['#/id', 'is not a field that can be set: remove it'],
        ['#/colour', 'is not a field that can be set: remove it'],
      ],
    ],
  ])('of each field of %j the first thing to put right is told, once', async (wrong, expected) => {
    const { body } = await world.call('POST', '/roles', { body: wrong });
    expect(
      body.errors.map(({ pointer, detail }: { pointer: string; detail: string }) => [pointer, detail]).sort(),
    ).toEqual(expected.toSorted());
  });

  test('a body of nothing but wrong fields is not answered with ten times its size', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`wrong-${index}`, 1]));
    const { status, body, text } = await world.call('POST', '/roles', { body: wrong });
    expect([status, body.errors.length]).toEqual([422, 100]);
    expect(body.detail).toMatch(/and 199\d\d more$/);
    expect(text.length).toBeLessThan(20_000);
  });

  test('a field inside a field is pointed at with its whole path', async () => {
    const { status, body } = await world.call('POST', '/organizations', {
      body: { name: 'Annex', retention: { accounting_days: 'x', 'a/b': 1 } },
    });
    expect(status).toBe(422);
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers).toContain('#/retention/accounting_days');
    expect(pointers).toContain('#/retention/a~1b');
  });

  test('another media type is refused, JSON under another name is not', async () => {
    const form = await world.call('POST', '/roles', {
      body: 'name=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(415);
    const text = await world.call('POST', '/roles', {
      body: JSON.stringify(role),
      headers: { 'content-type': 'text/plain' },
    });
    expect(text.status).toBe(415);
    const merge = await world.call('POST', '/roles', {
      body: JSON.stringify({ ...role, name: 'by patch' }),
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect(merge.status).toBe(201);
  });

  test('a compressed body is refused as one, where bodies are read', async () => {
    const body = JSON.stringify({ ...role, name: 'pressed' });
    const answer = await world.call('POST', '/roles', { body, headers: { 'content-encoding': 'gzip' } });
    expect([answer.status, answer.body.detail]).toEqual([
      415,
      'Bodies are taken as they are: send it without Content-Encoding',
    ]);
    expect((await world.call('POST', '/roles', { body, headers: { 'content-encoding': 'identity' } })).status).toBe(
      201,
    );
    expect(
      (await world.call('POST', '/hooks/1', { body: 'x', token: null, headers: { 'content-encoding': 'gzip' } }))
        .status,
    ).toBe(201);
  });

  test('a body above the limit of its route is refused, and the process goes on', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    const small = await world.call('POST', '/roles', { body });
    expect(small.status).toBe(413);
    expect(small.body.detail).toBe('The body is too large for this call');
    const large = await world.call('POST', '/large', { body });
    expect(large.body).toEqual({ bytes: body.length });
  });

  test('JSON nested a hundred thousand levels deep is refused, and the process goes on', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const answer = await world.call('POST', '/roles', { body: deep });
    expect([400, 422]).toContain(answer.status);
    expect((await world.call('GET', '/roles')).status).toBe(200);
  });

  test("a stranger's body is not even read", async () => {
    const answer = await world.call('POST', '/roles', { body: '{"malformed', token: null });
    expect(answer.status).toBe(401);
  });
});

describe('those who push in their own manner', () => {
  test('reach the route with any media type, parameter and bytes, without a key', async () => {
    const bytes = Buffer.from([0x3c, 0x78, 0xff, 0x00, 0x3e]);
    const { status, body } = await world.call('POST', '/hooks/1?anything=1', {
      token: null,
      body: bytes,
      headers: { 'content-type': 'application/xml' },
    });
    expect(status).toBe(201);
    expect(Buffer.from(body.bytes, 'base64')).toEqual(bytes);
    expect(body.parsed).toBeNull();
  });

  test('receive malformed JSON as it came, since the signature is checked first', async () => {
    const { body } = await world.call('POST', '/v1/hooks/1', { token: null, body: '{"a": ' });
    expect(Buffer.from(body.bytes, 'base64').toString()).toBe('{"a": ');
  });
});

test('a route whose body a schema describes, beside the classes, ends the start', async () => {
  await expect(httpWorld({ shared: world, modules: [DescribedModule] })).rejects.toThrow(/Routes have no schemas/);
});
