import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SessionEnder } from '../../src/console/sessions/session-ender.js';
import { systemContext } from '../../src/kernel/context.js';
import type { JsonBody } from '../http/http-world.js';
import { unhurried } from '../kernel/machine-time.js';
import { eventually } from '../kernel/manual-clock.js';
import { AccessPoint } from './access-point.js';
import { over, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const password = 'Sommer 2026!';

withFreeRadius('ending access ends sessions', () => {
  let rig: RadiusRig;
  let ap: AccessPoint;
  let sessions = 0;

  beforeAll(async () => {
    rig = await RadiusRig.open();
    rig.world.app.get(SessionEnder).start();
  });
  afterAll(async () => {
    await rig.world.app.get(SessionEnder).stop();
    await rig.close();
  });
  beforeEach(async () => {
    ap = await AccessPoint.open();
    const network = (await rig.world.call('GET', `/networks/${rig.networkId}`)).body;
    await rig.patch(`/networks/${rig.networkId}`, {
      clients: network.clients.map(({ id, address, short_name, vendor }: JsonBody) => ({
        id,
        address,
        short_name,
        vendor,
        coa_port: ap.port,
        require_message_authenticator: 0,
      })),
    });
  });
  afterEach(() => {
    ap.close();
  });

  const packet = (status: string, session: string, username: string, ...more: string[]) =>
    rig.account(
      over(
        [
          `Acct-Status-Type = ${status}`,
          `Acct-Session-Id = "${session}"`,
          `User-Name = "${username}"`,
          'NAS-Identifier = "lobby"',
          'NAS-IP-Address = 10.0.0.7',
          'Calling-Station-Id = "AA-BB-CC-00-11-22"',
          'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
        ],
        more,
      ),
    );

  /** Signs in and starts a session; its id at the access point. */
  async function online(name: string, secret = password): Promise<string> {
    const { packet: heard, attributes } = await signIn(rig.auth, name, secret);
    expect(heard).toBe('Access-Accept');
    const session = `s-${(sessions += 1).toString()}`;
    await packet('Start', session, attributes['User-Name'] ?? name, `Class = ${attributes.Class}`);
    return session;
  }

  const user = (username: string, fields: object = {}): Promise<{ id: string }> =>
    rig.post('/users', { username, password, ...fields });
  const record = (session: string) =>
    rig.world.fresh.database.one<JsonBody>(
      systemContext(rig.world.organizationId, 'test'),
      {
        name: 'test_ending',
        text: `select e.state, e.reason, e.error_cause as "errorCause", e.attempts, e.confirmed_at is not null
          as confirmed, s.stopped_at is not null as stopped, s.terminate_cause as cause
      from accounting_sessions s left join session_endings e on e.organization_id = s.organization_id
        and e.session_id = s.id where s.organization_id = $1 and s.session_id = $2`,
      },
      [rig.world.organizationId, session],
    );
  /** Written once the access point has answered: it may have been asked a moment before. */
  async function reasonOf(session: string): Promise<string> {
    await eventually('the reason is recorded', async () => typeof (await record(session))?.reason === 'string');
    return String((await record(session))?.reason);
  }
  const heardOf = (session: string) => ap.asked.filter(({ sessionId }) => sessionId === session);

  test('who is disabled is thrown off at once, and the stop confirms it', async () => {
    const { id } = await user('leaver');
    const session = await online('leaver');
    await rig.patch(`/users/${id}`, { disabled: 1 });
    await eventually('the access point was asked', () => heardOf(session).length > 0);
    expect(heardOf(session)).toEqual([
      {
        sessionId: session,
        username: 'leaver',
        callingStationId: 'AA-BB-CC-00-11-22',
        isGenuine: true,
        to: 'disconnect',
        limits: [],
      },
    ]);
    await eventually('the acknowledgement is recorded', async () => (await record(session))?.state === 'acknowledged');
    await packet('Stop', session, 'leaver');
    expect(await record(session)).toMatchObject({
      state: 'acknowledged',
      reason: 'user_disabled',
      confirmed: true,
      stopped: true,
    });
  });

  test('who loses access after the login and before the session is told of is thrown off all the same', async () => {
    const begin = async (name: string, secret: string, lose: () => Promise<unknown>): Promise<string> => {
      const { attributes } = await signIn(rig.auth, name, secret);
      await lose();
      const session = `s-${(sessions += 1).toString()}`;
      await packet('Start', session, name, `Class = ${attributes.Class}`);
      return session;
    };
    const [disabled, removed] = [await user('disabled at once'), await user('removed at once')];
    const day = await rig.post('/user-groups', { name: 'Short visits', policy: {} });
    const voucher = (await rig.post('/vouchers', { table_id: day.id, duration: 3600 }))._embedded.vouchers[0];
    const lost = [
      await begin('disabled at once', password, () => rig.patch(`/users/${disabled.id}`, { disabled: 1 })),
      await begin('removed at once', password, () => rig.world.call('DELETE', `/users/${removed.id}`)),
      await begin(voucher.code, voucher.code, () => rig.world.call('DELETE', `/vouchers/${voucher.id}`)),
    ];
    await user('new at once');
    const kept = await begin('new at once', password, () => Promise.resolve());
    await eventually('three are asked to end', () => lost.every((session) => heardOf(session).length > 0));
    expect([heardOf(kept), (await record(kept))?.stopped]).toEqual([[], false]);
  });

  test('a session that goes on although its end was acknowledged is ended anew, however late', async () => {
    const { id } = await user('stays connected');
    const session = await online('stays connected');
    await rig.patch(`/users/${id}`, { disabled: 1 });
    await eventually('the acknowledgement is recorded', async () => (await record(session))?.state === 'acknowledged');
    // Without a Stop it is closed here after a minute; the access point reports it ten minutes later.
    await rig.world.fresh.database.query(
      systemContext(rig.world.organizationId, 'test'),
      {
        name: 'test_long_ago',
        text: `with ended as (update accounting_sessions set stopped_at = now() - interval '10 minutes'
            where organization_id = $1 and session_id = $2)
          update users set updated_at = now() - interval '11 minutes' where organization_id = $1 and id = $3`,
      },
      [rig.world.organizationId, session, id],
    );
    const asked = heardOf(session).length;
    await packet('Interim-Update', session, 'stays connected', 'Acct-Session-Time = 1200');
    await eventually('the access point is asked again', () => heardOf(session).length > asked);
  });

  test('volume that no access point can have carried keeps nobody else online', async () => {
    const quota = await rig.post('/user-groups', { name: 'By volume', policy: { daily_quota_bytes: 1_000_000 } });
    await user('broken counter', { table_id: quota.id });
    const odd = [await online('broken counter'), await online('broken counter'), await online('broken counter')];
    for (const session of odd)
      await packet('Interim-Update', session, 'broken counter', 'Acct-Input-Gigawords = 999999999');
    const { id } = await user('beside the broken counter');
    const session = await online('beside the broken counter');
    await rig.patch(`/users/${id}`, { disabled: 1 });
    await eventually('both are asked to end', () => [...odd, session].every((each) => heardOf(each).length > 0));
    expect(await Promise.all(odd.map(reasonOf))).toEqual(['over_quota', 'over_quota', 'over_quota']);
  });

  test('a device registered to be kept out is put out, also where its session begins a moment later', async () => {
    await user('two-phones');
    const mac = 'AA-BB-CC-00-11-77';
    const station = `Calling-Station-Id = "${mac}"`;
    const [first, second] = [
      await signIn(rig.auth, 'two-phones', password, station),
      await signIn(rig.auth, 'two-phones', password, station),
    ];
    await packet('Start', 'kept-out', 'two-phones', station, `Class = ${first.attributes.Class}`);
    const { id } = await rig.post('/devices', { mac, disabled: 1 });
    await eventually('the access point was asked', () => heardOf('kept-out').length > 0);
    await packet('Start', 'kept-out-later', 'two-phones', station, `Class = ${second.attributes.Class}`);
    await eventually('the access point was asked', () => heardOf('kept-out-later').length > 0);
    expect(await reasonOf('kept-out-later')).toBe(await reasonOf('kept-out'));
    expect((await rig.world.call('DELETE', `/devices/${id}`)).status).toBe(204);
  });

  test('deleting, moving and revoking end sessions; a change that takes nothing away does not', async () => {
    const stays = await user('stays');
    const [kept, deleted, moved] = [
      await online('stays'),
      await online((await user('deleted'), 'deleted')),
      await online((await user('moved'), 'moved')),
    ];
    const all = (await rig.world.call('GET', '/users?page_size=100')).body._embedded.users;
    const idOf = (name: string): string => all.find(({ username }: JsonBody) => username === name).id;
    await rig.patch(`/users/${stays.id}`, { first_name: 'Anna' });
    await rig.world.call('DELETE', `/users/${idOf('deleted')}`);
    const group = await rig.post('/user-groups', { name: 'Suite', policy: { vlan: '40' } });
    await rig.patch(`/users/${idOf('moved')}`, { table_id: group.id });
    const day = await rig.post('/user-groups', { name: 'Day guests', policy: {} });
    const voucher = (await rig.post('/vouchers', { table_id: day.id, duration: 3600 }))._embedded.vouchers[0];
    const visit = await online(voucher.code, voucher.code);
    await rig.world.call('DELETE', `/vouchers/${voucher.id}`);
    await eventually('three are asked to end', () =>
      [deleted, moved, visit].every((session) => heardOf(session).length > 0),
    );
    expect(heardOf(kept)).toEqual([]);
    expect([await reasonOf(deleted), await reasonOf(moved)]).toEqual(['unknown_user', 'moved']);
  });

  test('a new policy that denies ends the sessions that it is about, and no others', async () => {
    const lodgers = await rig.post('/user-groups', { name: 'Lodgers', policy: {} });
    await user('lodger', { table_id: lodgers.id });
    await user('visitor');
    const [ended, kept] = [await online('lodger'), await online('visitor')];
    const { id } = await rig.post('/policies', {
      name: 'No lodgers',
      effect: 'deny',
      conditions: [{ field: 'group', op: 'eq', value: lodgers.id }],
    });
    await eventually('the access point was asked', () => heardOf(ended).length > 0);
    expect([await reasonOf(ended), heardOf(kept)]).toEqual(['policy_denied', []]);
    await rig.world.call('DELETE', `/policies/${id}`);
  });

  test("who has used up the day's volume is thrown off at the next interim", async () => {
    const group = await rig.post('/user-groups', { name: 'A megabyte', policy: { daily_quota_bytes: 1_000_000 } });
    await user('heavy', { table_id: group.id });
    const session = await online('heavy');
    await packet('Interim-Update', session, 'heavy', 'Acct-Session-Time = 60', 'Acct-Input-Octets = 999999');
    await packet(
      'Interim-Update',
      session,
      'heavy',
      'Acct-Session-Time = 70',
      'Acct-Input-Octets = 999999',
      'Acct-Output-Octets = 1',
    );
    await eventually('the access point was asked', () => heardOf(session).length > 0);
    expect(await reasonOf(session)).toBe('over_quota');
  });

  test('a session of which nothing was heard for a day is closed', async () => {
    await user('silent');
    const session = await online('silent');
    await rig.world.fresh.database.query(
      systemContext(rig.world.organizationId, 'test'),
      {
        name: 'test_age',
        text:
          "update accounting_sessions set updated_at = now() - interval '25 hours' where organization_id " +
          '= $1 and session_id = $2',
      },
      [rig.world.organizationId, session],
    );
    const another = rig.world.app.get(SessionEnder);
    await another.stop();
    another.start();
    await eventually('the session is closed', async () => (await record(session))?.stopped === true);
    expect((await record(session))?.cause).toBe('Lost-Carrier');
  });

  test('with change_of_authorization=none the session goes on', async () => {
    const { id } = await user('spared');
    const session = await online('spared');
    await rig.patch(`/users/${id}?change_of_authorization=none`, { disabled: 1 });
    const { id: other } = await user('not-spared');
    const ended = await online('not-spared');
    await rig.patch(`/users/${other}`, { disabled: 1 });
    await eventually('the other is asked to end', () => heardOf(ended).length > 0);
    expect(heardOf(session)).toEqual([]);
  });

  test('a session ends with its account, at that moment', async () => {
    // Long enough to sign in before.
    const endsAt = Date.now() + unhurried(10) * 1000;
    await user('until-soon', { valid_until: new Date(endsAt).toISOString() });
    const session = await online('until-soon');
    await eventually('the access point was asked', () => heardOf(session).length > 0);
    // Told in whole seconds.
    expect(Date.now()).toBeGreaterThan(endsAt - 2_000);
    expect(await reasonOf(session)).toBe('expired');
  });

  test('an access point that knows no such session has its session closed', async () => {
    ap.answers = { nak: 503 };
    const { id } = await user('ghost');
    const session = await online('ghost');
    await rig.patch(`/users/${id}`, { disabled: 1 });
    await eventually('the session is closed', async () => (await record(session))?.stopped === true);
    expect(await record(session)).toMatchObject({ state: 'refused', errorCause: 503, cause: 'Lost-Service' });
    expect(
      (await rig.events()).some(({ event, user: who }) => event === 'device.disconnected' && who.username === 'ghost'),
    ).toBe(true);
  });

  test('one that refuses is asked again, and people are told; they are told, too, when it does as asked', async () => {
    ap.answers = { nak: 501 };
    const { id } = await user('stubborn');
    const session = await online('stubborn');
    await rig.patch(`/users/${id}`, { disabled: 1 });
    await eventually('the refusal is recorded', async () => (await record(session))?.state === 'refused');
    expect(await record(session)).toMatchObject({ errorCause: 501, attempts: 1, stopped: false });
    expect(await alerts()).toEqual([]);
    await eventually('people are told', async () => (await alerts()).length > 0);
    expect(await record(session)).toMatchObject({ attempts: 2, state: 'refused', stopped: false });
    expect(await alerts()).toMatchObject([
      { isOpen: true, detail: 'It refuses a Disconnect-Request (Error-Cause 501), asked again after ten seconds' },
    ]);

    ap.answers = 'ack';
    const other = await user('yielding');
    await online('yielding');
    await rig.patch(`/users/${other.id}`, { disabled: 1 });
    await eventually('it is over', async () => (await alerts()).every(({ isOpen }) => !isOpen));
    // The end is told whenever it comes.
    await packet('Stop', session, 'stubborn');
    await eventually('the end is told', async () =>
      (await rig.events()).some(
        ({ event, user: who }) => event === 'device.disconnected' && who.username === 'stubborn',
      ),
    );
  });

  const alerts = (): Promise<JsonBody[]> =>
    rig.world.fresh.database.query<JsonBody>(
      systemContext(rig.world.organizationId, 'test'),
      {
        name: 'test_alerts',
        text: `select detail, resolved_at is null as "isOpen" from alerts
          where organization_id = $1 and event = 'session.not_ended'`,
      },
      [rig.world.organizationId],
    );

  test('a silent one is asked three times in a row, and answered by one who knows the secret only', async () => {
    ap.answers = 'silent';
    const { id } = await user('unheard');
    const session = await online('unheard');
    await rig.patch(`/users/${id}`, { disabled: 1 });
    await eventually('the silence is recorded', async () => (await record(session))?.state === 'unanswered');
    expect(heardOf(session)).toHaveLength(3);
    expect(await record(session)).toMatchObject({ attempts: 1, stopped: false });
  });
});
