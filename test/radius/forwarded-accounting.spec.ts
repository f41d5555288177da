import { createSocket } from 'node:dgram';
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { systemContext } from '../../src/kernel/context.js';
import { accountingRequest } from '../../bench/radius/packets.js';
import { eventually } from '../kernel/manual-clock.js';
import type { AccountingBehind } from './accounting-behind.js';
import { sharedSecret } from './around.js';
import { forwarded } from './forwarded-packet.js';
import { over, radclient } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { type Served, sessionsWritten, withFreeRadius } from './served-radius.js';

const ipv6 = [
  'NAS-IPv6-Address = 2001:db8::7',
  'Framed-IP-Address = 10.1.1.9',
  'Framed-IPv6-Address = 2001:db8::1:0:0:9',
  'Framed-IPv6-Address = 2001:db8::a',
  'Framed-IPv6-Prefix = 2001:db8:1::/64',
  'Delegated-IPv6-Prefix = 2001:db8:2::/56',
];

withFreeRadius('accounting is stored together, whoever takes it', () => {
  let rig: RadiusRig;
  /** FreeRADIUS takes it, and stores it by itself. */
  let alone: Served;
  /** FreeRADIUS takes it, and forwards it. */
  let forwarding: Served;
  let behind: AccountingBehind;
  let behindForwarding: AccountingBehind;

  beforeAll(async () => {
    rig = await RadiusRig.open();
    if (rig.accounting) behind = rig.accounting;
    alone = await rig.another(rig.world.fresh.url, 'freeradius');
    forwarding = await rig.another(rig.world.fresh.url, 'freeradius, forwarded');
    if (forwarding.accounting) behindForwarding = forwarding.accounting;
  });
  afterEach(async () => {
    await sessionsWritten(rig.world);
    behind.statements.length = 0;
    behindForwarding.statements.length = 0;
  });
  afterAll(async () => {
    for (const { server, runFolder } of [alone, forwarding]) {
      await server.stop();
      rmSync(runFolder, { recursive: true, force: true });
    }
    await rig.close();
  });

  const packet = (...more: string[]) =>
    over(
      [
        'Acct-Status-Type = Start',
        'Acct-Session-Id = "a"',
        'User-Name = "anna"',
        'NAS-Identifier = "lobby"',
        'Calling-Station-Id = "AA-BB-CC-00-11-22"',
        'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
      ],
      more,
    );
  /** What waits to be written, oldest first, and is taken away. */
  const taken = async () => {
    const rows = await rig.world.fresh.database.query<Record<string, string>>(
      systemContext(rig.world.organizationId, 'test'),
      {
        name: 'test_take_packets',
        text: `with gone as (delete from accounting_packets where organization_id = $1 returning *)
          select to_jsonb(g) - '{id,received_at}'::text[]
            || jsonb_build_object('av_pairs', rtrim(av_pairs, ':')) as said from gone g order by received_at`,
      },
      [rig.world.organizationId],
    );
    return rows.map(({ said }) => said as unknown as Record<string, string>);
  };

  test.each<[what: string, ...attributes: string[]]>([
    ['a start', 'Class = 0x757365723a', 'NAS-IP-Address = 10.0.0.7', 'NAS-Port-Type = Wireless-802.11'],
    ['addresses by IPv6', ...ipv6],
    ['two of an attribute', 'NAS-Port = 7', 'User-Name = "first", User-Name = "second"'],
    [
      'words for ports, letters beyond ASCII',
      'NAS-Port-Id = "wlan0/Zürich 客"',
      'NAS-Port = 7',
      'User-Name = "o\'neill\\\\"',
    ],
    [
      'volume and end',
      'Acct-Status-Type = Stop',
      'Acct-Session-Time = 4000000000',
      'Acct-Input-Octets = 4294967295',
      'Acct-Input-Gigawords = 2',
      'Acct-Output-Octets = 5',
      'Acct-Output-Gigawords = 1',
      'Acct-Delay-Time = 3',
      'Acct-Terminate-Cause = Lost-Carrier',
      'Framed-IP-Address = 10.1.1.1',
    ],
    ['words of RFC 3580', 'Acct-Status-Type = Stop', 'Acct-Terminate-Cause = Port-Disabled'],
    ['numbers without a word', 'Acct-Status-Type = 55', 'Acct-Terminate-Cause = 77'],
    ['a restart', 'Acct-Status-Type = Accounting-On'],
    [
      "what makers' own attributes say of the device",
      'Cisco-AVPair = "dhcp-option=\\000\\014\\000\\004Anna"',
      'Aruba-Device-Type = "iPhone"',
      'Ruckus-Client-Os-Type = "iOS"',
      'Ruckus-Client-Os-Class = "Phone"',
      'Ruckus-Client-Host-Name = "annas-phone"',
    ],
  ])('is what FreeRADIUS would store by itself: %s', async (_, ...attributes) => {
    const heard = await Promise.all(
      [rig.acct, forwarding.acct, alone.acct].map(
        async (port) => (await radclient(port, 'acct', packet(...attributes))).packet,
      ),
    );
    expect(heard).toEqual(['Accounting-Response', 'Accounting-Response', 'Accounting-Response']);
    expect([behind, behindForwarding].map(({ statements }) => statements.length)).toEqual([1, 1]);
    const [one, two, three] = await taken();
    expect(one).toEqual(three);
    expect(two).toEqual(three);
    expect(one).toMatchObject({ client: expect.stringMatching(/^[0-9a-f-]{36}\//), calling: expect.anything() });
  });

  test('what comes at the same time shares a statement, and everybody is answered when it is committed', async () => {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => {
      socket.bind(0, '127.0.0.1', resolve);
    });
    const answered = new Set<number>();
    socket.on('message', (answer) => answered.add(answer[1]));
    for (let id = 0; id < 200; id += 1) {
      const visitor = { username: `guest-${id}`, password: '', mac: 'AA-BB-CC-00-11-22' };
      socket.send(
        accountingRequest(id, visitor, { status: 'start', session: `many ${id}`, seconds: 0 }, sharedSecret),
        rig.acct,
        '127.0.0.1',
      );
    }
    await eventually('all are answered', () => answered.size === 200);
    socket.close();
    expect(behind.statements.flat()).toHaveLength(200);
    expect(behind.statements.length).toBeLessThan(100);
    expect((await taken()).map(({ username }) => username).toSorted()).toEqual(
      Array.from({ length: 200 }, (_, id) => `guest-${id}`).toSorted(),
    );
  });

  test.each(['usher', 'freeradius'])('an access point cannot say to %s that it is another one', async (who) => {
    const { id } = await rig.world.organization(`Elsewhere ${who}`);
    const heard = await radclient(who === 'usher' ? rig.acct : forwarding.acct, 'acct', [
      ...packet(),
      `Attr-26.32473.1 = 0x${Buffer.from(`${id}/${id}`).toString('hex')}`,
      `Attr-26.32473.3 = 0x${Buffer.from('10.9.9.9').toString('hex')}`,
    ]);
    expect(heard.packet).toBe('Accounting-Response');
    expect(await taken()).toMatchObject([
      { organization_id: rig.world.organizationId, client: expect.not.stringContaining(id), nas_address: '127.0.0.1' },
    ]);
  });

  test('who does not know the secret of this start stores nothing', async () => {
    const said = { status: 'start', session: 'forged', seconds: 0 } as const;
    const socket = createSocket('udp4');
    const visitor = { username: 'anna', password: '', mac: 'AA-BB-CC-00-11-22' };
    for (const bytes of [accountingRequest(1, visitor, said, sharedSecret), Buffer.from('x'), Buffer.alloc(20)])
      socket.send(bytes, behindForwarding.intake.door.port, '127.0.0.1');
    expect((await radclient(forwarding.acct, 'acct', packet())).packet).toBe('Accounting-Response');
    socket.close();
    expect(behindForwarding.statements.flat().map(({ session_id: session }) => session)).toEqual(['a']);
    expect(await taken()).toHaveLength(1);
  });

  test('a packet that no row can be made of keeps none of the others from being stored', async () => {
    const socket = createSocket('udp4');
    const answered: number[] = [];
    socket.on('message', (answer) => answered.push(answer[1]));
    const { door } = behindForwarding.intake;
    const clients = [rig.world.organizationId, 'x'.repeat(36), rig.world.organizationId];
    for (const [id, organization] of clients.entries())
      socket.send(forwarded(id, `${organization}/ap`, door.secret), door.port, '127.0.0.1');
    await eventually('the others are answered', () => answered.length === 2);
    socket.close();
    expect(answered.toSorted()).toEqual([0, 2]);
    expect(await taken()).toHaveLength(2);
  });

  test('while nobody takes what it forwards, FreeRADIUS stores it by itself', async () => {
    await behindForwarding.close();
    await eventually(
      'an access point that says it again is answered',
      async () => (await radclient(forwarding.acct, 'acct', packet())).packet === 'Accounting-Response',
    );
    expect(behindForwarding.statements).toEqual([]);
    expect((await taken()).at(-1)).toMatchObject({ session_id: 'a', username: 'anna' });
  });
});
