import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { examplePayloads } from '../../src/console/events/event-examples.js';
import { refusalReasons, type RefusalCode } from '../../src/console/events/refusals.js';
import { statement } from '../../src/database/database.js';
import { systemContext } from '../../src/kernel/context.js';
import { formOf } from '../console/webhooks/form-of.js';
import { authMethods } from '../../src/console/policies/policy.js';
import type { JsonBody } from '../http/http-world.js';
import { over, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const password = 'Sommer 2026!';
const macForm = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/;

withFreeRadius('events of access points, and the examples of them', () => {
  let rig: RadiusRig;
  let policy: JsonBody;
  let told: JsonBody[];

  beforeAll(async () => {
    rig = await RadiusRig.open();
    const group = await rig.post('/user-groups', { name: 'Day guests', policy: {} });
    await rig.world.fresh.database.query(
      systemContext(rig.world.organizationId, 'test'),
      statement(
        'test_endpoint',
        `
      insert into webhooks (organization_id, id, type, url, events, secret_sealed, created_at, updated_at)
      values ($1, gen_random_uuid(), 'webhook', 'https://hooks.example.com/', '{voucher.redeemed}', '', now(), now())`,
      ),
      [rig.world.organizationId],
    );
    const [{ code }] = (await rig.post('/vouchers', { table_id: group.id, duration: 3600 }))._embedded.vouchers;
    policy = await rig.post('/policies', {
      name: 'No display in the lobby',
      effect: 'deny',
      match: 'any',
      conditions: [
        { field: 'ssid', op: 'eq', value: 'Elsewhere' },
        { field: 'client', op: 'in', value: ['ap-1', 'ap-9'] },
        { field: 'device_type', op: 'eq', value: 'display' },
      ],
      enabled: 0,
    });
    await rig.post('/users', { username: 'anna', password });
    await rig.post('/users', { username: 'leaver', password, disabled: 1 });
    const { attributes } = await signIn(rig.auth, 'anna', password);
    for (const status of ['Start', 'Stop']) {
      await rig.account(
        over(
          [
            `Acct-Status-Type = ${status}`,
            'Acct-Session-Id = "one"',
            'User-Name = "anna"',
            'NAS-Identifier = "lobby"',
            'Calling-Station-Id = "AA-BB-CC-00-11-22"',
            'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
          ],
          [`Class = ${attributes.Class}`],
        ),
      );
    }
    await signIn(rig.auth, 'anna', 'guessed');
    await signIn(rig.auth, 'leaver', password);
    for (let times = 0; times < 2; times += 1) await signIn(rig.auth, code, code);
    await rig.patch(`/policies/${policy.id}`, { enabled: 1 });
    await signIn(rig.auth, 'anna', password);
    told = await rig.events();
  });
  afterAll(() => rig.close());

  const of = (event: string): JsonBody => told.findLast((each) => each.event === event) as JsonBody;

  test.each([
    'device.connected',
    'device.disconnected',
    'auth.failed',
    'auth.rejected',
    'guest.registered',
    'policy.violated',
  ] as const)('a real %s has the names and forms of its example', (event) => {
    const [real, example] = [of(event), examplePayloads[event]] as JsonBody[];
    for (const { device, access_point: accessPoint, user, timestamp } of [real, example]) {
      expect([device.mac, accessPoint.mac]).toEqual([expect.stringMatching(macForm), expect.stringMatching(macForm)]);
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(authMethods).toContain(user.auth_method ?? 'PAP');
    }
    const oneRule = ({ rules, ...rest }: JsonBody) => (rules ? { ...rest, rules: rules.slice(0, 1) } : rest);
    expect(formOf(oneRule(real))).toEqual(formOf(oneRule(example)));
    expect(Object.keys(real)).toEqual(Object.keys(example));
    if (real.reason_code) {
      expect([real.reason, example.reason]).toEqual(
        [real, example].map((each) => refusalReasons[each.reason_code as RefusalCode].reason),
      );
    }
  });

  test('the first use of a voucher is told, the second is not', () => {
    const redeemed = told.filter(({ event }) => event === 'voucher.redeemed');
    expect(redeemed).toEqual([
      expect.objectContaining({
        voucher: expect.objectContaining({
          duration_seconds: 3600,
          first_used_at: expect.stringMatching(/^\d{4}-.*Z$/),
        }),
      }),
    ]);
    expect(Object.keys(redeemed[0].voucher).toSorted()).toEqual(
      Object.keys(examplePayloads['voucher.redeemed'].voucher as object).toSorted(),
    );
  });

  test('policy.violated names the policy and what of it held, as the policy has it', () => {
    const rule = { field: 'client', op: 'in', value: ['ap-1', 'ap-9'] };
    expect(of('policy.violated')).toMatchObject({
      policy: { id: policy.id, name: 'No display in the lobby' },
      rule,
      rules: [rule],
    });
  });

  test('where all conditions have to hold all of them are named; a policy for everybody has none', async () => {
    const both = [
      { field: 'auth_method', op: 'ne', value: 'EAP-TLS' },
      { field: 'ssid', op: 'like', value: 'linden%' },
    ];
    await rig.patch(`/policies/${policy.id}`, { match: 'all', conditions: both });
    await signIn(rig.auth, 'anna', password);
    await rig.patch(`/policies/${policy.id}`, { conditions: [] });
    await signIn(rig.auth, 'anna', password);
    expect((await rig.events()).filter(({ event }) => event === 'policy.violated').slice(-2)).toMatchObject([
      { rule: both[0], rules: both },
      { rule: null, rules: [] },
    ]);
  });

  test('whom nobody knows and a policy denies, where everybody is welcome, is told of with that policy', async () => {
    await rig.patch(`/networks/${rig.networkId}`, { unknown_users: 'accept' });
    await signIn(rig.auth, 'passer-by', 'anything');
    expect(
      (await rig.events())
        .filter(({ user }) => user.username === 'passer-by')
        .map(({ event }) => event)
        .toSorted(),
    ).toEqual(['auth.rejected', 'policy.violated']);
  });

  test('the page shows the example that the API document has', () => {
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/events.md', 'utf8')) ?? [];
    expect(JSON.parse(json)).toEqual(examplePayloads['auth.failed']);
    const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as JsonBody;
    expect(document.paths['/webhooks'].post['x-event-examples']).toEqual(examplePayloads);
  });
});
