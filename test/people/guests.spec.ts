import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sheetLayouts } from '../../src/console/paper/sheet-layout.js';
import { smtpAt } from '../console/alerts/alert-world.js';
import { MailServer } from '../console/alerts/mail-server.js';
import { Pdf } from '../console/pdf.js';
import type { JsonBody } from '../http/http-world.js';
import { unhurried } from '../kernel/machine-time.js';
import { eventually } from '../kernel/manual-clock.js';
import { withFreeRadius } from '../radius/served-radius.js';
import { Lobby } from './lobby.js';

withFreeRadius('everybody known, and what a reception does for them', () => {
  let lobby: Lobby;
  let mailbox: MailServer;
  let groupId: string;
  let token: string;
  const television = 'aa:bb:cc:00:00:77';

  const ask = (method: string, path: string, body?: object) => lobby.house.world.ask(method, path, { body, token });
  const get = async (path: string): Promise<JsonBody> => {
    const { status, body } = await ask('GET', path);
    expect([path, status]).toEqual([path, 200]);
    return body as JsonBody;
  };
  const guests = async (query = ''): Promise<JsonBody[]> => (await get(`/guests?${query}`))._embedded.guests;
  const found = async (search: string) =>
    (await guests(`search=${encodeURIComponent(search)}`)).map(({ name }) => name).sort();
  const eva = async (): Promise<JsonBody> => (await guests('search=412'))[0];

  beforeAll(async () => {
    mailbox = await MailServer.listening();
    lobby = await Lobby.open({}, { smtp: smtpAt(mailbox.port) });
    ({ token } = await lobby.house.world.keyWith(['guests:read', 'guests:write']));
    await lobby.checkIn('412', 'Nováková', '412-novakova');
    lobby.hotel.checkIn({ room: '4', lastName: 'Łoś-Müller', firstName: 'Eva' });
    await eventually('the other account is there', async () => Object.keys(await lobby.house.accounts()).length > 1);
    ({ id: groupId } = await lobby.made('/user-groups', { name: 'Staff' }));
    await lobby.made('/users', {
      username: 'anna.h',
      password: 'Sommer 2026!',
      first_name: 'Anna',
      last_name: 'Huber',
      email: 'huber@example.com',
      table_id: groupId,
    });
  });
  afterAll(async () => {
    await lobby?.close();
    await mailbox?.close();
  });

  test('guests of all connections and users made by hand are one list, those in house first', async () => {
    expect((await guests()).map(({ kind, status, name }) => [kind, status, name])).toEqual([
      ['stay', 'in_house', 'Eva Łoś-Müller'],
      ['stay', 'in_house', 'Eva Nováková'],
      ['user', 'active', 'Anna Huber'],
    ]);
    expect(await eva()).toMatchObject({
      room: '412',
      connection: { name: 'Front desk', connector: 'fias' },
      account: { username: '412-novakova', disabled: 0 },
      devices_count: 0,
      online: null,
      held: null,
    });
    expect(await get('/guests?filter[status]=in_house&page_size=1')).toMatchObject({ total_items: 2, page_count: 2 });
    expect((await guests('filter[username]=anna.h')).map(({ kind }) => kind)).toEqual(['user']);
    expect((await guests('filter[room]=412&sort=name:desc')).map(({ room }) => room)).toEqual(['412']);
  });

  test('one box finds by room, name, e-mail address and user name, whatever the accents', async () => {
    const [los, novakova, huber] = ['Eva Łoś-Müller', 'Eva Nováková', 'Anna Huber'];
    for (const [search, names] of [
      ['412', [novakova]],
      ['4', [novakova, los].sort()],
      ['nov', [novakova]],
      ['NOVÁK', [novakova]],
      ['412 nov', [novakova]],
      ['412 los', []],
      ['ŁOŚ', [los]],
      ['los', [los]],
      ['muller', [los]],
      ['los-müll', [los]],
      // As a system without umlauts has her, or a keyboard.
      ['Łoś-MUELL', [los]],
      ['Mueller,', [los]],
      ['hüber', [huber]],
      ['412 Novák, Eva Nováková, Eva Nová', [novakova]],
      ['huber@ex', [huber]],
      ['anna.h', [huber]],
      ['412-novakova', [novakova]],
      ['4-los', [los]],
      ['%', []],
      ['nov%', []],
    ] as const)
      expect([search, await found(search)]).toEqual([search, names]);
    expect((await ask('GET', '/guests?search=a+b+c+d+e+f+g+h+i+j+k')).status).toBe(400);
  });

  test('one box finds by the whole booking number, and by that of a booking of several rooms', async () => {
    const los = 'Eva Łoś-Müller';
    const several = lobby.hotel.checkIn({ room: '905', lastName: 'Tesla', reservation: 'XPGMS9-1' });
    await eventually('he is there', async () => (await found('tesla')).length === 1);
    const [{ reservation_number: number }] = await guests('search=los');
    for (const [search, names] of [
      [number, [los]],
      [`${number} eva`, [los]],
      [number.slice(0, -1), []],
      [`${number} nov`, []],
      ['xpgms9-1', ['Tesla']],
      ['XPGMS9', ['Tesla']],
      ['XPGMS', []],
      ['XPGMS9-', []],
    ])
      expect([search, await found(search)]).toEqual([search, names]);
    lobby.hotel.checkOut(several);
    await eventually('he has left', async () => (await guests('search=XPGMS9'))[0]?.status === 'left');
  });

  test('a new password is shown once, lets the guest in at once, and the old one no more', async () => {
    const { id } = await eva();
    const given = await ask('POST', `/guests/${id}/password`);
    expect(given).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    const { username, password } = given.body as JsonBody;
    expect((await lobby.tries(username, 'novakova-412', 'AA-BB-CC-00-00-01')).packet).toBe('Access-Reject');
    await lobby.joins('s-1', username, password, 'AA-BB-CC-00-00-01');
    expect(await eva()).toMatchObject({ online: { devices: 1, since: expect.any(String) } });
    expect(JSON.stringify(await get(`/guests/${id}`))).not.toContain(password);
  });

  test('the page of one guest has access and its reason, devices, sessions, and what went wrong', async () => {
    const guest = await get(`/guests/${(await eva()).id}`);
    expect(guest).toMatchObject({
      identity: { account: '412-novakova', kind: 'user' },
      entitlements: [{ kind: 'user', revoked: false }],
      bindings: [{ kind: 'user', name: '412-novakova' }],
      devices: [{ id: null, mac: 'aa:bb:cc:00:00:01', last_seen_at: expect.any(String) }],
      sessions: [{ mac: 'aa:bb:cc:00:00:01', ssid: 'Lindenhof' }],
      trouble: [{ reason: 'wrong_password', remedies: ['check_password', 'new_password'] }],
      locks: [],
      deliveries: [],
    });
    const [anna] = await guests('search=huber');
    expect(await get(`/guests/${anna.id}`)).toMatchObject({ kind: 'user', identity: null, entitlements: [] });
  });

  test('a television is added by its address, and removed from the guest whose it is', async () => {
    const { id } = await eva();
    const made = await ask('POST', `/guests/${id}/devices`, { mac: television, name: 'Television', type: 'tv' });
    expect(made).toMatchObject({ status: 201, body: { mac: television, name: 'Television' } });
    const deviceId = (made.body as JsonBody).id;
    expect((await get(`/guests/${id}`)).devices).toContainEqual(
      expect.objectContaining({ id: deviceId, mac: television, name: 'Television', disabled: 0 }),
    );
    expect(await eva()).toMatchObject({ devices_count: 1 });
    const [anna] = await guests('search=huber');
    expect((await ask('DELETE', `/guests/${anna.id}/devices/${deviceId}`)).status).toBe(404);
    expect((await ask('DELETE', `/guests/${id}/devices/${deviceId}`)).status).toBe(204);
    expect(await eva()).toMatchObject({ devices_count: 0 });
    expect((await ask('POST', `/guests/${id}/devices`, { mac: 'nonsense' })).status).toBe(422);
  });

  test('a game console that was registered for a stay that is over is registered for the next', async () => {
    const mac = '02:00:00:00:05:20';
    const stay = await lobby.checkIn('520', 'Voss', '520-voss');
    const [voss] = await guests('search=520');
    expect((await ask('POST', `/guests/${voss.id}/devices`, { mac, name: 'Console' })).status).toBe(201);
    const { id } = await eva();
    const add = async () => (await ask('POST', `/guests/${id}/devices`, { mac })).status;
    expect(await add()).toBe(409);
    expect((await ask('POST', `/guests/${voss.id}/block`)).status).toBe(200);
    expect(await add()).toBe(409);
    expect((await ask('POST', `/guests/${voss.id}/unblock`)).status).toBe(200);
    lobby.hotel.checkOut(stay);
    await eventually('he has left', async () => (await lobby.house.accounts())['520-voss'] === 'disabled');
    expect(await add()).toBe(201);
    const [mine, his] = await Promise.all([id, voss.id].map((each) => get(`/guests/${each}`)));
    expect([mine.devices.some((each: JsonBody) => each.mac === mac), his.devices]).toEqual([true, []]);
    const device = mine.devices.find((each: JsonBody) => each.mac === mac);
    expect((await ask('DELETE', `/guests/${id}/devices/${device.id}`)).status).toBe(204);
  });

  test('one device is kept out while the others stay, and let in again', async () => {
    const { id } = await eva();
    const given = (await ask('POST', `/guests/${id}/password`)).body as JsonBody;
    const [phone, laptop] = ['AA-BB-CC-00-00-31', 'AA-BB-CC-00-00-32'];
    await lobby.joins('s-31', given.username, given.password, phone);
    await lobby.joins('s-32', given.username, given.password, laptop);
    const blocked = await ask('POST', `/guests/${id}/devices/block`, { mac: phone });
    expect(blocked).toMatchObject({ status: 200, body: { account: { disabled: 0 } } });
    expect((blocked.body as JsonBody).devices).toContainEqual(
      expect.objectContaining({ mac: 'aa:bb:cc:00:00:31', disabled: 1, id: expect.any(String) }),
    );
    await eventually('the access point is asked', () => lobby.isAskedToEnd('s-31'));
    expect(lobby.isAskedToEnd('s-32')).toBe(false);
    expect((await lobby.tries(given.username, given.password, phone)).packet).toBe('Access-Reject');
    expect((await lobby.tries(given.username, given.password, laptop)).packet).toBe('Access-Accept');
    expect((await ask('POST', `/guests/${id}/devices/unblock`, { mac: phone })).status).toBe(200);
    expect((await lobby.tries(given.username, given.password, phone)).packet).toBe('Access-Accept');
    expect((await ask('POST', `/guests/${id}/devices/block`, { mac: 'AA-BB-CC-00-00-39' })).status).toBe(404);
  });

  test('a visitor whom nobody expected gets an account until the evening, and who is found by colleagues', async () => {
    const until = new Date(Date.now() + 8 * 3_600_000).toISOString();
    const visitor = { first_name: 'Ada', last_name: 'Lovelace', until, note: 'Visits Jana Dvořáková' };
    const made = await ask('POST', '/guests', visitor);
    expect(made).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
    const { id, username, password } = made.body as JsonBody;
    expect((await lobby.tries(username, password, 'AA-BB-CC-00-00-41')).packet).toBe('Access-Accept');
    expect(await guests('search=lovelace')).toMatchObject([
      { id, kind: 'user', status: 'active', name: 'Ada Lovelace', until, note: 'Visits Jana Dvořáková' },
    ]);
    const tooLate = new Date(Date.now() + 32 * 86_400_000).toISOString();
    for (const wrong of [new Date(Date.now() - 1_000).toISOString(), tooLate])
      expect(await ask('POST', '/guests', { ...visitor, until: wrong })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '#/until' }] },
      });
    expect(await ask('POST', '/guests', { ...visitor, last_name: '  ' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/last_name' }] },
    });
    // Its policy may be more than a reception gives.
    expect((await ask('POST', '/guests', { ...visitor, table_id: groupId })).status).toBe(403);
  });

  test('somebody blocked is put out and refused, until unblocked', async () => {
    const { id } = await eva();
    expect(await ask('POST', `/guests/${id}/block`)).toMatchObject({ status: 200, body: { account: { disabled: 1 } } });
    await eventually('the access point is asked', () => lobby.isAskedToEnd('s-1'));
    const { body } = await ask('POST', `/guests/${id}/password`);
    const { username, password } = body as JsonBody;
    expect((await lobby.tries(username, password, 'AA-BB-CC-00-00-01')).packet).toBe('Access-Reject');
    expect(await ask('POST', `/guests/${id}/unblock`)).toMatchObject({ body: { account: { disabled: 0 } } });
    expect((await lobby.tries(username, password, 'AA-BB-CC-00-00-01')).packet).toBe('Access-Accept');
  });

  test('a guest who is extended stays on after the check-out, until the extension ends or is withdrawn', async () => {
    const stay = lobby.hotel.checkIn({ room: '510', lastName: 'Berg', firstName: 'Eva' });
    await eventually('the account is there', async () => '510-berg' in (await lobby.house.accounts()));
    const [{ id }] = await guests('search=510');
    const tries = async () => (await lobby.tries('510-berg', 'berg-510', 'AA-BB-CC-00-00-05')).packet;
    const extend = (until: string) => ask('POST', `/guests/${id}/extension`, { until, reason: 'Waits for the train' });
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    expect(await extend('2020-01-01T00:00:00Z')).toMatchObject({ status: 422 });
    expect(await extend(inHours(24 * 40))).toMatchObject({ status: 422 });
    expect(await extend(inHours(0.01))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/until', detail: expect.stringMatching(/^must be later than /) }] },
    });
    lobby.hotel.checkOut(stay);
    await eventually('access has ended', async () => (await tries()) === 'Access-Reject');
    const until = inHours(5);
    expect(await extend(until)).toMatchObject({
      status: 200,
      body: { extension: { until, reason: 'Waits for the train' }, until },
    });
    await eventually('she is let in', async () => (await tries()) === 'Access-Accept');
    // A list in which she is no more, and a look for what differs, leave it.
    await lobby.house.scan();
    expect(await tries()).toBe('Access-Accept');
    const reader = await lobby.house.world.keyWith(['guests:read', 'connections:read', 'users:read']);
    const timeline = await lobby.house.world.ask('GET', `/subjects/${id}/timeline`, { token: reader.token });
    expect((timeline.body as JsonBody).to_come).toContainEqual(
      expect.objectContaining({ kind: 'extension_ends', at: until }),
    );
    expect(await ask('DELETE', `/guests/${id}/extension`)).toMatchObject({ status: 200, body: { extension: null } });
    await eventually('access has ended again', async () => (await tries()) === 'Access-Reject');
    expect((await ask('DELETE', `/guests/${id}/extension`)).status).toBe(409);
    const soon = new Date(Date.now() + unhurried(4) * 1000).toISOString();
    expect((await extend(soon)).status).toBe(200);
    await eventually('she is let in for a moment', async () => (await tries()) === 'Access-Accept');
    await eventually('it ends by itself', async () => (await tries()) === 'Access-Reject');
    const { _embedded } = await lobby.get('/audit?filter[resource]=guests&sort=at:asc');
    expect(_embedded.audit.map(({ action }: JsonBody) => action)).toEqual(['extend', 'withdraw', 'extend']);
  });

  test('a card has room, network and account in the words of the guest, and the password just given', async () => {
    await lobby.house.world.made(200, 'PATCH', `/networks/${lobby.networkId}`, { body: { ssid: 'Lindenhof' } });
    const { id } = await eva();
    const { password } = (await ask('POST', `/guests/${id}/password`)).body as JsonBody;
    for (const layout of sheetLayouts) {
      const answer = await fetch(`http://127.0.0.1:${lobby.house.world.port}/guests/${id}/card.pdf`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ layout, language: 'it', password }),
      });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const pdf = new Pdf(Buffer.from(await answer.arrayBuffer()));
      expect(pdf.pages).toBe(1);
      for (const words of ['Eva Nováková', 'Camera: 412', 'Rete: Lindenhof', '412-novakova', password])
        expect([layout, pdf.text]).toEqual([layout, expect.stringContaining(words)]);
    }
    expect((await ask('POST', `/guests/${id}/card.pdf`, { layout: 'poster' })).status).toBe(422);
    expect(await ask('POST', `/guests/${id}/card`, { password })).toMatchObject({
      status: 200,
      body: { name: 'Eva Nováková', room: '412', ssid: 'Lindenhof', password },
    });
    // A colleague gives another: what this desk still has lets nobody in, and is handed out no more.
    expect((await ask('POST', `/guests/${id}/password`)).status).toBe(200);
    for (const call of ['card', 'card.pdf'])
      expect((await ask('POST', `/guests/${id}/${call}`, { password })).status).toBe(409);
    const mail = { to: 'email', address: 'eva@example.com', password };
    expect((await ask('POST', `/guests/${id}/credential`, mail)).status).toBe(409);
  });

  test('of several networks the card names one by which the guest is let in', async () => {
    const { world } = lobby.house;
    const { id } = await eva();
    const shown = async () => (await ask('POST', `/guests/${id}/card`)).body;
    const { id: guestsId } = await world.made(201, 'POST', '/networks', { body: { name: 'Guests', ssid: 'Guests' } });
    const portal = { name: 'Guests', network_id: guestsId };
    const { id: portalId } = await world.made(201, 'POST', '/captive-portals', { body: portal });
    expect(await shown()).toMatchObject({ ssid: 'Lindenhof' });
    const isAtStaff = { field: 'ssid', op: 'eq', value: 'Lindenhof' };
    const policy = { name: 'Staff only', effect: 'deny', priority: 1, conditions: [isAtStaff] };
    const { id: policyId } = await world.made(201, 'POST', '/policies', { body: policy });
    expect(await shown()).toMatchObject({ ssid: 'Guests', code: 'WIFI:T:nopass;S:Guests;;' });
    const named = (network: object | null) => world.made(200, 'PATCH', '/delivery-settings', { body: { network } });
    await named({ ssid: 'Spa', security: 'open' });
    expect(await shown()).toMatchObject({ ssid: 'Spa' });
    await named(null);
    await world.made(204, 'DELETE', `/policies/${policyId}`);
    await world.made(204, 'DELETE', `/captive-portals/${portalId}`);
    await world.made(204, 'DELETE', `/networks/${guestsId}`);
  });

  test('a user name is whole on every paper, and so is a name that the usual font lacks', async () => {
    const username = '412-hohenlohe-waldenburg-schillingsfuerst@hotel.example';
    const body = { username, password: 'K7MP2XWQ', first_name: '太郎', last_name: '山田' };
    await lobby.house.world.made(201, 'POST', '/users', { body });
    const [{ id }] = await guests('search=412-hohenlohe');
    for (const layout of sheetLayouts) {
      const answer = await fetch(`http://127.0.0.1:${lobby.house.world.port}/guests/${id}/card.pdf`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ layout, language: 'en', password: 'K7MP2XWQ' }),
      });
      const pdf = new Pdf(Buffer.from(await answer.arrayBuffer()));
      // Over two lines where it must be.
      const text = pdf.text.replaceAll(/\s/g, '');
      expect([layout, pdf.pages, text]).toEqual([layout, 1, expect.stringContaining(username)]);
      expect([layout, text]).toEqual([layout, expect.stringContaining('K7MP2XWQ')]);
      expect([layout, text]).toEqual([layout, expect.stringContaining('太郎山田')]);
    }
  });

  test('the credential is sent once more, to the address that the guest says', async () => {
    lobby.hotel.checkIn({ room: '611', lastName: 'Dvořák', firstName: 'Petr' });
    await eventually('the account is there', async () => '611-dvorak' in (await lobby.house.accounts()));
    const [{ id }] = await guests('search=611');
    const send = (body: object) => ask('POST', `/guests/${id}/credential`, body);
    expect(await send({ to: 'email' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/address', detail: 'is required: the outside system has none' }] },
    });
    for (const address of ['{{ email }}@example.com', 'nobody', '', 7])
      expect([address, (await send({ to: 'email', address })).status]).toEqual([address, 422]);
    expect(await send({ to: 'email', address: 'petr@example.com' })).toMatchObject({ status: 201 });
    await eventually('the mail is there', () => mailbox.mails.length === 1);
    const [{ to, body }] = mailbox.mails;
    expect(to).toEqual(['petr@example.com']);
    expect(body).toContain('dvorak-611');
    // What was given at the desk is in no record: it comes with the call, or is given anew.
    const { password } = (await ask('POST', `/guests/${id}/password`)).body as JsonBody;
    expect((await send({ to: 'email', address: 'petr@example.com' })).status).toBe(409);
    expect((await send({ to: 'email', address: 'petr@example.com', password })).status).toBe(201);
    await eventually('the second mail is there', () => mailbox.mails.length === 2);
    expect(mailbox.mails[1].body).toContain(password);
    expect((await get(`/guests/${id}`)).deliveries).toMatchObject([
      { via: 'email', address: 'p…@example.com' },
      { via: 'email', address: 'p…@example.com' },
    ]);
  });

  test('a user made by hand is extended by its own end', async () => {
    const [{ id }] = await guests('search=huber');
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect(await ask('POST', `/guests/${id}/extension`, { until })).toMatchObject({
      status: 422,
      body: { errors: [{ detail: 'this access has no end' }] },
    });
    await lobby.house.world.made(200, 'PATCH', `/users/${id}`, { body: { valid_until: until } });
    const later = new Date(Date.now() + 7_200_000).toISOString();
    expect(await ask('POST', `/guests/${id}/extension`, { until: later })).toMatchObject({
      status: 200,
      body: { until: later, extension: null },
    });
  });

  test('a room locked at a portal may try again', async () => {
    const portal = await lobby.made('/captive-portals', { name: 'Lobby', slug: 'lobby', methods: ['room_surname'] });
    const { id } = await eva();
    await lobby.house.world.sql(
      `insert into portal_attempts (organization_id, id, captive_portal_id, kind, subject, failures, first_at, last_at,
        counted_until, locked_until) select organization_id, gen_random_uuid(), id, 'room', '412', 5, now(), now(),
        now() + interval '1 hour', now() + interval '1 hour' from captive_portals where id = $1`,
      [portal.id],
    );
    expect((await get(`/guests/${id}`)).locks).toMatchObject([{ kind: 'room', subject: '412', failures: 5 }]);
    expect(await ask('POST', `/guests/${id}/unlock`)).toMatchObject({ status: 200, body: { unlocked: 1 } });
    expect((await get(`/guests/${id}`)).locks).toEqual([]);
  });

  test('who moves to another room while online stays so, with her devices, which still count', async () => {
    const stay = await lobby.checkIn('415', 'Moser', '415-moser');
    await lobby.joins('s-415', '415-moser', 'moser-415', 'AA-BB-CC-00-04-15');
    lobby.hotel.move(stay, '416');
    await eventually('the account follows', async () => '416-moser' in (await lobby.house.accounts()));
    const [moser] = await guests('search=416');
    expect(moser).toMatchObject({ room: '416', account: { username: '416-moser' }, online: { devices: 1 } });
    const detail = await get(`/guests/${moser.id}`);
    expect(detail.devices).toMatchObject([{ mac: 'aa:bb:cc:00:04:15' }]);
    expect(detail.sessions).toMatchObject([{ mac: 'aa:bb:cc:00:04:15' }]);
    const { user_id: userId } = moser.account;
    await lobby.house.world.made(200, 'PATCH', `/users/${userId}`, { body: { max_devices: 1, password: 'moser-416' } });
    await lobby.tries('416-moser', 'moser-416', 'AA-BB-CC-00-04-16');
    expect((await get(`/guests/${moser.id}`)).trouble).toMatchObject([{ reason: 'device_limit' }]);
    await lobby.account('Stop', 's-415', '415-moser');
    const stopped = await get(`/guests/${moser.id}`);
    expect([stopped.online, stopped.devices.length]).toEqual([null, 1]);
  });

  test('the next guest of that name in the room is not blocked with the one who has left', async () => {
    const eve = await lobby.checkIn('501', 'Horak', '501-horak');
    const [left] = await guests('search=501');
    lobby.hotel.checkOut(eve);
    await eventually('she has left', async () => (await get(`/guests/${left.id}`)).account === null);
    lobby.hotel.checkIn({ room: '501', lastName: 'Horak', firstName: 'Petr' });
    await eventually('he has an account', async () => (await guests('search=501'))[0].account?.disabled === 0);
    const [petr] = await guests('search=501');
    expect([petr.id === left.id, petr.status]).toEqual([false, 'in_house']);
    expect(await get(`/guests/${left.id}`)).toMatchObject({ status: 'left', account: null, devices: [], sessions: [] });
    for (const [action, body] of [['block'], ['password'], ['devices', { mac: '02-00-00-00-05-01' }]] as const)
      expect((await ask('POST', `/guests/${left.id}/${action}`, body)).status).toBe(409);
    expect((await guests('search=501'))[0].account).toMatchObject({ username: '501-horak', disabled: 0 });
  });

  test('one box finds whose a device is by its address in any notation: registered, online once, refused', async () => {
    const novakova = 'Eva Nováková';
    const { id } = await eva();
    const made = await ask('POST', `/guests/${id}/devices`, { mac: '02:00:00:00:0A:01', name: 'Television' });
    expect(made.status).toBe(201);
    const { username, password } = (await ask('POST', `/guests/${id}/password`)).body as JsonBody;
    await lobby.joins('s-found', username, password, '02-00-00-00-0A-02');
    await lobby.account('Stop', 's-found', username);
    expect((await lobby.tries('anna.h', 'wrong', '02-00-00-00-0A-03')).packet).toBe('Access-Reject');
    for (const [search, names] of [
      ['02:00:00:00:0a:01', [novakova]],
      ['02-00-00-00-0A-02', [novakova]],
      ['0200.0000.0a02', [novakova]],
      ['020000000A02', [novakova]],
      ['02 00 00 00 0A 02', [novakova]],
      ['02-00-00-00-0A-02 412', [novakova]],
      ['02-00-00-00-0A-02 413', []],
      ['02-00-00-00-0A-03', ['Anna Huber']],
      ['02-00-00-00-0A-04', []],
    ] as const)
      expect([search, await found(search)]).toEqual([search, names]);
    expect((await ask('DELETE', `/guests/${id}/devices/${(made.body as JsonBody).id}`)).status).toBe(204);
  });
});
