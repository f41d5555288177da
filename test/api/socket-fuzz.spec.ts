import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { CapturingLog } from '../connector-contract/capturing-log.js';
import { answersIn, BareSocket } from './bare-socket.js';
import { type Furnished, furnished } from './one-of-everything.js';
import { usherWorld, type UsherWorld } from './usher-world.js';

const seed = Number(process.env.USHER_TEST_SEED ?? 20_261_121);
const numRuns = 60 * Number(process.env.USHER_TEST_RUNS ?? 1);

const log = new CapturingLog();
let world: UsherWorld;
let house: Furnished;
beforeAll(async () => {
  world = await usherWorld({ log });
  house = await furnished(world, 'Hotel Seeblick', 'mark-of-the-house');
});
afterAll(async () => {
  await world.close();
});

async function expectAlive(): Promise<void> {
  expect((await world.ask('GET', `/users/${house.ids.user}`, { token: house.token })).status).toBe(200);
  expect(log.lines.splice(0).filter((line) => line.startsWith('error'))).toEqual([]);
}

/** Every answer is a refusal in the form of all others, or something that was rightly asked. */
function expectAnswers(text: string): void {
  for (const { status, head, body } of answersIn(text)) {
    expect([status, status >= 200 && status < 500]).toEqual([status, true]);
    if (status < 400 || body === '') continue;
    expect(head).toMatch(/content-type: application\/problem\+json/i);
    expect(JSON.parse(body)).toMatchObject({
      type: 'about:blank',
      title: expect.any(String),
      status,
      detail: expect.any(String),
    });
  }
}

/** Sends bytes and the end of them; what came back until the other side closed too. */
async function exchange(...parts: (string | Uint8Array)[]): Promise<string> {
  const socket = new BareSocket(world.port);
  for (const part of parts) socket.send(part);
  socket.finish();
  const text = await socket.closed();
  expectAnswers(text);
  return text;
}

function statuses(text: string): number[] {
  return answersIn(text).map(({ status }) => status);
}

const key = () => `Host: x\r\nAuthorization: Bearer ${house.token}\r\n`;
const post = (path: string, headers: string) => `POST ${path} HTTP/1.1\r\n${key()}${headers}\r\n`;

describe('what is not HTTP', () => {
  test.each<[string, () => string, number]>([
    ['nonsense', () => 'nonsense\r\n\r\n', 400],
    ['a version that there is not', () => `GET /users HTTP/9.9\r\n${key()}\r\n`, 400],
    ['a method that there is not', () => `FETCH /users HTTP/1.1\r\n${key()}\r\n`, 400],
    ['no path', () => `GET HTTP/1.1\r\n${key()}\r\n`, 400],
    ['a blank in the path', () => `GET /users and more HTTP/1.1\r\n${key()}\r\n`, 400],
    ['no Host', () => 'GET /users HTTP/1.1\r\n\r\n', 400],
    ['a header without colon', () => `GET /users HTTP/1.1\r\n${key()}Nonsense\r\n\r\n`, 400],
    ['NUL in a header', () => `GET /users HTTP/1.1\r\n${key()}X-Request-Id: a\0b\r\n\r\n`, 400],
    ['a header folded over lines', () => `GET /users HTTP/1.1\r\n${key()}X-A: b\r\n c\r\nX: \x01\r\n\r\n`, 400],
    ['headers without end', () => `GET /users HTTP/1.1\r\n${key()}X-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['a negative length', () => post('/users', 'Content-Length: -5\r\n'), 400],
    ['a length that is no number', () => post('/users', 'Content-Length: 0x10\r\n'), 400],
    ['two lengths', () => `${post('/users', 'Content-Length: 2\r\nContent-Length: 3\r\n')}{}`, 400],
    [
      'length and chunks at once',
      () => `${post('/users', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n`,
      400,
    ],
    [
      'chunks of no size',
      () =>
        `${post('/users', 'Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n')}zz\r\n{}\r\n0\r\n\r\n`,
      400,
    ],
    ['a transfer encoding that there is not', () => `${post('/users', 'Transfer-Encoding: gzip\r\n')}{}`, 400],
  ])('%s is refused in the form of every refusal', async (_what, bytes, status) => {
    expect(statuses(await exchange(bytes()))).toEqual([status]);
    await expectAlive();
  });

  test(`any bytes (seed ${seed})`, async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc
        .array(
          fc.oneof(
            fc.constantFrom(
              'GET ',
              'POST ',
              '/users',
              '/hooks/',
              ' HTTP/1.1',
              '\r\n',
              '\r\n\r\n',
              'Host: x',
              'Content-Length: 5',
              'Transfer-Encoding: chunked',
              '0\r\n\r\n',
              ':',
              '\0',
              '\n',
              '5\r\n',
            ),
            fc.string({ maxLength: 10 }),
          ),
          { maxLength: 14 },
        )
        .map((parts) => Buffer.from(parts.join(''), 'latin1')),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (each) => {
        await exchange(each);
      }),
      { seed, numRuns, endOnFailure: true },
    );
    await expectAlive();
  });

  test('any place at which a good request is cut, doubled or harmed', async () => {
    const body = JSON.stringify({ comment: 'x' });
    const good = Buffer.from(
      `PATCH /users/${house.ids.user} HTTP/1.1\r\n${key()}Content-Type: application/json\r\nContent-Length: ` +
        `${body.length}\r\n\r\n${body}`,
    );
    const harm = fc.record({
      at: fc.nat(good.length - 1),
      byte: fc.nat(255),
      how: fc.constantFrom('cut', 'harm', 'drop', 'double'),
    });
    await fc.assert(
      fc.asyncProperty(harm, async ({ at, byte, how }) => {
        const harmed = Buffer.from(good);
        harmed[at] = byte;
        const sent = {
          cut: good.subarray(0, at),
          harm: harmed,
          drop: Buffer.concat([good.subarray(0, at), good.subarray(at + 1)]),
          double: Buffer.concat([good, good.subarray(at)]),
        }[how];
        await exchange(sent);
      }),
      { seed, numRuns, endOnFailure: true },
    );
    await expectAlive();
  });
});

describe('bodies and their lengths', () => {
  test('a body shorter than its Content-Length is no request', async () => {
    const before = (await world.made(200, 'GET', '/users', { token: house.token })).total_items;
    await exchange(post('/users', 'Content-Type: application/json\r\nContent-Length: 5000\r\n'), '{"username":"half"}');
    expect((await world.made(200, 'GET', '/users', { token: house.token })).total_items).toBe(before);
    await expectAlive();
  });

  test('bytes beyond the Content-Length are read as the next request, and refused', async () => {
    const text = await exchange(
      post('/users', 'Content-Type: application/json\r\nContent-Length: 2\r\n'),
      '{}{"username":"more"}',
    );
    expect(statuses(text).at(-1)).toBe(400);
    await expectAlive();
  });

  test.each<[string, number]>([
    ['/users', 2 ** 20],
    ['/bulk/users', 8 * 2 ** 20],
    ['/connections/x/preview', 4 * 2 ** 20],
  ])('%s: one byte more than its limit is refused, promised or in chunks', async (path, limit) => {
    const bytes = Buffer.alloc(limit + 1, 0x20);
    const promised = await world.ask('POST', path, { body: bytes, token: house.token }).catch(() => null);
    // Whoever goes on sending after the refusal may find the connection closed before reading it.
    if (promised) expect([promised.status, promised.body.status]).toEqual([413, 413]);
    const socket = new BareSocket(world.port);
    socket.send(post(path, 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'));
    socket.send(`${bytes.length.toString(16)}\r\n`);
    socket.send(bytes);
    socket.send('\r\n0\r\n\r\n');
    const text = await socket.until((each) => answersIn(each).length > 0);
    expect([[413], []]).toContainEqual(statuses(text));
    socket.destroy();
    await expectAlive();
  });

  test('a Content-Length above the limit is refused before the body is sent', async () => {
    for (const path of ['/users', `/hooks/${house.ids.connection}`]) {
      const socket = new BareSocket(world.port);
      socket.send(post(path, 'Content-Type: application/json\r\nContent-Length: 99999999999\r\n'));
      expect(statuses(await socket.until((each) => answersIn(each).length > 0))).toEqual([413]);
      socket.destroy();
    }
    await expectAlive();
  });

  test('a pushed message over 1 MiB is refused, and nothing of it is stored', async () => {
    const events = () => world.made(200, 'GET', `/connections/${house.ids.connection}/events`, { token: house.token });
    const before = (await events()).total_items;
    const answer = await world
      .ask('POST', `/hooks/${house.ids.connection}/a-webhook-token-of-the-house`, {
        body: Buffer.alloc(2 ** 20 + 1, 0x20),
        token: null,
      })
      .catch(() => null);
    if (answer) expect(answer.status).toBe(413);
    expect((await events()).total_items).toBe(before);
    await expectAlive();
  });

  test.each<[string, Buffer]>([
    ['half of a character', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x22, 0x7d])],
    ['an overlong form', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('\ufeff{"username":"a"}', 'utf16le')],
    ['Latin-1', Buffer.from('{"username":"Café"}', 'latin1')],
  ])('%s in place of UTF-8 is refused', async (_what, body) => {
    const { status, body: problem } = await world.ask('POST', '/users', { body, token: house.token });
    expect([status, problem.detail]).toEqual([400, 'The body is not valid UTF-8']);
    await expectAlive();
  });
});

describe('slow callers', () => {
  test('many callers who send slowly keep nobody else waiting, and may finish late', async () => {
    const body = '{"username":"slow-0"}';
    const slow = Array.from({ length: 100 }, (_, index) => {
      const socket = new BareSocket(world.port);
      socket.send(
        post('/users', `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`).slice(
          0,
          index % 2 ? undefined : -7,
        ),
      );
      return socket;
    });
    slow[1].send(body.slice(0, 5));
    for (let asked = 0; asked < 20; asked += 1) await expectAlive();
    slow[1].send(body.slice(5));
    expect(statuses(await slow[1].until((text) => answersIn(text).length > 0))).toEqual([201]);
    for (const each of slow) each.destroy();
    await expectAlive();
  });

  test('a caller who disconnects before the answer disturbs nobody else', async () => {
    for (let left = 0; left < 20; left += 1) {
      const socket = new BareSocket(world.port);
      const body = JSON.stringify({
        operations: Array.from({ length: 100 }, (_, index) => ({ op: 'upsert', data: { username: `left-${index}` } })),
      });
      socket.send(
        `${post('/bulk/users', `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`)}${body}`,
      );
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      socket.destroy();
    }
    await expectAlive();
  });

  test('a request that takes too long to arrive is told so', async () => {
    const server = world.app.getHttpServer() as Server;
    const accepted = new Promise<Socket>((resolve) => {
      server.once('connection', resolve);
    });
    const socket = new BareSocket(world.port);
    const error = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, await accepted);
    const text = await socket.closed();
    expectAnswers(text);
    expect(statuses(text)).toEqual([408]);
    expect(server.requestTimeout).toBe(120_000);
  });
});
