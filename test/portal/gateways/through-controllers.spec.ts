import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Backgrounds } from '../../../src/health/backgrounds.js';
import { workOf } from '../../../src/start/background-work.js';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { eventually } from '../../kernel/manual-clock.js';
import { AccessPoint } from '../../radius/access-point.js';
import { freePort, sharedSecret } from '../../radius/around.js';
import { type Served, serve, withFreeRadius } from '../../radius/served-radius.js';
import { SmartZoneController } from '../../simulators/smartzone/smartzone-controller.js';
import { browse, formsIn } from '../plain-browser.js';
import { SmallNas } from './small-nas.js';

withFreeRadius('guests whom a real FreeRADIUS lets in, without a login of their browser', () => {
  let world: UsherWorld;
  let radius: Served;
  let ap: AccessPoint;
  let group: string;
  let networkId: string;
  const made = (path: string, body: object) => world.made(201, 'POST', path, { body });

  beforeAll(async () => {
    world = await usherWorld();
    world.app.get(Backgrounds).start(workOf(world.app, 'all'));
    ap = await AccessPoint.open();
    const client = { address: '127.0.0.1', short_name: 'lobby', secret: sharedSecret, coa_port: ap.port };
    const clients = [{ ...client, vendor: 'cisco', require_message_authenticator: 0 }];
    ({ id: networkId } = await made('/networks', { name: 'Guest', clients }));
    ({ id: group } = await made('/user-groups', { name: 'Day guests', policy: {} }));
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    radius = await serve(world, world.fresh.url, listen);
  });
  afterAll(async () => {
    await radius?.server.stop();
    if (radius) rmSync(radius.runFolder, { recursive: true, force: true });
    ap?.close();
    await world?.app.get(Backgrounds).stop();
    await world?.close();
  });

  async function voucher(devices = 1): Promise<{ id: string; code: string }> {
    const body = { table_id: group, duration: 3600, max_devices: devices };
    return (await made('/vouchers', body))._embedded.vouchers[0];
  }

  const page = (path: string, fields?: Record<string, string>) =>
    browse(world.port, {
      url: new URL(path, `http://127.0.0.1:${world.port}`).href,
      mac: '',
      ...(fields ? { fields } : {}),
    });

  /** From a redirect to what follows the voucher's code. */
  async function shows(slug: string, redirect: URLSearchParams, code: string) {
    const first = await page(`/p/${slug}?${redirect}`);
    const form = formsIn(first.text).find(({ fields }) => fields.by === 'voucher');
    return page(form?.action ?? '', { ...form?.fields, code });
  }

  describe('by a SmartZone', () => {
    let zone: SmartZoneController;
    let nas: SmallNas;
    let slug: string;
    let gatewayId: string;

    beforeAll(async () => {
      nas = new SmallNas(radius, 'sz');
      zone = await SmartZoneController.open(nas);
      ap.obey = ({ sessionId = '' }) => void nas.end(sessionId);
      const portal = { name: 'Zone', network_id: networkId, methods: ['voucher'] };
      ({ slug } = await made('/captive-portals', portal));
      const { url, password } = zone;
      const gateway = { name: 'sz', network_id: networkId, vendor: 'ruckus-smartzone', controller: { url } };
      ({ id: gatewayId } = await made('/gateways', { ...gateway, secrets: { password } }));
    });
    afterAll(() => zone?.close());

    test.each([
      ['encrypted', 'aa:bb:cc:07:00:01', true],
      ['in clear', 'aa:bb:cc:07:00:02', false],
    ])('a device named %s is online once its access point says so, and out with its voucher', async (_, mac, isEnc) => {
      const { id, code } = await voucher();
      const sent = await shows(slug, zone.redirect(mac, isEnc), code);
      expect([sent.status, sent.location]).toEqual([303, expect.stringContaining('/connecting?')]);
      expect((await page(sent.location)).status).toBe(200);
      const through = await page(sent.location);
      expect([through.status, through.location]).toEqual([303, expect.stringContaining('/status?')]);
      const login = zone.heard.find(
        ({ RequestType, ...words }) => RequestType === 'Login' && words['UE-Username'] === code,
      );
      expect(login).toMatchObject({
        'UE-MAC': isEnc ? zone.encrypted(mac) : mac,
        RequestCategory: 'UserOnlineControl',
      });
      const { _embedded } = await world.made(200, 'GET', `/registrations?filter[username]=${code}`);
      expect(_embedded.registrations).toMatchObject([{ mac, method: 'voucher' }]);
      expect(nas.sessions.has(mac)).toBe(true);

      await world.made(204, 'DELETE', `/vouchers/${id}`);
      await eventually('the device is out', () => !nas.sessions.has(mac));
    });

    test('nobody is let in as a strange device, nor with its password as another', async () => {
      const { code } = await voucher();
      const strange = zone.redirect('aa:bb:cc:07:00:03');
      strange.set('client_mac', 'aa:bb:cc:07:00:04');
      const refused = await shows(slug, strange, code);
      expect([refused.status, refused.location]).toEqual([422, '']);
      expect(nas.sessions.size).toBe(0);
      // A one-time password that was made for the device that the guest claimed to be.
      const login = zone.heard.findLast(({ RequestType }) => RequestType === 'Login');
      const replayed = await nas.authenticate('aa:bb:cc:07:00:03', code, login?.['UE-Password'] ?? '');
      expect([replayed.packet, login?.['UE-Username']]).toEqual(['Access-Reject', code]);
    });

    test.each([
      ['no hexadecimal', 'ENCzz', 503],
      ['of another controller', `ENC${'00'.repeat(24)}`, 503],
      // Nothing is left of such a redirect: the page is as if it was opened by hand.
      ['a long one', `ENC${'ab'.repeat(5000)}`, 422],
      ['markup', '<script>alert(1)</script>', 503],
    ])('a device that is %s lets nobody in', async (_, said, status) => {
      const redirect = zone.redirect('aa:bb:cc:07:00:05');
      redirect.set('client_mac', said);
      redirect.set('nbiIP', '169.254.169.254');
      const { code } = await voucher();
      const answer = await shows(slug, redirect, code);
      expect([answer.status, answer.location, answer.text.includes('<script>alert')]).toEqual([status, '', false]);
      expect(nas.sessions.size).toBe(0);
    });

    test('a voucher for one device lets a second one in nowhere', async () => {
      const { id, code } = await voucher();
      const macs = ['aa:bb:cc:07:00:06', 'aa:bb:cc:07:00:07'];
      const [one, two] = [
        await shows(slug, zone.redirect(macs[0]), code),
        await shows(slug, zone.redirect(macs[1]), code),
      ];
      expect([one.status, two.status]).toEqual([303, 422]);
      expect(macs.map((mac) => nas.sessions.has(mac))).toEqual([true, false]);
      await world.made(204, 'DELETE', `/vouchers/${id}`);
      await eventually('the device is out', () => nas.sessions.size === 0);
    });

    test('the test of the gateway says when the password is another', async () => {
      const controllerOf = async () =>
        (await world.made(200, 'POST', `/gateways/${gatewayId}/test`)).checks.find(
          ({ name }: { name: string }) => name === 'controller',
        );
      expect(await controllerOf()).toMatchObject({ ok: true });
      await world.made(200, 'PATCH', `/gateways/${gatewayId}`, { body: { secrets: { password: 'another' } } });
      expect(await controllerOf()).toMatchObject({ ok: false, detail: expect.stringContaining('306') });
      await world.made(200, 'PATCH', `/gateways/${gatewayId}`, { body: { secrets: { password: zone.password } } });
    });
  });

  describe('at gateways that ask no RADIUS server', () => {
    const [first, second] = ['aa:bb:cc:08:00:01', 'aa:bb:cc:08:00:02'];
    const faskey = 'a shared key of the house';
    const ndsOf = (mac: string) => {
      const told = `hid=${mac.replaceAll(':', '')}, clientip=10.8.0.9, clientmac=${mac}, gatewayaddress=10.8.0.1:2050`;
      return new URLSearchParams({ fas: Buffer.from(told).toString('base64') });
    };
    const merakiOf = (mac: string) =>
      new URLSearchParams({
        base_grant_url: 'https://n143.network-auth.com/splash/grant',
        user_continue_url: 'http://example.com/',
        client_mac: mac,
      });
    const portalOf = async (record: object) => {
      const { vendor } = record as { vendor: string };
      const { id, slug } = await made('/captive-portals', { name: vendor, methods: ['voucher', 'username_password'] });
      const place = { network_id: networkId, captive_portal_id: id };
      const { id: gatewayId } = await made('/gateways', { name: vendor, ...place, ...record });
      return { slug: String(slug), gatewayId: String(gatewayId) };
    };

    test.each([
      ['opennds', { login_hosts: ['10.8.0.1'], secrets: { faskey } }, ndsOf],
      ['meraki', { login_hosts: ['n143.network-auth.com'] }, merakiOf],
    ])(
      '%s: of two devices that come at once one is let in, and the other once that is out',
      async (vendor, more, of) => {
        const { slug } = await portalOf({ vendor, ...more });
        const { code } = await voucher(1);
        const answers = await Promise.all([first, second].map((mac) => shows(slug, of(mac), code)));
        expect(answers.map(({ status }) => status).toSorted((one, other) => other - one)).toEqual([422, 303]);
        const [inside, outside] = answers[0].status === 303 ? [first, second] : [second, first];
        // Who presses twice is the same device.
        expect((await shows(slug, of(inside), code)).status).toBe(303);
        expect((await shows(slug, of(outside), code)).status).toBe(422);
        const { _embedded } = await world.made(200, 'GET', `/registrations?filter[username]=${code}`);
        const { id } = _embedded.registrations.find(({ mac }: { mac: string }) => mac === inside);
        await world.made(204, 'DELETE', `/registrations/${id}`);
        expect((await shows(slug, of(outside), code)).status).toBe(303);
      },
    );

    test('an openNDS is told who has to go, by whoever knows its key, and of nobody else', async () => {
      const record = { vendor: 'opennds', name: 'asking', login_hosts: ['10.8.0.1'], secrets: { faskey } };
      const { slug } = await portalOf(record);
      const [kept, revoked, ended, over] = await Promise.all([voucher(), voucher(), voucher(), voucher()]);
      const macs = [1, 2, 3, 4].map((last) => `aa:bb:cc:09:00:0${last}`);
      for (const [at, { code }] of [kept, revoked, ended, over].entries())
        expect((await shows(slug, ndsOf(macs[at]), code)).status).toBe(303);
      const asked = async (list: string, key: string, path = slug) => {
        const sum = createHash('sha256').update(`${list}${key}`).digest('hex');
        const { status, text } = await page(`/p/${path}/opennds/ended`, { macs: list, sum });
        return [status, text];
      };
      const list = [...macs, 'aa:bb:cc:09:00:09', 'nonsense', ''].join(',');
      expect(await asked(list, faskey)).toEqual([200, '']);
      await world.made(204, 'DELETE', `/vouchers/${revoked.id}`);
      const [{ id }] = (await world.made(200, 'GET', `/registrations?filter[username]=${ended.code}`))._embedded
        .registrations;
      await world.made(204, 'DELETE', `/registrations/${id}`);
      await world.sql(`update vouchers set first_used_at = now() - interval '2 hours' where code = $1`, [over.code]);
      expect((await asked(list, faskey))[1]).toEqual(
        macs
          .slice(1)
          .map((mac) => `${mac}\n`)
          .join(''),
      );
      // Only those that are asked for.
      expect(await asked(macs[0], faskey)).toEqual([200, '']);
      expect((await asked(list, 'another key'))[0]).toBe(403);
      expect((await asked(list, ''))[0]).toBe(403);
      expect((await asked(list, faskey, 'nowhere'))[0]).toBe(404);
      expect((await asked(Array.from({ length: 1500 }, () => macs[1]).join(','), faskey))[0]).toBe(200);
      expect((await asked('x'.repeat(100_000), faskey))[0]).toBe(413);
    });

    test('an openNDS whose record is deleted is told to put everybody out, and nobody counts any more', async () => {
      const key = 'the key of a house that moves out';
      const record = { vendor: 'opennds', name: 'leaving', login_hosts: ['10.8.0.1'], secrets: { faskey: key } };
      const { slug, gatewayId } = await portalOf(record);
      const [{ code }, { code: other }] = [await voucher(1), await voucher(1)];
      const [one, two, strange] = ['aa:bb:cc:0a:00:01', 'aa:bb:cc:0a:00:02', 'aa:bb:cc:0a:00:09'];
      expect((await shows(slug, ndsOf(one), code)).status).toBe(303);
      expect((await shows(slug, ndsOf(two), other)).status).toBe(303);
      const asked = async (list: string, faskeyShown = key, path = slug) => {
        const sum = createHash('sha256').update(`${list}${faskeyShown}`).digest('hex');
        const { status, text } = await page(`/p/${path}/opennds/ended`, { macs: list, sum });
        return [status, text.split('\n').filter(Boolean).toSorted()];
      };
      const list = [one, two, strange].join(',');
      const { slug: elsewhere } = await portalOf({ ...record, name: 'elsewhere', secrets: { faskey: 'of another' } });
      expect(await asked(list)).toEqual([200, []]);
      await world.made(204, 'DELETE', `/gateways/${gatewayId}`);
      // Whom somebody let in at the gateway itself stays.
      expect(await asked(list)).toEqual([200, [one, two]]);
      // It is asked again until it was done.
      expect(await asked(two)).toEqual([200, [two]]);
      expect((await asked(list, 'of another'))[0]).toBe(403);
      expect((await asked(list, key, elsewhere))[0]).toBe(403);
      // Her one device may be another now.
      const { slug: next } = await portalOf({ ...record, name: 'next' });
      expect((await shows(next, ndsOf(strange), code)).status).toBe(303);
      // A gateway of the same portal that has the key again keeps its guests.
      const again = { ...record, name: 'again', network_id: networkId };
      const { captive_portal_id: portal } = (
        await world.made(200, 'GET', `/registrations?filter[username]=${code}`)
      )._embedded.registrations.find(({ mac }: { mac: string }) => mac === one);
      await made('/gateways', { ...again, captive_portal_id: portal });
      expect(await asked(list)).toEqual([200, []]);
    });

    test('the limit of an account, and of its group, holds as that of a voucher does', async () => {
      const { slug } = await portalOf({ vendor: 'meraki', name: 'both', login_hosts: ['n143.network-auth.com'] });
      const { id: alone } = await made('/user-groups', { name: 'One at once', policy: { simultaneous_use: 1 } });
      const account = { password: 'a password of Anna', table_id: group };
      await made('/users', { ...account, username: 'anna', max_devices: 1 });
      await made('/users', { ...account, username: 'berta', table_id: alone });
      await made('/users', { ...account, username: 'carla' });
      const signsIn = async (username: string, mac: string) => {
        const opened = await page(`/p/${slug}?${merakiOf(mac)}`);
        const form = formsIn(opened.text).find(({ fields }) => fields.by === 'username_password');
        return (await page(form?.action ?? '', { ...form?.fields, username, password: account.password })).status;
      };
      for (const [username, expected] of [
        ['anna', [303, 422]],
        ['berta', [303, 422]],
        ['carla', [303, 303]],
      ] as const)
        expect([username, await signsIn(username, first), await signsIn(username, second)]).toEqual([
          username,
          ...expected,
        ]);
    });

    test.each([
      ['opennds', { login_hosts: ['10.8.0.1'], secrets: { faskey } }, ndsOf],
      ['meraki', { login_hosts: ['n143.network-auth.com'] }, merakiOf],
    ])('RADIUS counts a device that is in by %s, until its registration ends', async (vendor, more, of) => {
      const { slug } = await portalOf({ vendor, name: `${vendor} counted`, ...more });
      const { id: alone } = await made('/user-groups', { name: `One by ${vendor}`, policy: { simultaneous_use: 1 } });
      const password = 'a password of Dora';
      await made('/users', { username: `dora-${vendor}`, password, table_id: group, max_devices: 1 });
      await made('/users', { username: `ella-${vendor}`, password, table_id: alone });
      const nas = new SmallNas(radius, `limits-${vendor}`);
      for (const [name, reason] of [
        ['dora', 'device_limit'],
        ['ella', 'too_many_sessions'],
      ]) {
        const username = `${name}-${vendor}`;
        const opened = await page(`/p/${slug}?${of(first)}`);
        const form = formsIn(opened.text).find(({ fields }) => fields.by === 'username_password');
        expect((await page(form?.action ?? '', { ...form?.fields, username, password })).status).toBe(303);
        const asks = async (mac: string) => (await nas.authenticate(mac, username, password)).packet;
        expect(await asks(second)).toBe('Access-Reject');
        const [refused] = (
          await world.made(200, 'GET', `/reports/110?filter[username]=${username}&filter[outcome]=rejected`)
        )._embedded.rows;
        expect(refused.reason).toBe(reason);
        const [{ id }] = (await world.made(200, 'GET', `/registrations?filter[username]=${username}`))._embedded
          .registrations;
        await world.made(204, 'DELETE', `/registrations/${id}`);
        expect(await asks(second)).toBe('Access-Accept');
      }
    });
  });
});
