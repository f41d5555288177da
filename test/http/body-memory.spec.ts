import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { Controller, Module, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BodyMemory } from '../../src/http/body/body-memory.js';
import { StreamedBody } from '../../src/http/body/streamed-body.js';
import { BodyStream, Streamed } from '../../src/http/body/streamed-body.decorator.js';
import { Permission } from '../../src/http/permission.decorator.js';
import { Public } from '../../src/http/public.decorator.js';
import { BodyLimit, Raw } from '../../src/http/raw.decorator.js';
import { eventually } from '../kernel/manual-clock.js';
import { type HttpWorld, httpWorld } from './http-world.js';

const megabyte = 2 ** 20;

@Controller()
class BodiesController {
  @Post('hooks/:id')
  @Public()
  @Raw()
  push(@Req() { rawBody }: FastifyRequest) {
    return { bytes: rawBody?.length };
  }

  @Post('large')
  @Permission('bulk:write')
  @BodyLimit(4 * megabyte)
  large(@Req() { rawBody }: FastifyRequest) {
    return { bytes: rawBody?.length };
  }

  @Post('streamed')
  @Permission('bulk:write')
  @Streamed(64 * megabyte)
  async streamed(@BodyStream() body: StreamedBody) {
    let count = 0;
    await body.list({ member: 'operations', size: 10 }, async ({ elements }) => {
      count += elements.length;
    });
    return { count };
  }
}

@Module({ controllers: [BodiesController] })
class BodiesModule {}

/** 8 MB: 6 for large bodies, 1 for calls without a key. */
let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ modules: [BodiesModule], settings: { bodyMemoryMegabytes: 8 } });
});
afterAll(async () => {
  changes.mockRestore();
  await world.close();
});
beforeEach(() => holds(0));

const changes = jest.spyOn(BodyMemory.prototype, 'change');
const held = () => changes.mock.calls.reduce((sum, [, bytes]) => sum + bytes, 0);

/** What is on its way arrives in its own time, as does the news of who hung up. */
function holds(bytes: number): Promise<void> {
  return eventually(`the service holds ${bytes} bytes of bodies`, () => held() === bytes);
}

interface Answered {
  readonly status: number;
  readonly type: string | undefined;
  readonly retryAfter: string | undefined;
  readonly body: { readonly bytes?: number; readonly count?: number; readonly detail?: string };
}

/** A body that arrives piece by piece; what is sent is on its way once `write` resolves. */
class Sender {
  readonly answer: Promise<Answered>;
  private readonly outgoing: ClientRequest;

  constructor(path: string, headers: Record<string, string | number> = {}) {
    const isPublic = path.startsWith('/hooks');
    this.outgoing = request(`${world.url}${path}`, {
      method: 'POST',
      headers: {
        ...(isPublic ? {} : { authorization: `Bearer ${world.token}` }),
        'content-type': 'application/json',
        ...headers,
      },
    });
    this.answer = new Promise((resolve, reject) => {
      this.outgoing.on('error', reject);
      this.outgoing.on('response', (incoming) => {
        let text = '';
        incoming.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            type: incoming.headers['content-type'],
            retryAfter: incoming.headers['retry-after'],
            body: JSON.parse(text) as Answered['body'],
          }),
        );
      });
    });
    this.answer.catch(() => undefined);
  }

  write(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.outgoing.write(text, () => resolve());
    });
  }

  end(text = ''): Promise<Answered> {
    this.outgoing.end(text);
    return this.answer;
  }

  hangUp(): void {
    this.outgoing.destroy();
  }
}

/** JSON of so many bytes. */
const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
const large = (bytes: number) => new Sender('/large', { 'content-length': bytes });
const all = text(2.5 * megabyte);
const [most, rest] = [all.slice(0, -100), all.slice(-100)];
const crowded = {
  status: 503,
  type: 'application/problem+json',
  retryAfter: '5',
  body: { detail: expect.stringContaining('Too much is being received') },
};

test('slow senders of large bodies: the last to begin is refused, earlier and small ones finish', async () => {
  const early: Sender[] = [];
  for (const count of [1, 2]) {
    const sender = large(all.length);
    early.push(sender);
    await sender.write(most);
    await holds(count * most.length);
  }
  const last = large(all.length);
  await last.write(most);
  expect(await last.answer).toMatchObject({ ...crowded, type: expect.stringContaining('problem+json') });
  expect((await world.call('POST', '/roles', { body: { name: 'small', permissions: [] } })).status).toBe(201);
  expect((await world.call('POST', '/large', { body: text(megabyte / 2) })).status).toBe(201);
  for (const sender of early)
    expect(await sender.end(rest)).toMatchObject({ status: 201, body: { bytes: all.length } });
});

test('a caller who announces a large body and sends little takes little memory', async () => {
  const idle = Array.from({ length: 20 }, () => large(4 * megabyte));
  await Promise.all(idle.map((sender) => sender.write('"x')));
  await holds(40);
  expect((await world.call('POST', '/large', { body: all })).status).toBe(201);
  // Whoever is refused is let go of.
  await holds(40);
  for (const sender of idle) sender.hangUp();
});

test('callers without a key share an eighth of the memory; the largest body goes, others do not notice', async () => {
  const half = 'x'.repeat(megabyte / 2);
  const [first, second] = [
    new Sender('/hooks/1', { 'content-length': megabyte }),
    new Sender('/hooks/2', { 'content-length': megabyte }),
  ];
  await first.write(`${half}xx`);
  await holds(half.length + 2);
  await second.write(half);
  expect(await first.answer).toMatchObject({ status: 503, retryAfter: '5' });
  expect((await new Sender('/hooks/3').end('{}')).status).toBe(201);
  expect((await world.call('POST', '/large', { body: all })).status).toBe(201);
  expect(await second.end(half)).toMatchObject({ status: 201, body: { bytes: megabyte } });
});

test('fast senders: each body is taken or refused with a retry, and all room is free afterwards', async () => {
  const answers = await Promise.all(Array.from({ length: 24 }, () => large(all.length).end(all)));
  expect(new Set([201, 503, ...answers.map(({ status }) => status)])).toEqual(new Set([201, 503]));
  expect(answers.some(({ status }) => status === 201)).toBe(true);
  for (let count = 0; count < 6; count += 1) {
    const gone = large(all.length);
    await gone.write(most);
    gone.hangUp();
    await expect(gone.answer).rejects.toThrow(/hang up|aborted|ECONNRESET/);
  }
  // The service hears of who hung up in its own time.
  await eventually('two find room side by side', async () => {
    const both = [large(all.length), large(all.length)];
    await Promise.all(both.map((sender) => sender.write(most)));
    const statuses = await Promise.all(both.map(async (sender) => (await sender.end(rest)).status));
    return statuses.every((status) => status === 201);
  });
});

test('streamed bodies hold only what is unread: a list of any length passes, a long text does not', async () => {
  const element = `{"text":"${'x'.repeat(100_000)}"}`;
  const list = new Sender('/streamed', { 'transfer-encoding': 'chunked' });
  await list.write('{"operations":[');
  for (let count = 0; count < 200; count += 1) await list.write(`${count > 0 ? ',' : ''}${element}`);
  expect(await list.end(']}')).toMatchObject({ status: 201, body: { count: 200 } });

  const single = new Sender('/streamed', { 'transfer-encoding': 'chunked' });
  await single.write('{"note":"');
  for (let count = 0; count < 80; count += 1) await single.write('x'.repeat(100_000));
  expect(await single.answer).toMatchObject({ status: 503 });
  single.hangUp();
});

test('too long a body is refused as before, however it is sent', async () => {
  expect((await world.call('POST', '/large', { body: text(4 * megabyte + 1) })).status).toBe(413);
  const chunked = new Sender('/large', { 'transfer-encoding': 'chunked' });
  await chunked.write(text(5 * megabyte));
  expect((await chunked.answer).status).toBe(413);
  chunked.hangUp();
  expect((await world.call('POST', '/large', { body: all })).status).toBe(201);
});
