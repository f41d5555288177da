import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import type { HttpWorld, JsonBody } from '../http/http-world.js';
import { freePort, sharedSecret } from './around.js';
import { radclient, over, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const shared = '127.0.3.1';
const own = '127.0.3.2';

/**
 * Two hotels in one building: a shared access point with two SSIDs, and another one whose second hotel has a port of
 * its own.
 */
withFreeRadius('several organizations behind one address', () => {
  let rig: RadiusRig;
  let hotels: Record<'Alpenrose' | 'Bellevue', { id: string; token: string }>;
  let port: { auth: number; acct: number };

  beforeAll(async () => {
    port = { auth: await freePort(), acct: await freePort() };
    rig = await RadiusRig.open(async (world) => {
      hotels = { Alpenrose: await world.organization('Alpenrose'), Bellevue: await world.organization('Bellevue') };
      for (const [name, { token }] of Object.entries(hotels)) {
        const post = async (where: string, body: JsonBody) => made(world, where, body, token);
        const group = await post('/user-groups', {
          name: 'Guests',
          policy: { vlan: name === 'Alpenrose' ? '10' : '20' },
        });
        await post('/networks', { name: 'Shared', ssid: name, clients: [client(shared)] });
        await post('/users', { username: 'guest.212', password: `password of ${name}`, table_id: group.id });
      }
      await made(world, '/networks', { name: 'Lobby', clients: [client(own)] }, hotels.Alpenrose.token);
      const server = await made(
        world,
        '/radius-servers',
        { name: 'Ours', auth_port: port.auth, acct_port: port.acct },
        hotels.Bellevue.token,
      );
      await made(
        world,
        '/networks',
        {
          name: 'Lobby',
          radius_server_id: server.id,
          clients: [{ ...client(own), secret: 'another-secret-of-24-chars' }],
        },
        hotels.Bellevue.token,
      );
      return { organizations: [hotels.Alpenrose.id, hotels.Bellevue.id], pairs: [port] };
    });
  });
  afterAll(() => rig.close());

  const client = (address: string) => ({
    address,
    short_name: 'lobby',
    secret: sharedSecret,
    vendor: 'generic',
    require_message_authenticator: 0,
  });
  const made = async (world: HttpWorld, where: string, body: JsonBody, token: string): Promise<JsonBody> => {
    const answer = await world.call('POST', where, { body, token });
    if (answer.status >= 300) throw new Error(`${where}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const at = (ssid: string) => [`Packet-Src-IP-Address = ${shared}`, `Called-Station-Id = "00-11-22-33-44-55:${ssid}"`];
  const logOf = (organization: 'Alpenrose' | 'Bellevue') =>
    rig.world.fresh.database.query<{ username: string; outcome: string }>(
      systemContext(hotels[organization].id, 'test'),
      {
        name: 'test_log_of',
        text: 'select username, outcome from authentication_log where organization_id = $1 order by at, id',
      },
      [hotels[organization].id],
    );

  const everywhere = (text: string) =>
    rig.world.fresh.database.query(systemContext(everyOrganization, 'test'), { name: '', text }, []);

  test.each([
    ['Alpenrose', '10'],
    ['Bellevue', '20'],
  ] as const)('the SSID %s says whose guest it is: same name, own password, own VLAN', async (hotel, vlan) => {
    const { packet, attributes } = await signIn(rig.auth, 'guest.212', `password of ${hotel}`, ...at(hotel));
    expect([packet, attributes['Tunnel-Private-Group-Id']]).toEqual(['Access-Accept', vlan]);
    const other = hotel === 'Alpenrose' ? 'Bellevue' : 'Alpenrose';
    expect((await signIn(rig.auth, 'guest.212', `password of ${other}`, ...at(hotel))).packet).toBe('Access-Reject');
    expect((await logOf(hotel)).map(({ outcome }) => outcome)).toEqual(['accepted', 'rejected']);
  });

  test('accounting is written where the login was', async () => {
    const { attributes } = await signIn(rig.auth, 'guest.212', 'password of Bellevue', ...at('Bellevue'));
    await rig.account(
      over(
        [
          'Acct-Status-Type = Start',
          'Acct-Session-Id = "one"',
          'User-Name = "guest.212"',
          'NAS-Identifier = "lobby"',
          `Class = ${attributes.Class}`,
        ],
        at('Bellevue'),
      ),
    );
    expect(
      await everywhere("select organization_id as organization from accounting_sessions where session_id = 'one'"),
    ).toEqual([{ organization: hotels.Bellevue.id }]);
  });

  test("an SSID that neither has is refused, in the log of the address's first organization", async () => {
    expect((await signIn(rig.auth, 'guest.212', 'password of Alpenrose', ...at('Elsewhere'))).packet).toBe(
      'Access-Reject',
    );
    expect(await everywhere("select reason from authentication_log where ssid = 'Elsewhere'")).toEqual([
      { reason: 'ssid_not_allowed' },
    ]);
  });

  test('a port of its own makes the same address another client with another secret, whatever the SSID', async () => {
    const enter = (on: number, hotel: string, secret: string) =>
      radclient(
        on,
        'auth',
        [
          'User-Name = "guest.212"',
          `User-Password = "password of ${hotel}"`,
          `Packet-Src-IP-Address = ${own}`,
          'Called-Station-Id = "00-11-22-33-44-55:Lobby"',
          'Message-Authenticator = 0x00',
        ],
        secret,
      );
    expect((await enter(port.auth, 'Bellevue', 'another-secret-of-24-chars')).packet).toBe('Access-Accept');
    expect((await enter(port.auth, 'Alpenrose', 'another-secret-of-24-chars')).packet).toBe('Access-Reject');
    expect((await enter(rig.auth, 'Alpenrose', sharedSecret)).packet).toBe('Access-Accept');
    expect((await enter(port.auth, 'Bellevue', sharedSecret)).packet).toBeNull();
  });
});
