import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { InboundRequest } from '../../../src/provisioning/connector/connector.js';
import type { Message } from '../../../src/provisioning/inbox/message.js';
import { type Engine, IntakeRig } from './intake-rig.js';
import { record } from './scripted-connector.js';
import { letGo } from '../../database/retention.js';

let rig: IntakeRig;
let engine: Engine;
let hotel: StoredConnection;

beforeAll(async () => {
  rig = await IntakeRig.open();
});
afterAll(async () => {
  await rig.close();
});
beforeEach(async () => {
  engine = rig.engine();
  hotel = await rig.connection(engine, 'pushes');
});

const message = (text: string, dedupeKey?: string): Message => ({ kind: 'hook', body: Buffer.from(text), dedupeKey });

function request(headers: Record<string, string> = {}, body = JSON.stringify([record('1')])): InboundRequest {
  return {
    method: 'POST',
    path: '/',
    headers: { 'x-secret': 'open sesame', ...headers },
    body: Buffer.from(body),
    remoteAddress: '203.0.113.9',
  };
}

const payloads = statement(
  'test_payloads',
  'select payload_sealed as sealed, digest, byte_length as "byteLength" from inbox_events where ' +
    'connection_id = $1 order by seq',
);
const stored = (connection: StoredConnection) =>
  rig.fresh.database.query<{ sealed: string | null; digest: string; byteLength: number }>(rig.context, payloads, [
    connection.id,
  ]);

test('messages that arrive together share a statement; the first one does not wait', async () => {
  await Promise.all(
    Array.from({ length: 450 }, (_, index) => engine.inbox.store(rig.context, hotel.id, [message(`m${index}`)])),
  );
  const transactions = await rig.fresh.database.query<{ rows: number }>(
    rig.context,
    statement(
      'test_transactions',
      `
    select count(*) as rows from inbox_events where connection_id = $1 group by xmin order by min(seq)`,
    ),
    [hotel.id],
  );
  expect(transactions.map(({ rows }) => rows)).toEqual([1, 200, 200, 49]);
});

test('what one connection sends is stored in the order it was sent, whatever travels together', async () => {
  const other = await rig.connection(engine, 'pushes');
  const sent = Array.from({ length: 60 }, (_, index) => index);
  await Promise.all(
    sent.flatMap((index) =>
      [hotel, other].map(({ id }) => engine.inbox.store(rig.context, id, [message('x'.repeat(index + 1))])),
    ),
  );
  expect((await stored(hotel)).map(({ byteLength }) => byteLength - 1)).toEqual(sent);
  expect((await stored(other)).map(({ byteLength }) => byteLength - 1)).toEqual(sent);
});

test('the same event id is stored once, and other connections may use it too', async () => {
  const other = await rig.connection(engine, 'pushes');
  expect(
    await engine.inbox.store(rig.context, hotel.id, [message('a', 'E1'), message('a', 'E1'), message('b', 'E2')]),
  ).toBe(2);
  expect(await engine.inbox.store(rig.context, hotel.id, [message('a', 'E1')])).toBe(0);
  expect(await engine.inbox.store(rig.context, other.id, [message('a', 'E1')])).toBe(1);
});

test('a message for a connection that was deleted fails alone', async () => {
  const settled = await Promise.allSettled([
    engine.inbox.store(rig.context, hotel.id, [message('first, on its own')]),
    engine.inbox.store(rig.context, rig.ids.next(), [message('nobody')]),
    engine.inbox.store(rig.context, hotel.id, [message('second')]),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('payloads are sealed: neither text nor key of a guest is readable in the database', async () => {
  await engine.inbox.store(rig.context, hotel.id, [message('Nováková, room 412')]);
  const [{ sealed, digest }] = await stored(hotel);
  expect(sealed).toMatch(/^v1\./);
  expect(sealed).not.toContain('412');
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
});

test('the wake-up for a message is published only once the message can be read', async () => {
  const found: Promise<string[]>[] = [];
  engine.wakeUps.on('inbox', ({ key }) => {
    if (key === hotel.id) found.push(rig.statuses(hotel));
  });
  await engine.inbox.store(rig.context, hotel.id, [message('a')]);
  expect(await Promise.all(found)).toEqual([['received']]);
});

test('a push is answered as its vendor expects, and only after it is stored', async () => {
  const answer = await engine.hooks.accept(rig.context, hotel, request({ 'x-event-id': 'E9' }));
  expect(answer).toEqual({ status: 202, body: 'thanks' });
  expect(await rig.statuses(hotel)).toEqual(['received']);
  await engine.hooks.accept(rig.context, hotel, request({ 'x-event-id': 'E9' }));
  expect(await rig.statuses(hotel)).toHaveLength(1);
});

test('a push is not acknowledged when it cannot be stored', async () => {
  const deleted = { ...hotel, id: rig.ids.next() };
  await expect(engine.hooks.accept(rig.context, deleted, request())).rejects.toThrow(/foreign key/);
});

test('a push with a wrong secret is refused before anything is kept', async () => {
  await expect(engine.hooks.accept(rig.context, hotel, request({ 'x-secret': 'guess' }))).rejects.toMatchObject({
    code: 'signature_invalid',
  });
  expect(await rig.statuses(hotel)).toEqual([]);
});

test('a disabled connection, or one nobody can push to, takes nothing in', async () => {
  const disabled = await rig.connection(engine, 'pushes', { enabled: false });
  const listens = await rig.connection(engine, 'listens');
  for (const closed of [disabled, listens])
    await expect(engine.hooks.accept(rig.context, closed, request())).rejects.toMatchObject({ kind: 'not_found' });
});

test('payloads are erased after thirty days unless they wait; without one nothing can be replayed', async () => {
  await rig.push(engine, hotel, [record('1')]);
  await engine.connections.setPause(rig.context, hotel.id, 'all', 'paused');
  await rig.push(engine, hotel, [record('2')]);
  await rig.clock.advance(29 * 86_400);
  expect(await letGo(rig.fresh.database, rig.clock, 'payloads')).toBe(0);
  await rig.clock.advance(86_401);
  await letGo(rig.fresh.database, rig.clock, 'payloads');
  expect((await stored(hotel)).map(({ sealed }) => sealed === null)).toEqual([true, false]);
  const [erased] = await rig.events(hotel);
  await expect(engine.hooks.replay(rig.context, erased.id)).rejects.toMatchObject({ kind: 'conflict' });
  await expect(engine.hooks.replay(rig.context, rig.ids.next())).rejects.toMatchObject({ kind: 'not_found' });
});

test('messages are deleted after ninety days unless they wait', async () => {
  await rig.push(engine, hotel, [record('1')]);
  await engine.connections.setPause(rig.context, hotel.id, 'all', 'paused');
  await rig.push(engine, hotel, [record('2')]);
  await rig.clock.advance(89 * 86_400);
  await letGo(rig.fresh.database, rig.clock, 'payloads', 'inbox events');
  expect(await rig.statuses(hotel)).toEqual(['absorbed', 'received']);
  await rig.clock.advance(86_401);
  await letGo(rig.fresh.database, rig.clock, 'payloads', 'inbox events');
  expect(await rig.statuses(hotel)).toEqual(['received']);
});
