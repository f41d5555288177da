import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { exampleEvents, examplePayloads } from '../../../src/console/events/event-examples.js';
import { type EventType, eventTypes } from '../../../src/console/events/event-types.js';
import { eventually } from '../../kernel/manual-clock.js';
import { Rsyslog, type TakenMessage, withRsyslog } from './rsyslog.js';
import { certificateFor } from './self-signed.js';
import { type House, WebhookWorld } from './webhook-world.js';

const severities: Readonly<Record<EventType, string>> = {
  'device.connected': 'info',
  'device.disconnected': 'info',
  'auth.failed': 'warning',
  'auth.rejected': 'warning',
  'guest.registered': 'info',
  'certificate.expiring': 'notice',
  'policy.violated': 'warning',
  'user.created': 'info',
  'user.disabled': 'info',
  'user.enabled': 'info',
  'user.renamed': 'info',
  'user.deleted': 'info',
  'voucher.created': 'info',
  'voucher.redeemed': 'info',
  'connection.quarantined': 'err',
  'connection.recovered': 'notice',
  'run.held': 'warning',
  'portal.guessing': 'warning',
  'portal.controller_unreachable': 'err',
  'portal.gateway_unknown': 'warning',
};
const everything = eventTypes.map((type) => exampleEvents[type]);

withRsyslog('a real rsyslogd', () => {
  let world: WebhookWorld;
  let plain: Rsyslog;
  let secured: Rsyslog;
  let vouching: string;
  beforeAll(async () => {
    world = await WebhookWorld.open();
    world.start();
    const { key, cert } = await certificateFor('localhost');
    vouching = cert;
    [plain, secured] = await Promise.all([Rsyslog.start(), Rsyslog.start({ key, cert })]);
  });
  afterAll(async () => {
    await Promise.all([world.close(), plain.stop(), secured.stop()]);
  });

  /** What it takes while the events are sent to it. */
  async function taken(
    way: 'udp' | 'tcp' | 'tls',
    type: 'syslog' | 'cef',
    send: (house: House) => Promise<string[]>,
  ): Promise<TakenMessage[]> {
    const server = way === 'tls' ? secured : plain;
    const before = server.messages().length;
    const house = await world.house();
    await world.webhook(house, way === 'udp' ? server.urls.udp : server.urls.tcp, {
      type,
      events: eventTypes,
      ...(way === 'tls' ? { tls_ca: vouching } : {}),
    });
    const ids = await send(house);
    await eventually(`${ids.length} messages have come`, () => server.messages().length >= before + ids.length);
    expect(server.messages()).toHaveLength(before + ids.length);
    return server.messages().slice(before);
  }

  test.each(['udp', 'tcp', 'tls'] as const)(
    'reads every event over %s field by field as RFC 5424 has them, and its JSON unharmed',
    async (way) => {
      const messages = await taken(way, 'syslog', (house) => world.emit(house, ...everything));
      expect(messages.map(({ msgid }) => msgid).sort()).toEqual([...eventTypes].sort());
      for (const { message, timestamp, ...fields } of messages) {
        const { id, ...payload } = JSON.parse(message);
        const type = fields.msgid as EventType;
        expect(fields).toMatchObject({
          facility: 'auth',
          severity: severities[type],
          version: '1',
          hostname: hostname(),
          app: 'usher',
          procid: '-',
          data: '-',
        });
        expect([payload, id, Date.parse(timestamp)]).toEqual([
          examplePayloads[type],
          expect.any(String),
          Date.parse(payload.timestamp),
        ]);
      }
    },
  );

  test.each(['udp', 'tcp', 'tls'] as const)('reads every event over %s as CEF, by a parser of its own', async (way) => {
    const messages = await taken(way, 'cef', (house) => world.emit(house, ...everything));
    const read = new Map(messages.map(({ msgid, cef }) => [msgid, cef.f]));
    // Trap: liblognorm 2.0.6 drops the first letter of the first key (rt) where no blank stands before it; the format's
    // own examples have none.
    for (const type of eventTypes) {
      expect(read.get(type)).toMatchObject({
        DeviceVendor: 'Usher',
        DeviceProduct: 'Wi-Fi access',
        DeviceVersion: '1',
        SignatureID: type,
        Extensions: { externalId: expect.any(String), t: String(Date.parse(examplePayloads[type].timestamp)) },
      });
    }
    expect(read.get('auth.failed')).toMatchObject({
      Name: 'Authentication failed',
      Severity: '4',
      Extensions: {
        suser: 'anna.berger@example.com',
        outcome: 'failure',
        cs4: 'wrong_password',
        cs4Label: 'reasonCode',
      },
    });
    expect(read.get('policy.violated')).toMatchObject({
      Extensions: { cs5: '{"field":"time","op":"not_in","value":"Al0700-1900"}', cs5Label: 'rule' },
    });
  });

  test.each(['syslog', 'cef'] as const)(
    'takes a burst as %s over one connection apart again, whatever is in the names',
    async (type) => {
      const names = Array.from({ length: 200 }, (_, index) => `Jörg ${index} 😀\n<34>1 12 fake | a=b \\ "x" ]`);
      const messages = await taken('tcp', type, (house) =>
        world.emit(house, ...names.map((username) => ({ event: 'device.connected', user: { username } }) as const)),
      );
      expect(messages.every(({ app, msgid }) => app === 'usher' && msgid === 'device.connected')).toBe(true);
      const read =
        type === 'cef'
          ? messages.map(({ cef }) => cef.f?.Extensions?.suser)
          : messages.map(({ message }) => JSON.parse(message).user.username);
      expect(read.sort()).toEqual([...names].sort());
    },
  );
});
