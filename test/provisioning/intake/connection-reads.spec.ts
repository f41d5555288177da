import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { eventually } from '../../kernel/manual-clock.js';
import { type Engine, IntakeRig } from './intake-rig.js';
import { record } from './scripted-connector.js';

/** How often a connection, with its secrets, is read for what comes in. The clock stands still. */
let rig: IntakeRig;
let engine: Engine;
const sent = jest.spyOn(pg.Client.prototype, 'query');

beforeAll(async () => {
  rig = await IntakeRig.open();
});
afterAll(async () => {
  sent.mockRestore();
  await rig.close();
});
beforeEach(() => {
  engine = rig.engine();
  engine.absorber.start();
});
afterEach(async () => {
  await engine.absorber.stop();
});

/**
 * The reads of whole connections among the statements of `work`: where a message is let in, and where it is absorbed.
 */
async function readsOf(work: () => Promise<unknown>): Promise<{ letIn: number; absorbed: number; other: number }> {
  sent.mockClear();
  await work();
  const names = sent.mock.calls
    .map(([query]) => (query as unknown as { name?: string }).name ?? '')
    .filter((name) => ['connections_anywhere', 'connections_by_ids', 'connections_of_organization'].includes(name));
  const count = (name: string) => names.filter((each) => each === name).length;
  const [letIn, absorbed] = [count('connections_anywhere'), count('connections_by_ids')];
  return { letIn, absorbed, other: names.length - letIn - absorbed };
}

const frame = (key: string) => Buffer.from(JSON.stringify([record(key)]));
const keys = Array.from({ length: 50 }, (_, index) => `G${index}`);

async function absorbed(connection: StoredConnection, count: number): Promise<void> {
  await eventually(`${count} messages are absorbed`, async () => {
    const statuses = await rig.statuses(connection);
    return statuses.length === count && statuses.every((status) => status === 'absorbed');
  });
}

test('a webhook reads its connection once to let messages in, and once for each batch that is absorbed', async () => {
  const desk = await rig.connection(engine, 'pushes', { secrets: { push_secret: 's3cret' } });
  const push = async (key: string) => {
    const connection = await engine.directory.find(rig.context, desk.id);
    const headers = { 'x-secret': 's3cret', 'x-event-id': key };
    const request = { method: 'POST', path: '', headers, body: frame(key), remoteAddress: '203.0.113.9' };
    await engine.hooks.accept(rig.context, connection!, request);
  };
  const first = await readsOf(() => push('1').then(() => absorbed(desk, 1)));
  expect(first).toEqual({ letIn: 1, absorbed: 1, other: 0 });
  const second = await readsOf(() => push('2').then(() => absorbed(desk, 2)));
  expect(second).toEqual({ letIn: 0, absorbed: 1, other: 0 });
  // They wait together.
  await engine.absorber.stop();
  expect(await readsOf(() => Promise.all(keys.map(push)))).toEqual({ letIn: 0, absorbed: 0, other: 0 });
  const together = await readsOf(async () => {
    engine.absorber.start();
    await engine.absorber.sweep();
    await absorbed(desk, 52);
  });
  expect(together).toEqual({ letIn: 0, absorbed: 1, other: 0 });
});

test('a link reads its connection for each batch that is absorbed, and for no frame', async () => {
  const hotel = await rig.connection(engine, 'listens');
  engine.listeners.start();
  await engine.listeners.keepLinks();
  await eventually('the link is open', () => rig.outside.links.length === 1);
  const [{ link }] = rig.outside.links;
  await engine.absorber.stop();
  const stored = await readsOf(() => Promise.all(keys.map((key) => link.store(frame(key)))));
  expect(stored).toEqual({ letIn: 0, absorbed: 0, other: 0 });
  const together = await readsOf(async () => {
    engine.absorber.start();
    await engine.absorber.sweep();
    await absorbed(hotel, 50);
  });
  expect(together).toEqual({ letIn: 0, absorbed: 1, other: 0 });
  await engine.listeners.stop();
});
