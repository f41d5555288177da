import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WorkingService } from '../../e2e/connected.js';
import type { UsherWorld } from '../../api/usher-world.js';
import { eventually } from '../../kernel/manual-clock.js';
import { AccessPoint } from '../../radius/access-point.js';
import { freePort, sharedSecret } from '../../radius/around.js';
import { type Served, serve, withFreeRadius } from '../../radius/served-radius.js';
import { browse, formsIn } from '../plain-browser.js';
import { acl, AddressController, plain, roles } from './address-controller.js';

withFreeRadius.each(['cisco-cwa', 'aruba-roles'] as const)(
  'guests known by their device’s address, behind %s',
  (vendor) => {
    let service: WorkingService;
    let world: UsherWorld;
    let radius: Served;
    let controller: AccessPoint;
    let slug: string;
    let groupId: string;
    let gear: AddressController;
    let devices = 0;

    beforeAll(async () => {
      service = await WorkingService.start();
      world = await service.world.within('House');
      controller = await AccessPoint.open();
      const client = { address: '127.0.0.1', short_name: 'wlc', secret: sharedSecret, coa_port: controller.port };
      const clients = [{ ...client, require_message_authenticator: 0 }];
      const { id: networkId } = await made('/networks', { name: 'Guest', clients });
      const portal = { name: 'Lobby', network_id: networkId, methods: ['voucher'] };
      ({ slug } = (await made('/captive-portals', portal)) as { slug: string });
      const portal_url = `http://127.0.0.1:${world.port}/p/${slug}`;
      const mac_auth = AddressController.record(vendor, portal_url);
      await made('/gateways', { name: 'wlc', network_id: networkId, vendor, mac_auth });
      ({ id: groupId } = (await made('/user-groups', { name: 'Day guests', policy: {} })) as { id: string });
      const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
      radius = await serve(world, world.fresh.url, listen);
      gear = new AddressController(vendor, portal_url, radius, controller);
    });
    afterAll(async () => {
      await radius?.server.stop();
      if (radius) rmSync(radius.runFolder, { recursive: true, force: true });
      controller?.close();
      await service?.stop();
    });

    const made = (path: string, body: object) => world.made(201, 'POST', path, { body });
    const newMac = () => `AA-BB-CC-30-00-${String((devices += 1)).padStart(2, '0')}`;
    const join = (mac: string) => gear.join(mac);
    const ledTo = (mac: string) => gear.ledTo(mac);

    async function voucher(fields: object = {}): Promise<{ id: string; code: string }> {
      return (await made('/vouchers', { table_id: groupId, duration: 3600, ...fields }))._embedded.vouchers[0];
    }

    /** The page that the portal sends the browser to. */
    async function shows(arrival: string, mac: string, code: string) {
      const page = (url: string, fields?: Record<string, string>) =>
        browse(world.port, { url: new URL(url, arrival).href, mac, ...(fields ? { fields } : {}) });
      const form = formsIn((await page(arrival)).text).find(({ fields }) => fields.by === 'voucher');
      const sent = await page(form?.action ?? '', { ...form?.fields, code });
      return { sent, next: () => page(sent.location) };
    }

    const online = async (username: string) =>
      (await world.made(200, 'GET', '/online?page_size=100'))._embedded.online.filter(
        (each: { username: string }) => each.username === username,
      );

    test('an unknown device is led to the page, let in after it, and led there again in the end', async () => {
      const mac = newMac();
      expect((await join(mac)).packet).toBe('Access-Accept');
      expect(await online(plain(mac))).toMatchObject([
        {
          kind: 'guest',
          waiting_at_portal: true,
          why: [{ kind: 'waiting_at_portal', params: { portal: 'Lobby' } }, {}],
        },
      ]);
      const explained = () => world.made(200, 'POST', '/policies/explain', { body: { mac, client: 'wlc' } });
      const { radius: given, ...before } = await explained();
      expect(before).toMatchObject({
        decision: 'permit',
        led_to: { gateway: { name: 'wlc' }, captive_portal: { name: 'Lobby' } },
      });
      const led = vendor === 'cisco-cwa' ? `url-redirect-acl=${acl}` : roles.captive_role;
      expect(given).toContainEqual(expect.objectContaining({ value: led, from: 'gateway' }));
      const { id, code } = await voucher();
      const { sent, next } = await shows(ledTo(mac) ?? '', mac, code);
      expect([sent.status, new URL(sent.location, 'http://x').pathname]).toEqual([303, `/p/${slug}/connecting`]);
      await eventually('the page goes on', async () => (await next()).status === 303);
      await eventually('the controller has heard it, too', () => ledTo(mac) === undefined);
      if (vendor === 'aruba-roles') expect(gear.role(mac)).toBe(roles.role);
      expect(controller.asked.map(({ to }) => to)).toEqual(['change']);
      expect(await online(code)).toMatchObject([{ mac: mac.replaceAll('-', ':').toLowerCase() }]);

      expect(await online(code)).toMatchObject([{ waiting_at_portal: false }]);
      expect(await explained()).toMatchObject({ decision: 'permit', led_to: null, voucher: { name: code } });

      // Comes back without the page.
      await gear.leave(mac);
      await join(mac);
      expect(ledTo(mac)).toBeUndefined();
      await world.made(204, 'DELETE', `/vouchers/${id}`);
      await eventually('it is led to the page', () => ledTo(mac) !== undefined);
    });

    test('a controller that refuses CoA is told to end the session: the device joins anew, and is in', async () => {
      controller.changes = { nak: 501 };
      const mac = newMac();
      await join(mac);
      const { next } = await shows(ledTo(mac) ?? '', mac, (await voucher()).code);
      await eventually('the page goes on', async () => (await next()).status === 303);
      await eventually('the controller has heard it, too', () => ledTo(mac) === undefined);
      controller.changes = 'ack';
    });

    test('a controller that takes neither is told anew by the guest, thrice; log and alert say why', async () => {
      [controller.changes, controller.answers] = [{ nak: 501 }, { nak: 503 }];
      const mac = newMac();
      await join(mac);
      const { code } = await voucher();
      const { sent } = await shows(ledTo(mac) ?? '', mac, code);
      const linkIn = (text: string) => /href="([^"]*\/again\?[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
      const press = (text: string) =>
        browse(world.port, { url: new URL(linkIn(text) ?? 'none', ledTo(mac)).href, mac });
      expect([sent.status, sent.text]).toEqual([503, expect.stringContaining('Turn Wi-Fi off and on again')]);
      const second = await press(sent.text);
      const third = await press(second.text);
      expect([second.status, third.status, linkIn(third.text)]).toEqual([503, 503, undefined]);

      const refused = await world.sql<{ detail: string }>(`select reason_detail as detail from authentication_log
      where username = '${code}' and reason = 'access_point_refused' order by at`);
      expect(refused).toHaveLength(3);
      expect(refused[0].detail).toContain('Disconnect-Request refused (Error-Cause 503)');
      const troubles = () =>
        world.sql<{ detail: string }>(`select detail from alerts where resolved_at is null
        and event = 'portal.controller_unreachable'`);
      expect((await troubles())[0].detail).toContain('CoA-Request refused (Error-Cause 501)');

      expect(await online(plain(mac))).toMatchObject([{ waiting_at_portal: true }]);

      [controller.changes, controller.answers] = ['ack', 'ack'];
      const last = await press(second.text);
      expect([last.status, new URL(last.location, 'http://x').pathname]).toEqual([303, `/p/${slug}/connecting`]);
      await eventually('the controller has heard it, too', () => ledTo(mac) === undefined);
      expect(await troubles()).toEqual([]);
    });

    test('a device that no access point asked about is not let in, and tells nobody', async () => {
      const [mac, other] = [newMac(), newMac()];
      await join(mac);
      const before = controller.asked.length;
      const arrival = (ledTo(mac) ?? '')
        .replace(plain(mac), plain(other))
        .replace(encodeURIComponent(mac.replaceAll('-', ':').toLowerCase()), plain(other));
      const { sent } = await shows(arrival, other, (await voucher()).code);
      expect(sent.status).not.toBe(303);
      expect(controller.asked).toHaveLength(before);
    });

    test('one device of a voucher is enough where it allows one', async () => {
      const { code } = await voucher({ max_devices: 1 });
      const [mac, second] = [newMac(), newMac()];
      await Promise.all([join(mac), join(second)]);
      const { next } = await shows(ledTo(mac) ?? '', mac, code);
      await eventually('the page goes on', async () => (await next()).status === 303);
      await eventually('the controller has heard it, too', () => ledTo(mac) === undefined);
      const { sent } = await shows(ledTo(second) ?? '', second, code);
      expect(sent.status).not.toBe(303);
      await join(second);
      expect([ledTo(mac), ledTo(second) === undefined]).toEqual([undefined, false]);
    });
  },
);
