import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { SignInAppSimulator } from '../simulators/sign-in-app/sign-in-app-simulator.js';
import type { WebhookPlan, WebhookSender } from '../simulators/sign-in-app/webhook-sender.js';
import { VisitorWorld } from '../visitor/visitor-world.js';
import { webhookSecret } from './sign-in-app-rig.js';

/** A day at reception: Sign In App on one socket, the service on another, and what the console has in the end. */
let house: VisitorWorld;
let vendor: SignInAppSimulator;
let connection: { readonly id: string; readonly hook: string };
let sender: WebhookSender;
beforeAll(async () => {
  house = await VisitorWorld.start();
});
afterAll(async () => {
  await house.stop();
});

beforeEach(async () => {
  vendor = await SignInAppSimulator.start();
  connection = await connect({});
  sender = posting({});
});

afterEach(async () => {
  await vendor.stop();
});

function connect(
  settings: object,
  access: object = { preset: 'visitor-user', username: 'v-{{ key | slug }}' },
): Promise<{ readonly id: string; readonly hook: string }> {
  const secrets = { client_key: vendor.key, client_secret: vendor.secret, webhook_secret: webhookSecret };
  return house.connection(
    'sign-in-app',
    { base_url: vendor.url, sites: ['12 Europe/London', '13 Europe/Vienna'], ...settings },
    secrets,
    access,
  );
}

function posting(plan: Partial<WebhookPlan>): WebhookSender {
  return vendor.postWebhooksTo({ url: connection.hook, secret: webhookSecret, ...plan });
}

const accountOf = (id: number) => () => house.accountLike(`v-visit-${id}`);
const pollUntilKnown = async () => {
  expect(await house.sync(connection.id, 'incremental')).toBe('done');
  expect(await house.sync(connection.id, 'incremental')).toBe('done');
};

test('in, out and in again: the account follows each word', async () => {
  const { reception } = vendor;
  const came = arriving('sign-in-app');
  const id = reception.signIn({ inAt: new Date(Date.now() - 10_000) });
  await sender.flush();
  await house.becomes(accountOf(id), 'enabled');
  came();
  reception.signOut(id, new Date(Date.now() - 5_000));
  await sender.flush();
  await house.becomes(accountOf(id), 'disabled');
  reception.arrive(id);
  await sender.flush();
  await house.becomes(accountOf(id), 'enabled');
});

test('told twice and the wrong way round, a visit that is over opens nothing', async () => {
  sender = posting({ duplicated: true, reversed: true });
  const id = vendor.reception.signIn({ inAt: new Date(Date.now() - 60_000) });
  vendor.reception.signOut(id);
  const sent = await sender.flush();
  await house.becomes(async () => (await house.visits(connection.id))[`visit/${id}`], 'ended');
  await house.absorbed(connection.id);
  expect(await accountOf(id)()).toBeUndefined();
  expect(sent.map(({ status, attempts }) => [status, attempts])).toEqual([
    [200, 2],
    [200, 2],
  ]);
});

test("without webhooks today's list brings visitors in and out, and leaves staff and parcels alone", async () => {
  const { reception } = vendor;
  const [london, vienna] = [
    reception.signIn(),
    reception.signIn({ siteId: 13, name: 'Mary Fell', email: 'mary@example.org' }),
  ];
  const expected = reception.expect({ name: 'Nora Page', email: 'nora@example.org' });
  reception.signIn({ groupId: 2, returningVisitorId: 5 });
  reception.signIn({ groupId: 3 });
  sender.forget();
  await pollUntilKnown();
  await house.becomes(accountOf(london), 'enabled');
  await house.becomes(accountOf(vienna), 'enabled');
  expect(await house.visits(connection.id)).toEqual({
    [`visit/${london}`]: 'active',
    [`visit/${vienna}`]: 'active',
    [`visit/${expected}`]: 'expected',
  });
  reception.signOutByClock();
  reception.reject(expected);
  await pollUntilKnown();
  await house.becomes(accountOf(london), 'disabled');
  await house.becomes(accountOf(vienna), 'disabled');
  expect((await house.visits(connection.id))[`visit/${expected}`]).toBe('denied');
});

test('a visit is moved to another day and to an earlier hour, cancelled, expected anew, and begins early', async () => {
  const { reception } = vendor;
  connection = await connect(
    {},
    {
      preset: 'visitor-user',
      username: 'early-{{ key | slug }}',
      when: [{ field: 'status', op: 'in', value: ['expected', 'active'] }],
      starts: { at: 'expected_arrival', offset_seconds: 0 },
    },
  );
  const now = new Date();
  const earlyAccount = (id: number) => () => house.accountLike(`early-visit-${id}`);
  const moved = reception.expect({ expectedAt: new Date(now.getTime() + 600_000) });
  const cancelled = reception.expect({ expectedAt: now, name: 'Nora Page', email: 'nora@example.org' });
  await pollUntilKnown();
  await house.becomes(earlyAccount(cancelled), 'enabled');
  expect(await earlyAccount(moved)()).toBeUndefined();
  reception.find(moved).expectedAt = now;
  const [gone] = reception.visitors.splice(
    reception.visitors.findIndex(({ id }) => id === cancelled),
    1,
  );
  for (let times = 0; times < 2; times += 1) expect(await house.sync(connection.id, 'full')).toBe('done');
  await house.becomes(earlyAccount(moved), 'enabled');
  reception.visitors.push(gone);
  await pollUntilKnown();
  await house.becomes(earlyAccount(cancelled), 'enabled');
  reception.arrive(moved);
  await pollUntilKnown();
  reception.signOut(moved);
  await pollUntilKnown();
  await house.becomes(earlyAccount(moved), 'disabled');
});

test('a list that breaks off ends nobody; the whole one tells of those who left days ago', async () => {
  const { reception } = vendor;
  const [today, before] = [
    reception.signIn(),
    reception.signIn({ inAt: new Date(Date.now() - 2 * 86_400_000), name: 'Mary Fell', email: 'mary@example.org' }),
  ];
  await sender.flush();
  await house.becomes(async () => (await house.visits(connection.id))[`visit/${before}`], 'active');
  await house.becomes(accountOf(today), 'enabled');
  vendor.perPage = 1;
  vendor.faults.cutAfterPages = 1;
  reception.find(before).outAt = new Date(Date.now() - 86_400_000);
  const run = (await house.world.made(202, 'POST', `/connections/${connection.id}/sync`, {
    body: { mode: 'full', dry_run: false },
  })) as { id: string };
  await house.becomes(async () => vendor.asked.filter((path) => path.endsWith('/history')).length > 1, true);
  expect(await accountOf(today)()).toBe('enabled');
  // Between two attempts a run waits for its turn again.
  expect(['running', 'queued']).toContain((await house.get(`/runs/${run.id}`)).body.status);
  vendor.faults.cutAfterPages = undefined;
  await house.becomes(async () => (await house.visits(connection.id))[`visit/${before}`], 'ended');
  expect(await accountOf(today)()).toBe('enabled');
});

test('strangers, other encodings and other headers are refused unless the settings say so', async () => {
  const id = vendor.reception.signIn();
  const attempt = async (plan: Partial<WebhookPlan>, hook = connection.hook) => {
    const other = vendor.postWebhooksTo({ url: hook, secret: webhookSecret, attempts: 1, ...plan });
    vendor.reception.arrive(id);
    return (await other.flush()).map(({ status }) => status);
  };
  expect([
    await attempt({ secret: 'guessed' }),
    await attempt({ secret: undefined }),
    await attempt({ encoding: 'base64' }),
    await attempt({ header: 'X-Other' }),
  ]).toEqual([[401], [401], [401], [401]]);
  const differently = await connect(
    { signature_header: 'X-Other', signature_encoding: 'base64', signature_prefix: 'sha256=' },
    { preset: 'visitor-user', username: 'w-{{ key | slug }}' },
  );
  expect(await attempt({ header: 'X-Other', encoding: 'base64', prefix: 'sha256=' }, differently.hook)).toEqual([200]);
  await house.becomes(() => house.accountLike(`w-visit-${id}`), 'enabled');
});

test('a voucher for the visit, gone when the visitor signs out', async () => {
  const vouchers = await connect({}, { preset: 'visitor' });
  const app = vendor.postWebhooksTo({ url: vouchers.hook, secret: webhookSecret });
  const unused = async () => (await house.vouchers()).filter(({ status }) => status === 'unused').length;
  const before = await unused();
  const id = vendor.reception.signIn({ inAt: new Date(Date.now() - 5000) });
  await app.flush();
  await house.becomes(unused, before + 1);
  vendor.reception.signOut(id);
  await app.flush();
  await house.becomes(unused, before);
});

test('a connection test names the groups that are not there, and says so where no group is of visitors', async () => {
  const visitors = async (settings: object) => {
    const { id } = await connect(settings);
    const { checks } = await house.world.made(200, 'POST', `/connections/${id}/test`);
    return checks.find(({ name }: { name: string }) => name === 'visitors');
  };
  expect(await visitors({})).toMatchObject({ ok: true });
  expect(await visitors({ groups: ['Nobody'] })).toMatchObject({
    ok: false,
    detail: 'There is no group Nobody',
    remedy: 'Write groups as they are named in the portal',
  });
  for (const group of vendor.reception.groups) Object.assign(group, { type: 'returning' });
  expect(await visitors({})).toMatchObject({ ok: false, detail: 'No group is non-returning' });
});
