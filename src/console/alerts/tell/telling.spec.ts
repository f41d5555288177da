import { expect, test } from '@jest/globals';
import { type Listener, mostMessagesAnHour, tellingsOf, type WaitingAlert } from './telling.js';

function alert(id: string, changes: Partial<WaitingAlert> = {}): WaitingAlert {
  return {
    id, event: 'connection.quarantined', subjectId: id, subjectName: `Front desk ${id}`, state: 'credentials_refused', detail: 'The key is refused', facts: {},
    raisedAt: '2026-05-14T13:00:00.000Z', resolvedAt: null, toldAt: null, leftToDigest: false, wasToldLately: false, ...changes,
  };
}

function listener(changes: Partial<Listener> = {}): Listener {
  return { contact: { id: 'desk', events: ['connection.quarantined', 'plan.held'] }, ways: ['email'], sentLately: 0, ...changes };
}

test('what happened together is one message', () => {
  const { messages, told, left } = tellingsOf([alert('a'), alert('b')], [listener()]);
  expect(messages).toMatchObject([{ contactId: 'desk', ways: ['email'], alerts: [{ id: 'a' }, { id: 'b' }], isLastForNow: false }]);
  expect([told, left]).toEqual([['a', 'b'], []]);
});

test('what ended before it was told, and what was told of lately, is left to the digest', () => {
  const { messages, left } = tellingsOf([alert('a', { resolvedAt: '2026-05-14T13:00:02.000Z' }), alert('b', { wasToldLately: true })], [listener()]);
  expect([messages, left]).toEqual([[], ['a', 'b']]);
});

test('a contact is told of the events it wants, by the ways that reach it', () => {
  const listeners = [listener({ contact: { id: 'it', events: ['webhook.failing'] } }), listener({ ways: [] })];
  expect(tellingsOf([alert('a')], listeners)).toEqual({ messages: [], told: [], left: [] });
});

test('beyond its share of an hour a contact is told nothing but in the digest, and its last message says so', () => {
  const last = tellingsOf([alert('a')], [listener({ sentLately: mostMessagesAnHour - 1 })]);
  expect(last.messages).toMatchObject([{ isLastForNow: true }]);
  const beyond = tellingsOf([alert('a')], [listener({ sentLately: mostMessagesAnHour }), listener({ contact: { id: 'it', events: ['connection.quarantined'] } })]);
  expect(beyond).toMatchObject({ messages: [{ contactId: 'it' }], told: ['a'], left: ['a'] });
});
