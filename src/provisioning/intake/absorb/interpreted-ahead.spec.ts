import { expect, test } from '@jest/globals';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { WaitingEvent } from '../../inbox/message.js';
import { InterpretedAhead } from './interpreted-ahead.js';
import type { InterpretedEvent } from '../changes/interpreted-event.js';

const at = (revision: number) => ({ revision }) as StoredConnection;
const waiting = (id: string, attempts = 0): WaitingEvent => ({
  id,
  seq: 1,
  kind: 'frame',
  payloadSealed: null,
  attempts,
  receivedAt: '2026-06-14T13:00:00.000Z',
  traceparent: null,
});
const understood = (id: string): InterpretedEvent => ({
  event: waiting(id),
  changes: [{ kind: 'confirm', key: id }],
  problem: null,
  isAwaited: false,
});

test('what was understood ahead is taken once, with the event as it is now', async () => {
  const ahead = new InterpretedAhead();
  await ahead.ready();
  ahead.under(at(1));
  ahead.read(Promise.resolve([understood('a'), understood('b')]));
  await ahead.ready();
  ahead.under(at(1));
  expect(ahead.take(waiting('a', 3))).toEqual({ ...understood('a'), event: waiting('a', 3) });
  expect(ahead.take(waiting('a'))).toBeUndefined();
  expect(ahead.take(waiting('c'))).toBeUndefined();
});

test('what was understood under other settings is forgotten', async () => {
  const ahead = new InterpretedAhead();
  await ahead.ready();
  ahead.under(at(1));
  ahead.read(Promise.resolve([understood('a')]));
  await ahead.ready();
  ahead.under(at(2));
  expect(ahead.take(waiting('a'))).toBeUndefined();
});

test('reading ahead that fails only leaves the work to be done later', async () => {
  const ahead = new InterpretedAhead();
  await ahead.ready();
  ahead.under(at(1));
  ahead.read(Promise.reject(new Error('no connection')));
  await ahead.ready();
  ahead.under(at(1));
  expect(ahead.take(waiting('a'))).toBeUndefined();
});
