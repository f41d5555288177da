import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UsherWorld } from '../../api/usher-world.js';
import { WorkingService } from '../../e2e/connected.js';
import { eventually } from '../../kernel/manual-clock.js';
import { AccessPoint } from '../../radius/access-point.js';
import { freePort, sharedSecret } from '../../radius/around.js';
import { type Served, serve, withFreeRadius } from '../../radius/served-radius.js';
import { CheckoutSimulator } from '../../simulators/stripe/checkout-simulator.js';
import { browse, formsIn, linksIn } from '../plain-browser.js';
import { AddressController } from './address-controller.js';

/** Paid access where nobody sees the page again while she is in. */
withFreeRadius.each(['cisco-cwa', 'aruba-roles'] as const)('tiers behind %s', (vendor) => {
  let service: WorkingService;
  let world: UsherWorld;
  let radius: Served;
  let controller: AccessPoint;
  let gear: AddressController;
  let stripe: CheckoutSimulator;
  let devices = 0;
  const made = (path: string, body: object) => world.made(201, 'POST', path, { body });

  beforeAll(async () => {
    service = await WorkingService.start();
    world = await service.world.within('House');
    stripe = await CheckoutSimulator.start();
    controller = await AccessPoint.open();
    const client = { address: '127.0.0.1', short_name: 'wlc', secret: sharedSecret, coa_port: controller.port };
    const { id: network_id } = await made('/networks', {
      name: 'Guest',
      clients: [{ ...client, require_message_authenticator: 0 }],
    });
    const secrets = { secret_key: stripe.key, webhook_secret: stripe.webhookSecret };
    await made('/payment-providers', { name: 'Stripe', type: 'stripe', url: stripe.url, secrets });
    const { id: slow } = await made('/user-groups', { name: 'Free', policy: { bandwidth_down: 1_000_000 } });
    const { id: group } = await made('/user-groups', { name: 'Fast', policy: { bandwidth_down: 50_000_000 } });
    const tier = { name: 'Fast', price: 490, currency: 'EUR', group, duration: 86_400, pay: 'card' };
    const portal = { name: 'Lobby', network_id, methods: ['username_password'], tiers: [tier] };
    const { slug } = await made('/captive-portals', portal);
    for (const username of ['eva', 'ida'])
      await made('/users', { username, password: 'a password of hers', table_id: slow });
    const portal_url = `http://127.0.0.1:${world.port}/p/${slug}`;
    await made('/gateways', {
      name: 'wlc',
      network_id,
      vendor,
      mac_auth: AddressController.record(vendor, portal_url),
    });
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    radius = await serve(world, world.fresh.url, listen);
    gear = new AddressController(vendor, portal_url, radius, controller);
  });
  afterAll(async () => {
    await gear?.settled();
    await radius?.server.stop();
    if (radius) rmSync(radius.runFolder, { recursive: true, force: true });
    controller?.close();
    await stripe?.stop();
    await service?.stop();
  });

  const page = (mac: string, url: string, fields?: Record<string, string>) =>
    browse(world.port, { url: new URL(url, `http://127.0.0.1:${world.port}`).href, mac, fields });

  /** A device joins, is led to the page, and its guest signs in: the choice. */
  async function signsIn(username: string) {
    const mac = `AA-BB-CC-31-00-${String((devices += 1)).padStart(2, '0')}`;
    await gear.join(mac);
    const [form] = formsIn((await page(mac, gear.ledTo(mac) ?? '')).text);
    const typed = { username, password: 'a password of hers' };
    return { mac, choice: await page(mac, form.action, { ...form.fields, ...typed }) };
  }

  /** Until the page says that she is online. */
  async function online(mac: string, connecting: string) {
    let location = connecting;
    await eventually('the page goes on', async () => {
      const { status, location: next } = await page(mac, location);
      if (status === 303) location = next;
      return new URL(location, 'http://x').pathname.endsWith('/status');
    });
    return page(mac, location);
  }

  async function pays(mac: string, choice: string): Promise<string> {
    const [paid] = formsIn(choice);
    const [accepting] = formsIn((await page(mac, paid.action, paid.fields)).text);
    const leading = await page(mac, accepting.action, accepting.fields);
    const session = stripe.at(linksIn(leading.text).find((url) => url.startsWith(stripe.url)) ?? '');
    stripe.pay(session);
    return (await page(mac, session.success_url)).location;
  }

  const isLetIn = (mac: string) => eventually('the controller has heard it, too', () => gear.letsIn(mac));
  /** What an access point is told of the device as it joins. */
  const told = async (mac: string) => (await gear.join(mac)).attributes['WISPr-Bandwidth-Max-Down'];

  test('who pays at once is let in by what she has paid for', async () => {
    const { mac, choice } = await signsIn('eva');
    expect(choice.text).toContain('Continue for free');
    const status = await online(mac, await pays(mac, choice.text));
    expect(status.text).toContain('You are online until');
    await isLetIn(mac);
    expect(await told(mac)).toBe('50000000');
  });

  test('who is in for free chooses again on her page, and is let in anew by what she has paid for', async () => {
    const { mac, choice } = await signsIn('ida');
    const [, free] = formsIn(choice.text);
    const status = await online(mac, (await page(mac, free.action, free.fields)).location);
    await isLetIn(mac);
    expect(await told(mac)).toBe('1000000');
    const again = linksIn(status.text).find((url) => url.includes('/tiers?')) ?? '';
    const orders = controller.asked.length;
    const paid = await online(mac, await pays(mac, (await page(mac, again)).text));
    // An access point is told, so that it hears what the other account gets.
    expect(controller.asked.slice(orders).map(({ to }) => to)).toEqual([
      vendor === 'cisco-cwa' ? 'change' : 'disconnect',
    ]);
    await isLetIn(mac);
    expect(await told(mac)).toBe('50000000');
    expect(linksIn(paid.text).some((url) => url.includes('/tiers?'))).toBe(false);

    // Signed out, the device is led to the page: nothing of the free access below it is left.
    await gear.settled();
    const [signOut] = formsIn(paid.text);
    await page(mac, signOut.action, signOut.fields);
    await eventually('it is led to the page', () => gear.ledTo(mac) !== undefined);
  });
});
