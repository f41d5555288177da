import { expect, test } from '@jest/globals';
import { payloadOf } from '../../events/event-payload.js';
import { jsonMessage, octetCounted, syslogMessage } from './syslog-message.js';

const payload = payloadOf(
  { event: 'auth.rejected', reasonCode: 'x', user: { username: 'Jörg 😀\n<34>1' } },
  '2026-05-14T13:00:00.000Z',
);

test('a message has the header of RFC 5424 and the event as JSON in ASCII on one line', () => {
  const message = syslogMessage(payload, 'usher-1.example.com', jsonMessage('event-1', payload));
  const [, header, json] =
    /^(<36>1 2026-05-14T13:00:00\.000Z usher-1\.example\.com usher - auth\.rejected - )([\u0020-\u007e]+)$/.exec(
      message,
    ) ?? [];
  expect(header).toBeDefined();
  expect(JSON.parse(json)).toEqual({ id: 'event-1', ...payload });
});

test('a host name that cannot stand in the header is brought into form', () => {
  expect(syslogMessage(payload, 'my höst\n', 'x')).toContain(' myhst usher ');
  expect(syslogMessage(payload, 'ü', 'x')).toContain('Z - usher ');
});

test('on a stream the length is counted in bytes', () => {
  expect(octetCounted('grün').toString('utf8')).toBe('5 grün');
});
