import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SessionEnder } from '../../src/console/sessions/session-ender.js';
import type { JsonBody } from '../http/http-world.js';
import { unhurried } from '../kernel/machine-time.js';
import { eventually } from '../kernel/manual-clock.js';
import { AccessPoint } from './access-point.js';
import { over, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const password = 'Sommer 2026!';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/18.5 Mobile/15E148 Safari/604.1';

/** A Cisco-AVPair of the device sensor, byte for byte: type and length in two bytes each hold zeros. */
function sensed(name: string, type: number, value: Buffer | string): string {
  const bytes = Buffer.from(value);
  const attribute = Buffer.concat([Buffer.from(`${name}=`), Buffer.from([0, type, 0, bytes.length]), bytes]);
  return `Attr-26.9.1 = 0x${attribute.toString('hex')}`;
}

withFreeRadius('what access points say of devices, and what they leave out', () => {
  let rig: RadiusRig;
  let ap: AccessPoint;
  let stations = 0;

  beforeAll(async () => {
    rig = await RadiusRig.open();
    ap = await AccessPoint.open();
    const { clients } = (await rig.world.call('GET', `/networks/${rig.networkId}`)).body;
    await rig.patch(`/networks/${rig.networkId}`, {
      clients: clients.map(({ id, address, short_name, vendor }: JsonBody) => ({
        id,
        address,
        short_name,
        vendor,
        coa_port: ap.port,
        require_message_authenticator: 0,
      })),
    });
    rig.world.app.get(SessionEnder).start();
  });
  afterAll(async () => {
    await rig.world.app.get(SessionEnder).stop();
    ap.close();
    await rig.close();
  });

  /** Another device each time; as access points write it. */
  function station(): string {
    stations += 1;
    return `02-00-00-00-01-${stations.toString(16).padStart(2, '0').toUpperCase()}`;
  }
  const packet = (status: string, session: string, username: string, from: string, ...more: string[]) =>
    rig.account(
      over(
        [
          `Acct-Status-Type = ${status}`,
          `Acct-Session-Id = "${session}"`,
          `User-Name = "${username}"`,
          'NAS-Identifier = "lobby"',
          'NAS-IP-Address = 10.0.0.7',
          `Calling-Station-Id = "${from}"`,
          'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
        ],
        more,
      ),
    );
  const told = async (from: string): Promise<JsonBody[]> => {
    const mac = from.toLowerCase().replaceAll('-', ':');
    return (await rig.events())
      .filter(({ device }) => device.mac === mac)
      .map(({ event, device, user }) => ({ event, type: device.type, os: device.os, method: user.auth_method }));
  };
  const asked = (session: string) =>
    ap.asked.filter(({ sessionId, to }) => sessionId === session && to === 'disconnect');

  test.each([true, false])(
    'events name a registered device and how it signed in, whether or not Class is repeated (%s)',
    async (repeats) => {
      const from = station();
      await rig.post('/devices', { mac: from, type: 'phone', os: 'Android 14' });
      await rig.post('/users', { username: `owner ${repeats}`, password });
      await signIn(rig.auth, `owner ${repeats}`, 'guessed', `Calling-Station-Id = "${from}"`);
      const { attributes } = await signIn(rig.auth, `owner ${repeats}`, password, `Calling-Station-Id = "${from}"`);
      const more = repeats ? [`Class = ${attributes.Class}`] : [];
      await packet('Start', `of ${from}`, `owner ${repeats}`, from, ...more);
      await packet('Stop', `of ${from}`, `owner ${repeats}`, from, ...more);
      expect(await told(from)).toEqual(
        ['auth.failed', 'device.connected', 'device.disconnected'].map((event) => ({
          event,
          type: 'phone',
          os: 'Android 14',
          method: 'PAP',
        })),
      );
      const { body } = await rig.world.call(
        'GET',
        `/reports/110?earliest=-1h&filter[mac]=${from}&columns=device_type,device_os`,
      );
      expect(body._embedded.rows).toEqual([1, 2].map(() => ({ device_type: 'phone', device_os: 'Android 14' })));
    },
  );

  test.each([
    [
      "Cisco, with the device's browser",
      [sensed('http-tlv', 1, iPhone), 'Cisco-AVPair = "audit-session-id=0A01"'],
      'phone',
      'iOS 18',
    ],
    [
      'Cisco, with its DHCP',
      [sensed('dhcp-option', 12, 'MacBook-Pro'), sensed('dhcp-option', 55, Buffer.from([1, 121, 3, 6, 15, 119, 252]))],
      'computer',
      'macOS',
    ],
    ['Cisco, with its own opinion', ['Cisco-AVPair = "dc-profile-name=Microsoft-Workstation"'], 'computer', 'Windows'],
    ['Aruba', ['Aruba-Device-Type = "iPad"'], 'tablet', 'iPadOS'],
    ['Ruckus', ['Ruckus-Client-Os-Type = "Android"', 'Ruckus-Client-Host-Name = "Galaxy-S23"'], 'phone', 'Android'],
    ['nobody', ['Cisco-AVPair = "audit-session-id=0A01"'], null, null],
  ] as const)('%s says what it is', async (_, said, type, os) => {
    const from = station();
    await packet('Start', `of ${from}`, 'stranger', from, ...said);
    await packet('Stop', `of ${from}`, 'stranger', from);
    // What was said once is known when the device comes again, or shows a wrong password.
    await packet('Start', `again ${from}`, 'stranger', from);
    await signIn(rig.auth, 'stranger', 'guessed', `Calling-Station-Id = "${from}"`);
    const seen = { type, os, method: null };
    expect(await told(from)).toEqual([
      { event: 'device.connected', ...seen },
      { event: 'device.disconnected', ...seen },
      { event: 'device.connected', ...seen },
      { event: 'auth.failed', ...seen, method: 'PAP' },
    ]);
  });

  test('what comes later in the session is known at its end, and what is registered counts before it', async () => {
    const from = station();
    await rig.post('/devices', { mac: from, type: 'till' });
    await packet('Start', `of ${from}`, 'stranger', from);
    await packet('Interim-Update', `of ${from}`, 'stranger', from, sensed('http-tlv', 1, iPhone));
    await packet('Stop', `of ${from}`, 'stranger', from);
    expect(await told(from)).toMatchObject([
      { event: 'device.connected', type: 'till', os: null },
      { event: 'device.disconnected', type: 'till', os: 'iOS 18' },
    ]);
  });

  test.each([
    ['as it was sent', 'Größe.212', 'Größe.212'],
    ['in other letters', 'Berger', 'BERGER'],
    ['as an outer identity', 'Clara', 'anonymous'],
  ])('a session without Class whose name is written %s ends with the access', async (_, username, written) => {
    const from = station();
    const { id } = await rig.post('/users', { username, password });
    expect((await signIn(rig.auth, username, password, `Calling-Station-Id = "${from}"`)).packet).toBe('Access-Accept');
    await packet('Start', `of ${from}`, written, from);
    expect(
      (await rig.world.call('GET', `/reports/111?earliest=-1h&filter[mac]=${from}&columns=user_id,kind`)).body._embedded
        .rows,
    ).toEqual([{ user_id: id, kind: 'user' }]);
    await rig.patch(`/users/${id}`, { disabled: 1 });
    await eventually('the access point is asked', () => asked(`of ${from}`).length > 0);
    expect(asked(`of ${from}`)[0]).toMatchObject({ username: written, callingStationId: from });
    await packet('Stop', `of ${from}`, written, from);
    expect((await told(from)).at(-1)).toMatchObject({ event: 'device.disconnected', method: 'PAP' });
  });

  test("another server's Class is none of ours; the name counts, not who used the device before", async () => {
    const from = station();
    const [first, second] = [
      await rig.post('/users', { username: 'first', password }),
      await rig.post('/users', { username: 'second', password }),
    ];
    await signIn(rig.auth, 'second', password, 'Calling-Station-Id = "02-00-00-00-09-09"');
    await signIn(rig.auth, 'first', password, `Calling-Station-Id = "${from}"`);
    await packet('Start', `of ${from}`, 'second', from, 'Class = 0x6f74686572');
    await rig.patch(`/users/${first.id}`, { disabled: 1 });
    await rig.patch(`/users/${second.id}`, { disabled: 1 });
    await eventually('the access point is asked', () => asked(`of ${from}`).length > 0);
    expect(
      (await rig.world.call('GET', `/reports/111?earliest=-1h&filter[mac]=${from}&columns=user_id`)).body._embedded
        .rows,
    ).toEqual([{ user_id: second.id }]);
  });

  test('a voucher that is typed without its hyphens and revoked, and a device that is disabled', async () => {
    const [of, machine] = [station(), station()];
    const group = await rig.post('/user-groups', { name: 'Day guests', policy: {} });
    const [{ id, code }] = (await rig.post('/vouchers', { table_id: group.id, duration: 3600 }))._embedded.vouchers;
    const typed = code.replaceAll('-', '').toLowerCase();
    expect((await signIn(rig.auth, typed, typed, `Calling-Station-Id = "${of}"`)).packet).toBe('Access-Accept');
    await packet('Start', `of ${of}`, typed, of);
    const device = await rig.post('/devices', { mac: machine });
    expect((await signIn(rig.auth, machine, 'x', `Calling-Station-Id = "${machine}"`)).packet).toBe('Access-Accept');
    await packet('Start', `of ${machine}`, machine, machine);
    await rig.world.call('DELETE', `/vouchers/${id}`);
    await rig.patch(`/devices/${device.id}`, { disabled: 1 });
    await eventually('both are asked', () => [of, machine].every((each) => asked(`of ${each}`).length > 0));
  });

  test('the end of an account ends a session without Class; a session closed here reports as much', async () => {
    ap.answers = { nak: 503 };
    const from = station();
    await rig.post('/devices', { mac: from, type: 'phone' });
    await rig.post('/users', {
      username: 'until-soon',
      password,
      valid_until: new Date(Date.now() + unhurried(10) * 1000).toISOString(),
    });
    await signIn(rig.auth, 'until-soon', password, `Calling-Station-Id = "${from}"`);
    await packet('Start', `of ${from}`, 'until-soon', from, sensed('http-tlv', 1, iPhone));
    await eventually('it is told of', async () =>
      (await told(from)).some(({ event }) => event === 'device.disconnected'),
    );
    ap.answers = 'ack';
    expect((await told(from)).at(-1)).toEqual({
      event: 'device.disconnected',
      type: 'phone',
      os: 'iOS 18',
      method: 'PAP',
    });
  });

  test('odd and long words of an access point are answered all the same', async () => {
    const from = station();
    const odd = [
      sensed('http-tlv', 1, '\'"\\%{expr:1} ; drop table users'),
      'Attr-26.9.1 = 0x646863702d6f7074696f6e3d00',
      `Aruba-Device-Type = "${'x'.repeat(200)}'"`,
    ];
    const many = Array.from({ length: 25 }, () => sensed('http-tlv', 1, 'y'.repeat(200)));
    expect((await packet('Start', `of ${from}`, 'stranger', from, ...odd)).packet).toBe('Accounting-Response');
    expect((await packet('Interim-Update', `of ${from}`, 'stranger', from, ...many.slice(0, 14))).packet).toBe(
      'Accounting-Response',
    );
    expect(await told(from)).toMatchObject([{ event: 'device.connected', type: null, os: null }]);
  });
});
