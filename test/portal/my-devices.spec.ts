import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { arrivalOf, registeringWorld, type RegisteringWorld, stateIn } from './registering-world.js';

let around: RegisteringWorld;
beforeAll(async () => {
  around = await registeringWorld({ trustedProxies: ['127.0.0.1'] });
});
afterAll(async () => {
  await around?.close();
});

let count = 0;
/** A user with a password at a portal of their own, and how they come in on a device. */
async function member(fields: object = {}) {
  count += 1;
  const { slug, id } = await around.house({ methods: ['username_password'], ...fields });
  const username = `member${count}`;
  const password = 'a good password';
  await around.world.made(201, 'POST', '/users', { body: { username, password } });
  return {
    slug,
    id,
    username,
    password,
    async comesIn(mac: string): Promise<string> {
      const { text } = await around.page(`/p/${slug}?${arrivalOf(mac)}`);
      const typed = { state: stateIn(text), by: 'username_password', username, password };
      const login = new URL((await around.post(`/p/${slug}`, typed)).headers.location ?? '');
      const status = new URL(login.searchParams.get('userurl') ?? '');
      return `${status.pathname}${status.search}`;
    },
  };
}
const deviceIn = (html: string) => /name="device" value="([^"]*)"/.exec(html)?.[1] ?? '';

test('a guest sees the devices of her account and ends another, not this one', async () => {
  const anna = await member();
  const [phone, laptop] = [around.newMac(), around.newMac()];
  const alone = await around.page(await anna.comesIn(phone));
  expect(alone.text).not.toContain('You use');
  const status = await anna.comesIn(laptop);
  const both = await around.page(status);
  expect(both.text).toContain('You use 2 devices.');
  expect(both.text).toContain('this device: since');
  expect(both.text).toContain(`${phone.replaceAll('-', ':')}: since`);
  expect(both.text.match(/name="device"/g)).toHaveLength(1);
  const ended = await around.post(`/p/${anna.slug}/status`, { state: stateIn(both.text), device: deviceIn(both.text) });
  expect(ended.status).toBe(303);
  expect((await around.page(ended.headers.location ?? '')).text).not.toContain('You use');
  const rows = await around.registrations(anna.slug);
  expect(rows.map(({ mac, ended_at }) => [mac, ended_at !== null])).toEqual([
    [phone.replaceAll('-', ''), true],
    [laptop.replaceAll('-', ''), false],
  ]);
});

test('nobody ends the device of another account', async () => {
  const [anna, eve] = [await member(), await member()];
  await anna.comesIn(around.newMac());
  const [{ id }] = await around.registrations(anna.slug);
  const { text } = await around.page(await eve.comesIn(around.newMac()));
  await around.post(`/p/${eve.slug}/status`, { state: stateIn(text), device: String(id) });
  expect((await around.registrations(anna.slug))[0].ended_at).toBeNull();
  expect((await around.registrations(eve.slug))[0].ended_at).toBeNull();
  const foreign = await around.post(`/p/${anna.slug}/status`, { state: stateIn(text), device: String(id) });
  expect(foreign.status).toBe(403);
  expect((await around.registrations(anna.slug))[0].ended_at).toBeNull();
});

test('whoever is known by a device alone, whose address others may know, sees and ends no other device', async () => {
  const anna = await member({ methods: ['username_password', 'remembered'], remember_days: 30 });
  const [phone, laptop] = [around.newMac(), around.newMac()];
  await anna.comesIn(laptop);
  const own = await around.page(await anna.comesIn(phone));
  expect(own.text).toContain('You use 2 devices.');
  const { text } = await around.page(`/p/${anna.slug}?${arrivalOf(phone)}`);
  const sentOn = await around.post(`/p/${anna.slug}`, { state: stateIn(text), by: 'remembered' });
  const status = new URL(new URL(sentOn.headers.location ?? '').searchParams.get('userurl') ?? '');
  const known = await around.page(`${status.pathname}${status.search}`);
  expect(known.text).not.toContain(laptop.replaceAll('-', ':'));
  expect(known.text).not.toContain('name="device"');
  await around.post(`/p/${anna.slug}/status`, { state: stateIn(known.text), device: deviceIn(own.text) });
  const rows = await around.registrations(anna.slug);
  expect(rows.filter(({ mac }) => mac === laptop.replaceAll('-', '')).map(({ ended_at }) => ended_at)).toEqual([null]);
});

test('a device that asks with its own address learns that it is in, and for how long', async () => {
  const anna = await member();
  const mac = around.newMac();
  await anna.comesIn(mac);
  const asked = async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    return JSON.parse((await around.world.ask('GET', `/capport/${anna.slug}`, { token: null, headers })).text) as {
      captive: boolean;
      'seconds-remaining'?: number;
    };
  };
  const opened = (address: string, updatedAt: string) =>
    around.world.sql(
      `insert into accounting_sessions (organization_id, started_at, id, unique_id, username, mac, ip_address,
         updated_at) values ($1, now(), gen_random_uuid(), $2, $3, $4, $5, $6)`,
      [around.world.organizationId, `session ${address}`, anna.username, mac.replaceAll('-', ''), address, updatedAt],
    );
  expect(await asked('10.9.0.7')).toMatchObject({ captive: true });
  await opened('10.9.0.7', new Date().toISOString());
  const online = await asked('10.9.0.7');
  expect(online.captive).toBe(false);
  expect(online).not.toHaveProperty('seconds-remaining');
  await around.world.sql("update registrations set until_at = now() + interval '1 hour' where captive_portal_id = $1", [
    anna.id,
  ]);
  expect((await asked('10.9.0.7'))['seconds-remaining']).toBeGreaterThan(3500);
  expect(await asked('10.9.0.8')).toMatchObject({ captive: true });
  // Lent to somebody else, perhaps; and an address behind which anybody may stand.
  await opened('10.9.0.9', new Date(Date.now() - 3_600_000).toISOString());
  await opened('198.51.100.7', new Date().toISOString());
  expect(await asked('10.9.0.9')).toMatchObject({ captive: true });
  const from = { 'x-forwarded-for': '198.51.100.7' };
  const behindOne = await around.world.ask('GET', `/capport/${anna.slug}`, { token: null, headers: from });
  expect([behindOne.status, behindOne.text]).toEqual([404, '']);
  await around.world.sql('update registrations set ended_at = now() where captive_portal_id = $1', [anna.id]);
  expect(await asked('10.9.0.7')).toMatchObject({ captive: true });
});
