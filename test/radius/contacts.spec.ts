import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import type { JsonBody } from '../http/http-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { radclient, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

withFreeRadius('what is heard of access points', () => {
  let rig: RadiusRig;
  let ownPort: number;
  let beneath: { id: string; token: string };

  beforeAll(async () => {
    rig = await RadiusRig.open(async (world, usual) => {
      beneath = await world.organization('Annex');
      ownPort = usual.auth + 2;
      const pair = { auth: ownPort, acct: ownPort + 1 };
      const asked = { headers: { 'x-organization-id': beneath.id } };
      const { body } = await world.call('POST', '/radius-servers', {
        ...asked,
        body: { name: 'Own', auth_port: pair.auth, acct_port: pair.acct },
      });
      const clients = [{ address: '10.9.9.9', short_name: 'annex', secret: 'a secret of the annex' }];
      await world.call('POST', '/networks', { ...asked, body: { name: 'Annex', radius_server_id: body.id, clients } });
      return { organizations: [beneath.id], pairs: [pair] };
    });
  });
  afterAll(() => rig?.close());

  const contacts = async (): Promise<JsonBody> =>
    (await rig.world.call('GET', `/networks/${rig.networkId}/contacts`)).body;
  const clientOf = async (name: string) =>
    (await contacts()).clients.find((each: JsonBody) => each.short_name === name);

  /** From an address that no network has. */
  async function knocks(address: string, port: number): Promise<void> {
    const child = spawn('radclient', ['-r', '1', '-t', '1', `127.0.0.1:${port}`, 'auth', 'whatever']);
    child.stdin.end(`User-Name = "a"\nUser-Password = "b"\nPacket-Src-IP-Address = ${address}\n`);
    await once(child, 'close');
  }

  test('an access point that asks is heard, one that does not is silent', async () => {
    await rig.post('/users', { username: 'eva', password: 'Sommer 2026!' });
    expect(await clientOf('ap-1')).toMatchObject({ state: 'silent', last_login_at: null, access_points: [] });
    const { attributes } = await signIn(rig.auth, 'eva', 'Sommer 2026!');
    await signIn(rig.auth, 'eva', 'forgotten');
    await rig.account([
      'Acct-Status-Type = Start',
      'Acct-Session-Id = "s-1"',
      'User-Name = "eva"',
      'NAS-Identifier = "lobby"',
      'NAS-IP-Address = 10.0.0.7',
      'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
      `Class = ${attributes.Class}`,
    ]);
    const heard = await clientOf('ap-1');
    expect(heard).toMatchObject({ state: 'heard', accepted: 1, rejected: 1, online: 1, wrong_secret: null });
    expect(Date.parse(heard.last_accounting_at)).toBeGreaterThanOrEqual(Date.parse(heard.last_login_at));
    expect(heard.access_points).toContainEqual(
      expect.objectContaining({ name: 'lobby', mac: '00:11:22:33:44:55', address: '10.0.0.7', online: 1 }),
    );
    expect(await clientOf('ap-2')).toMatchObject({ state: 'silent', online: 0 });
  });

  test('a wrong secret is told of the access point that has it, as often as it matters', async () => {
    const start = ['Acct-Status-Type = Start', 'Acct-Session-Id = "x"', 'User-Name = "eva"'];
    await radclient(rig.acct, 'acct', start, 'another secret');
    await radclient(
      rig.auth,
      'auth',
      ['User-Name = "eva"', 'User-Password = "b"', 'Message-Authenticator = 0x00'],
      'x',
    );
    await eventually('it is noted', async () => (await clientOf('ap-1')).wrong_secret !== null);
    expect((await clientOf('ap-1')).wrong_secret).toMatchObject({ times: 1, last_at: expect.any(String) });
    expect((await clientOf('ap-2')).wrong_secret).toBeNull();
  });

  test('addresses that nobody knows are told to the organization whose port they knock at', async () => {
    await Promise.all([knocks('127.0.0.8', rig.auth), knocks('127.0.0.9', ownPort)]);
    await knocks('127.0.0.8', rig.auth);
    const addresses = async (token?: string, networkId = rig.networkId) =>
      (
        await rig.world.call('GET', `/networks/${networkId}/contacts`, token ? { token } : {})
      ).body.unknown_addresses.map(({ address, times }: JsonBody) => [address, times]);
    expect(await addresses()).toEqual([['127.0.0.8', 1]]);
    const own = await rig.world.call('GET', '/networks', { token: beneath.token });
    const [network] = own.body._embedded.networks;
    expect(await addresses(beneath.token, network.id)).toEqual([['127.0.0.9', 1]]);
  });
});
