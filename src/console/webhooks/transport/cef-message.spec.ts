import { expect, test } from '@jest/globals';
import { exampleEvents } from '../../events/event-examples.js';
import { payloadOf } from '../../events/event-payload.js';
import { type ConsoleEvent, eventTypes } from '../../events/event-types.js';
import { cefMessage } from './cef-message.js';

const now = '2026-05-14T13:00:00.000Z';
const cef = (event: ConsoleEvent) => cefMessage('event-1', payloadOf(event, now));

test('who, with what, where and why stand under the keys of the dictionary', () => {
  expect(cef(exampleEvents['auth.failed'])).toBe(
    'CEF:0|Usher|Wi-Fi access|1|auth.failed|Authentication failed|4|rt=1778763600000 externalId=event-1 ' +
      'smac=3c:22:fb:4a:10:9e' +
      ' suser=anna.berger@example.com dvchost=lobby-2 dvcmac=f0:9f:c2:00:11:22 cs1=PEAP cs1Label=authMethod ' +
      'cs2=phone cs2Label=deviceType cs3=iOS 18 cs3Label=deviceOs' +
      ' outcome=failure reason=The password is wrong cs4=wrong_password cs4Label=reasonCode',
  );
});

test('what separates fields is escaped, so a name cannot add fields of its own', () => {
  const line = cef({
    event: 'device.connected',
    user: { username: 'a=b\\c|d suser=root\nCEF:0|Evil\r' },
    accessPoint: { name: 'x=1' },
  });
  expect(line).toContain(String.raw`suser=a\=b\\c|d suser\=root\nCEF:0|Evil\r dvchost=x\=1`);
  expect(line.split('\n')).toHaveLength(1);
});

test('what is not known is left out, and every label has its value', () => {
  expect(cef({ event: 'device.disconnected' })).toBe(
    'CEF:0|Usher|Wi-Fi access|1|device.disconnected|Device disconnected|1|rt=1778763600000 externalId=event-1',
  );
  for (const type of eventTypes) {
    const keys = [...cef(exampleEvents[type]).matchAll(/(?<= )(\w+)=/g)].map(([, key]) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys.filter((each) => each.endsWith('Label'))) expect(keys).toContain(key.replace('Label', ''));
  }
});

test('certificates, guests and rules have theirs', () => {
  expect(cef(exampleEvents['certificate.expiring'])).toContain(
    String.raw`cs4=4f1d9a3c2794b0e85d6a71c3f2089be4 cs4Label=certificateSerial ` +
      String.raw`cs5=CN\=anna.berger@example.com cs5Label=certificateSubject cs6=client`,
  );
  expect(cef(exampleEvents['certificate.expiring'])).toContain(
    'cn1=30 cn1Label=daysLeft deviceCustomDate1=1781355600000 deviceCustomDate1Label=expiresAt',
  );
  expect(
    cef({
      event: 'guest.registered',
      guest: { id: 'g', firstName: 'Anna', lastName: 'Berger', captivePortal: 'Lobby' },
    }),
  ).toContain('cs4=Lobby cs4Label=captivePortal cs5=Anna Berger cs5Label=guestName');
  expect(cef(exampleEvents['policy.violated'])).toContain(
    'cs4=No visitors at night cs4Label=policyName cs5={"field":"time","op":"not_in","value":"Al0700-1900"} ' +
      'cs5Label=rule',
  );
});
