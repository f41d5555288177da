import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonBody } from '../http/http-world.js';
import { signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

withFreeRadius('attributes in the older form', () => {
  let rig: RadiusRig;
  let group: string;
  let count = 0;

  beforeAll(async () => {
    rig = await RadiusRig.open();
    group = (await rig.post('/user-groups', { name: 'Guests' })).id;
  });
  afterAll(() => rig.close());

  const user = async (more: object = {}): Promise<{ id: string; username: string }> => {
    count += 1;
    return rig.post('/users', { username: `anna-${count}`, password: 'secret', table_id: group, ...more });
  };
  const set = (table: string, userid: string, attribute: string, value: string, operator = ':=') =>
    rig.post('/api/attributes', { table, userid, attribute, value, operator });
  const enter = ({ username }: { username: string }, password = 'secret', ...more: string[]) =>
    signIn(rig.auth, username, password, ...more);

  test("radreply is given to the user, radgroupreply to the group; the user's own counts", async () => {
    const anna = await user();
    await set('radgroupreply', group, 'Reply-Message', 'Welcome');
    await set('radgroupreply', group, 'Framed-MTU', '1400');
    await set('radreply', anna.id, 'Reply-Message', 'Welcome back');
    await set('radreply', anna.id, 'Tunnel-Type:1', 'VLAN');
    await set('radreply', anna.id, 'Class', '0xcafe', '+=');
    const { packet, attributes } = await enter(anna);
    expect([packet, attributes]).toEqual([
      'Access-Accept',
      expect.objectContaining({ 'Reply-Message': 'Welcome back', 'Framed-MTU': '1400', 'Tunnel-Type': 'VLAN' }),
    ]);
    expect((await enter(await user())).attributes).toMatchObject({ 'Reply-Message': 'Welcome', 'Framed-MTU': '1400' });
  });

  test('radcheck must be met: who comes from another device is refused', async () => {
    const anna = await user();
    await set('radcheck', anna.id, 'Calling-Station-Id', 'AA-BB-CC-00-11-22', '==');
    expect((await enter(anna)).packet).toBe('Access-Accept');
    expect((await enter(anna, 'secret', 'Calling-Station-Id = "AA-BB-CC-00-11-33"')).packet).toBe('Access-Reject');
  });

  test('radgroupcheck must be met by every member', async () => {
    const id = (await rig.post('/user-groups', { name: 'By cable' })).id;
    const anna = await user({ table_id: id });
    await set('radgroupcheck', id, 'NAS-Port-Type', 'Ethernet', '==');
    expect((await enter(anna, 'secret', 'NAS-Port-Type = Wireless-802.11')).packet).toBe('Access-Reject');
    expect((await enter(anna, 'secret', 'NAS-Port-Type = Ethernet')).packet).toBe('Access-Accept');
  });

  test("a password, an end and Reject are the user's own at once", async () => {
    const anna = await user();
    await set('radcheck', anna.id, 'Cleartext-Password', 'another');
    expect((await enter(anna)).packet).toBe('Access-Reject');
    expect((await enter(anna, 'another')).packet).toBe('Access-Accept');
    await set('radcheck', anna.id, 'Expiration', '2020-05-16T11:00:00Z');
    expect([(await enter(anna, 'another')).packet, await rig.last()]).toEqual(['Access-Reject', 'expired']);
    await set('radcheck', anna.id, 'Expiration', '2036-05-16T11:00:00Z');
    await set('radcheck', anna.id, 'Auth-Type', 'Reject');
    expect([(await enter(anna, 'another')).packet, await rig.last()]).toEqual(['Access-Reject', 'user_disabled']);
  });

  test("a group's policy said by attributes is what its members are given", async () => {
    const id = (await rig.post('/user-groups', { name: 'By attributes' })).id;
    await set('radgroupreply', id, 'Tunnel-Private-Group-Id', '120');
    await set('radgroupreply', id, 'Session-Timeout', '1800');
    await set('radgroupreply', id, 'WISPr-Bandwidth-Max-Down', '5000000');
    expect((await enter(await user({ table_id: id }))).attributes).toMatchObject({
      'Tunnel-Type': 'VLAN',
      'Tunnel-Medium-Type': 'IEEE-802',
      'Tunnel-Private-Group-Id': '120',
      'Session-Timeout': '1800',
      'WISPr-Bandwidth-Max-Down': '5000000',
    });
  });

  test("a session timeout of the user's own never outlasts the account", async () => {
    const anna = await user({ valid_until: new Date(Date.now() + 600_000).toISOString() });
    await set('radreply', anna.id, 'Session-Timeout', '86400');
    expect(Number((await enter(anna)).attributes['Session-Timeout'])).toBeLessThanOrEqual(600);
    await set('radreply', anna.id, 'Session-Timeout', '60');
    expect((await enter(anna)).attributes['Session-Timeout']).toBe('60');
  });

  test("what is said of the same thing is sent once: the user's, then the group's, then the policy's", async () => {
    const id = (
      await rig.post('/user-groups', {
        name: 'In suites',
        policy: { vlan: '20', session_timeout: 3600, idle_timeout: 300 },
      })
    ).id;
    const anna = await user({ table_id: id });
    await set('radgroupreply', id, 'Reply-Message', 'Welcome');
    await set('radreply', anna.id, 'Reply-Message', 'Welcome back');
    await set('radreply', anna.id, 'Tunnel-Private-Group-Id', '30');
    await set('radreply', anna.id, 'Session-Timeout', '60');
    await set('radreply', anna.id, 'Idle-Timeout', '60', '=');
    const names = ['Tunnel-Private-Group-Id:0', 'Session-Timeout', 'Idle-Timeout', 'Reply-Message'];
    expect((await enter(anna)).all.filter(([name]) => names.includes(name))).toEqual([
      ['Idle-Timeout', '300'],
      ['Reply-Message', 'Welcome back'],
      ['Tunnel-Private-Group-Id:0', '30'],
      ['Session-Timeout', '60'],
    ]);
  });

  test('whatever is said, what is given is what the API explains', async () => {
    const said = fc.record({
      table: fc.constantFrom('radgroupreply', 'radreply'),
      operator: fc.constantFrom('=', ':=', '+='),
      said: fc.constantFrom(
        ['Reply-Message', 'Welcome'],
        ['Reply-Message', 'Welcome back'],
        ['Session-Timeout', '60'],
        ['Session-Timeout', '86400'],
        ['Idle-Timeout', '77'],
        ['Tunnel-Private-Group-Id:1', '31'],
        ['Filter-Id', 'guests'],
        ['Framed-MTU', '1400'],
        ['Tunnel-Password', 'psk of room 12'],
        ['User-Name', 'somebody'],
        ['WISPr-Bandwidth-Max-Up', '64000'],
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 5 }), async (all) => {
        count += 1;
        const id = (
          await rig.post('/user-groups', {
            name: `Any ${count}`,
            policy: { vlan: '20', session_timeout: 3600, bandwidth_up: 1_000_000 },
          })
        ).id;
        const anna = await user({ table_id: id });
        // A group's own Session-Timeout and speed are its policy's: said in the group's tables they are kept there.
        for (const {
          table,
          operator,
          said: [attribute, value],
        } of all)
          await rig.world.call('POST', '/api/attributes', {
            body: { table, userid: table === 'radreply' ? anna.id : id, attribute, value, operator },
          });
        const ours = ['User-Name', 'Class', 'Message-Authenticator'];
        const onTheWire = (await enter(anna)).all
          .filter(([name]) => !ours.includes(name))
          .map(([name, value]) => [name.replace(/:0$/, ''), name === 'Tunnel-Password:0' ? null : value]);
        const { radius, checks } = await rig.post('/policies/explain', {
          username: anna.username,
          client: 'ap-1',
          ssid: 'Lindenhof',
        });
        expect(onTheWire.toSorted()).toEqual(
          radius.map(({ attribute, value }: JsonBody) => [attribute, value]).toSorted(),
        );
        expect(checks).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  test('the API explains what a request must bring, and what is given only to who brings it', async () => {
    const id = (await rig.post('/user-groups', { name: 'Wired only', policy: { vlan: '20' } })).id;
    const anna = await user({ table_id: id });
    await set('radcheck', anna.id, 'Calling-Station-Id', 'AA-BB-CC-00-11-22', '==');
    await set('radgroupcheck', id, 'NAS-Port-Type', 'Ethernet', '==');
    await set('radreply', anna.id, 'Tunnel-Private-Group-Id', '30');
    const explained = async (body: object) => rig.post('/policies/explain', body);
    expect(await explained({ username: anna.username })).toMatchObject({
      checks: [
        { attribute: 'NAS-Port-Type', op: '==', value: 'Ethernet', from: 'radgroupcheck' },
        { attribute: 'Calling-Station-Id', op: '==', value: 'AA-BB-CC-00-11-22', from: 'radcheck' },
      ],
      radius: [
        { attribute: 'Tunnel-Type', from: 'reply' },
        { attribute: 'Tunnel-Medium-Type', from: 'reply' },
        { attribute: 'Tunnel-Private-Group-Id', op: ':=', value: '30', from: 'radreply' },
      ],
    });
    await rig.patch(`/users/${anna.id}`, { disabled: 1 });
    expect((await explained({ username: anna.username })).radius).toEqual([]);
    // A device that signs in by its address is asked for nothing.
    const device = await rig.post('/devices', { mac: '02:00:00:00:00:01', name: 'Television', table_id: id });
    expect(await explained({ mac: device.mac })).toMatchObject({ decision: 'permit', checks: [] });
  });

  test('a secret is given on the wire and nowhere else', async () => {
    const anna = await user();
    const { value } = await set('radreply', anna.id, 'Tunnel-Password', 'psk of room 12');
    expect(value).toBeNull();
    expect((await enter(anna)).attributes['Tunnel-Password']).toBe('psk of room 12');
  });

  test('whatever is kept can be read: each kind of value leaves its owner able to get in', async () => {
    const anna = await user();
    const values: [string, string][] = [
      ['Framed-IP-Address', '10.1.2.3'],
      ['Framed-IPv6-Prefix', '2001:db8::/64'],
      ['Framed-Interface-Id', '0:0:0:1'],
      ['Idle-Timeout', '300'],
      ['Service-Type', 'framed-user'],
      ['Filter-Id', 'it\'s "fine"'],
      ['Cisco-AVPair', 'ip:addr-pool=guests'],
      ['Mikrotik-Rate-Limit', '1M/5M'],
      ['Class', 'plain text'],
      ['Reply-Message', 'Größe %{User-Name} ${x} \\x \\400'],
      ['Port-Limit', '0x10'],
      ['Tunnel-Private-Group-Id:2', 'guests'],
    ];
    for (const [attribute, value] of values) {
      await set('radreply', anna.id, attribute, value, '+=');
      expect([attribute, (await enter(anna)).packet]).toEqual([attribute, 'Access-Accept']);
    }
  });
});
