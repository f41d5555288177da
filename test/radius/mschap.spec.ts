import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { msChap2 } from './mschap.js';
import { radclient } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const password = 'Sömmer 2026!';

withFreeRadius('MS-CHAPv2 without a tunnel', () => {
  let rig: RadiusRig;

  beforeAll(async () => {
    rig = await RadiusRig.open();
    await rig.post('/users', { username: 'guest.212', password });
  });
  afterAll(() => rig.close());

  const around = [
    'Calling-Station-Id = "AA-BB-CC-00-11-22"',
    'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
    'NAS-Identifier = "lobby"',
    'Message-Authenticator = 0x00',
  ];
  const enter = (name: string, secret: string) => radclient(rig.auth, 'auth', [...msChap2(name, secret), ...around]);

  test('who knows the password is let in, with keys and proof that we know it too', async () => {
    const { packet, attributes } = await enter('guest.212', password);
    expect([packet, attributes]).toEqual([
      'Access-Accept',
      expect.objectContaining({
        'User-Name': 'guest.212',
        'MS-CHAP2-Success': expect.any(String),
        'MS-MPPE-Recv-Key': expect.any(String),
      }),
    ]);
    expect((await rig.log()).at(-1)).toMatchObject({ outcome: 'accepted', username: 'guest.212', method: 'MSCHAPv2' });
  });

  test.each([
    ['wrong_password', 'guest.212', 'guessed'],
    ['unknown_user', 'nobody', password],
  ])('%s', async (reason, name, secret) => {
    expect((await enter(name, secret)).packet).toBe('Access-Reject');
    expect((await rig.log()).at(-1)).toMatchObject({ outcome: 'rejected', reason, username: name, method: 'MSCHAPv2' });
  });

  test("a voucher's code is its password here, too", async () => {
    const group = await rig.post('/user-groups', { name: 'Day guests', policy: {} });
    const { code } = (await rig.post('/vouchers', { table_id: group.id, duration: 3600 }))._embedded.vouchers[0];
    expect((await enter(code, code)).packet).toBe('Access-Accept');
    expect((await rig.log()).at(-1)).toMatchObject({ kind: 'voucher', method: 'MSCHAPv2' });
  });
});
