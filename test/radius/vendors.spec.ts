import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { accessPointVendors } from '../../src/console/networks/access-point-vendors.js';
import { sharedSecret } from './around.js';
import { signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const addressOf = (vendor: string): string =>
  `127.0.1.${(accessPointVendors as readonly string[]).indexOf(vendor) + 1}`;

withFreeRadius("what is given, in the words of the access point's maker", () => {
  let rig: RadiusRig;

  beforeAll(async () => {
    rig = await RadiusRig.open(async (world) => {
      const clients = accessPointVendors.map((vendor) => ({
        address: addressOf(vendor),
        short_name: vendor,
        secret: sharedSecret,
        vendor,
        require_message_authenticator: 0,
      }));
      await world.call('POST', '/networks', { body: { name: 'Every maker', clients } });
      return {};
    });
    const limited = await rig.post('/user-groups', {
      name: 'Limited',
      policy: {
        vlan: '20',
        bandwidth_down: 5_000_000,
        bandwidth_up: 1_000_000,
        session_timeout: 3600,
        idle_timeout: 300,
        acct_interim_interval: 600,
      },
    });
    const fast = await rig.post('/user-groups', {
      name: 'Beyond 32 bits',
      policy: { bandwidth_down: 10_000_000_000, bandwidth_up: 999 },
    });
    await rig.post('/users', { username: 'anna', password: 'Sommer 2026!', table_id: limited.id });
    await rig.post('/users', { username: 'ben', password: 'Sommer 2026!', table_id: fast.id });
  });
  afterAll(() => rig.close());

  const given = async (username: string, vendor: string) => {
    const { packet, attributes } = await signIn(
      rig.auth,
      username,
      'Sommer 2026!',
      `Packet-Src-IP-Address = ${addressOf(vendor)}`,
    );
    expect(packet).toBe('Access-Accept');
    const { 'User-Name': _name, Class: _class, 'Message-Authenticator': _signature, ...rest } = attributes;
    return rest;
  };
  const explained = async (username: string, client: string): Promise<Record<string, string>> => {
    const { radius } = await rig.post('/policies/explain', { username, ssid: 'Lindenhof', client });
    return Object.fromEntries(
      radius.map(({ attribute, value }: { attribute: string; value: string }) => [attribute, value]),
    );
  };

  test.each(accessPointVendors)('%s is given what the API explains, by name and by address', async (vendor) => {
    for (const username of ['anna', 'ben']) {
      const onTheWire = await given(username, vendor);
      expect(onTheWire).toEqual(await explained(username, vendor));
      expect(onTheWire).toEqual(await explained(username, addressOf(vendor)));
    }
  });

  test.each([
    [
      'cisco',
      {
        'Airespace-Data-Bandwidth-Average-Contract': '5000',
        'Airespace-Real-Time-Bandwidth-Average-Contract-Upstream': '1000',
      },
    ],
    ['coova', { 'ChilliSpot-Bandwidth-Max-Down': '5000', 'ChilliSpot-Bandwidth-Max-Up': '1000' }],
    ['huawei', { 'Huawei-Output-Average-Rate': '5000000', 'Huawei-Input-Average-Rate': '1000000' }],
    [
      'mikrotik',
      {
        'Mikrotik-Rate-Limit': '1000k/5000k',
        'Mikrotik-Wireless-VLANID': '20',
        'Mikrotik-Wireless-VLANID-Type': '802.1q',
      },
    ],
    ['nomadix', { 'Nomadix-Bw-Down': '5000', 'Nomadix-Bw-Up': '1000' }],
    ['unifi', { 'WISPr-Bandwidth-Max-Down': '5000000', 'WISPr-Bandwidth-Max-Up': '1000000' }],
  ])('%s has words of its own', async (vendor, words) => {
    expect(await given('anna', vendor)).toMatchObject({
      ...words,
      'Tunnel-Type': 'VLAN',
      'Tunnel-Private-Group-Id': '20',
    });
  });

  test('a rate beyond what an attribute holds is the most it holds', async () => {
    expect(await given('ben', 'generic')).toMatchObject({
      'WISPr-Bandwidth-Max-Down': '4294967295',
      'WISPr-Bandwidth-Max-Up': '999',
    });
  });
});
