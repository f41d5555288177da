import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { AccessPointLoad } from '../../bench/radius/access-points.js';
import { accessRequest, codes } from '../../bench/radius/packets.js';
import { ntHash } from '../../src/console/passwords/radius-passwords.js';
import type { JsonBody } from '../http/http-world.js';
import { sharedSecret } from './around.js';
import { msChap2 } from './mschap.js';
import { radclient, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const password = 'Sommer 2026!';

withFreeRadius('a login by PAP in one question', () => {
  let rig: RadiusRig;
  let admin: pg.Client;
  let point: AccessPointLoad;
  let group: string;
  let count = 0;

  beforeAll(async () => {
    rig = await RadiusRig.open();
    admin = new pg.Client({
      connectionString: Object.assign(new URL(process.env.USHER_TEST_ADMIN_URL ?? ''), {
        pathname: new URL(rig.world.fresh.url).pathname,
      }).href,
    });
    await admin.connect();
    point = await AccessPointLoad.open('127.0.0.1');
    group = (
      await rig.post('/user-groups', {
        name: 'Guests',
        policy: { vlan: '20', session_timeout: 3600, bandwidth_down: 5_000_000 },
      })
    ).id;
  });
  afterAll(async () => {
    point.close();
    await admin.end();
    await rig.close();
  });

  const user = async (with_: string, more: object = {}): Promise<JsonBody> => {
    count += 1;
    return rig.post('/users', { username: `anna-${count}`, password: with_, table_id: group, ...more });
  };
  const enter = ({ username }: JsonBody, shown: string) => signIn(rig.auth, username, shown.replaceAll('"', '\\"'));
  const linesOf = async ({ username }: JsonBody) => (await rig.log()).filter((line) => line.username === username);
  /** While the first of the usual two questions cannot be asked. */
  const without = async <Value>(question: string, act: () => Promise<Value>): Promise<Value> => {
    await admin.query(`revoke execute on function radius.${question} from usher_radius`);
    try {
      return await act();
    } finally {
      await admin.query(`grant execute on function radius.${question} to usher_radius`);
    }
  };

  test('who knows the password is let in by it alone; whoever does not is left to the usual two', async () => {
    const anna = await user(password);
    const device = await rig.post('/devices', { mac: '02:00:00:00:00:01', name: 'Television', table_id: group });
    const { code } = (await rig.post('/vouchers', { table_id: group, duration: 3600 }))._embedded.vouchers[0];
    await without('authorize', async () => {
      expect((await enter(anna, password)).packet).toBe('Access-Accept');
      expect((await signIn(rig.auth, code, code)).packet).toBe('Access-Accept');
      expect((await signIn(rig.auth, device.mac, device.mac, `Calling-Station-Id = "${device.mac}"`)).packet).toBe(
        'Access-Accept',
      );
      expect((await enter(anna, 'guessed')).packet).toBeNull();
    });
    expect((await enter(anna, 'guessed')).packet).toBe('Access-Reject');
    expect((await linesOf(anna)).map(({ outcome, reason, detail }) => [outcome, reason, detail])).toEqual([
      ['accepted', null, null],
      ['rejected', 'wrong_password', expect.stringContaining('NT digest does not match')],
    ]);
  });

  test('the answer is what two questions give, but for name and class', async () => {
    const [quoted, plain] = [await user('Sommer "2026"'), await user(password)];
    const heard = [await without('authorize', () => enter(plain, password)), await enter(quoted, 'Sommer "2026"')];
    expect(heard.map(({ packet }) => packet)).toEqual(['Access-Accept', 'Access-Accept']);
    const [one, two] = heard.map(({ all }) =>
      all.filter(([name]) => !['User-Name', 'Class', 'Message-Authenticator'].includes(name)),
    );
    expect(one).toEqual(two);
    expect(one.map(([name]) => name)).toEqual([
      'Session-Timeout',
      'Tunnel-Type:0',
      'Tunnel-Medium-Type:0',
      'Tunnel-Private-Group-Id:0',
      'WISPr-Bandwidth-Max-Down',
    ]);
    expect(heard.every(({ attributes }) => 'Message-Authenticator' in attributes && 'Class' in attributes)).toBe(true);
    const [ofPlain, ofQuoted] = await Promise.all([linesOf(plain), linesOf(quoted)]);
    expect(ofPlain).toEqual(ofQuoted.map((line) => ({ ...line, username: plain.username })));
    expect(ofPlain).toHaveLength(1);
  });

  test('what an account must bring is compared, and nobody is written down as let in before it was', async () => {
    const anna = await user(password);
    await rig.post('/attributes', {
      userid: anna.id,
      table: 'radcheck',
      attribute: 'NAS-Identifier',
      operator: '==',
      value: 'pool',
    });
    expect((await enter(anna, password)).packet).toBe('Access-Reject');
    expect((await linesOf(anna)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['rejected', 'attribute_mismatch'],
    ]);
    expect((await signIn(rig.auth, anna.username, password, 'NAS-Identifier = "pool"')).packet).toBe('Access-Accept');
    expect(await linesOf(anna)).toHaveLength(2);
  });

  test('a denied login and an unknown name are logged once with their reason, whatever the password', async () => {
    const [anna, nobody] = [await user(password, { disabled: 1 }), { username: 'nobody' }];
    await without('authorize', async () => {
      for (const [who, shown] of [
        [anna, password],
        [anna, 'guessed'],
        [nobody, password],
      ] as const)
        expect((await enter(who, shown)).packet).toBe('Access-Reject');
    });
    expect((await linesOf(anna)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['rejected', 'user_disabled'],
      ['rejected', 'user_disabled'],
    ]);
    expect((await linesOf(nobody)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['rejected', 'unknown_user'],
    ]);
  });

  test('who tells its password another way as well is asked by that way', async () => {
    const anna = await user(password);
    expect(
      (
        await radclient(rig.auth, 'auth', [
          ...msChap2(anna.username, 'guessed'),
          `User-Password = "${password}"`,
          'Message-Authenticator = 0x00',
        ])
      ).packet,
    ).toBe('Access-Reject');
    expect(
      (
        await radclient(rig.auth, 'auth', [
          `User-Name = "${anna.username}"`,
          'CHAP-Password = "guessed"',
          `User-Password = "${password}"`,
          'Message-Authenticator = 0x00',
        ])
      ).packet,
    ).toBe('Access-Reject');
  });

  test('whatever the password is made of, it opens, and nothing else does', async () => {
    const pieces = [
      'a',
      'Z',
      '0',
      ' ',
      '"',
      '\\',
      "'",
      '%',
      '%{User-Name}',
      '\\"',
      '\\\\',
      '\\n',
      '#',
      '[',
      ']',
      '`',
      '$',
      '{',
      '}',
      '&User-Name',
      'ü',
      'ß',
      '漢',
      '~',
      '^',
      '=27',
    ];
    const text = (...of: string[]) =>
      fc.array(fc.constantFrom(...of), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    // radclient reads a password in its own way: these octets are the password.
    const opens = async ({ username }: JsonBody, shown: string) => {
      const answer = await point.ask(rig.auth, (id) =>
        accessRequest(id, { username, password: shown, mac: '02-00-00-00-00-07' }, sharedSecret),
      );
      return answer?.[0] === codes.accessAccept;
    };
    let opened = 0;
    await fc.assert(
      fc.asyncProperty(text(...pieces), text(...pieces, '\n', '\t', '\u0007'), async (own, other) => {
        const anna = await user(own);
        expect([own, await opens(anna, own)]).toEqual([own, true]);
        const near = [
          other,
          ` ${own}`,
          `${own} `,
          own.trim(),
          own.replaceAll('"', '\\"'),
          own.replaceAll('\\"', '"'),
          own.replaceAll('\\', '\\\\'),
          own.replaceAll('\\\\', '\\'),
          own.replaceAll('\\n', '\n'),
          own.replaceAll('\n', '\\n'),
        ];
        for (const shown of new Set(near.filter((each) => each !== own)))
          expect([own, shown, await opens(anna, shown)]).toEqual([own, shown, false]);
        opened += 1;
      }),
      { numRuns: Number(process.env.RUNS ?? 25) },
    );
    expect(opened).toBeGreaterThan(0);
  });

  test('a long one opens, none at all does not', async () => {
    const long = 'Sommer 2026! '.repeat(10).slice(0, 128);
    const anna = await user(long);
    expect((await enter(anna, long)).packet).toBe('Access-Accept');
    expect((await enter(anna, long.slice(0, 127))).packet).toBe('Access-Reject');
    expect((await enter(anna, '')).packet).toBe('Access-Reject');
    expect(await linesOf(anna)).toHaveLength(3);
  });

  test('no statement tells the password, nor its hash', async () => {
    const anna = await user(password);
    expect((await enter(anna, password)).packet).toBe('Access-Accept');
    const { rows } = await admin.query<{ query: string }>(
      'select query from pg_stat_activity where datname = current_database() and application_name = ' +
        "'usher-radius' and query like $1",
      [`%${anna.username}%`],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].query).toMatch(/^EXECUTE login\(.*'[0-9a-f]{64}', '[0-9a-f]{64}'\)$/);
    for (const secret of [password, ntHash(password).toString('hex')])
      expect(rows[0].query.toLowerCase()).not.toContain(secret.toLowerCase());
  });
});
