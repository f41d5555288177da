import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { refusalReasons, type RefusalCode } from '../../src/console/events/refusals.js';
import { systemContext } from '../../src/kernel/context.js';
import { over, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const password = 'Sommer 2026!';
const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();
/** Every day but those that it may be here or there. */
const otherDays = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']
  .filter((_, day) => Math.abs(day - new Date().getUTCDay()) % 6 > 1)
  .join(',');

interface Case {
  readonly reason: RefusalCode;
  readonly event: 'auth.failed' | 'auth.rejected';
  /** Of the account; null: there is none. */
  readonly user?: object | null;
  /** What the account's group says. */
  readonly policy?: object;
  readonly given?: string;
  /** Accounting before the try: another device, and what it used. */
  readonly before?: readonly string[];
  /** A policy that denies the group. */
  readonly isDenied?: boolean;
}

const cases: readonly Case[] = [
  { reason: 'unknown_user', event: 'auth.failed', user: null },
  { reason: 'wrong_password', event: 'auth.failed', given: 'guessed' },
  { reason: 'user_disabled', event: 'auth.rejected', user: { disabled: 1 } },
  { reason: 'not_yet_valid', event: 'auth.rejected', user: { valid_from: hours(1) } },
  { reason: 'expired', event: 'auth.rejected', user: { valid_until: hours(-1) } },
  { reason: 'device_limit', event: 'auth.rejected', user: { max_devices: 1 }, before: ['Acct-Status-Type = Start'] },
  {
    reason: 'too_many_sessions',
    event: 'auth.rejected',
    policy: { simultaneous_use: 1 },
    before: ['Acct-Status-Type = Start'],
  },
  {
    reason: 'over_quota',
    event: 'auth.rejected',
    policy: { daily_quota_bytes: 1_000_000 },
    before: ['Acct-Status-Type = Stop', 'Acct-Input-Octets = 1000000'],
  },
  { reason: 'outside_hours', event: 'auth.rejected', policy: { login_time: otherDays } },
  { reason: 'policy_denied', event: 'auth.rejected', isDenied: true },
];

withFreeRadius('why not: each reason in log, report and event', () => {
  let rig: RadiusRig;

  beforeAll(async () => {
    rig = await RadiusRig.open();
  });
  afterAll(() => rig.close());

  test.each(cases)('$reason', async ({ reason, event, user = {}, policy = {}, given = password, before, isDenied }) => {
    const username = `guest ${reason}`;
    const group = await rig.post('/user-groups', { name: `Group ${reason}`, policy });
    if (user) await rig.post('/users', { username, password, table_id: group.id, ...user });
    if (before) {
      await rig.account(
        over(
          [
            `Acct-Session-Id = "before ${reason}"`,
            `User-Name = "${username}"`,
            'NAS-Identifier = "lobby"',
            'Calling-Station-Id = "02-00-00-00-00-99"',
            'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
            'Acct-Session-Time = 1',
          ],
          before,
        ),
      );
    }
    const denying = isDenied
      ? await rig.post('/policies', {
          name: `No ${reason}`,
          effect: 'deny',
          conditions: [{ field: 'group', op: 'eq', value: group.id }],
        })
      : null;

    const { packet } = await signIn(rig.auth, username, given);

    expect(packet).toBe('Access-Reject');
    expect((await rig.log()).at(-1)).toMatchObject({
      outcome: 'rejected',
      username,
      reason,
      mac: 'aabbcc001122',
      ssid: 'Lindenhof',
      accessPoint: 'lobby',
    });
    const { body: report } = await rig.world.call(
      'GET',
      `/reports/110?earliest=-1h&filter[username]=${encodeURIComponent(username)}`,
    );
    expect(report._embedded.rows).toMatchObject([{ outcome: 'rejected', username, reason }]);
    const told = (await rig.events())
      .filter(({ user: who, event: name }) => who?.username === username && /^(auth|policy)\./.test(name))
      .toSorted((one, other) => (one.event < other.event ? -1 : 1));
    expect(told).toMatchObject([
      {
        event,
        reason_code: reason,
        reason: refusalReasons[reason].reason,
        user: { username, auth_method: 'PAP' },
        device: { mac: 'aa:bb:cc:00:11:22' },
        access_point: { name: 'lobby', mac: '00:11:22:33:44:55' },
      },
      ...(denying
        ? [
            {
              event: 'policy.violated',
              policy: { id: denying.id, name: `No ${reason}` },
              rule: { field: 'group', op: 'eq', value: group.id },
            },
          ]
        : []),
    ]);
  });

  test.each(Object.entries(refusalReasons))(
    '%s is told by the event that the page and the code name',
    async (reason, { event }) => {
      const {
        networkId,
        world: { organizationId, fresh },
      } = rig;
      const {
        clients: [{ id }],
      } = (await rig.world.call('GET', `/networks/${networkId}`)).body;
      await fresh.database.query(
        systemContext(organizationId, 'test'),
        {
          name: 'test_reject',
          text: "select radius.reject($1, $2, '', '', '', '', '', '127.0.0.1', $3, '')",
        },
        [`${organizationId}/${id}`, `asked for ${reason}`, reason],
      );
      expect((await rig.events()).filter(({ user }) => user.username === `asked for ${reason}`)).toMatchObject([
        { event, reason_code: reason, reason: refusalReasons[reason as RefusalCode].reason },
      ]);
      expect(readFileSync('docs/radius.md', 'utf8')).toMatch(new RegExp(`\\| [^|]*\\b${reason}\\b[^|]*\\|`));
    },
  );
});
