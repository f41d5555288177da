import { expect, test } from '@jest/globals';
import {
  type EndedAlert,
  type AlertRecipient,
  mostMessagesAnHour,
  noticesOf,
  type WaitingAlert,
} from './alert-notice.js';

function alert(id: string, changes: Partial<WaitingAlert> = {}): WaitingAlert {
  return {
    id,
    event: 'connection.quarantined',
    subjectId: id,
    subjectName: `Front desk ${id}`,
    state: 'credentials_refused',
    detail: 'The key is refused',
    facts: {},
    raisedAt: '2026-05-14T13:00:00.000Z',
    resolvedAt: null,
    notifiedAt: null,
    endNotifiedAt: null,
    isInDigest: false,
    acknowledgedAt: null,
    acknowledgedUntil: null,
    acknowledgedBy: null,
    comment: null,
    wasNotifiedLately: false,
    ...changes,
  };
}

function over(id: string, changes: Partial<EndedAlert> = {}): EndedAlert {
  return {
    ...alert(id),
    resolvedAt: '2026-05-14T14:00:00.000Z',
    notifiedContactIds: ['desk'],
    standsAs: null,
    ...changes,
  };
}

function listener(changes: Partial<AlertRecipient> = {}): AlertRecipient {
  return {
    contact: { id: 'desk', events: ['connection.quarantined', 'plan.held'] },
    ways: ['email'],
    sentLately: 0,
    ...changes,
  };
}

test('what happened together is one message', () => {
  const { messages, notified, left } = noticesOf([alert('a'), alert('b')], [], [listener()]);
  expect(messages).toMatchObject([
    { contactId: 'desk', ways: ['email'], alerts: [{ id: 'a' }, { id: 'b' }], isLastForNow: false },
  ]);
  expect([notified, left]).toEqual([
    new Map([
      ['a', ['desk']],
      ['b', ['desk']],
    ]),
    [],
  ]);
});

test('what ended before it was told, and what was told of lately, is left to the digest', () => {
  const { messages, left } = noticesOf(
    [alert('a', { resolvedAt: '2026-05-14T13:00:02.000Z' }), alert('b', { wasNotifiedLately: true })],
    [],
    [listener()],
  );
  expect([messages, left]).toEqual([[], ['a', 'b']]);
});

test('a contact is told of the events it wants, by the ways that reach it', () => {
  const listeners = [listener({ contact: { id: 'it', events: ['webhook.failing'] } }), listener({ ways: [] })];
  expect(noticesOf([alert('a')], [], listeners)).toEqual({
    messages: [],
    notified: new Map(),
    left: [],
    endsNotified: [],
    endsLeft: [],
  });
});

test('beyond its share of an hour a contact is told nothing but in the digest, and its last message says so', () => {
  const last = noticesOf([alert('a')], [], [listener({ sentLately: mostMessagesAnHour - 1 })]);
  expect(last.messages).toMatchObject([{ isLastForNow: true }]);
  const beyond = noticesOf(
    [alert('a')],
    [],
    [
      listener({ sentLately: mostMessagesAnHour }),
      listener({ contact: { id: 'it', events: ['connection.quarantined'] } }),
    ],
  );
  expect(beyond).toMatchObject({ messages: [{ contactId: 'it' }], notified: new Map([['a', ['it']]]), left: ['a'] });
});

test('of an end those are told who were told of the beginning, unless the state stands again', () => {
  const listeners = [listener(), listener({ contact: { id: 'night', events: ['connection.quarantined'] } })];
  const { messages, endsNotified, endsLeft } = noticesOf(
    [],
    [
      over('a'),
      over('b', { notifiedContactIds: ['desk', 'gone'], standsAs: 'c' }),
      over('d', { notifiedContactIds: ['gone'] }),
    ],
    listeners,
  );
  expect(messages).toMatchObject([{ contactId: 'desk', alerts: [], ended: [{ id: 'a' }] }]);
  expect([endsNotified, endsLeft]).toEqual([['a'], []]);
});

test('beginnings and ends are one message; who had its share learns of an end from the digest', () => {
  expect(noticesOf([alert('a')], [over('b')], [listener()]).messages).toMatchObject([
    { alerts: [{ id: 'a' }], ended: [{ id: 'b' }] },
  ]);
  expect(noticesOf([], [over('b')], [listener({ sentLately: mostMessagesAnHour })])).toMatchObject({
    messages: [],
    endsNotified: [],
    endsLeft: ['b'],
  });
});
