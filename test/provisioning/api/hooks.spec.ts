import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HttpWorld } from '../../http/http-world.js';
import { apiWorld, bellSecrets, connected } from './api-world.js';
import { signature } from './bell-desk.js';

let world: HttpWorld;
let id: string;
beforeAll(async () => {
  world = await apiWorld();
  id = (await connected(world)).id;
});
afterAll(async () => {
  await world.close();
});

function push(path: string, body: string | Buffer, headers: Record<string, string> = {}) {
  return world.call('POST', `/hooks/${path}`, {
    token: null,
    body,
    headers: { 'x-signature': signature(body, bellSecrets.key), ...headers },
  });
}

async function events(query = ''): Promise<Record<string, unknown>[]> {
  return (await world.call('GET', `/connections/${id}/events?sort=seq:asc${query}`)).body._embedded.events;
}

const message = JSON.stringify({ kind: 'ignored', reason: 'Grüße vom Empfang' });

describe('what is pushed', () => {
  test('is stored before it is answered, in the words of that vendor', async () => {
    const { status, headers, text } = await push(`${id}/secret/part?x=1&y=2`, message);
    expect([status, headers.get('x-heard'), text]).toEqual([202, '/secret/part?x=1&y=2', 'ding']);
    expect(headers.get('x-ratelimit-limit')).toBeNull();
    const [event] = await events();
    expect(event).toMatchObject({
      kind: 'hook',
      status: 'received',
      byte_length: Buffer.byteLength(message),
      has_payload: true,
      error: null,
    });
    expect(event).not.toHaveProperty('payload');
    expect((await world.call('GET', `/events/${String(event.id)}`)).body).toMatchObject({
      payload: message,
      payload_encoding: 'utf-8',
      connection_id: id,
    });
  });

  test('is taken in the same way under every address form and by an id in capitals', async () => {
    for (const path of [`/v1/hooks/${id}`, `/api/hooks/${id}`, `/hooks/${id.toUpperCase()}`]) {
      const answer = await world.call('POST', path, {
        token: null,
        body: message,
        headers: { 'x-signature': signature(message, bellSecrets.key) },
      });
      expect([path, answer.status, answer.headers.get('x-heard')]).toEqual([path, 202, '']);
    }
  });

  test('may be bytes of any kind, which are kept as they are', async () => {
    const bytes = Buffer.from([0xff, 0x00, 0xfe, 0x0a]);
    await push(id, bytes, { 'content-type': 'application/octet-stream' });
    const last = (await events('&filter[kind]=hook')).at(-1);
    expect((await world.call('GET', `/events/${String(last?.id)}`)).body).toMatchObject({
      payload: bytes.toString('base64'),
      payload_encoding: 'base64',
    });
  });

  test('twice under one event id is stored once', async () => {
    const before = (await events('&page_size=100')).length;
    expect((await push(id, message, { 'x-event': 'e-1' })).status).toBe(202);
    expect((await push(id, message, { 'x-event': 'e-1' })).status).toBe(202);
    expect((await events('&page_size=100')).length).toBe(before + 1);
  });

  test('with a wrong signature is refused and not stored', async () => {
    const before = (await events('&page_size=100')).length;
    const { status, body } = await push(id, message, { 'x-signature': 'guessed' });
    expect(status).toBe(401);
    expect(body).toMatchObject({ detail: 'The signature does not match', code: 'signature_invalid' });
    expect((await events('&page_size=100')).length).toBe(before);
  });

  test('above 1 MiB is refused before its signature is looked at', async () => {
    expect((await push(id, Buffer.alloc(2 ** 20 + 1, 'x'), { 'x-signature': 'none' })).status).toBe(413);
    expect((await push(id, Buffer.alloc(2 ** 20, 'x'))).status).toBe(202);
  });

  test.each(['01900000-0000-7000-8000-000000000000', 'nobody', '%2e%2e', "'; drop table connections"])(
    'to nobody (%s) is not found',
    async (nobody) => {
      expect((await push(encodeURIComponent(nobody), message)).status).toBe(404);
    },
  );

  test('to a connection that is not enabled is not found', async () => {
    const { id: closed } = await connected(world, { enabled: false });
    expect((await push(closed, message)).status).toBe(404);
  });

  test("after the connection's key was changed needs the new key at once", async () => {
    const { id: renewed } = await connected(world);
    expect((await push(renewed, message)).status).toBe(202);
    await world.call('PATCH', `/connections/${renewed}`, { body: { secrets: { key: 'a-newer-key' } } });
    expect((await push(renewed, message)).status).toBe(401);
    expect((await push(renewed, message, { 'x-signature': signature(message, 'a-newer-key') })).status).toBe(202);
  });

  test('can only be posted; GET is for vendors that ask first', async () => {
    const put = await world.call('PUT', `/hooks/${id}`, { token: null, body: {} });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    const asked = await world.call('GET', `/hooks/${id}`, { token: null });
    expect([asked.status, asked.body.detail]).toEqual([404, expect.stringContaining('handshake')]);
  });
});

test('an event is replayed while its payload is kept', async () => {
  const [{ id: eventId }] = await events();
  expect((await world.call('POST', `/events/${String(eventId)}/replay`)).body).toMatchObject({
    id: eventId,
    status: 'received',
  });
  expect((await world.call('POST', '/events/01900000-0000-7000-8000-000000000000/replay')).status).toBe(404);
});

test('nobody reads an event of another organization', async () => {
  const [{ id: eventId }] = await events();
  const { token } = await world.organization('Elsewhere');
  expect((await world.call('GET', `/events/${String(eventId)}`, { token })).status).toBe(404);
  expect((await world.call('POST', `/events/${String(eventId)}/replay`, { token })).status).toBe(404);
});

test('a burst to one connection is stored whole', async () => {
  const { id: busy } = await connected(world);
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => push(busy, `{"n":${index}}`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect((await world.call('GET', `/connections/${busy}/events`)).body.total_items).toBe(200);
  expect((await world.call('GET', `/connections/${busy}`)).body.oldest_dirty_seconds).toBeGreaterThanOrEqual(0);
});
