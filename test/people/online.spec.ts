import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { JsonBody } from '../http/http-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { browse, formsIn } from '../portal/plain-browser.js';
import { withFreeRadius } from '../radius/served-radius.js';
import { Lobby } from './lobby.js';
import { EventReader } from './event-reader.js';

withFreeRadius('who is on the Wi-Fi, and why', () => {
  let lobby: Lobby;
  let groupId: string;
  let userId: string;
  let reservation: string;

  const made = (path: string, body: object) => lobby.made(path, body);
  const get = (path: string) => lobby.get(path);
  const online = (query = '') => lobby.online(query);
  const idOf = async (username: string): Promise<string> =>
    (await online(`filter[username]=${encodeURIComponent(username)}`))[0]?.id;

  beforeAll(async () => {
    lobby = await Lobby.open();
    reservation = await lobby.checkIn('412', 'Nováková', '412-novakova');
    ({ id: groupId } = await made('/user-groups', {
      name: 'Staff',
      policy: { vlan: '30', acct_interim_interval: 60 },
    }));
    ({ id: userId } = await made('/users', {
      username: 'anna',
      password: 'Sommer 2026!',
      last_name: 'Huber',
      table_id: groupId,
    }));
    await made('/devices', { mac: 'AA-BB-CC-00-00-02', name: "Anna's laptop", type: 'computer' });
  });
  afterAll(() => lobby?.close());

  test('a login and a session are told to who listens, when they begin and when the session ends', async () => {
    const reader = await EventReader.open(lobby.house.world.port, '/live?topics=online,logins', {
      authorization: `Bearer ${lobby.house.world.token}`,
    });
    await reader.ready();
    await lobby.joins('s-0', 'anna', 'Sommer 2026!', 'AA-BB-CC-00-00-09');
    await reader.changed('logins');
    const begun = await reader.heard('the session', ({ data }) => data.topic === 'online' && data.ids !== 'many');
    expect(begun.data.ids).toEqual([await idOf('anna')]);
    const before = reader.events.length;
    await lobby.account('Stop', 's-0', 'anna');
    await reader.heard('its end', (each) => reader.events.indexOf(each) >= before && each.data.topic === 'online');
    reader.close();
  });

  test('a guest online is told with the stay, the entitlement, the account and the rule that let them in', async () => {
    const policy = await made('/policies', {
      name: 'Guests of the house',
      effect: 'permit',
      conditions: [{ field: 'ssid', op: 'eq', value: 'Lindenhof' }],
      reply: { vlan: '120' },
    });
    await lobby.joins('s-1', '412-novakova', 'novakova-412', 'AA-BB-CC-00-00-01');
    const [row] = await online();
    expect(row).toMatchObject({
      admitted_by: 'radius',
      kind: 'user',
      username: '412-novakova',
      first_name: 'Eva',
      last_name: 'Nováková',
      room: '412',
      mac: 'aa:bb:cc:00:00:01',
      device: null,
      network: { id: lobby.networkId, name: 'House' },
      ssid: 'Lindenhof',
      access_point: 'lobby',
      access_point_mac: '00:11:22:33:44:55',
      client: 'lobby',
      auth_method: 'PAP',
      vlan: '120',
      stale: false,
      stopped_at: null,
    });
    expect(row.until).toBe((await get(`/users/${row.user_id}`)).valid_until);
    expect(row.why.map(({ kind }: JsonBody) => kind)).toEqual(['stay', 'entitlement', 'user', 'group', 'policy']);
    const [stay, entitlement, user, , rule] = row.why;
    expect(stay.params).toMatchObject({ room: '412', status: 'in_house', connection: 'Front desk', connector: 'fias' });
    const subject = await get(`/subjects/${stay.id}`);
    expect(entitlement.id).toBe(subject.entitlements[0].id);
    expect(user).toMatchObject({ id: row.user_id, params: { name: '412-novakova', made_by: 'connection' } });
    expect(rule).toMatchObject({ id: policy.id, params: { decisive: true, gives: ['vlan'] } });
    expect(await get(`/online/${row.id}`)).toMatchObject({ id: row.id, room: '412' });
  });

  test('volume and speed are those of the last two reports, whatever comes twice', async () => {
    const interim = (seconds: number, up: number, down: number) =>
      lobby.account(
        'Interim-Update',
        's-1',
        '412-novakova',
        `Acct-Session-Time = ${seconds}`,
        `Acct-Input-Octets = ${up}`,
        `Acct-Output-Octets = ${down}`,
      );
    await interim(60, 1_000, 10_000);
    await interim(120, 61_000, 610_000);
    await interim(120, 61_000, 610_000);
    expect((await online('filter[room]=412'))[0]).toMatchObject({
      seconds: 120,
      bytes_up: 61_000,
      bytes_down: 610_000,
      bits_per_second_up: 8_000,
      bits_per_second_down: 80_000,
    });
  });

  test('lists are filtered by room, connection, group, network, device and kind, and searched by one box', async () => {
    await lobby.joins('s-2', 'anna', 'Sommer 2026!', 'AA-BB-CC-00-00-02');
    const voucher = (await made('/vouchers', { table_id: groupId, duration: 3600 }))._embedded.vouchers[0];
    await lobby.joins('s-3', voucher.code, voucher.code, 'AA-BB-CC-00-00-03');
    const names = async (query: string) => (await online(query)).map(({ username }) => username).sort();
    const all = ['412-novakova', 'anna', voucher.code].sort();
    expect(await names('')).toEqual(all);
    expect(await names('filter[room]=412')).toEqual(['412-novakova']);
    expect(await names('filter[room][like]=4%25')).toEqual(['412-novakova']);
    expect(await names(`filter[connection_id]=${lobby.house.connectionId}`)).toEqual(['412-novakova']);
    expect(await names(`filter[table_id]=${groupId}`)).toEqual(['anna', voucher.code].sort());
    expect(await names(`filter[network_id]=${lobby.networkId}&filter[kind]=voucher`)).toEqual([voucher.code]);
    expect(await names('filter[mac]=aabb.cc00.0002')).toEqual(['anna']);
    expect(await names('filter[admitted_by]=gateway')).toEqual([]);
    expect(await names('filter[access_point]=lobby&sort=username:desc&page_size=2')).toHaveLength(2);
    for (const [search, found] of [
      ['novak', ['412-novakova']],
      ['NOVÁKOVÁ eva', ['412-novakova']],
      ['412 nov', ['412-novakova']],
      ['412 huber', []],
      ['hub', ['anna']],
      ['aa:bb:cc:00:00:03', [voucher.code]],
      ['lobby', all],
      ['50%', []],
    ] as const)
      expect([search, await names(`search=${encodeURIComponent(search)}`)]).toEqual([search, found]);
    expect(await get('/online?filter[room]=412&page=9')).toMatchObject({ total_items: 1, page_count: 1 });
  });

  test('staff made by hand, from a registered device, is told so', async () => {
    const [row] = await online('filter[username]=anna');
    expect(row).toMatchObject({ vlan: '120', device: { name: "Anna's laptop", type: 'computer' }, room: null });
    expect(row.why).toMatchObject([
      { kind: 'user', id: userId, params: { made_by: 'console' } },
      { kind: 'group', id: groupId, params: { name: 'Staff' } },
      { kind: 'policy' },
    ]);
  });

  test('somebody at the desk ends a session, and reads what the access point said to it', async () => {
    const { token } = await lobby.house.world.keyWith(['online:read', 'online:write']);
    const id = await idOf('anna');
    const answer = await lobby.house.world.ask('POST', `/online/${id}/disconnect`, { token });
    expect([answer.status, answer.body]).toMatchObject([
      202,
      { asks: 'access_point', ending: { request: 'disconnect' } },
    ]);
    await eventually('the access point is asked', () => lobby.isAskedToEnd('s-2'));
    await eventually('its answer is read', async () => (await get(`/online/${id}`)).ending.state === 'acknowledged');
    await lobby.account('Stop', 's-2', 'anna', 'Acct-Terminate-Cause = Admin-Reset');
    expect(await online('filter[username]=anna')).toEqual([]);
    expect(await get(`/online/${id}`)).toMatchObject({
      ending: { reason: 'disconnected', state: 'acknowledged', attempts: 1, confirmed_at: expect.any(String) },
      stopped_at: expect.any(String),
    });
    const again = await lobby.house.world.ask('POST', `/online/${id}/disconnect`);
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('This session ended at')]);
    const [entry] = (await get(`/audit?filter[resource]=online&filter[resource_id]=${id}`))._embedded.audit;
    expect(entry).toMatchObject({ action: 'disconnect', actor_kind: 'key', label: 'anna' });
  });

  test('an access point that refuses is told of with its error; the next request asks it at once', async () => {
    await lobby.joins('s-4', 'anna', 'Sommer 2026!', 'AA-BB-CC-00-00-02');
    const id = await idOf('anna');
    lobby.ap.answers = { nak: 501 };
    await lobby.house.world.made(202, 'POST', `/online/${id}/disconnect`);
    await eventually('it is refused', async () => (await get(`/online/${id}`)).ending.state === 'refused');
    expect((await get(`/online/${id}`)).ending).toMatchObject({
      error_cause: 501,
      attempts: 1,
      next_at: expect.any(String),
    });
    lobby.ap.answers = 'ack';
    await lobby.house.world.made(202, 'POST', `/online/${id}/disconnect`);
    await eventually('it is acknowledged', async () => (await get(`/online/${id}`)).ending.state === 'acknowledged');
    await lobby.account('Stop', 's-4', 'anna');
  });

  test('a device is told to prove itself anew where the make can, and refused with words where it cannot', async () => {
    await lobby.joins('s-5', 'anna', 'Sommer 2026!', 'AA-BB-CC-00-00-02');
    const id = await idOf('anna');
    lobby.ap.changes = 'ack';
    await lobby.house.world.made(202, 'POST', `/online/${id}/reauthenticate`);
    await eventually('it is answered', async () => (await get(`/online/${id}`)).ending.state === 'acknowledged');
    expect(lobby.ap.asked.at(-1)).toMatchObject({
      sessionId: 's-5',
      to: 'change',
      isGenuine: true,
      limits: ['9/1=subscriber:command=reauthenticate'],
    });
    expect(await get(`/online/${id}`)).toMatchObject({ stopped_at: null, ending: { request: 'reauthenticate' } });
    const network = await get(`/networks/${lobby.networkId}`);
    await lobby.house.world.made(200, 'PATCH', `/networks/${lobby.networkId}`, {
      body: { clients: network.clients.map(({ _links, ...client }: JsonBody) => ({ ...client, vendor: 'mikrotik' })) },
    });
    const refused = await lobby.house.world.ask('POST', `/online/${id}/reauthenticate`);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('Disconnect the session')]);
  });

  test('a plan is summed up by kind and group, and says who of those who lose access is online now', async () => {
    const { world, connectionId } = lobby.house;
    const [{ id: subjectId }] = (await get(`/connections/${connectionId}/subjects`))._embedded.subjects as JsonBody[];
    const [{ id }] = await world.sql<{ id: string }>(
      `with run as (
         insert into runs (organization_id, id, connection_id, mode, cause, status, requested_by, plan_hash, created_at)
         values ($1, gen_random_uuid(), $2, 'full', 'operator', 'held', 'test', 'abc', now()) returning id),
       items as (
         insert into run_items (organization_id, run_id, position, kind, subject_id, source_key)
         select $1, run.id, n, case when n = 1 then 'removal' else 'update' end, case when n = 1 then $3::uuid end, n
         from run, generate_series(1, 3) n)
       select id from run`,
      [world.organizationId, connectionId, subjectId],
    );
    const [group] = (await get('/user-groups?filter[name]=Hotel%20guests'))._embedded.user_groups as JsonBody[];
    expect(await get(`/runs/${id}/summary`)).toMatchObject({
      status: 'held',
      plan_hash: 'abc',
      by_kind: [
        { kind: 'removal', count: 1 },
        { kind: 'update', count: 2 },
      ],
      by_group: [
        { kind: 'removal', table_id: group.id, group: 'Hotel guests', count: 1 },
        { kind: 'update', table_id: null, group: null, count: 2 },
      ],
      online_count: 1,
      online: [{ subject_id: subjectId, room: '412', username: '412-novakova', sessions: 1 }],
    });
    await world.sql('delete from runs where id = $1', [id]);
  });

  test('a check-out takes the guest off the list', async () => {
    lobby.hotel.checkOut(reservation);
    await eventually('the access point is asked', () => lobby.isAskedToEnd('s-1'));
    await lobby.account('Stop', 's-1', '412-novakova');
    expect(await online('search=412')).toEqual([]);
  });

  test('a device at a gateway that asks no RADIUS server is listed until it closes, and marked as such', async () => {
    const portal = await made('/captive-portals', {
      name: 'Garden',
      network_id: lobby.networkId,
      methods: ['voucher'],
    });
    await made('/gateways', {
      name: 'Garden',
      network_id: lobby.networkId,
      vendor: 'opennds',
      login_hosts: ['192.168.7.1'],
      secrets: { faskey: 'a shared key of the garden' },
    });
    const code = (await made('/vouchers', { table_id: groupId, duration: 3600 }))._embedded.vouchers[0].code;
    const told =
      'hid=0a1b2c, clientip=192.168.7.9, clientmac=aa:bb:cc:00:00:09, gatewayname=garden, ' +
      'gatewayaddress=192.168.7.1:2050';
    const fas = encodeURIComponent(Buffer.from(told).toString('base64'));
    const url = `http://127.0.0.1:${lobby.house.world.port}/p/${portal.slug}/opennds?fas=${fas}`;
    const mac = 'aa:bb:cc:00:00:09';
    const [form] = formsIn((await browse(lobby.house.world.port, { url, mac })).text);
    const action = new URL(form.action, url).href;
    const sent = await browse(lobby.house.world.port, { url: action, mac, fields: { ...form.fields, code } });
    expect([sent.status, sent.location]).toEqual([303, expect.stringContaining('192.168.7.1:2050/opennds_auth')]);
    const [row] = await online('filter[admitted_by]=gateway');
    expect(row).toMatchObject({ kind: 'voucher', username: code, mac, bytes_up: null, stale: false });
    expect(Date.parse(row.until) - Date.parse(row.since)).toBe(3_600_000);
    expect(row.why.map(({ kind }: JsonBody) => kind)).toEqual(['voucher', 'registration', 'group', 'no_policy']);
    const refused = await lobby.house.world.ask('POST', `/online/${row.id}/disconnect`);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(`/registrations/${row.id}`)]);
    await lobby.house.world.made(204, 'DELETE', `/registrations/${row.id}`);
    expect(await online('filter[admitted_by]=gateway')).toEqual([]);
  });

  test('a stranger sees none of it, and reading is not ending', async () => {
    const stranger = await lobby.house.world.organization('Other house');
    const answer = await lobby.house.world.ask('GET', '/online', { token: stranger.token });
    expect([answer.status, answer.body.total_items]).toEqual([200, 0]);
    const { token } = await lobby.house.world.keyWith(['online:read']);
    const [{ id }] = await online();
    expect((await lobby.house.world.ask('POST', `/online/${id}/disconnect`, { token })).status).toBe(403);
    expect((await lobby.house.world.ask('GET', `/online/${id}`, { token: stranger.token })).status).toBe(404);
  });

  test('a policy that is not saved tells whom it would shut out, and whom it would give something else', async () => {
    const impact = (body: object): Promise<JsonBody> =>
      lobby.house.world.made(200, 'POST', '/policies/impact', { body: { name: 'Draft', ...body } });
    const atLindenhof = [{ field: 'ssid', op: 'eq', value: 'Lindenhof' }];
    const before = (await get('/policies'))._embedded.policies;
    const users = (await get('/users')).total_items;
    const closed = await impact({ effect: 'deny', priority: -1, conditions: atLindenhof });
    expect(closed).toMatchObject({ users, examined: users, sampled: false, denied: 1, permitted: 0, replied: 0 });
    expect(closed.changed).toMatchObject([
      {
        user_id: userId,
        before: { decision: 'permit', reason: null, reply: { vlan: '120' } },
        after: { decision: 'deny', reason: 'policy_denied', reply: {} },
        login: { ssid: 'Lindenhof', client: 'lobby', auth_method: 'PAP' },
      },
    ]);
    // Who has left is concerned, too, and refused before and after.
    expect(closed.concerned).toBe(2);
    const given = { effect: 'permit', replaces: before[0].id, conditions: atLindenhof, reply: { vlan: '99' } };
    expect(await impact(given)).toMatchObject({ replied: 1, changed: [{ after: { reply: { vlan: '99' } } }] });
    expect(await impact({ ...given, reply: { vlan: '120' } })).toMatchObject({ replied: 0, denied: 0, changed: [] });
    expect((await get('/policies'))._embedded.policies).toEqual(before);
  });
});
