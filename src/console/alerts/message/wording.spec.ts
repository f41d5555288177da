import { expect, test } from '@jest/globals';
import { alarmEvents, type AlarmEvent } from '../../../kernel/alarms.js';
import type { NotifiedAlert } from './alert-message.js';
import { wordsFor } from './wording.js';

const alertOf = (event: AlarmEvent, facts: NotifiedAlert['facts'] = {}): NotifiedAlert => ({
  id: 'a1',
  event,
  subjectId: 's1',
  subjectName: 'Lobby',
  detail: 'As the record says',
  facts,
  raisedAt: '2026-05-14T13:00:00.000Z',
  resolvedAt: null,
});
const charge = { number: 17, room: '204', amount: 1250, currency: 'EUR' };
const expiry = { expires_at: '2026-06-01T10:00:00.000Z' };

/** What the subject of the mail says, and what of the advice nobody may have to guess. */
const told: readonly (readonly [AlarmEvent, NotifiedAlert['facts'], string, string])[] = [
  ['connection.quarantined', { code: 'given_up' }, 'Connection "Lobby" was disabled', 'then enable it again'],
  ['connection.quarantined', { code: 'unreachable' }, 'Connection "Lobby" has stopped', 'retries by itself'],
  ['connection.silent', {}, 'No data from connection "Lobby"', 'test the connection'],
  [
    'connection.console_unreachable',
    {},
    'The Wi-Fi console of connection "Lobby" cannot be reached',
    'then everything that waits is carried out, leavers first',
  ],
  [
    'connection.accounts_refused',
    { leavers: 2 },
    'The Wi-Fi console of connection "Lobby" does not end access that is over',
    'Look under Operations',
  ],
  [
    'connection.accounts_refused',
    { leavers: 0 },
    'The Wi-Fi console of connection "Lobby" refuses accounts',
    'Look under Operations',
  ],
  ['plan.held', expiry, 'Connection "Lobby": removals need approval', 'before 1 June 2026, 12:00 (Europe/Vienna)'],
  ['endings.held', {}, 'Connection "Lobby" reports unusually many leavers', 'They keep access until somebody decides'],
  ['file.refused', { verdict: 'held' }, 'A file for connection "Lobby" was not processed', 'process it anyway'],
  [
    'file.refused',
    { verdict: 'rejected' },
    'A file for connection "Lobby" was not processed',
    'send a complete and newer file',
  ],
  ['delivery.waiting', {}, 'Connection "Lobby" cannot send credentials', 'a mail server (USHER_SMTP_URL)'],
  [
    'certificate.expiring',
    { ...expiry, usage: 'authority', has_successor: 1 },
    'The certificate authority expires on 1 June 2026, 12:00 (Europe/Vienna)',
    'Its successor already issues',
  ],
  [
    'certificate.expiring',
    { ...expiry, usage: 'authority', has_successor: 0 },
    'The certificate authority expires on 1 June 2026, 12:00 (Europe/Vienna)',
    'create its successor under Certificates',
  ],
  [
    'certificate.expiring',
    { ...expiry, usage: 'client', serial: '5f3a' },
    'A certificate expires on 1 June 2026, 12:00 (Europe/Vienna)',
    'Its serial number is 5f3a',
  ],
  ['webhook.failing', {}, 'Webhook "Lobby" is failing', 'after five days it is disabled'],
  ['webhook.disabled', {}, 'Webhook "Lobby" was disabled', 'enable it again under Webhooks'],
  [
    'portal.guessing',
    { guessed: 'vouchers' },
    'Somebody is guessing voucher codes on captive portal "Lobby"',
    'print vouchers with longer codes',
  ],
  [
    'portal.guessing',
    { guessed: 'rooms' },
    'Somebody is guessing rooms and names on captive portal "Lobby"',
    'departure date or booking number',
  ],
  [
    'portal.controller_unreachable',
    {},
    'Gateway "Lobby" cannot let guests in: its controller does not respond as expected',
    'Test the gateway under Gateways',
  ],
  ['portal.gateway_unknown', { gateways: 0 }, 'Captive portal "Lobby" has guests but no gateway', 'Add the gateway'],
  [
    'portal.gateway_unknown',
    { gateways: 2 },
    'An unknown gateway sends guests to captive portal "Lobby"',
    'add its address to the login addresses',
  ],
  ['session.not_ended', {}, 'Access point "Lobby" does not end sessions that are over', 'RFC 3576 or CoA'],
  [
    'posting.unclear',
    charge,
    'Charge 17 to room 204 by connection "Lobby" needs review',
    'whether room 204 was charged €12.50',
  ],
  [
    'posting.unclear',
    { ...charge, currency: 'JPY' },
    'Charge 17 to room 204 by connection "Lobby" needs review',
    'whether room 204 was charged ¥1,250.',
  ],
  ['report.undelivered', {}, 'The report "Lobby" cannot be delivered', 'Check its recipients'],
  [
    'operator.emergency_sign_in',
    {},
    'Lobby signed in without the required provider',
    'block the operator under Operators',
  ],
];

test.each(told)('%s %j: the mail says what happened and what to do', (event, facts, headline, advice) => {
  const words = wordsFor(alertOf(event, facts), 'Europe/Vienna');
  expect(words).toMatchObject({ headline, advice: expect.stringContaining(advice) });
  expect(words.over).not.toBe(headline);
  expect(Object.values(words).join(' ')).not.toMatch(/undefined|NaN/);
});

test('no state that somebody is told of is left out above', () => {
  expect([...new Set(told.map(([event]) => event))].toSorted()).toEqual([...alarmEvents].toSorted());
});
