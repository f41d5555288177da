import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { AccountingDoor } from '../../src/radius/door/accounting-door.js';
import type { AccountingPacket } from '../../src/radius/door/accounting-packet.js';
import { eventually } from '../kernel/manual-clock.js';
import { AccessPointLoad } from '../../bench/radius/access-points.js';
import { accountingRequest } from '../../bench/radius/packets.js';
import { radclient } from './radclient.js';
import { withFreeRadius } from './radius-rig.js';

const client = '00000000-0000-7000-8000-000000000001/00000000-0000-7000-8000-000000000002';
const visitor = { username: 'anna', password: '', mac: 'AA-BB-CC-00-11-22' };

withFreeRadius('where FreeRADIUS forwards what access points say of sessions', () => {
  let door: AccountingDoor;
  let stored: AccountingPacket[][];
  let store: () => Promise<void>;

  beforeEach(async () => {
    stored = [];
    store = () => Promise.resolve();
    door = await AccountingDoor.open(async (packets) => {
      await store();
      stored.push([...packets]);
    });
  });
  afterEach(() => door.close());

  /** As FreeRADIUS words it (deploy/freeradius/server.conf). */
  const named = (secret = door.secret) =>
    `Attr-26.32473.1 = 0x${Buffer.from(`${secret} 0123456789abcdef 10.0.0.7 ${client}`).toString('hex')}`;
  const tell = (...attributes: string[]) => radclient(door.port, 'acct', attributes, door.secret);
  const all = () => stored.flat();

  test('each attribute is kept as FreeRADIUS would write it', async () => {
    const { packet } = await tell(
      named(),
      'Acct-Status-Type = Interim-Update',
      'User-Name = "größe"',
      'Acct-Session-Id = "one"',
      'Class = 0x00ff',
      'Class = 0x01',
      'NAS-Identifier = "lobby"',
      'NAS-Port = 7',
      'Calling-Station-Id = "AA-BB-CC-00-11-22"',
      'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
      'Framed-IPv6-Address = 2001:db8:0:0:0:0:0:17',
      'Acct-Session-Time = 4294967295',
      'Acct-Delay-Time = 3',
      'Acct-Input-Octets = 1',
      'Acct-Input-Gigawords = 2',
      'Acct-Output-Octets = 3',
      'Acct-Output-Gigawords = 4',
      'Acct-Terminate-Cause = Port-Disabled',
      'Cisco-AVPair = "a=b"',
      'Attr-26.9.1 = 0x6300',
      'Aruba-Device-Type = "iPhone"',
      'Ruckus-Client-Os-Type = "iOS"',
      'Ruckus-Client-Os-Class = "phone"',
      'Ruckus-Client-Host-Name = "annas"',
    );
    expect(packet).toBe('Accounting-Response');
    expect(all()).toEqual([
      {
        organization_id: client.slice(0, 36),
        client,
        unique_id: '0123456789abcdef',
        nas_address: '10.0.0.7',
        status: 'Interim-Update',
        session_id: 'one',
        username: 'größe',
        class: '0x00ff',
        nas_id: 'lobby',
        nas_port: '7',
        calling: 'AA-BB-CC-00-11-22',
        called: '00-11-22-33-44-55:Lindenhof',
        framed: '2001:db8::17',
        seconds: '4294967295',
        delay: '3',
        octets_in: '1',
        giga_in: '2',
        octets_out: '3',
        giga_out: '4',
        cause: 'Port-Disabled',
        av_pairs: '613d62:6300',
        aruba_device_type: 'iPhone',
        ruckus_os_type: 'iOS',
        ruckus_os_class: 'phone',
        ruckus_host_name: 'annas',
      },
    ]);
  });

  test('what is left out is empty, and what has no name is its number', async () => {
    await tell(named(), 'Acct-Status-Type = 15', 'Acct-Terminate-Cause = 99', 'Framed-IP-Address = 10.1.2.3');
    expect(all()).toMatchObject([
      { status: '15', cause: '99', framed: '10.1.2.3', username: '', class: '', seconds: '', av_pairs: '' },
    ]);
  });

  test('text that no database holds is stored all the same', async () => {
    expect((await tell(named(), 'Attr-1 = 0x616e6e6100ff', 'Attr-44 = 0xfffe')).packet).toBe('Accounting-Response');
    expect(all()).toMatchObject([{ username: 'anna', session_id: '\uFFFD\uFFFD' }]);
  });

  test('an access point cannot speak for another one', async () => {
    const forged = named('another-secret-of-32-letters-xxx');
    expect((await tell(forged, 'Acct-Status-Type = Start')).packet).toBe('Accounting-Response');
    expect(all()).toEqual([]);
    await tell(forged, named(), 'Acct-Status-Type = Start');
    expect(all()).toMatchObject([{ client, nas_address: '10.0.0.7' }]);
  });

  test('who does not have the secret is not heard', async () => {
    const { packet } = await radclient(door.port, 'acct', [named(), 'Acct-Status-Type = Start'], 'guessed');
    expect([packet, all()]).toEqual([null, []]);
  });

  test('what could not be stored is not answered, and what comes next is', async () => {
    store = () => Promise.reject(new Error('The database is away'));
    expect((await tell(named(), 'Acct-Status-Type = Start')).packet).toBeNull();
    expect((await radclient(door.port, 'status', ['Message-Authenticator = 0x00'], door.secret)).packet).toBe(
      'Accounting-Response',
    );
    store = () => Promise.resolve();
    expect((await tell(named(), 'Acct-Status-Type = Start')).packet).toBe('Accounting-Response');
  });

  test('packets that come while others are stored share the next statement, in their order', async () => {
    let go: () => void = () => undefined;
    let isAsked = false;
    store = () => {
      isAsked = true;
      return new Promise((resolve) => {
        go = resolve;
      });
    };
    const points = await Promise.all([1, 2, 3, 4].map(() => AccessPointLoad.open('127.0.0.1')));
    const ask = (point: AccessPointLoad, session: string) =>
      point.ask(door.port, (id) =>
        accountingRequest(
          id,
          visitor,
          { status: 'start', session, seconds: 0, said: saidOf(door.secret) },
          door.secret,
        ),
      );
    const first = ask(points[0], 's0');
    await eventually('the first is on its way', () => isAsked);
    const others = points.slice(1).map((point, index) => ask(point, `s${index + 1}`));
    await eventually('the others wait', () => door.size === 4);
    store = () => Promise.resolve();
    go();
    const answers = await Promise.all([first, ...others]);
    for (const point of points) point.close();
    expect(answers.map((answer) => answer?.[0])).toEqual([5, 5, 5, 5]);
    expect(stored.map((packets) => packets.map(({ session_id: session }) => session))).toEqual([
      ['s0'],
      ['s1', 's2', 's3'],
    ]);
  });
});

function saidOf(secret: string): Buffer {
  return Buffer.from(`${secret} 0123456789abcdef 10.0.0.7 ${client}`);
}
