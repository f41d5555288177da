import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { Backgrounds } from '../../../src/health/backgrounds.js';
import { workOf } from '../../../src/start/background-work.js';
import { eventually } from '../../kernel/manual-clock.js';
import { OmadaController, type OmadaOptions } from '../../simulators/omada/omada-controller.js';

let world: UsherWorld;
beforeAll(async () => {
  world = await usherWorld();
  world.app.get(Backgrounds).start(workOf(world.app, 'all'));
});
afterAll(async () => {
  await world.app.get(Backgrounds).stop();
  await world.close();
});

const operator = { name: 'usher', password: 'a hotspot operator' };
const made = (path: string, body: object) => world.made(201, 'POST', path, { body });
let count = 0;
async function lobby(options: OmadaOptions, password = options.password) {
  const mark = (count += 1);
  const controller = await OmadaController.open(options);
  const { id: networkId } = await made('/networks', { name: `Guest ${mark}` });
  const { slug } = await made('/captive-portals', {
    name: `Lobby ${mark}`,
    network_id: networkId,
    methods: ['voucher'],
  });
  const { id } = await made('/gateways', {
    name: `omada ${mark}`,
    network_id: networkId,
    vendor: 'omada',
    controller: { url: controller.url },
    secrets: { username: options.name, password },
  });
  const policy = { bandwidth_down: 20_000_000, bandwidth_up: 5_000_500 };
  const { id: group } = await made('/user-groups', { name: `Day guests ${mark}`, policy });
  const [voucher] = (await made('/vouchers', { table_id: group, duration: 3600 }))._embedded.vouchers;
  return { controller, slug: String(slug), id: String(id), voucher };
}

const page = (path: string) => world.ask('GET', path, { token: null });
async function signsIn({ slug, voucher }: Awaited<ReturnType<typeof lobby>>, redirect: Record<string, string>) {
  const first = await page(`/p/${slug}?${new URLSearchParams(redirect)}`);
  const state = /name="state" value="([^"]*)"/.exec(first.text)?.[1] ?? '';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ state, by: 'voucher', code: voucher.code }).toString();
  return world.ask('POST', `/p/${slug}`, { token: null, headers, body });
}

const mac = 'aa:bb:cc:02:00:01';
const device = { clientMac: 'AA-BB-CC-02-00-01', t: '1700000000', redirectUrl: 'http://example.com/' };
const accessPoint = { ...device, apMac: '00-11-22-33-44-55', ssidName: 'Guest', radioId: '1' };
const gateway = { ...device, gatewayMac: '00-11-22-33-44-66', vid: '20' };

test.each([
  ['an access point', 'milliseconds', accessPoint, { apMac: '00-11-22-33-44-55', ssidName: 'Guest', radioId: 1 }],
  ['a gateway', 'microseconds', gateway, { gatewayMac: '00-11-22-33-44-66', vid: 20 }],
] as const)(
  'a guest of %s, whose controller counts in %s, is let in for the time of her voucher and put out when it is revoked',
  async (_, countsIn, redirect, told) => {
    const at = await lobby({ ...operator, countsIn });
    const { controller } = at;
    const sent = await signsIn(at, { ...redirect, site: controller.siteId });
    const through = await page(String(sent.headers.location));
    expect([through.status, through.headers.location]).toEqual([303, expect.stringContaining('/status?')]);
    expect(controller.toldOf(mac)).toMatchObject({ ...told, clientMac: device.clientMac, authType: 4 });
    expect(controller.minutesLeft(mac)).toBeGreaterThan(58);
    expect(controller.minutesLeft(mac)).toBeLessThan(62);
    controller.endSessions();
    await world.made(204, 'DELETE', `/vouchers/${at.voucher.id}`);
    await eventually('the controller puts the device out', () => !controller.letsIn(mac));
    await controller.close();
  },
);

test.each([
  ['5.15.24.19', {}, { down: null, up: null }, 'from version 6.2.10 on'],
  ['6.2.10.17', { clientIp: '10.7.0.9' }, { down: 20_000, up: 5000 }, 'the speed of each guest’s group'],
] as const)('a controller of version %s is told the speed if it takes one', async (version, sent, speed, said) => {
  const at = await lobby({ ...operator, countsIn: 'milliseconds', version });
  const { controller } = at;
  const { headers } = await signsIn(at, { ...accessPoint, ...sent, site: controller.siteId });
  expect((await page(String(headers.location))).status).toBe(303);
  expect([controller.letsIn(mac), controller.speedOf(mac)]).toEqual([true, speed]);
  // What it does not know it might refuse.
  expect('downloadRateLimitKbps' in (controller.toldOf(mac) ?? {})).toBe(speed.down !== null);
  const { checks } = await world.made(200, 'POST', `/gateways/${at.id}/test`);
  expect(checks).toContainEqual(
    expect.objectContaining({ name: 'controller', ok: true, detail: expect.stringContaining(said) }),
  );
  await controller.close();
});

test('the test of a gateway says what the controller refuses', async () => {
  const at = await lobby({ ...operator, countsIn: 'milliseconds' }, 'another');
  const { checks } = await world.made(200, 'POST', `/gateways/${at.id}/test`);
  expect(checks.find(({ name }: { name: string }) => name === 'controller')).toMatchObject({
    ok: false,
    detail: expect.stringContaining('Invalid username or password'),
  });
  await world.made(200, 'PATCH', `/gateways/${at.id}`, { body: { secrets: { password: operator.password } } });
  const again = await world.made(200, 'POST', `/gateways/${at.id}/test`);
  expect(again.checks.find(({ name }: { name: string }) => name === 'controller')).toMatchObject({ ok: true });
  await at.controller.close();
});
