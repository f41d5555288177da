import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { examplePayloads } from '../../../src/console/events/event-examples.js';
import { formOf } from '../../console/webhooks/form-of.js';
import { type Connected, connected } from '../../e2e/connected.js';
import { eventually } from '../../kernel/manual-clock.js';
import { SimulatedHotel } from '../../simulators/fias/hotel.js';
import { UnifiController, type UnifiOptions } from '../../simulators/unifi/unifi-controller.js';

const login = { username: 'usher', password: 'a local administrator' };
const kinds: readonly (readonly [string, UnifiOptions, Record<string, string>])[] = [
  ['the Integration API of a console', { hasUnifiOs: true, apiKey: 'key 1' }, { api_key: 'key 1' }],
  ['the Integration API of an application by itself', { apiKey: 'key 2' }, { api_key: 'key 2' }],
  ['the older API of a console', { hasUnifiOs: true, ...login }, login],
  ['the older API of an application by itself', login, login],
];

describe('a guest whom a UniFi controller lets in', () => {
  let house: Connected;
  let hotel: SimulatedHotel;
  beforeAll(async () => {
    hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
    await hotel.start();
    house = await connected({
      connector: 'fias',
      settings: {
        host: '127.0.0.1',
        port: hotel.port,
        time_zone: 'Europe/Vienna',
      },
      access: { preset: 'hotel-enterprise' },
    });
    await eventually('the link is alive', () => hotel.ifc.isAlive);
  });
  afterAll(async () => {
    await house?.close();
    await hotel?.stop();
  });

  const made = (path: string, body: object) => house.world.made(201, 'POST', path, { body });
  let count = 0;
  async function lobby(options: UnifiOptions, secrets: Record<string, string>) {
    const mark = (count += 1);
    const controller = await UnifiController.open(options);
    const { id: networkId } = await made('/networks', {
      name: `Guest ${mark}`,
    });
    const methods = ['room_surname', 'voucher'];
    const { slug } = await made('/captive-portals', {
      name: `Lobby ${mark}`,
      network_id: networkId,
      methods,
    });
    const record = {
      name: `unifi ${mark}`,
      network_id: networkId,
      vendor: 'unifi',
      secrets,
    };
    const { id } = await made('/gateways', {
      ...record,
      controller: { url: controller.url },
    });
    const mac = `aa:bb:cc:01:${String(mark).padStart(2, '0')}:01`;
    controller.joins(mac);
    return {
      controller,
      slug: String(slug),
      id: String(id),
      mac,
      room: String(200 + mark),
    };
  }
  type Lobby = Awaited<ReturnType<typeof lobby>>;

  const page = (path: string, headers = {}) => house.world.ask('GET', path, { token: null, headers });
  async function checkIn({ room }: Lobby): Promise<string> {
    const reservation = hotel.checkIn({
      room,
      lastName: 'Huber',
      firstName: 'Anna',
    });
    await eventually('the account is there', async () => (await house.accounts())[`${room}-huber`] === 'enabled');
    return reservation;
  }

  /** From the controller's redirect to the page that waits. */
  async function signsIn({ slug, mac, room }: Lobby, typed?: Record<string, string>) {
    const query = new URLSearchParams({
      id: mac,
      ap: '00:11:22:33:44:55',
      t: '1',
      url: 'http://example.com/',
      ssid: '5',
    });
    const entered = await page(`/guest/s/default/?${query}`, {
      host: `${slug}.wifi.example.com`,
    });
    expect(entered.status).toBe(302);
    const first = await page(String(entered.headers.location));
    const state = /name="state" value="([^"]*)"/.exec(first.text)?.[1] ?? '';
    const fields = {
      state,
      by: 'room_surname',
      room,
      surname: 'Huber',
      ...typed,
    };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return house.world.ask('POST', `/p/${slug}/unifi`, {
      token: null,
      headers,
      body: new URLSearchParams(fields).toString(),
    });
  }

  const openSessions = async (mac: string) =>
    house.world.sql<{ cause: string | null }>(
      'select terminate_cause as cause from accounting_sessions where mac = $1 and stopped_at is null',
      [mac.replaceAll(':', '')],
    );

  test.each(kinds)('by %s: checked in, by room and name online, checked out, put out', async (_, options, secrets) => {
    const at = await lobby(options, secrets);
    const { controller, mac } = at;
    const reservation = await checkIn(at);
    controller.isSlow = true;
    const sent = await signsIn(at);
    expect([sent.status, sent.headers.location]).toEqual([303, expect.stringContaining('/connecting?')]);
    const waiting = await page(String(sent.headers.location));
    expect(waiting.status).toBe(200);
    expect(waiting.text).toMatch(/<meta http-equiv="refresh" content="\d+;\s*url=[^"]*connecting/);
    expect(waiting.text).not.toContain('You are online');

    controller.reachAccessPoints();
    expect(controller.letsIn(mac)).toBe(true);
    expect(controller.minutesLeft(mac)).toBeGreaterThan(30);
    const through = await page(String(sent.headers.location));
    expect([through.status, through.headers.location]).toEqual([303, expect.stringContaining('/status?')]);
    expect((await page(String(through.headers.location))).text).toContain('You are online');
    expect(await openSessions(mac)).toHaveLength(1);

    controller.isSlow = false;
    hotel.checkOut(reservation);
    await eventually('the controller puts the device out', () => !controller.letsIn(mac));
    await eventually('the session is over', async () => (await openSessions(mac)).length === 0);
    const digits = mac.replaceAll(':', '');
    expect(await house.world.sql('select 1 from controller_sessions where mac = $1', [digits])).toEqual([]);
    await controller.close();
  });

  test.each(kinds)(
    'by %s: a later departure is told to the controller, in the same session',
    async (_, options, secrets) => {
      const at = await lobby(options, secrets);
      const { controller, mac } = at;
      const reservation = await checkIn(at);
      await page(String((await signsIn(at)).headers.location));
      const [session, before] = [await openSessions(mac), controller.minutesLeft(mac)];
      hotel.extend(reservation, hotel.day(5));
      await eventually('the controller is told', () => controller.minutesLeft(mac) > before + 24 * 60);
      expect([controller.letsIn(mac), await openSessions(mac)]).toEqual([true, session]);
      const until = async () =>
        house.world.sql<{ left: number }>(
          'select extract(epoch from until_at - now())::int / 60 as left from controller_sessions where mac = $1',
          [mac.replaceAll(':', '')],
        );
      await eventually('so it is written down', async () => (await until())[0].left > before + 24 * 60);
      hotel.checkOut(reservation);
      await eventually('the controller puts the device out', () => !controller.letsIn(mac));
      await controller.close();
    },
  );

  const integration = kinds[0];
  const stays = (condition: () => boolean, text: string) => expect([text, condition()]).toEqual([text, true]);

  test('who presses twice, or whose access the controller ended early, is let in by the same session', async () => {
    const at = await lobby(integration[1], integration[2]);
    await checkIn(at);
    const first = await signsIn(at);
    await page(String(first.headers.location));
    const [session] = await openSessions(at.mac);
    await signsIn(at);
    at.controller.expires(at.mac);
    const again = await signsIn(at);
    expect((await page(String(again.headers.location))).status).toBe(303);
    stays(() => at.controller.letsIn(at.mac), 'the device is in');
    expect(await openSessions(at.mac)).toEqual([session]);
    await at.controller.close();
  });

  test('a voucher begins with its first guest, for no more devices than it may, until it is revoked', async () => {
    const at = await lobby(integration[1], integration[2]);
    const { id: group } = await made('/user-groups', {
      name: `Day guests ${count}`,
      policy: {},
    });
    const order = { table_id: group, duration: 3600, max_devices: 1 };
    const [voucher] = (await made('/vouchers', order))._embedded.vouchers;
    const by = { by: 'voucher', code: String(voucher.code) };
    const sent = await signsIn(at, by);
    const status = await page(String((await page(String(sent.headers.location))).headers.location));
    expect(status.text).toContain('You are online until');
    expect(at.controller.minutesLeft(at.mac)).toBe(60);
    const begun = await house.world.made(200, 'GET', `/vouchers/${voucher.id}`);
    expect(begun.first_used_at).not.toBeNull();

    const online = await house.world.made(200, 'GET', `/online?filter[username]=${voucher.code}`);
    expect(online._embedded.online).toMatchObject([{ admitted_by: 'controller' }]);

    const second = { ...at, mac: at.mac.replace(/01$/, '02') };
    at.controller.joins(second.mac);
    const refused = await signsIn(second, by);
    expect([refused.status, at.controller.letsIn(second.mac)]).toEqual([422, false]);

    await house.world.made(204, 'DELETE', `/vouchers/${voucher.id}`);
    await eventually('the controller puts the device out', () => !at.controller.letsIn(at.mac));
    await at.controller.close();
  });

  test.each([
    [kinds[0], { down: null, up: 2 }, 'up to 100 Mbit/s'],
    [kinds[2], { down: 150_000, up: 1 }, 'the speed of each guest’s group'],
  ] as const)('a speed beyond what it takes is told to %s as it can be', async ([, options, secrets], speed, said) => {
    const at = await lobby(options, secrets);
    const policy = { bandwidth_down: 150_000_000, bandwidth_up: 1 };
    const { id: table_id } = await made('/user-groups', { name: `Uneven ${count}`, policy });
    const [{ code }] = (await made('/vouchers', { table_id, duration: 3600 }))._embedded.vouchers;
    await page(String((await signsIn(at, { by: 'voucher', code })).headers.location));
    expect([at.controller.letsIn(at.mac), at.controller.speedOf(at.mac)]).toEqual([true, speed]);
    const { checks } = await house.world.made(200, 'POST', `/gateways/${at.id}/test`);
    expect(checks).toContainEqual(expect.objectContaining({ ok: true, detail: expect.stringContaining(said) }));
    await at.controller.close();
  });

  test('a speed that a silent controller missed is told once it answers, and nobody is put out', async () => {
    const at = await lobby(integration[1], integration[2]);
    const speed = (bandwidth_down: number) => ({ policy: { bandwidth_down } });
    const { id } = await made('/user-groups', { name: `Changing ${count}`, ...speed(2_000_000) });
    const [{ code }] = (await made('/vouchers', { table_id: id, duration: 3600 }))._embedded.vouchers;
    await page(String((await signsIn(at, { by: 'voucher', code })).headers.location));
    const session = await openSessions(at.mac);
    at.controller.failsWith = { status: 503 };
    const asked = at.controller.asked.length;
    await house.world.made(200, 'PATCH', `/user-groups/${id}`, { body: speed(9_000_000) });
    const due = async () =>
      (
        await house.world.sql<{ seconds: number }>(
          `select extract(epoch from e.due_at - now())::int as seconds from session_endings e
           join controller_sessions c using (organization_id, session_id) where c.mac = $1 and e.lease_owner is null`,
          [at.mac.replaceAll(':', '')],
        )
      )[0]?.seconds ?? 0;
    await eventually('it was asked, and will be again', async () => {
      return at.controller.asked.length > asked && (await due()) > 5;
    });
    expect(await due()).toBeLessThanOrEqual(60);
    expect([at.controller.letsIn(at.mac), at.controller.speedOf(at.mac).down]).toEqual([true, 2000]);
    at.controller.failsWith = null;
    // The minute is over.
    await house.world.sql(
      `update session_endings e set due_at = now() from controller_sessions c
       where c.organization_id = e.organization_id and c.session_id = e.session_id and c.mac = $1`,
      [at.mac.replaceAll(':', '')],
    );
    await eventually('it is told', () => at.controller.speedOf(at.mac).down === 9000);
    expect([at.controller.letsIn(at.mac), await openSessions(at.mac)]).toEqual([true, session]);
    await at.controller.close();
  });

  test('a device that the controller does not know yet is let in as soon as it does', async () => {
    const at = await lobby(integration[1], integration[2]);
    await checkIn(at);
    at.controller.leaves(at.mac);
    const sent = await signsIn(at);
    expect((await page(String(sent.headers.location))).status).toBe(200);
    at.controller.joins(at.mac);
    expect((await page(String(sent.headers.location))).status).toBe(303);
    stays(() => at.controller.letsIn(at.mac), 'the device is in');
    await at.controller.close();
  });

  test('a device that is away when its registration is ended is put out when it is back', async () => {
    const at = await lobby(integration[1], integration[2]);
    await checkIn(at);
    await page(String((await signsIn(at)).headers.location));
    at.controller.leaves(at.mac);
    const { _embedded } = await house.world.made(200, 'GET', `/registrations?filter[mac]=${at.mac}`);
    await house.world.made(204, 'DELETE', `/registrations/${_embedded.registrations[0].id}`);
    const asked = () => at.controller.asked.filter(({ path }) => path.endsWith('/clients')).length;
    const before = asked();
    await eventually('the controller is asked for it', () => asked() > before + 1);
    expect(await openSessions(at.mac)).toHaveLength(1);
    at.controller.joins(at.mac);
    await eventually('the device is out', () => !at.controller.letsIn(at.mac));
    await eventually('the session is over', async () => (await openSessions(at.mac)).length === 0);
    await at.controller.close();
  });

  test('a session of the controller that is over, or its CSRF token, is opened again', async () => {
    const at = await lobby(kinds[2][1], kinds[2][2]);
    await checkIn(at);
    at.controller.endSessions();
    const sent = await signsIn(at);
    at.controller.endSessions();
    expect((await page(String(sent.headers.location))).status).toBe(303);
    stays(() => at.controller.letsIn(at.mac), 'the device is in');
    await at.controller.close();
  });

  test('a dead controller ends sessions once it is back; others do not wait, and people are told', async () => {
    const dead = await lobby(integration[1], integration[2]);
    const alive = await lobby(kinds[2][1], kinds[2][2]);
    const stay = { dead: await checkIn(dead), alive: await checkIn(alive) };
    for (const at of [dead, alive]) expect((await page(String((await signsIn(at)).headers.location))).status).toBe(303);
    const events = ['portal.controller_unreachable'];
    await made('/webhooks', { url: 'http://127.0.0.1:9/', events });
    dead.controller.failsWith = { status: 503 };
    hotel.checkOut(stay.dead);
    const alertsOf = async (id: string) =>
      (
        await house.world.made(200, 'GET', '/alerts?filter[event]=portal.controller_unreachable')
      )._embedded.alerts.filter(({ subject }: { subject: { id: string } }) => subject.id === id) as {
        status: string;
      }[];
    await eventually('people are told', async () => (await alertsOf(dead.id)).length > 0);
    hotel.checkOut(stay.alive);
    await eventually('the other is put out', () => !alive.controller.letsIn(alive.mac));
    expect(dead.controller.letsIn(dead.mac)).toBe(true);
    dead.controller.failsWith = null;
    await eventually('the device is out', () => !dead.controller.letsIn(dead.mac));
    await eventually('it is over', async () => (await alertsOf(dead.id)).every(({ status }) => status !== 'open'));
    expect(await alertsOf(alive.id)).toEqual([]);
    const told = await house.world.sql<{ event: string; payload: string }>(
      "select event, payload from outbox_events where event like 'portal.%'",
    );
    expect(told.map(({ event, payload }) => [event, payload.includes(dead.id)])).toEqual([[events[0], true]]);
    expect(formOf(JSON.parse(told[0].payload))).toEqual(formOf(examplePayloads['portal.controller_unreachable']));
    for (const { controller } of [dead, alive]) await controller.close();
  });

  test('a key that the controller refuses lets nobody in, and the guest is told that it is not her fault', async () => {
    const at = await lobby(integration[1], { api_key: 'another key' });
    await checkIn(at);
    const sent = await signsIn(at);
    expect([sent.status, at.controller.letsIn(at.mac)]).toEqual([503, false]);
    expect(await openSessions(at.mac)).toEqual([]);
    const test = await house.world.made(200, 'POST', `/gateways/${at.id}/test`);
    expect(test.checks).toContainEqual({
      name: 'controller',
      ok: false,
      detail: expect.stringContaining('refuses the API key'),
      remedy: expect.stringContaining('secrets'),
    });
    await house.world.made(200, 'PATCH', `/gateways/${at.id}`, {
      body: { secrets: integration[2] },
    });
    expect((await page(String((await signsIn(at)).headers.location))).status).toBe(303);
    await at.controller.close();
  });

  test('a controller that asks to be left alone is left alone', async () => {
    const at = await lobby(integration[1], integration[2]);
    await checkIn(at);
    at.controller.failsWith = { status: 429, retryAfterSeconds: 30 };
    const sent = await signsIn(at);
    const asked = at.controller.asked.length;
    for (let time = 0; time < 3; time += 1)
      expect((await page(String(sent.headers.location))).text).toContain('http-equiv="refresh"');
    expect(at.controller.asked).toHaveLength(asked);
    await at.controller.close();
  });

  test('a gateway is deleted: its guests are put out, even by a controller that was away then', async () => {
    const at = await lobby(integration[1], integration[2]);
    const away = await lobby(kinds[3][1], kinds[3][2]);
    for (const each of [at, away]) {
      await checkIn(each);
      expect((await page(String((await signsIn(each)).headers.location))).status).toBe(303);
    }
    away.controller.failsWith = { status: 503 };
    for (const { id } of [at, away]) await house.world.made(204, 'DELETE', `/gateways/${id}`);
    await eventually('the device is out', () => !at.controller.letsIn(at.mac));
    const asked = away.controller.asked.length;
    await eventually('the one that is away is asked', () => away.controller.asked.length > asked);
    expect(await openSessions(away.mac)).toHaveLength(1);
    away.controller.failsWith = null;
    await eventually('the other is out', () => !away.controller.letsIn(away.mac));
    for (const { mac, controller } of [at, away]) {
      await eventually('the session is over', async () => (await openSessions(mac)).length === 0);
      const kept = await house.world.sql('select 1 from controller_sessions where mac = $1', [mac.replaceAll(':', '')]);
      expect(kept).toEqual([]);
      await controller.close();
    }
  });

  test('a gateway is led to another controller: the former puts out who comes in by the new one', async () => {
    const at = await lobby(integration[1], integration[2]);
    const next = await UnifiController.open({ apiKey: 'key 3' });
    next.joins(at.mac);
    await checkIn(at);
    expect((await page(String((await signsIn(at)).headers.location))).status).toBe(303);
    at.controller.failsWith = { status: 503 };
    const body = { controller: { url: next.url }, secrets: { api_key: 'key 3' } };
    await house.world.made(200, 'PATCH', `/gateways/${at.id}`, { body });
    expect((await page(String((await signsIn(at)).headers.location))).status).toBe(303);
    expect([at.controller.letsIn(at.mac), next.letsIn(at.mac)]).toEqual([true, true]);
    at.controller.failsWith = null;
    await eventually('the former puts it out', () => !at.controller.letsIn(at.mac));
    await eventually('one session is left', async () => (await openSessions(at.mac)).length === 1);
    // The former does not let it in anew for the session at the other.
    expect([at.controller.letsIn(at.mac), next.letsIn(at.mac)]).toEqual([false, true]);
    for (const controller of [at.controller, next]) await controller.close();
  });

  test('a guest whose access ends while the controller is asked does not stay in', async () => {
    const at = await lobby(integration[1], integration[2]);
    const reservation = await checkIn(at);
    let admit: () => void = () => undefined;
    at.controller.admitsAfter = new Promise((resolve) => (admit = resolve));
    const asked = (action: string) => at.controller.asked.some(({ body }) => body.action === action);
    const sent = signsIn(at);
    await eventually('the controller is asked', () => asked('AUTHORIZE_GUEST_ACCESS'));
    hotel.checkOut(reservation);
    await eventually('the end was asked for', async () => {
      const [ending] = await house.world.sql<{ reason: string | null; attempts: number }>(
        `select e.reason, e.attempts from session_endings e
         join controller_sessions c using (organization_id, session_id) where c.mac = $1`,
        [at.mac.replaceAll(':', '')],
      );
      return ending?.reason !== null && (ending?.attempts ?? 0) > 0;
    });
    admit();
    await sent;
    await eventually('the device is out', () => !at.controller.letsIn(at.mac));
    await eventually('the session is over', async () => (await openSessions(at.mac)).length === 0);
    expect(at.controller.letsIn(at.mac)).toBe(false);
    await at.controller.close();
  });

  test('secrets stay with the controller that they were given for', async () => {
    const at = await lobby(integration[1], integration[2]);
    const elsewhere = { controller: { url: 'http://127.0.0.1:9' } };
    const refused = await house.world.ask('PATCH', `/gateways/${at.id}`, {
      body: elsewhere,
    });
    expect(refused.body.errors).toEqual([
      {
        pointer: '#/secrets/api_key',
        detail: expect.stringContaining('given again'),
      },
    ]);
    await house.world.made(200, 'PATCH', `/gateways/${at.id}`, {
      body: { ...elsewhere, secrets: { api_key: 'k' } },
    });
    const shown = await house.world.made(200, 'GET', `/gateways/${at.id}`);
    expect([shown.controller, shown.secrets_set, JSON.stringify(shown).includes('key 1')]).toEqual([
      elsewhere.controller,
      ['api_key'],
      false,
    ]);
    await at.controller.close();
  });

  test('a controller is what its make has: a setting of another make, or none at all, is refused', async () => {
    const { networkId } = {
      networkId: (await made('/networks', { name: `Guest ${(count += 1)}` })).id,
    };
    const errorsOf = async (body: object) =>
      (
        await house.world.ask('POST', '/gateways', {
          body: { name: 'x', network_id: networkId, ...body },
        })
      ).body.errors;
    expect(await errorsOf({ vendor: 'unifi' })).toEqual([
      {
        pointer: '#/controller',
        detail: expect.stringContaining('is required'),
      },
    ]);
    expect(
      await errorsOf({
        vendor: 'coova',
        controller: { url: 'https://unifi.example.com' },
      }),
    ).toEqual([
      {
        pointer: '#/controller',
        detail: expect.stringContaining('coova has none'),
      },
    ]);
  });

  test('a guest of a gateway that is not known is told of, once', async () => {
    const at = await lobby(integration[1], integration[2]);
    const redirect = 'res=notyet&uamip=10.1.0.9&uamport=3990&challenge=00&mac=aa:bb:cc:00:11:22';
    for (let time = 0; time < 3; time += 1) await page(`/p/${at.slug}/coova?${redirect}`);
    const { _embedded } = await house.world.made(200, 'GET', '/alerts?filter[event]=portal.gateway_unknown');
    expect(_embedded.alerts).toEqual([
      expect.objectContaining({
        detail: expect.stringContaining('coova at 10.1.0.9'),
      }),
    ]);
    await at.controller.close();
  });
});
