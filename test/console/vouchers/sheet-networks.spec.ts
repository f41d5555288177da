import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { usherWorld, type UsherWorld } from '../../api/usher-world.js';
import { Pdf } from '../pdf.js';

/** One organization with two houses: a card names the Wi-Fi of its own. */
let world: UsherWorld;
const groups: Record<string, string> = {};
const networks: Record<string, string> = {};
const made = async (path: string, body: object) => (await world.made(201, 'POST', path, { body })).id as string;

beforeAll(async () => {
  world = await usherWorld();
  for (const name of ['Lake', 'Town', 'Anywhere']) groups[name] = await made('/user-groups', { name });
  networks.Staff = await made('/networks', { name: 'Staff', ssid: 'Staff Wi-Fi' });
  for (const name of ['Lake', 'Town']) {
    networks[name] = await made('/networks', { name, ssid: `${name} guests`, default_table_id: groups[name] });
    await made('/captive-portals', { name, network_id: networks[name], methods: ['voucher', 'terms_only'] });
  }
});
afterAll(async () => {
  await world?.close();
});

async function vouchersOf(...names: string[]): Promise<string> {
  const bodies = await Promise.all(
    names.map((name) => world.made(201, 'POST', '/vouchers', { body: { table_id: groups[name], count: 2 } })),
  );
  return bodies.map(({ _embedded }) => _embedded.vouchers[0].id as string).join(',');
}

async function sheet(query: string): Promise<string> {
  const { port, token } = world;
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}/vouchers/sheet.pdf?layout=badge&${query}`, { headers });
  expect([query, answer.status]).toEqual([query, 200]);
  return new Pdf(Buffer.from(await answer.arrayBuffer())).text.replaceAll(/\s+/g, ' ');
}

test('the group decides which of two houses stands on a card', async () => {
  const both = await sheet(`ids=${await vouchersOf('Lake', 'Town')}`);
  expect([...both.matchAll(/Network: (\w+) guests/g)].map(([, house]) => house).sort()).toEqual(['Lake', 'Town']);
  expect(await sheet(`ids=${await vouchersOf('Town')}`)).not.toContain('Lake guests');
});

test('where the group is of neither, a card names no Wi-Fi rather than a wrong one', async () => {
  expect(await sheet(`ids=${await vouchersOf('Anywhere')}`)).not.toContain('Network:');
});

test('whoever prints may choose, also a network without a portal', async () => {
  const ids = await vouchersOf('Anywhere', 'Lake');
  const town = await sheet(`ids=${ids}&network=${networks.Town}`);
  expect(town.match(/Network: Town guests/g)).toHaveLength(2);
  expect(await sheet(`ids=${ids}&network=${networks.Staff}`)).toContain('Network: Staff Wi-Fi');
  const nameless = await made('/networks', { name: 'Nameless' });
  for (const network of [nameless, 'town'])
    expect(await world.ask('GET', `/vouchers/sheet.pdf?ids=${ids}&network=${network}`)).toMatchObject({
      status: 400,
      text: expect.stringContaining('network: '),
    });
});

test('a portal that takes no vouchers is no place for them', async () => {
  await world.made(200, 'PATCH', `/captive-portals/${await portalOf('Town')}`, { body: { methods: ['terms_only'] } });
  expect(await sheet(`ids=${await vouchersOf('Anywhere')}`)).toContain('Network: Lake guests');
});

async function portalOf(name: string): Promise<string> {
  const filter = encodeURIComponent(JSON.stringify({ name: { eq: name } }));
  const { _embedded } = await world.made(200, 'GET', `/captive-portals?filter=${filter}`);
  return _embedded.captive_portals[0].id;
}
