import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { SessionEnder } from '../../src/console/sessions/session-ender.js';
import { systemContext } from '../../src/kernel/context.js';
import type { JsonBody } from '../http/http-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { AccessPoint } from './access-point.js';
import { over, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const password = 'Sommer 2026!';

withFreeRadius('a change of what a session is given', () => {
  let rig: RadiusRig;
  let ap: AccessPoint;
  let router: AccessPoint;
  let count = 0;

  beforeAll(async () => {
    rig = await RadiusRig.open();
    rig.world.app.get(SessionEnder).start();
  });
  afterAll(async () => {
    await rig.world.app.get(SessionEnder).stop();
    await rig.close();
  });
  beforeEach(async () => {
    [ap, router] = [await AccessPoint.open(), await AccessPoint.open('127.0.0.2')];
    const network = (await rig.world.call('GET', `/networks/${rig.networkId}`)).body;
    await rig.patch(`/networks/${rig.networkId}`, {
      clients: network.clients.map(({ id, address, short_name, vendor }: JsonBody) => ({
        id,
        address,
        short_name,
        vendor,
        coa_port: vendor === 'mikrotik' ? router.port : ap.port,
        require_message_authenticator: 0,
      })),
    });
  });
  afterEach(() => {
    [ap, router].forEach((each) => each.close());
  });

  /** Somebody in a group of this policy, with an open session at that address. */
  async function online(
    policy: object,
    from = '127.0.0.1',
    account: object = {},
    attribute?: object,
  ): Promise<{ user: string; group: string; session: string }> {
    count += 1;
    const [username, session] = [`guest-${count}`, `session-${count}`];
    const { id: group } = await rig.post('/user-groups', { name: `Group ${count}`, policy });
    const { id: user } = await rig.post('/users', { username, password, table_id: group, ...account });
    if (attribute) await rig.post('/attributes', { userid: user, table: 'radreply', operator: ':=', ...attribute });
    const source = `Packet-Src-IP-Address = ${from}`;
    const { attributes } = await signIn(rig.auth, username, password, source);
    await rig.account(
      over(
        [
          'Acct-Status-Type = Start',
          `Acct-Session-Id = "${session}"`,
          `User-Name = "${username}"`,
          'NAS-Identifier = "lobby"',
          'Calling-Station-Id = "AA-BB-CC-00-11-22"',
          'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
        ],
        [source, `Class = ${attributes.Class}`],
      ),
    );
    return { user, group, session };
  }

  const record = (session: string) =>
    rig.world.fresh.database.one<JsonBody>(
      systemContext(rig.world.organizationId, 'test'),
      {
        name: 'test_change',
        text: `select e.state, e.reason, e.error_cause as "errorCause", e.change_outcome as "change",
          e.change_error_cause as "changeErrorCause"
      from accounting_sessions s left join session_endings e on e.organization_id = s.organization_id
        and e.session_id = s.id where s.organization_id = $1 and s.session_id = $2`,
      },
      [rig.world.organizationId, session],
    );
  /** Sessions that are to be looked at now. */
  const waiting = async () =>
    (
      await rig.world.fresh.database.query(
        systemContext(rig.world.organizationId, 'test'),
        {
          name: 'test_waiting',
          text: `select from session_endings
            where organization_id = $1 and (due_at <= now() or lease_owner is not null)`,
        },
        [rig.world.organizationId],
      )
    ).length;
  const heardOf = (session: string) => [...ap.asked, ...router.asked].filter(({ sessionId }) => sessionId === session);
  const askedOf = async (session: string, times = 1) => {
    await eventually(`the access point was asked ${times} times`, () => heardOf(session).length >= times);
    return heardOf(session).map(({ to, limits, isGenuine }) => ({ to, limits, isGenuine }));
  };

  test('other bandwidth of the group is told its sessions, once, in the words of the maker', async () => {
    const [wispr, mikrotik] = [
      await online({ vlan: '20', bandwidth_down: 5_000_000 }),
      await online({ bandwidth_down: 5_000_000, idle_timeout: 300 }, '127.0.0.2'),
    ];
    await rig.patch(`/user-groups/${wispr.group}`, {
      policy: { vlan: '20', bandwidth_down: 2_000_000, bandwidth_up: 1_000_000 },
    });
    await rig.patch(`/user-groups/${mikrotik.group}`, {
      policy: { bandwidth_down: 2_000_000, bandwidth_up: 1_000_000, idle_timeout: 60 },
    });
    expect(await askedOf(wispr.session)).toEqual([
      { to: 'change', limits: ['14122/8=2000000', '14122/7=1000000'], isGenuine: true },
    ]);
    expect(await askedOf(mikrotik.session)).toEqual([
      { to: 'change', limits: ['28=60', '14988/8=1000k/2000k'], isGenuine: true },
    ]);
    await eventually(
      'the acknowledgement is recorded',
      async () => (await record(wispr.session))?.change === 'acknowledged',
    );
    expect(await record(wispr.session)).toMatchObject({ state: 'waiting', reason: null });
    // A look for another reason says nothing again.
    const { session, group } = await online({ bandwidth_down: 1_000_000 });
    await rig.patch(`/user-groups/${group}`, { policy: { bandwidth_down: 900_000 } });
    await askedOf(session);
    expect(heardOf(wispr.session)).toHaveLength(1);
  });

  test("a policy's reply counts as well, and who is moved keeps the session where the VLAN is the same", async () => {
    const { session, user } = await online({ vlan: '30', bandwidth_down: 5_000_000 });
    const { id } = await rig.post('/policies', {
      name: 'Slow for a while',
      effect: 'permit',
      reply: { bandwidth_down: 500_000 },
      conditions: [{ field: 'ssid', op: 'eq', value: 'Lindenhof' }],
    });
    expect(await askedOf(session)).toEqual([{ to: 'change', limits: ['14122/8=500000'], isGenuine: true }]);
    await rig.world.call('DELETE', `/policies/${id}`);
    expect((await askedOf(session, 2))[1]).toMatchObject({ to: 'change', limits: ['14122/8=5000000'] });
    const faster = await rig.post('/user-groups', {
      name: 'Faster',
      policy: { vlan: '30', bandwidth_down: 50_000_000 },
    });
    await rig.patch(`/users/${user}`, { table_id: faster.id });
    expect((await askedOf(session, 3))[2]).toMatchObject({ to: 'change', limits: ['14122/8=50000000'] });
  });

  test('another VLAN, and a limit that is gone, end the session: it begins anew with what is right', async () => {
    const [vlan, limit] = [
      await online({ vlan: '20', bandwidth_down: 5_000_000 }),
      await online({ bandwidth_down: 5_000_000 }),
    ];
    await rig.patch(`/user-groups/${vlan.group}`, { policy: { vlan: '21', bandwidth_down: 5_000_000 } });
    await rig.patch(`/user-groups/${limit.group}`, { policy: {} });
    expect([...(await askedOf(vlan.session)), ...(await askedOf(limit.session))]).toMatchObject([
      { to: 'disconnect' },
      { to: 'disconnect' },
    ]);
    await eventually('the reason is recorded', async () => (await record(vlan.session))?.reason === 'changed');
  });

  test('an access point that refuses the change is asked to end the session; both answers are recorded', async () => {
    ap.changes = { nak: 401 };
    const { session, group } = await online({ bandwidth_down: 5_000_000 });
    await rig.patch(`/user-groups/${group}`, { policy: { bandwidth_down: 2_000_000 } });
    expect((await askedOf(session, 2)).map(({ to }) => to)).toEqual(['change', 'disconnect']);
    await eventually('the end is recorded', async () => (await record(session))?.state === 'acknowledged');
    expect(await record(session)).toEqual({
      state: 'acknowledged',
      reason: 'changed',
      errorCause: null,
      change: 'refused',
      changeErrorCause: 401,
    });
  });

  test('one that is silent about it is asked three times, then to end the session', async () => {
    ap.changes = 'silent';
    const { session, group } = await online({ bandwidth_down: 5_000_000 });
    await rig.patch(`/user-groups/${group}`, { policy: { bandwidth_down: 2_000_000 } });
    expect((await askedOf(session, 4)).map(({ to }) => to)).toEqual(['change', 'change', 'change', 'disconnect']);
    await eventually('both are recorded', async () => (await record(session))?.state === 'acknowledged');
    expect(await record(session)).toMatchObject({ change: 'unanswered', reason: 'changed' });
  });

  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const secondsToldOf = async (session: string, times = 1) => {
    const { to, limits } = (await askedOf(session, times))[times - 1];
    expect([to, limits.length]).toEqual(['change', 1]);
    return Number(/^27=(\d+)$/.exec(limits[0])?.[1]);
  };

  test('a later end is told as Session-Timeout, counted from the beginning; an earlier one is not', async () => {
    const { session, user } = await online({}, '127.0.0.1', { valid_until: inHours(2) });
    await rig.patch(`/users/${user}`, { valid_until: inHours(26) });
    const seconds = await secondsToldOf(session);
    expect(seconds).toBeGreaterThan(26 * 3600 - 60);
    expect(seconds).toBeLessThan(26 * 3600 + 60);
    await eventually('the answer is recorded', async () => (await record(session))?.change === 'acknowledged');
    expect(await record(session)).toMatchObject({ state: 'waiting', reason: null });
    // Earlier, and then no later than was told: the access point knows enough.
    await rig.patch(`/users/${user}`, { valid_until: inHours(1) });
    await rig.patch(`/users/${user}`, { valid_until: inHours(26) });
    await rig.patch(`/users/${user}`, { valid_until: null });
    expect(await secondsToldOf(session, 2)).toBeGreaterThan(29 * 86_400);
    expect(heardOf(session)).toHaveLength(2);
  });

  test('a later end is not told beyond the timeout of the group, nor where an attribute says another', async () => {
    const [timed, attributed, last] = [
      await online({ session_timeout: 1800 }, '127.0.0.1', { valid_until: inHours(2) }),
      await online({}, '127.0.0.1', { valid_until: inHours(2) }, { attribute: 'Session-Timeout', value: '900' }),
      await online({}, '127.0.0.1', { valid_until: inHours(2) }),
    ];
    for (const { user } of [timed, attributed, last]) await rig.patch(`/users/${user}`, { valid_until: inHours(26) });
    await secondsToldOf(last.session);
    await eventually('all were looked at', async () => (await waiting()) === 0);
    expect([...heardOf(timed.session), ...heardOf(attributed.session)]).toEqual([]);
  });

  test('an access point that refuses a later end keeps the session as it is', async () => {
    ap.changes = { nak: 401 };
    const { session, user } = await online({}, '127.0.0.1', { valid_until: inHours(2) });
    await rig.patch(`/users/${user}`, { valid_until: inHours(26) });
    await eventually('the refusal is recorded', async () => (await record(session))?.change === 'refused');
    expect(await record(session)).toMatchObject({ state: 'waiting', reason: null, changeErrorCause: 401 });
    expect((await askedOf(session)).map(({ to }) => to)).toEqual(['change']);
  });

  test('change_of_authorization=none leaves the session as it is', async () => {
    const [spared, changed] = [
      await online({ bandwidth_down: 5_000_000 }),
      await online({ bandwidth_down: 5_000_000 }),
    ];
    const other = await rig.post('/user-groups', { name: 'Slower', policy: { bandwidth_down: 1_000_000 } });
    await rig.patch(`/users/${spared.user}?change_of_authorization=none`, { table_id: other.id });
    await rig.patch(`/users/${changed.user}`, { table_id: other.id });
    expect(await askedOf(changed.session)).toMatchObject([{ to: 'change' }]);
    expect(heardOf(spared.session)).toEqual([]);
  });

  test('access that ends while the session is being looked at for another reason ends it', async () => {
    const { session, user } = await online({});
    const client = new pg.Client({ connectionString: rig.world.fresh.url });
    await client.connect();
    try {
      // Whoever looks has read the account, and waits for the policies.
      await client.query('begin; lock table policies in access exclusive mode');
      await rig.patch(`/users/${user}`, { valid_until: '2099-01-01T00:00:00Z' });
      await eventually('it waits', async () => {
        const { rows } = await client.query(
          "select 1 from pg_locks where not granted and relation = 'policies'::regclass",
        );
        return rows.length > 0;
      });
      await rig.patch(`/users/${user}`, { disabled: 1 });
      await client.query('commit');
    } finally {
      await client.end();
    }
    expect(await askedOf(session)).toMatchObject([{ to: 'disconnect' }]);
  });
});
