import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UsherWorld } from '../../api/usher-world.js';
import { WorkingService } from '../../e2e/connected.js';
import { eventually } from '../../kernel/manual-clock.js';
import { AccessPoint } from '../../radius/access-point.js';
import { CheckoutSimulator } from '../../simulators/stripe/checkout-simulator.js';
import { browse, formsIn, linksIn } from '../plain-browser.js';
import { type GuestGear, toldSpeeds } from './guest-gear.js';

const password = 'a password of hers';
const slowly = { down: 1000, up: 500 };
const fast = { down: 50_000, up: 20_000 };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A fast tier beside a slow free one, where a controller lets guests in. */
describe.each(toldSpeeds)('tiers by $name', (kind) => {
  let service: WorkingService;
  let world: UsherWorld;
  let gear: GuestGear;
  let wire: AccessPoint;
  let stripe: CheckoutSimulator;
  let slowGroup: string;
  let devices = 0;
  const made = (path: string, body: object) => world.made(201, 'POST', path, { body });

  beforeAll(async () => {
    service = await WorkingService.start();
    world = await service.world.within('House');
    stripe = await CheckoutSimulator.start();
    wire = await AccessPoint.open();
    const { id: network_id } = await made('/networks', { name: 'Guest' });
    const secrets = { secret_key: stripe.key, webhook_secret: stripe.webhookSecret };
    await made('/payment-providers', { name: 'Stripe', type: 'stripe', url: stripe.url, secrets });
    const groupOf = async (name: string, down: number, up: number) =>
      String((await made('/user-groups', { name, policy: { bandwidth_down: down, bandwidth_up: up } })).id);
    slowGroup = await groupOf('Free', 1_000_000, 500_000);
    const group = await groupOf('Fast', 50_000_000, 20_000_000);
    const tier = { name: 'Fast', price: 490, currency: 'EUR', group, duration: 86_400, pay: 'card' };
    const portal = { name: 'Lobby', network_id, methods: ['username_password'], tiers: [tier] };
    const { slug } = (await made('/captive-portals', portal)) as { slug: string };
    const unasked = { auth: 0, account: () => Promise.reject(new Error('no RADIUS server is asked')) };
    gear = await kind.open({ world, radius: unasked, wire, slug });
    await made('/gateways', { name: kind.name, network_id, ...gear.record });
  });
  afterAll(async () => {
    await gear?.close();
    wire?.close();
    await stripe?.stop();
    await service?.stop();
  });

  const page = (mac: string, url: string, fields?: Record<string, string>) =>
    browse(world.port, { url: new URL(url, `http://127.0.0.1:${world.port}`).href, mac, fields });
  const speedOf = (mac: string) => gear.speedOf?.(mac);

  async function guest(): Promise<{ mac: string; username: string; userId: string }> {
    const username = `guest-${(devices += 1)}`;
    const { id } = await made('/users', { username, password, table_id: slowGroup, valid_until: inDays(1) });
    return { mac: `aa:bb:cc:61:00:${String(devices).padStart(2, '0')}`, username, userId: String(id) };
  }

  /** Led to the page by the controller: the choice. */
  async function signsIn({ mac, username }: { readonly mac: string; readonly username: string }) {
    const [form] = formsIn((await page(mac, await gear.arrive(mac))).text);
    return page(mac, form.action, { ...form.fields, username, password });
  }

  /** From what the page answered to the one that says that she is online. */
  async function online(mac: string, { location: first }: Awaited<ReturnType<typeof page>>) {
    let location = first;
    await eventually('the page says so', async () => {
      const { status, location: next } = await page(mac, location);
      if (status === 303) location = next;
      return new URL(location, 'http://x').pathname.endsWith('/status');
    });
    return page(mac, location);
  }

  async function isInForFree(who: Awaited<ReturnType<typeof guest>>) {
    const free = formsIn((await signsIn(who)).text).at(-1);
    return online(who.mac, await page(who.mac, free?.action ?? '', free?.fields));
  }

  async function pays(mac: string, choice: string) {
    const [paid] = formsIn(choice);
    const [accepting] = formsIn((await page(mac, paid.action, paid.fields)).text);
    const leading = await page(mac, accepting.action, accepting.fields);
    const session = stripe.at(linksIn(leading.text).find((url) => url.startsWith(stripe.url)) ?? '');
    stripe.pay(session);
    return page(mac, session.success_url);
  }

  const usernames = async (mac: string) =>
    (await world.made(200, 'GET', `/online?filter[mac]=${mac}`))._embedded.online.map(
      ({ username }: { username: string }) => username,
    );

  test('who goes on for free has the slow speed, and who pays the fast one', async () => {
    const [free, payer] = [await guest(), await guest()];
    await isInForFree(free);
    expect([gear.letsIn(free.mac), speedOf(free.mac)]).toEqual([true, slowly]);
    await online(payer.mac, await pays(payer.mac, (await signsIn(payer)).text));
    expect([gear.letsIn(payer.mac), speedOf(payer.mac)]).toEqual([true, fast]);
    expect(speedOf(free.mac)).toEqual(slowly);
  });

  test('who is in for free and pays then is fast at once, and slow again once the tier is over', async () => {
    const who = await guest();
    const status = await isInForFree(who);
    expect(speedOf(who.mac)).toEqual(slowly);
    const again = linksIn(status.text).find((url) => url.includes('/tiers?')) ?? '';
    await online(who.mac, await pays(who.mac, (await page(who.mac, again)).text));
    expect([gear.letsIn(who.mac), speedOf(who.mac)]).toEqual([true, fast]);
    const [paid] = await usernames(who.mac);
    expect(paid).toMatch(/^paid-/);

    const { _embedded } = await world.made(200, 'GET', `/users?filter[username]=${paid}`);
    await world.made(204, 'DELETE', `/users/${_embedded.users[0].id}`);
    await eventually('the tier is over', () => !gear.letsIn(who.mac));
    await isInForFree(who);
    expect([gear.letsIn(who.mac), speedOf(who.mac)]).toEqual([true, slowly]);
  });

  test('another policy, group or end is told while the guest is online, in the same session', async () => {
    const who = await guest();
    await isInForFree(who);
    const sessions = () =>
      world.sql<{ id: string }>('select id from accounting_sessions where mac = $1 and stopped_at is null', [
        who.mac.replaceAll(':', ''),
      ]);
    const before = await sessions();
    expect(before).toHaveLength(1);
    const has = (speed: object) =>
      eventually(
        `the speed is ${JSON.stringify(speed)}`,
        () => JSON.stringify(speedOf(who.mac)) === JSON.stringify(speed),
      );

    const { id: own } = await made('/user-groups', {
      name: `House ${kind.name}`,
      policy: { bandwidth_down: 8_000_000 },
    });
    await world.made(200, 'PATCH', `/users/${who.userId}`, { body: { table_id: own } });
    await has({ down: 8000, up: null });
    const change = (policy: object) => world.made(200, 'PATCH', `/user-groups/${own}`, { body: { policy } });
    await change({ bandwidth_down: 4_000_000, bandwidth_up: 2_000_000 });
    await has({ down: 4000, up: 2000 });
    // Who would have to join anew for it at an access point stays in.
    await change({ bandwidth_down: 4_000_000, bandwidth_up: 2_000_000, vlan: '20', idle_timeout: 600 });
    const rule = { name: `Evening ${kind.name}`, effect: 'permit', reply: { bandwidth_down: 2_000_000 } };
    const { id } = await made('/policies', {
      ...rule,
      conditions: [{ field: 'group', op: 'eq', value: own }],
    });
    await has({ down: 2000, up: 2000 });
    // Told a later end, the controller forgets what it was told before.
    await world.made(200, 'PATCH', `/users/${who.userId}`, { body: { valid_until: inDays(3) } });
    const isLater = 'select 1 from controller_sessions where mac = $1 and until_at > $2';
    await eventually('the later end is told', async () => {
      return (await world.sql(isLater, [who.mac.replaceAll(':', ''), inDays(2)])).length === 1;
    });
    expect(speedOf(who.mac)).toEqual({ down: 2000, up: 2000 });
    await world.made(204, 'DELETE', `/policies/${id}`);
    await has({ down: 4000, up: 2000 });
    await change({});
    await has({ down: null, up: null });
    expect([gear.letsIn(who.mac), await sessions()]).toEqual([true, before]);
  });
});
