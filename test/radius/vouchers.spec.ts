import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../kernel/manual-clock.js';
import { join } from './eapol.js';
import { msChap2 } from './mschap.js';
import { radclient, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

withFreeRadius('vouchers', () => {
  let rig: RadiusRig;
  let group: string;

  beforeAll(async () => {
    rig = await RadiusRig.open();
    group = (await rig.post('/user-groups', { name: 'Day guests', policy: {} })).id;
  });
  afterAll(() => rig.close());

  const voucher = async (fields: object = {}): Promise<{ id: string; code: string }> => {
    const made = await rig.post('/vouchers', { table_id: group, ...fields });
    return made._embedded?.vouchers?.[0] ?? made.vouchers?.[0] ?? made;
  };
  const around = [
    'Calling-Station-Id = "AA-BB-CC-00-11-22"',
    'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
    'NAS-Identifier = "lobby"',
    'Message-Authenticator = 0x00',
  ];
  const from = (mac: string) => `Calling-Station-Id = "${mac}"`;

  test('the first use starts the time, and the session ends with it', async () => {
    const { id, code } = await voucher({ duration: 3600 });
    const { packet, attributes } = await signIn(rig.auth, code, code);
    expect([packet, attributes['Session-Timeout']]).toEqual(['Access-Accept', '3600']);
    expect((await rig.world.call('GET', `/vouchers/${id}`)).body).toMatchObject({ status: 'active' });
    expect((await rig.events()).at(-1)).toMatchObject({
      event: 'guest.registered',
      guest: { id },
      user: { username: code },
    });
  });

  test('a wrong password does not start it', async () => {
    const { id, code } = await voucher({ duration: 3600 });
    expect((await signIn(rig.auth, code, 'guessed')).packet).toBe('Access-Reject');
    expect((await rig.world.call('GET', `/vouchers/${id}`)).body.first_used_at).toBeNull();
  });

  test('it may be typed in small letters and without dashes', async () => {
    const { code } = await voucher({ duration: 3600 });
    const typed = code.toLowerCase().replaceAll('-', '');
    expect((await signIn(rig.auth, typed, typed)).packet).toBe('Access-Accept');
  });

  const fullWidth = (each: string) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0);
  test.each([
    ['blanks', (code: string) => `${code.slice(0, 4)} ${code.slice(4)} `],
    ['the long dash of a phone', (code: string) => `${code.slice(0, 4)}–${code.slice(4)}`],
    ['full width, as Japanese keyboards have it', (code: string) => code.replaceAll(/./g, fullWidth)],
    ['what comes along unseen when it is pasted', (code: string) => `\u200e${code}\u200b\ufeff`],
    ['small letters and a dash', (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase()],
  ])('it counts with %s, as at the page, and its session is under the code as printed', async (_, write) => {
    const { code } = await voucher({ duration: 3600 });
    const typed = write(code);
    const { packet, attributes } = await signIn(rig.auth, typed, typed);
    expect([packet, attributes['User-Name']]).toEqual(['Access-Accept', code]);
  });

  test('name and password need not be written alike', async () => {
    const { code } = await voucher({ duration: 3600 });
    const dashed = `${code.slice(0, 4)}-${code.slice(4)}`;
    for (const [name, password] of [
      [dashed, code],
      [code, code.toLowerCase()],
      [dashed.toLowerCase(), code],
    ])
      expect((await signIn(rig.auth, name, password)).packet).toBe('Access-Accept');
    expect((await signIn(rig.auth, code, `${code.slice(0, -1)}9A`)).packet).toBe('Access-Reject');
  });

  test.each(['PAP', 'CHAP', 'MS-CHAPv2', 'PEAP', 'EAP-TTLS with PAP'])(
    'name and password need not be written alike by %s, either',
    async (method) => {
      const { code } = await voucher({ duration: 3600, max_devices: 9 });
      const dashed = `${code.slice(0, 4)}-${code.slice(4)}`;
      for (const [name, password] of [
        [dashed, code],
        [code, code.toLowerCase()],
        [dashed.toLowerCase(), code],
      ])
        expect([name, password, await enters(method, name, password)]).toEqual([name, password, true]);
      expect(await enters(method, dashed, `${code.slice(0, -1)}9A`)).toBe(false);
      expect(await rig.last()).toBe('wrong_password');
    },
  );

  async function enters(method: string, name: string, password: string): Promise<boolean> {
    const tunnel = (...lines: string[]) =>
      join(rig.auth, ['ca_cert="FOLDER/ca.pem"', `identity="${name}"`, `password="${password}"`, ...lines], {
        'ca.pem': rig.authority,
      });
    const plain = async (credential: string[]) =>
      (await radclient(rig.auth, 'auth', [...credential, ...around])).packet === 'Access-Accept';
    switch (method) {
      case 'CHAP':
        return plain([`User-Name = "${name}"`, `CHAP-Password = "${password}"`]);
      case 'MS-CHAPv2':
        return plain(msChap2(name, password));
      case 'PEAP':
        return tunnel('eap=PEAP', 'phase2="auth=MSCHAPV2"');
      case 'EAP-TTLS with PAP':
        return tunnel('eap=TTLS', 'anonymous_identity="anonymous"', 'phase2="auth=PAP"');
      default:
        return (await signIn(rig.auth, name, password)).packet === 'Access-Accept';
    }
  }

  test('of twenty first uses at once all agree when it ends', async () => {
    const { code } = await voucher({ duration: 600, max_devices: 100 });
    const heard = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        signIn(rig.auth, code, code, from(`02-00-00-00-01-${(10 + index).toString()}`)),
      ),
    );
    expect(heard.map(({ packet }) => packet)).toEqual(Array.from({ length: 20 }, () => 'Access-Accept'));
    expect(
      (await rig.events()).filter(({ event, user }) => event === 'guest.registered' && user.username === code),
    ).toHaveLength(1);
  });

  test('no more devices come in than it is for, not even at the same moment', async () => {
    const { code } = await voucher({ duration: 3600, max_devices: 2 });
    const heard = await Promise.all(
      ['02-00-00-00-00-01', '02-00-00-00-00-02', '02-00-00-00-00-03', '02-00-00-00-00-04'].map((mac) =>
        signIn(rig.auth, code, code, from(mac)),
      ),
    );
    expect(heard.filter(({ packet }) => packet === 'Access-Accept')).toHaveLength(2);
    expect(await rig.last()).toBe('device_limit');
    const [known] = (await rig.log()).filter(({ username, outcome }) => username === code && outcome === 'accepted');
    expect((await signIn(rig.auth, code, code, from(known.mac))).packet).toBe('Access-Accept');
  });

  test('a revoked one is refused, and one whose time is up', async () => {
    const revoked = await voucher({ duration: 3600 });
    await rig.world.call('DELETE', `/vouchers/${revoked.id}`);
    expect((await signIn(rig.auth, revoked.code, revoked.code)).packet).toBe('Access-Reject');
    expect(['voucher_disabled', 'unknown_user']).toContain(await rig.last());
    const short = await voucher({ duration: 1 });
    expect((await signIn(rig.auth, short.code, short.code)).packet).toBe('Access-Accept');
    const refused = async () => (await signIn(rig.auth, short.code, short.code)).packet === 'Access-Reject';
    await eventually('a voucher of one second is over', refused);
    expect(await rig.last()).toBe('voucher_expired');
  });
});
