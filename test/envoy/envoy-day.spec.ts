import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { EnvoySimulator } from '../simulators/envoy/envoy-simulator.js';
import type { WebhookPlan, WebhookSender } from '../simulators/envoy/webhook-sender.js';
import { VisitorWorld } from '../visitor/visitor-world.js';

/** A day at reception: Envoy on one socket, the service on another, and what the console has in the end. */
let house: VisitorWorld;
let envoy: EnvoySimulator;
let connection: { readonly id: string; readonly hook: string };
let sender: WebhookSender;
beforeAll(async () => {
  house = await VisitorWorld.start();
});
afterAll(async () => {
  await house.stop();
});

beforeEach(async () => {
  envoy = await EnvoySimulator.start();
  // At the office it is noon: a visit of some hours stays within a day, whenever this runs.
  envoy.office.locations[0].timezone = zoneAtNoon();
  connection = await house.connection(
    'envoy',
    { api_url: envoy.url, app_url: envoy.url, client_id: envoy.clientId, install_id: envoy.installId },
    { client_secret: envoy.clientSecret },
    { preset: 'visitor-user', username: 'v-{{ key | slug }}' },
  );
  sender = posting({});
});

afterEach(async () => {
  await house.world.made(202, 'DELETE', `/connections/${connection.id}?accounts=delete`).catch(() => undefined);
  await envoy.stop();
});

function posting(plan: Partial<WebhookPlan>): WebhookSender {
  return envoy.postWebhooksTo({ url: connection.hook, ...plan });
}

function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

const accountOf = (id: string) => () => house.accountLike(`v-entry-${id}`);

test('invited, extended, signed out: the account follows, with the departure that events never carry', async () => {
  const departure = new Date(Date.now() + 2 * 3_600_000);
  const invite = envoy.office.invite({ expectedDepartureAt: departure });
  await sender.flush();
  await house.becomes(async () => (await house.visits(connection.id))[`invite/${invite}`], 'expected');
  expect(Object.keys(await house.accounts()).filter((name) => name.startsWith('v-'))).toEqual([]);

  const came = arriving('envoy');
  const entry = envoy.office.signIn({ inviteId: invite });
  await sender.flush();
  const validUntil = async () =>
    (
      (await house.get('/users?page_size=100')).body._embedded.users as { username: string; valid_until: string }[]
    ).find(({ username }) => username.startsWith(`v-entry-${entry}`))?.valid_until;
  await house.becomes(accountOf(entry), 'enabled');
  came();
  await house.becomes(validUntil, departure.toISOString());

  const longer = new Date(departure.getTime() + 600_000);
  envoy.office.changeInvite(invite, { expectedDepartureAt: longer });
  await sender.flush();
  await house.becomes(validUntil, longer.toISOString());

  envoy.office.signOut(entry);
  await sender.flush();
  await house.becomes(accountOf(entry), 'disabled');
  expect((await house.visits(connection.id))[`invite/${invite}`]).toBe('ended');

  const events = (await house.get(`/connections/${connection.id}/events`)).body._embedded.events as { id: string }[];
  const kept = (await Promise.all(events.map(({ id }) => house.get(`/events/${id}`))))
    .map(({ body }) => String(body.payload))
    .join();
  expect(kept).toContain('entry_sign_in');
  for (const secret of ['LIVE-BEARER', 'OPAQUE-QR', 'prefers tea']) expect(kept).not.toContain(secret);
});

test('told twice and the wrong way round, a visit that is over opens nothing', async () => {
  const reception = await house.connection(
    'envoy',
    { api_url: envoy.url, app_url: envoy.url, time_zone: 'Europe/London' },
    { authorization: 'let-me-in', api_key: envoy.apiKey },
    { preset: 'visitor-user', username: 'v-{{ key | slug }}' },
  );
  sender = posting({
    url: reception.hook,
    duplicated: true,
    reversed: true,
    as: 'webhooks',
    clientSecret: undefined,
    authorization: 'let-me-in',
    times: 'iso',
    ids: 'number',
  });
  const entry = envoy.office.signIn();
  envoy.office.signOut(entry);
  await sender.flush();
  await house.absorbed(reception.id);
  await house.becomes(async () => (await house.visits(reception.id))[`entry/${entry}`], 'ended');
  expect(await accountOf(entry)()).toBeUndefined();
  expect(sender.discarded).toBe(0);
});

test('held for review until somebody decides; who is denied after all is out at once', async () => {
  const entry = envoy.office.signInForReview();
  await sender.flush();
  await house.becomes(async () => (await house.visits(connection.id))[`entry/${entry}`], 'held');
  expect(await accountOf(entry)()).toBeUndefined();
  envoy.office.approve(entry);
  await sender.flush();
  await house.becomes(accountOf(entry), 'enabled');
  envoy.office.deny(entry);
  await sender.flush();
  await house.becomes(accountOf(entry), 'disabled');
});

test('a lost sign-in and sign-outs by the clock are found by asking; staff and parcels are not', async () => {
  const told = envoy.office.signIn();
  await sender.flush();
  await house.becomes(accountOf(told), 'enabled');
  const lost = envoy.office.signIn({ fullName: 'Mary Fell' });
  const staff = envoy.office.signIn({ flowId: '399', isEmployee: true });
  const parcel = envoy.office.signIn({ isDelivery: true });
  sender.forget();
  expect(await house.sync(connection.id, 'incremental')).toBe('done');
  expect(await house.sync(connection.id, 'incremental')).toBe('done');
  await house.becomes(accountOf(lost), 'enabled');
  envoy.office.signOutByClock();
  expect(await house.sync(connection.id, 'incremental')).toBe('done');
  await house.becomes(accountOf(lost), 'disabled');
  await house.becomes(accountOf(told), 'disabled');
  expect(
    Object.keys(await house.visits(connection.id)).filter((key) => key.endsWith(staff) || key.endsWith(parcel)),
  ).toEqual([]);
});

test('half a list is no list: nobody ends by it, and the next whole one counts', async () => {
  const [one, two] = [envoy.office.signIn(), envoy.office.signIn({ fullName: 'Mary Fell', email: 'mary@example.com' })];
  await sender.flush();
  await house.becomes(accountOf(two), 'enabled');
  envoy.faults.halfLists = 1;
  expect(await house.sync(connection.id, 'full')).toBe('failed');
  expect([await accountOf(one)(), await accountOf(two)()]).toEqual(['enabled', 'enabled']);
  envoy.faults.halfLists = undefined;
  expect(await house.sync(connection.id, 'full')).toBe('done');
});

test('forged events are refused, and 429 delays the departure but not the access', async () => {
  const stranger = envoy.postWebhooksTo({ url: connection.hook, clientSecret: 'guessed', attempts: 1 });
  const entry = envoy.office.signIn();
  await stranger.flush();
  expect(stranger.sent.map(({ status }) => status)).toEqual([401]);
  expect((await house.get(`/connections/${connection.id}/events`)).body._embedded.events).toEqual([]);
  sender.forget();

  Object.assign(envoy.faults, { status: 429, retryAfterSeconds: 60 });
  const invite = envoy.office.invite({ expectedDepartureAt: new Date(Date.now() + 3_600_000) });
  sender.forget();
  const invited = envoy.office.signIn({ inviteId: invite });
  await sender.flush();
  await house.becomes(accountOf(invited), 'enabled');
  expect(await accountOf(entry)()).toBeUndefined();
});

test('a voucher for the length of the visit, gone when the visitor signs out', async () => {
  const vouchers = await house.connection(
    'envoy',
    { api_url: envoy.url, app_url: envoy.url, time_zone: 'Europe/London' },
    { authorization: 'let-me-in', api_key: envoy.apiKey },
    { preset: 'visitor' },
  );
  const app = envoy.postWebhooksTo({
    url: vouchers.hook,
    as: 'webhooks',
    clientSecret: undefined,
    authorization: 'let-me-in',
  });
  const before = (await house.vouchers()).length;
  const entry = envoy.office.signIn();
  await app.flush();
  await house.becomes(async () => (await house.vouchers()).length, before + 1);
  expect((await house.vouchers()).filter(({ status }) => status === 'unused')).toHaveLength(1);
  envoy.office.signOut(entry);
  await app.flush();
  await house.becomes(async () => (await house.vouchers()).filter(({ status }) => status === 'unused').length, 0);
});

test('a visitor keeps the code when the departure becomes known and when the visit runs over', async () => {
  const reception = await house.connection(
    'envoy',
    { api_url: envoy.url, app_url: envoy.url, client_id: envoy.clientId, install_id: envoy.installId },
    { client_secret: envoy.clientSecret },
    { preset: 'visitor' },
  );
  const app = posting({ url: reception.hook });
  const hour = 3_600_000;
  const known = new Set((await house.vouchers()).map(({ code }) => code));
  const ours = async () => (await house.vouchers()).filter(({ code }) => !known.has(code));
  const departure = new Date(Date.now() + hour);
  const invite = envoy.office.invite({ expectedDepartureAt: departure });
  const entry = envoy.office.signIn({ inviteId: invite, signedInAt: new Date(Date.now() - 3 * hour) });
  await app.flush();
  const until = async () =>
    Object.values(
      (await house.get(`/connections/${reception.id}/subjects?page_size=100`)).body._embedded.subjects as {
        source_key?: string;
        key?: string;
        facts: { status: string; expected_departure_at?: string };
      }[],
    ).find(({ facts }) => facts.status === 'active')?.facts.expected_departure_at;
  await house.becomes(until, departure.toISOString());
  await house.becomes(async () => (await ours()).length, 1);
  const [{ code }] = await ours();
  const overdue = new Date(Date.now() - hour);
  envoy.office.changeInvite(invite, { expectedDepartureAt: overdue });
  await app.flush();
  await house.becomes(until, overdue.toISOString());
  expect(await house.sync(reception.id, 'incremental')).toBe('done');
  expect(await house.sync(reception.id, 'incremental')).toBe('done');
  expect((await ours()).map((each) => [each.code, each.status])).toEqual([[code, 'unused']]);
  envoy.office.signOut(entry);
  await app.flush();
  await house.becomes(async () => (await ours()).map(({ status }) => status), ['revoked']);
});

test('credentials appear at the sign-in in Envoy, where reception reads them, and once', async () => {
  const shown = await house.connection(
    'envoy',
    {
      api_url: envoy.url,
      app_url: envoy.url,
      client_id: envoy.clientId,
      install_id: envoy.installId,
      show_credentials: true,
    },
    { client_secret: envoy.clientSecret },
    { preset: 'visitor-user', username: 's-{{ key | slug }}', deliver: [{ via: 'answer' }] },
  );
  const app = posting({ url: shown.hook, duplicated: true });
  const entry = envoy.office.signIn();
  const [{ body, status }] = await app.flush();
  expect(status).toBe(202);
  const { job } = (JSON.parse(body) as { meta: { job: { id: string } } }).meta;
  await house.becomes(
    async () => Promise.resolve(envoy.jobs.map(({ id, status: outcome }) => [id, outcome])),
    [[job.id, 'done']],
  );
  const [{ attachments }] = envoy.jobs;
  expect(attachments).toEqual([
    { type: 'text', label: 'Wi-Fi user', value: `s-entry-${entry}` },
    { type: 'password', label: 'Wi-Fi password', value: expect.any(String) },
  ]);
});
