import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { attempt } from './eapol.js';
import { signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const password = 'Sommer 2026!';
const hour = 3_600_000;
const inAnHour = () => new Date(Date.now() + hour).toISOString();
const anHourAgo = () => new Date(Date.now() - hour).toISOString();

withFreeRadius('signing in with name and password', () => {
  let rig: RadiusRig;
  let guests: string;

  beforeAll(async () => {
    rig = await RadiusRig.open();
    guests = (
      await rig.post('/user-groups', {
        name: 'Guests',
        policy: {
          vlan: '20',
          bandwidth_down: 5_000_000,
          bandwidth_up: 1_000_000,
          session_timeout: 3600,
          idle_timeout: 300,
          acct_interim_interval: 600,
        },
      })
    ).id;
  });
  afterAll(() => rig.close());

  const user = (username: string, more: object = {}) =>
    rig.post('/users', { username, password, table_id: guests, ...more });
  const enter = (username: string, ...more: string[]) => signIn(rig.auth, username, password, ...more);

  test('a user of the console is let in with what the group gives, whatever the capitals of the name', async () => {
    await user('Größe.212');
    expect(await enter('gRÖSSE.212'.replace('SS', 'ß'))).toMatchObject({
      packet: 'Access-Accept',
      attributes: {
        'User-Name': 'Größe.212',
        'Tunnel-Type': 'VLAN',
        'Tunnel-Medium-Type': 'IEEE-802',
        'Tunnel-Private-Group-Id': '20',
        'Session-Timeout': '3600',
        'Idle-Timeout': '300',
        'Acct-Interim-Interval': '600',
        'WISPr-Bandwidth-Max-Down': '5000000',
        'WISPr-Bandwidth-Max-Up': '1000000',
      },
    });
    expect((await rig.log()).at(-1)).toEqual({
      outcome: 'accepted',
      username: 'Größe.212',
      kind: 'user',
      method: 'PAP',
      reason: null,
      detail: null,
      mac: 'aabbcc001122',
      ssid: 'Lindenhof',
      accessPoint: 'lobby',
    });
  });

  test.each([
    ['ΟΔΥΣΣΕΥΣ', 'Οδυσσευς'],
    ['İbrahim', 'İBRAHIM'],
  ])('%s is let in as written there, and as %s', async (username, otherwise) => {
    await user(username);
    for (const typed of [username, otherwise])
      expect(await enter(typed)).toMatchObject({ packet: 'Access-Accept', attributes: { 'User-Name': username } });
  });

  test.each(['DOMAIN\\her', 'an "odd" one', '50%'])('the name %s is told as it was typed', async (username) => {
    await user(username);
    const typed = username.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
    expect(await enter(typed)).toMatchObject({ packet: 'Access-Accept' });
    expect((await rig.log()).at(-1)).toMatchObject({ outcome: 'accepted', username });
    expect((await signIn(rig.auth, typed, 'another')).packet).toBe('Access-Reject');
    expect((await rig.log()).at(-1)).toMatchObject({ reason: 'wrong_password', username });
  });

  test('the domain that Windows puts before a name is left out where nobody has the whole name', async () => {
    await user('thomas');
    expect(await enter('LINDENHOF\\\\thomas')).toMatchObject({
      packet: 'Access-Accept',
      attributes: { 'User-Name': 'thomas' },
    });
    const joined = await attempt(rig.auth, [
      'eap=PEAP',
      'identity="LINDENHOF\\thomas"',
      `password="${password}"`,
      'phase2="auth=MSCHAPV2"',
    ]);
    expect(joined).toContain('SUCCESS');
    expect((await rig.log()).slice(-2)).toMatchObject([
      { outcome: 'accepted', username: 'thomas', method: 'PAP' },
      { outcome: 'accepted', username: 'thomas', method: 'PEAP' },
    ]);
    await rig.account([
      'Acct-Status-Type = Start',
      'Acct-Session-Id = "of thomas"',
      'User-Name = "LINDENHOF\\\\thomas"',
      'NAS-Identifier = "lobby"',
      'Calling-Station-Id = "AA-BB-CC-00-11-33"',
    ]);
    const connected = (await rig.events()).filter(({ event }) => event === 'device.connected');
    expect(connected).toMatchObject([{ device: { mac: 'aa:bb:cc:00:11:33' }, user: { auth_method: 'PEAP' } }]);
    for (const nobody of ['\\\\thomas', 'LINDENHOF\\\\', 'A\\\\LINDENHOF\\\\thomas']) {
      expect((await enter(nobody)).packet).toBe('Access-Reject');
      expect(await rig.last()).toBe('unknown_user');
    }
  });

  test('a name typed in full-width letters is the account’s, unless somebody else has it so', async () => {
    await user('412-kobayashi');
    const typed = '４１２－Ｋｏｂａｙａｓｈｉ';
    expect(await enter(typed)).toMatchObject({
      packet: 'Access-Accept',
      attributes: { 'User-Name': '412-kobayashi' },
    });
    expect((await signIn(rig.auth, typed, 'another')).packet).toBe('Access-Reject');
    const joined = await attempt(rig.auth, [
      'eap=PEAP',
      `identity="${typed}"`,
      `password="${password}"`,
      'phase2="auth=MSCHAPV2"',
    ]);
    expect(joined).toContain('SUCCESS');
    expect((await rig.log()).at(-1)).toMatchObject({ outcome: 'accepted', username: '412-kobayashi', method: 'PEAP' });
    await rig.account([
      'Acct-Status-Type = Start',
      'Acct-Session-Id = "of kobayashi"',
      `User-Name = "${typed}"`,
      'NAS-Identifier = "lobby"',
      'Calling-Station-Id = "AA-BB-CC-00-11-33"',
    ]);
    const connected = (await rig.events()).filter(({ event }) => event === 'device.connected');
    expect(connected.at(-1)).toMatchObject({ device: { mac: 'aa:bb:cc:00:11:33' }, user: { auth_method: 'PEAP' } });
    // A name that somebody has as it was typed is theirs.
    await user('４１２－ｋｏｂａｙａｓｈｉ');
    expect(await enter(typed)).toMatchObject({ attributes: { 'User-Name': '４１２－ｋｏｂａｙａｓｈｉ' } });
    expect(await enter('412-kobayashi')).toMatchObject({ attributes: { 'User-Name': '412-kobayashi' } });
  });

  test("bandwidth is told in the words of the access point's maker", async () => {
    await user('mikro');
    const { attributes } = await enter('mikro', 'Packet-Src-IP-Address = 127.0.0.2');
    expect(attributes['Mikrotik-Rate-Limit']).toBe('1000k/5000k');
    expect(attributes['WISPr-Bandwidth-Max-Down']).toBeUndefined();
  });

  test.each([
    ['wrong_password', {}, 'something else'],
    ['user_disabled', { disabled: 1 }, password],
    ['not_yet_valid', { valid_from: inAnHour() }, password],
    ['expired', { valid_until: anHourAgo() }, password],
  ])('%s is why, in log and event', async (reason, fields, given) => {
    await user(reason, fields);
    expect((await signIn(rig.auth, reason, given)).packet).toBe('Access-Reject');
    expect((await rig.log()).at(-1)).toMatchObject({ outcome: 'rejected', username: reason, reason });
    expect((await rig.events()).at(-1)).toMatchObject({
      event: reason === 'wrong_password' ? 'auth.failed' : 'auth.rejected',
      reason_code: reason,
      user: { username: reason, auth_method: 'PAP' },
      access_point: { name: 'lobby', mac: '00:11:22:33:44:55' },
    });
  });

  test('nobody of this name is an unknown user', async () => {
    expect((await enter('nobody')).packet).toBe('Access-Reject');
    expect((await rig.log()).at(-1)).toMatchObject({ reason: 'unknown_user', detail: null });
  });

  test('a session never outlasts the account', async () => {
    await user('leaving', { valid_until: new Date(Date.now() + 600_000).toISOString() });
    const { attributes } = await enter('leaving');
    expect(Number(attributes['Session-Timeout'])).toBeGreaterThan(590);
    expect(Number(attributes['Session-Timeout'])).toBeLessThanOrEqual(600);
  });

  test('who is disabled is refused from the next request on', async () => {
    const { id } = await user('leaver');
    expect((await enter('leaver')).packet).toBe('Access-Accept');
    await rig.patch(`/users/${id}`, { disabled: 1 });
    expect((await enter('leaver')).packet).toBe('Access-Reject');
  });

  test('outside its hours a group is not let in', async () => {
    const today = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];
    // Every day but those that it may be here or there.
    const days = today.filter((_, day) => Math.abs(day - new Date().getUTCDay()) % 6 > 1).join(',');
    const closed = await rig.post('/user-groups', { name: 'Closed', policy: { login_time: days } });
    await user('late', { table_id: closed.id });
    expect((await enter('late')).packet).toBe('Access-Reject');
    expect(await rig.last()).toBe('outside_hours');
  });

  test('a policy that denies is named, and told as violated', async () => {
    const kiosk = await rig.post('/user-groups', { name: 'Kiosk', policy: {} });
    const policy = await rig.post('/policies', {
      name: 'No kiosk in the lobby',
      effect: 'deny',
      conditions: [
        { field: 'group', op: 'eq', value: kiosk.id },
        { field: 'ssid', op: 'eq', value: 'Lindenhof' },
      ],
    });
    await user('terminal', { table_id: kiosk.id });
    expect((await enter('terminal')).packet).toBe('Access-Reject');
    expect(await rig.last()).toBe('policy_denied');
    expect((await rig.events()).find(({ event }) => event === 'policy.violated')).toMatchObject({
      policy: { id: policy.id, name: 'No kiosk in the lobby' },
    });
  });

  test('what a policy replies replaces what the group says', async () => {
    await rig.post('/policies', {
      name: 'Access point two is slow',
      effect: 'permit',
      reply: { vlan: '99', session_timeout: 60 },
      conditions: [{ field: 'client', op: 'eq', value: 'ap-2' }],
    });
    await user('guest');
    expect((await enter('guest', 'Packet-Src-IP-Address = 127.0.0.2')).attributes).toMatchObject({
      'Tunnel-Private-Group-Id': '99',
      'Session-Timeout': '60',
      'Idle-Timeout': '300',
    });
  });

  test('attributes of the older form are checked and replied', async () => {
    const { id } = await user('older');
    await rig.post('/attributes', {
      userid: id,
      table: 'radcheck',
      attribute: 'NAS-Identifier',
      operator: '==',
      value: 'lobby',
    });
    await rig.post('/attributes', { userid: id, table: 'radreply', attribute: 'Reply-Message', value: 'Welcome back' });
    await rig.post('/attributes', { userid: guests, table: 'radgroupreply', attribute: 'Filter-Id', value: 'guests' });
    expect((await enter('older')).attributes).toMatchObject({ 'Reply-Message': 'Welcome back', 'Filter-Id': 'guests' });
    expect((await enter('older', 'NAS-Identifier = "pool"')).packet).toBe('Access-Reject');
    expect(await rig.last()).toBe('attribute_mismatch');
  });

  test('an address that no network has is not answered, nor is a wrong secret', async () => {
    expect((await enter('guest', 'Packet-Src-IP-Address = 127.0.0.9')).packet).toBeNull();
  });
});
