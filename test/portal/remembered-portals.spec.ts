import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HeardChanges } from '../../src/database/heard-changes.js';
import { usherWorld, type UsherWorld } from '../api/usher-world.js';
import { eventually } from '../kernel/manual-clock.js';

let here: UsherWorld;
let there: UsherWorld;
beforeAll(async () => {
  here = await usherWorld();
  there = await usherWorld({ shared: here });
  for (const world of [here, there]) world.app.get(HeardChanges).start();
});
afterAll(async () => {
  for (const world of [there, here]) {
    await world.app.get(HeardChanges).stop();
    await world.close();
  }
});

const first = (world: UsherWorld, slug: string) => world.ask('GET', `/p/${slug}`, { token: null });

/** As no operator could: no process hears of it. */
async function renameInSilence(slug: string, title: string): Promise<void> {
  await here.fresh.dataSource.transaction(async (manager) => {
    await manager.query(`set local usher.organization_id = '*'`);
    await manager.query(`update captive_portals set theme = jsonb_build_object('title', $2::text) where slug = $1`, [
      slug,
      title,
    ]);
  });
}

test('a process that hears of changes does not ask the database for each guest who comes', async () => {
  const { slug } = await here.made(201, 'POST', '/captive-portals', { body: { name: 'Linde', methods: ['voucher'] } });
  await eventually('the portal is remembered', async () => {
    const before = (await first(here, slug)).text;
    await renameInSilence(slug, `Silent ${before.length} ${Math.random()}`);
    return (await first(here, slug)).text.includes(/<h1>(.*)<\/h1>/.exec(before)?.[1] ?? 'none');
  });
});

test('a changed portal is shown at once by the process that changed it, by others when they hear of it', async () => {
  const portal = await here.made(201, 'POST', '/captive-portals', { body: { name: 'Rose', methods: ['voucher'] } });
  for (let round = 0; round < 5; round += 1) {
    for (const world of [here, there]) await first(world, portal.slug);
    const title = `Round ${round}`;
    await here.made(200, 'PATCH', `/captive-portals/${portal.id}`, { body: { theme: { title } } });
    expect((await first(here, portal.slug)).text).toContain(`<h1>${title}</h1>`);
    await eventually('the other shows it', async () => (await first(there, portal.slug)).text.includes(title));
  }
  await here.made(204, 'DELETE', `/captive-portals/${portal.id}`);
  expect((await first(here, portal.slug)).status).toBe(404);
  await eventually('the other forgot it', async () => (await first(there, portal.slug)).status === 404);
});

test('a gateway that is added, changed or deleted is known to both', async () => {
  const network = await here.made(201, 'POST', '/networks', { body: { name: 'Guests' } });
  const { id, slug } = await here.made(201, 'POST', '/captive-portals', {
    body: { name: 'Tulpe', methods: ['voucher'], network_id: network.id },
  });
  const policy = async (world: UsherWorld) => String((await first(world, slug)).headers['content-security-policy']);
  for (const world of [here, there]) await first(world, slug);
  const gateway = await here.made(201, 'POST', '/gateways', {
    body: {
      name: 'Lobby',
      network_id: network.id,
      captive_portal_id: id,
      vendor: 'coova',
      login_hosts: ['10.1.0.1:3990'],
    },
  });
  expect(await policy(here)).toContain('http://10.1.0.1:3990');
  await eventually('the other knows it', async () => (await policy(there)).includes('http://10.1.0.1:3990'));
  await here.made(200, 'PATCH', `/gateways/${gateway.id}`, { body: { login_hosts: ['10.2.0.1:3990'] } });
  expect(await policy(here)).not.toContain('http://10.1.0.1:3990');
  await eventually('the other knows it', async () => (await policy(there)).includes('http://10.2.0.1:3990'));
  await here.made(204, 'DELETE', `/gateways/${gateway.id}`);
  expect(await policy(here)).not.toContain('10.2.0.1');
  await eventually('the other knows it', async () => !(await policy(there)).includes('10.2.0.1'));
});

test('what differs from guest to guest is filled in and escaped', async () => {
  const { id } = await here.made(201, 'POST', '/networks', { body: { name: 'Irises' } });
  const body = { name: 'Iris', network_id: id, methods: ['voucher'] };
  const { slug } = await here.made(201, 'POST', '/captive-portals', { body });
  const gateway = { name: 'Iris', network_id: id, vendor: 'coova', login_hosts: ['10.1.0.1'] };
  await here.made(201, 'POST', '/gateways', { body: gateway });
  const pages = await Promise.all(
    ['a=1', 'b="><script>', 'c=2&lang=de', ''].map((query) =>
      here.ask('GET', `/p/${slug}?uamip=10.1.0.1&${query}`, {
        token: null,
        headers: { 'user-agent': `Phone ${query.length}` },
      }),
    ),
  );
  const states = pages.map(({ text }) => /name="state" value="([^"]*)"/.exec(text)?.[1]);
  expect(new Set(states).size).toBe(pages.length);
  const nonces = pages.map(({ text }) => /<style nonce="([^"]+)"/.exec(text)?.[1]);
  expect(new Set(nonces).size).toBe(pages.length);
  const linksOf = (text: string) => [...text.matchAll(/formaction="([^"]*lang=fr)"/g)].map(([, url]) => url);
  expect(pages.map(({ text }) => linksOf(text))).toEqual([
    [`/p/${slug}?uamip=10.1.0.1&amp;a=1&amp;lang=fr`],
    [`/p/${slug}?uamip=10.1.0.1&amp;b=%22%3E%3Cscript%3E&amp;lang=fr`],
    [`/p/${slug}?uamip=10.1.0.1&amp;c=2&amp;lang=fr`],
    [`/p/${slug}?uamip=10.1.0.1&amp;lang=fr`],
  ]);
  for (const { text } of pages) expect(text).not.toMatch(/<script|(?:state|query|nonce)[0-9a-f]{32}/);
});
