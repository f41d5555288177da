import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DictionaryModule } from '../../src/console/dictionary/dictionary.module.js';
import { type HttpWorld, httpWorld } from '../http/http-world.js';

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ modules: [DictionaryModule] });
});
afterAll(async () => {
  await world.close();
});

const names = (body: { _embedded: { dictionary: { name: string }[] } }) =>
  body._embedded.dictionary.map(({ name }) => name);

test('standard and vendor-specific attributes are found by name, with their numbers and named values', async () => {
  const speed = await world.call('GET', '/dictionary?filter[name]=WISPr-Bandwidth-Max-Down');
  expect(speed.body._embedded.dictionary).toMatchObject([{ number: '26.14122.8', vendor: 'WISPr', type: 'integer' }]);
  const tunnel = await world.call('GET', '/dictionary?filter[name]=Tunnel-Type');
  expect(tunnel.body._embedded.dictionary[0]).toMatchObject({ number: '64', vendor: null, tagged: true });
  expect(tunnel.body._embedded.dictionary[0].values).toContainEqual({ name: 'VLAN', number: 13 });
  const { body } = await world.call('GET', `/dictionary/${tunnel.body._embedded.dictionary[0].id as string}`);
  expect(body.name).toBe('Tunnel-Type');
});

test('a search without regard to case, by vendor, sorted, in pages', async () => {
  const { body } = await world.call('GET', '/dictionary?filter[name][like]=cisco-av%25&sort=number:desc');
  expect(names(body)).toContain('Cisco-AVPair');
  const standard = await world.call('GET', '/dictionary?filter={"vendor":null}&page_size=100&page=2');
  expect(standard.body.page).toBe(2);
  expect(standard.body.total_items).toBeGreaterThan(200);
  expect(standard.body._embedded.dictionary.every((each: { vendor: string | null }) => each.vendor === null)).toBe(
    true,
  );
  const all = await world.call('GET', '/dictionary');
  expect(all.body.total_items).toBeGreaterThan(7000);
});

test('vendors come with their numbers and, one by one, with their attributes', async () => {
  const { body } = await world.call('GET', '/vendors?filter[number]=14122');
  expect(body._embedded.vendors).toMatchObject([{ name: 'WISPr', number: 14122 }]);
  const vendor = await world.call('GET', `/vendors/${body._embedded.vendors[0].id as string}`);
  expect(vendor.body.attributes.map((each: { name: string }) => each.name)).toContain('WISPr-Location-ID');
  expect(vendor.body.attributes).toHaveLength(vendor.body.attribute_count);
});

test('a client that has the dictionary already is not sent it again', async () => {
  const first = await world.call('GET', '/dictionary');
  const again = await world.call('GET', '/dictionary', {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  expect(again.text).toBe('');
});

test('an unknown field, a hostile pattern and a missing permission are answered as everywhere', async () => {
  expect((await world.call('GET', '/dictionary?filter[colour]=red')).status).toBe(400);
  expect(
    (await world.call('GET', `/dictionary?filter[name][like]=${encodeURIComponent('%a'.repeat(50))}`)).status,
  ).toBe(200);
  const { token } = await world.keyWith('users:read');
  expect((await world.call('GET', '/dictionary', { token })).status).toBe(403);
  expect((await world.call('GET', '/vendors/0190a0a0-0000-7000-8000-000000000001')).status).toBe(404);
});
