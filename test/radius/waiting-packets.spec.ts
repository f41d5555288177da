import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { systemContext } from '../../src/kernel/context.js';
import { Secrets } from '../../src/kernel/secrets.js';
import { radiusLogin } from '../../src/radius/freeradius/database-login.js';
import { eventually } from '../kernel/manual-clock.js';
import { over, radclient, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const password = 'Sommer 2026!';
const writeAll = "select packets from radius.write_sessions('00000000-0000-0000-0000-000000000000')";

withFreeRadius('what access points have told, until sessions are written of it', () => {
  let rig: RadiusRig;
  const opened: pg.Client[] = [];

  beforeAll(async () => {
    rig = await RadiusRig.open();
    await rig.post('/users', { username: 'anna', password });
  });
  afterAll(async () => {
    await Promise.all(opened.map((client) => client.end().catch(() => undefined)));
    await rig.close();
  });

  async function connected(url: string, options?: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, ...(options && { options }) });
    client.on('error', () => undefined);
    opened.push(client);
    await client.connect();
    return client;
  }
  const aProcess = () => connected(rig.world.fresh.url, '-c usher.organization_id=*');

  const packet = (status: string, session: string, ...more: string[]) =>
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
    );
  /** Stored and answered; written when somebody does. */
  const told = async (...said: Parameters<typeof packet>) => {
    expect((await radclient(rig.acct, 'acct', packet(...said))).packet).toBe('Accounting-Response');
  };
  const sessions = (named: string) =>
    rig.world.fresh.database.query<Record<string, unknown>>(
      systemContext(rig.world.organizationId, 'test'),
      {
        name: 'test_sessions_named',
        text: `select regexp_replace(session_id, '^\\w+ ', '') as session, stopped_at is null as open,
          session_seconds::int as seconds, input_octets::int as input, previous_seconds::int as before,
          previous_input_octets::int as "inputBefore", terminate_cause as cause, ip_address as ip
        from accounting_sessions where organization_id = $1 and session_id like $2 || ' %'
        order by session_id, started_at, id`,
      },
      [rig.world.organizationId, named],
    );

  test('many packets written together have the same result as one by one', async () => {
    const reports = (seconds: number, octets: number) => [
      `Acct-Session-Time = ${seconds}`,
      `Acct-Input-Octets = ${octets}`,
    ];
    const all: [status: string, session: string, ...more: string[]][] = [
      ['Start', 'a'],
      ['Interim-Update', 'a', ...reports(60, 600), 'Framed-IP-Address = 10.1.1.1'],
      ['Interim-Update', 'b', ...reports(600, 50)],
      ['Start', 'a'],
      ['Interim-Update', 'a', ...reports(120, 900)],
      ['Interim-Update', 'a', ...reports(120, 900)],
      ['Interim-Update', 'a', ...reports(60, 600)],
      ['Stop', 'a', ...reports(180, 1000), 'Acct-Terminate-Cause = User-Request'],
      ['Interim-Update', 'a', ...reports(170, 990)],
      ['Start', 'a', 'Acct-Delay-Time = 60'],
      ['Start', 'a'],
      ['Stop', 'c', ...reports(45, 7)],
      ['Interim-Update', 'b', ...reports(660, 80)],
      ['Accounting-On', 'x'],
      ['Start', 'd'],
      ['Interim-Update', 'b', ...reports(700, 90)],
    ];
    const eventsBefore = (await rig.events()).length;
    const left = async (named: string, nas: string, tell: typeof told) => {
      for (const [status, session, ...more] of all) {
        await tell(status, `${named} ${session}`, `NAS-IP-Address = ${nas}`, ...more);
      }
    };
    await left('single', '10.0.0.8', async (...said) => {
      await rig.account(packet(...said));
    });
    const eventsOfOne = (await rig.events()).slice(eventsBefore).map(({ event }) => event);
    await left('many', '10.0.0.9', told);
    expect(await sessions('many')).toEqual([]);
    await (await aProcess()).query(writeAll);
    expect(await sessions('many')).toEqual(await sessions('single'));
    expect(await sessions('many')).toMatchObject([
      { session: 'a', open: false, seconds: 180, input: 1000, before: 120, inputBefore: 900, ip: '10.1.1.1' },
      { session: 'a', open: false, cause: 'Accounting-On' },
      { session: 'b', open: false, seconds: 700 },
      { session: 'c', open: false, seconds: 45, before: null },
      { session: 'd', open: true },
    ]);
    const eventsOfMany = (await rig.events()).slice(eventsBefore + eventsOfOne.length).map(({ event }) => event);
    expect(eventsOfMany.toSorted()).toEqual(eventsOfOne.toSorted());
    expect(eventsOfOne.filter((event) => event === 'device.disconnected')).toHaveLength(4);
  });

  test('a process that dies while it writes loses nothing, and several write nothing twice', async () => {
    const { url } = await radiusLogin(rig.world.app.get(DataSource), rig.world.fresh.url, rig.world.app.get(Secrets));
    const radius = await connected(url);
    const dying = await aProcess();
    const { rows } = await dying.query<{ client: string }>(
      "select organization_id || '/' || id as client from network_clients order by address limit 1",
    );
    const eventsBefore = (await rig.events()).length;
    // As deploy/freeradius/modules.conf asks.
    for (const [status, seconds] of [
      ['Start', 0],
      ['Interim-Update', 60],
      ['Stop', 120],
    ] as const)
      for (let session = 0; session < 300; session += 1) {
        const said = [
          status,
          rows[0].client,
          `unique-${session}`,
          `crowd ${session}`,
          'anna',
          '',
          '10.0.0.7',
          'lobby',
          '',
        ];
        const words = [...said, 'AA-BB-CC-00-11-22', '', '', String(seconds), ...Array.from({ length: 11 }, () => '')];
        await radius.query(`SELECT radius.account(${words.map((word) => `'${word}'`).join(', ')})`);
      }
    const { rows: own } = await dying.query<{ pid: number }>('select pg_backend_pid() as pid');
    await dying.query('begin');
    expect((await dying.query<{ packets: number }>(writeAll)).rows).toEqual([{ packets: 500 }]);
    const others = await Promise.all([aProcess(), aProcess(), aProcess()]);
    // An organization's packets are taken by one at a time.
    expect((await others[0].query<{ packets: number }>(writeAll)).rows).toEqual([{ packets: 0 }]);
    await others[0].query('select pg_terminate_backend($1)', [own[0].pid]);
    await eventually('all is written', async () => {
      await Promise.all(others.map((other) => other.query(writeAll)));
      return (await others[0].query('select from accounting_packets')).rowCount === 0;
    });
    const written = await sessions('crowd');
    expect(written).toHaveLength(300);
    expect(written.filter(({ open, seconds }) => open || seconds !== 120)).toEqual([]);
    expect((await rig.events()).length - eventsBefore).toBe(600);
  });

  test('what was seen of a station counts for its later sessions, written together or not', async () => {
    const { url } = await radiusLogin(rig.world.app.get(DataSource), rig.world.fresh.url, rig.world.app.get(Secrets));
    const radius = await connected(url);
    const writing = await aProcess();
    const { rows } = await writing.query<{ client: string }>(
      "select organization_id || '/' || id as client from network_clients order by address limit 1",
    );
    const begin = async (session: string, station: string, deviceType = '') => {
      const said = ['Start', rows[0].client, `id ${session}`, `seen ${session}`, 'anna', '', '10.0.0.7', 'lobby', ''];
      const words = [...said, station, '', '', '0', ...Array.from({ length: 7 }, () => ''), deviceType];
      await radius.query(`SELECT radius.account(${words.map((word) => `'${word}'`).join(', ')})`);
    };
    await begin('1', 'AA-BB-CC-00-11-33', 'iPhone');
    await writing.query(writeAll);
    for (const session of ['2', '4']) await begin(session, 'AA-BB-CC-00-11-44');
    await begin('3', 'AA-BB-CC-00-11-44', 'iPad');
    await begin('5', 'AA-BB-CC-00-11-33');
    await begin('6', 'no address');
    await writing.query(writeAll);
    const { rows: seen } = await writing.query<{ told: string }>(
      `select session_id || ' ' || coalesce(seen ->> 'arubaDeviceType', '') as told from accounting_sessions
        where session_id like 'seen %' order by session_id`,
    );
    expect(seen.map(({ told: each }) => each)).toEqual([
      'seen 1 iPhone',
      'seen 2 ',
      'seen 3 iPad',
      'seen 4 iPad',
      'seen 5 iPhone',
      'seen 6 ',
    ]);
  });

  test('where one packet cannot be written the others are, and it blocks none of them', async () => {
    await told('Start', 'odd one');
    await told('Start', 'odd two', `Class = 0x${Buffer.from('voucher::no-uuid::PAP:::').toString('hex')}`);
    await told('Start', 'odd three');
    const process = await aProcess();
    await process.query(writeAll);
    expect((await sessions('odd')).map(({ session }) => session)).toEqual(['one', 'three']);
    expect((await process.query('select from accounting_packets')).rowCount).toBe(0);
  });

  test('devices are counted as access points have told, also while nobody writes sessions', async () => {
    const group = await rig.post('/user-groups', { name: 'One at a time', policy: { simultaneous_use: 1 } });
    await rig.post('/users', { username: 'ben', password, table_id: group.id });
    const of = (device: number) => [`Calling-Station-Id = "02-00-00-00-00-0${device}"`, 'User-Name = "ben"'];
    const enter = async (device: number) => (await signIn(rig.auth, 'ben', password, of(device)[0])).packet;
    // Who has left is not counted.
    expect(await enter(1)).toBe('Access-Accept');
    await told('Start', 'ben 1', ...of(1));
    expect(await enter(2)).toBe('Access-Reject');
    await told('Stop', 'ben 1', ...of(1));
    expect(await enter(2)).toBe('Access-Accept');
    // Who came is, without a sign-in of the last half minute.
    await rig.post('/users', { username: 'cleo', password, table_id: group.id });
    await told('Start', 'cleo 1', 'User-Name = "cleo"', 'Calling-Station-Id = "02-00-00-00-00-03"');
    await eventually(
      'the second device is refused',
      async () =>
        (await signIn(rig.auth, 'cleo', password, 'Calling-Station-Id = "02-00-00-00-00-04"')).packet ===
        'Access-Reject',
    );
    expect(await rig.last()).toBe('too_many_sessions');
  });
});
