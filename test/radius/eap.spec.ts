import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { join } from './eapol.js';
import { joinByCertificate, ownCertificate, strangeAuthority } from './own-certificate.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const password = 'Sommer 2026!';

withFreeRadius('joining with WPA-Enterprise', () => {
  let rig: RadiusRig;
  let authority: string;

  beforeAll(async () => {
    rig = await RadiusRig.open();
    authority = rig.authority;
    await rig.post('/users', { username: 'guest.212', password });
    await rig.post('/users', { username: 'gone', password, disabled: 1 });
  });
  afterAll(() => rig.close());

  const trusting = (...lines: string[]) => ['ca_cert="FOLDER/ca.pem"', 'anonymous_identity="anonymous"', ...lines];
  const peap = (name: string, secret = password) =>
    join(rig.auth, trusting('eap=PEAP', `identity="${name}"`, `password="${secret}"`, 'phase2="auth=MSCHAPV2"'), {
      'ca.pem': authority,
    });
  const ttls = (name: string, phase2: string, secret = password) =>
    join(rig.auth, trusting('eap=TTLS', `identity="${name}"`, `password="${secret}"`, `phase2="${phase2}"`), {
      'ca.pem': authority,
    });

  test('PEAP lets in who knows the password, and logs the inner name', async () => {
    expect(await peap('guest.212')).toBe(true);
    expect((await rig.log()).at(-1)).toMatchObject({
      outcome: 'accepted',
      username: 'guest.212',
      method: 'PEAP',
      ssid: 'Lindenhof',
      accessPoint: 'lobby',
    });
  });

  test.each([
    ['wrong_password', 'guest.212', 'guessed'],
    ['user_disabled', 'gone', password],
    ['unknown_user', 'nobody', password],
  ])('PEAP: %s', async (reason, name, secret) => {
    expect(await peap(name, secret)).toBe(false);
    expect((await rig.log()).at(-1)).toMatchObject({ outcome: 'rejected', reason, username: name, method: 'PEAP' });
  });

  test.each(['auth=PAP', 'auth=MSCHAPV2', 'autheap=MSCHAPV2'])('EAP-TTLS with %s', async (phase2) => {
    expect(await ttls('guest.212', phase2)).toBe(true);
    expect((await rig.log()).at(-1)).toMatchObject({ username: 'guest.212', method: 'EAP-TTLS' });
    expect(await ttls('guest.212', phase2, 'guessed')).toBe(false);
    expect(await rig.last()).toBe('wrong_password');
  });

  test.each(['MSCHAPV2', 'MD5'])(
    'EAP-%s without a tunnel is not even begun: its handshake would be in the open',
    async (method) => {
      expect(await join(rig.auth, [`eap=${method}`, 'identity="guest.212"', `password="${password}"`])).toBe(false);
      expect((await rig.log()).at(-1)).toMatchObject({
        outcome: 'rejected',
        reason: 'method_not_possible',
        detail: expect.stringContaining('No mutually acceptable types'),
        username: 'guest.212',
      });
    },
  );

  test('a voucher joins by PEAP', async () => {
    const group = await rig.post('/user-groups', { name: 'Day guests', policy: {} });
    const made = await rig.post('/vouchers', { table_id: group.id, duration: 3600 });
    const { code } = made._embedded.vouchers[0];
    expect(await peap(code, code)).toBe(true);
    expect((await rig.log()).at(-1)).toMatchObject({ kind: 'voucher', username: code, method: 'PEAP' });
  });

  test("a device's address opens nothing from within a tunnel", async () => {
    await rig.post('/devices', { mac: 'aa:bb:cc:00:11:22', name: 'Printer' });
    expect(await ttls('aabbcc001122', 'auth=PAP', 'any password')).toBe(false);
    expect(await rig.last()).toBe('unknown_user');
    expect(await ttls('aabbcc001122', 'auth=CHAP', 'any password')).toBe(false);
  });

  test('a supplicant that trusts somebody else goes away, and the log says so', async () => {
    expect(
      await join(rig.auth, trusting('eap=PEAP', 'identity="guest.212"', `password="${password}"`), {
        'ca.pem': strangeAuthority(),
      }),
    ).toBe(false);
    expect(await rig.last()).toBe('client_refused_server_certificate');
  });

  test('a certificate of ours joins by EAP-TLS until it is revoked', async () => {
    const user = (await rig.world.call('GET', '/users?filter[username]=guest.212')).body._embedded.users[0];
    const own = await ownCertificate(rig, user.id);
    const enter = () => joinByCertificate(rig.auth, authority, own);
    expect(await enter()).toBe(true);
    expect((await rig.log()).at(-1)).toMatchObject({
      outcome: 'accepted',
      kind: 'certificate',
      username: 'guest.212',
      method: 'EAP-TLS',
    });
    await rig.world.call('DELETE', `/certificates/${own.id}`, { body: { reason: 'key_compromise' } });
    expect(await enter()).toBe(false);
    expect(await rig.last()).toBe('certificate_revoked');
  });
});
