import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemContext } from '../../src/kernel/context.js';
import { over, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

interface Session {
  readonly session: string;
  readonly username: string;
  readonly userId: string | null;
  readonly open: boolean;
  readonly seconds: number;
  readonly inputOctets: string;
  readonly cause: string | null;
}

withFreeRadius('accounting', () => {
  let rig: RadiusRig;
  let user: { id: string };

  beforeAll(async () => {
    rig = await RadiusRig.open();
    user = await rig.post('/users', { username: 'anna', password: 'Sommer 2026!' });
  });
  afterAll(() => rig.close());

  const packet = (status: string, session: string, ...more: string[]) =>
    rig.account(
      over(
        [
          `Acct-Status-Type = ${status}`,
          `Acct-Session-Id = "${session}"`,
          'User-Name = "anna"',
          'NAS-Identifier = "lobby"',
          'NAS-IP-Address = 10.0.0.7',
          'Calling-Station-Id = "AA-BB-CC-00-11-22"',
          'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
        ],
        more,
      ),
    );
  const sessions = (of: string) =>
    rig.world.fresh.database.query<Session>(
      systemContext(rig.world.organizationId, 'test'),
      {
        name: 'test_sessions',
        text: `select session_id as session, username, user_id as "userId", stopped_at is null as open,
          session_seconds::int as seconds, input_octets::text as "inputOctets", terminate_cause as cause
      from accounting_sessions where organization_id = $1 and session_id = $2 order by started_at, id`,
      },
      [rig.world.organizationId, of],
    );

  test('start, interim and stop are one session, with more than 4 GiB counted right', async () => {
    const { attributes } = await signIn(rig.auth, 'anna', 'Sommer 2026!');
    const ours = `Class = ${attributes.Class}`;
    expect((await packet('Start', 'one', ours)).packet).toBe('Accounting-Response');
    await packet(
      'Interim-Update',
      'one',
      ours,
      'Acct-Session-Time = 600',
      'Acct-Input-Octets = 1000',
      'Acct-Output-Octets = 5',
    );
    await packet(
      'Stop',
      'one',
      ours,
      'Acct-Session-Time = 1200',
      'Acct-Input-Octets = 5',
      'Acct-Input-Gigawords = 1',
      'Acct-Terminate-Cause = User-Request',
    );
    expect(await sessions('one')).toEqual([
      {
        session: 'one',
        username: 'anna',
        userId: user.id,
        open: false,
        seconds: 1200,
        inputOctets: '4294967301',
        cause: 'User-Request',
      },
    ]);
    const told = (await rig.events()).filter(({ event }) => event.startsWith('device.'));
    expect(told).toMatchObject([
      {
        event: 'device.connected',
        device: { mac: 'aa:bb:cc:00:11:22' },
        access_point: { name: 'lobby', mac: '00:11:22:33:44:55' },
      },
      { event: 'device.disconnected' },
    ]);
  });

  test('what comes twice or late changes nothing, and ids may be used again', async () => {
    await packet('Start', 'two');
    await Promise.all([
      packet('Start', 'two'),
      packet('Interim-Update', 'two', 'Acct-Session-Time = 60', 'Acct-Input-Octets = 70'),
    ]);
    await packet('Interim-Update', 'two', 'Acct-Session-Time = 30', 'Acct-Input-Octets = 50');
    await packet('Stop', 'two', 'Acct-Session-Time = 90');
    await packet('Start', 'two', 'Acct-Delay-Time = 90');
    expect(await sessions('two')).toMatchObject([{ open: false, seconds: 90, inputOctets: '70' }]);
    await packet('Start', 'two');
    expect(await sessions('two')).toMatchObject([{ open: false }, { open: true, seconds: 0 }]);
  });

  test('a stop without a start is a session that is over', async () => {
    await packet('Stop', 'three', 'Acct-Session-Time = 45');
    expect(await sessions('three')).toMatchObject([{ open: false, seconds: 45 }]);
  });

  test('an access point that begins anew ends its sessions', async () => {
    await packet('Start', 'four');
    await packet('Accounting-On', 'x');
    expect(await sessions('four')).toMatchObject([{ open: false, cause: 'Accounting-On' }]);
  });

  test('what it says of that may come late: a session that began since then goes on', async () => {
    await packet('Start', 'before the restart', 'Acct-Delay-Time = 600');
    await packet('Start', 'after the restart', 'Acct-Delay-Time = 60');
    await packet('Accounting-On', 'x', 'Acct-Delay-Time = 90');
    expect(await sessions('before the restart')).toMatchObject([{ open: false, cause: 'Accounting-On' }]);
    expect(await sessions('after the restart')).toMatchObject([{ open: true }]);
  });

  test('as many devices at once as the group allows; the same device again is none more', async () => {
    const group = await rig.post('/user-groups', { name: 'One at a time', policy: { simultaneous_use: 1 } });
    await rig.post('/users', { username: 'ben', password: 'Sommer 2026!', table_id: group.id });
    const enter = async (mac: string) =>
      (await signIn(rig.auth, 'ben', 'Sommer 2026!', `Calling-Station-Id = "${mac}"`)).packet;
    expect(await enter('02-00-00-00-00-01')).toBe('Access-Accept');
    await packet('Start', 'five', 'User-Name = "ben"', 'Calling-Station-Id = "02-00-00-00-00-01"');
    expect(await enter('02-00-00-00-00-02')).toBe('Access-Reject');
    expect(await rig.last()).toBe('too_many_sessions');
    expect(await enter('02-00-00-00-00-01')).toBe('Access-Accept');
  });

  test("who has used up the day's volume is refused", async () => {
    const group = await rig.post('/user-groups', { name: 'A gigabyte', policy: { daily_quota_bytes: 1_000_000_000 } });
    await rig.post('/users', { username: 'cleo', password: 'Sommer 2026!', table_id: group.id });
    expect((await signIn(rig.auth, 'cleo', 'Sommer 2026!')).packet).toBe('Access-Accept');
    await packet('Stop', 'six', 'User-Name = "cleo"', 'Acct-Session-Time = 1', 'Acct-Input-Octets = 1000000000');
    expect((await signIn(rig.auth, 'cleo', 'Sommer 2026!')).packet).toBe('Access-Reject');
    expect(await rig.last()).toBe('over_quota');
  });

  test('an access point that goes on telling another name counts for the account that was let in', async () => {
    const group = await rig.post('/user-groups', { name: 'A megabyte', policy: { daily_quota_bytes: 1_000_000 } });
    await rig.post('/users', { username: 'dora', password: 'Sommer 2026!', table_id: group.id });
    const { attributes } = await signIn(rig.auth, 'dora', 'Sommer 2026!');
    const told = ['User-Name = "anonymous"', `Class = ${attributes.Class}`];
    await packet('Start', 'outer', ...told);
    // What it knows the session by is what it is asked to end.
    expect(await sessions('outer')).toMatchObject([{ username: 'anonymous', open: true }]);
    const { body } = await rig.world.call('GET', '/reports/111?filter[username]=dora');
    expect((body._embedded as { rows: unknown[] }).rows).toHaveLength(1);
    await packet('Stop', 'outer', ...told, 'Acct-Session-Time = 1', 'Acct-Input-Octets = 1000000');
    expect((await signIn(rig.auth, 'dora', 'Sommer 2026!')).packet).toBe('Access-Reject');
    expect(await rig.last()).toBe('over_quota');
  });

  test('a report of usage counts what no access point can have carried, instead of failing', async () => {
    for (const session of ['first', 'second', 'third'])
      await packet('Stop', `${session} without measure`, 'Acct-Input-Gigawords = 999999999');
    for (const report of ['8', '9', '10', '11', '12']) {
      const answer = await rig.world.call('GET', `/reports/${report}?earliest=-4h&latest=now`);
      expect([report, answer.status]).toEqual([report, 200]);
    }
  });

  test('odd values are answered all the same', async () => {
    expect(
      (
        await packet(
          'Interim-Update',
          'odd',
          'Class = 0xfffe',
          'Acct-Session-Time = 4294967295',
          'Called-Station-Id = "\'; drop table users; --"',
          'Calling-Station-Id = "%{expr:1}"',
        )
      ).packet,
    ).toBe('Accounting-Response');
    expect((await packet('Failed', 'seven')).packet).toBe('Accounting-Response');
  });
});
