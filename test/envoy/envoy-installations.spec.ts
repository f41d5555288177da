import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EnvoySimulator } from '../simulators/envoy/envoy-simulator.js';
import { headersOf, type WebhookPlan } from '../simulators/envoy/webhook-sender.js';
import { VisitorWorld } from '../visitor/visitor-world.js';
import { envelope } from './envoy-rig.js';

/** One app, installed by two companies; its secret signs the requests of both. Each company is an organization here. */
let house: VisitorWorld;
let envoy: EnvoySimulator;
let lind: { readonly organization: string; readonly id: string };
let tanne: typeof lind;
beforeAll(async () => {
  house = await VisitorWorld.start();
  envoy = await EnvoySimulator.start();
  [lind, tanne] = [await company('Lind', envoy.installId), await company('Tanne', '50001')];
});
afterAll(async () => {
  await envoy.stop();
  await house.stop();
});

async function company(name: string, installId: string, settings: object = {}) {
  const { id: organization } = await house.world.organization(name);
  const { id } = (await house.world.made(201, 'POST', '/connections', {
    headers: { 'x-organization-id': organization },
    body: {
      name: 'Reception',
      connector: 'envoy',
      settings: {
        api_url: envoy.url,
        app_url: envoy.url,
        client_id: envoy.clientId,
        install_id: installId,
        ...settings,
      },
      secrets: { client_secret: envoy.clientSecret },
      access: { preset: 'visitor-user', username: 'v-{{ key | slug }}' },
      schedule: { full: null, incremental: null },
    },
  })) as { id: string };
  return { organization, id };
}

const hooks = () => `http://127.0.0.1:${house.world.port}/hooks`;
const posting = (plan: Partial<WebhookPlan>) =>
  envoy.postWebhooksTo({ url: `${hooks()}/apps/envoy`, attempts: 1, ...plan });
const stored = async ({ organization, id }: typeof lind) =>
  (await house.world.ask('GET', `/connections/${id}/events`, { headers: { 'x-organization-id': organization } })).body
    .total_items as number;
const accountsOf = async ({ organization }: typeof lind) =>
  (
    (await house.world.ask('GET', '/users?page_size=100', { headers: { 'x-organization-id': organization } })).body
      ._embedded.users as { username: string }[]
  ).map(({ username }) => username.split('-').slice(0, 3).join('-'));
const notTaken = async (why: string) =>
  Number(
    new RegExp(`usher_hooks_not_taken_total\\{connector="envoy",why="${why}"\\} (\\d+)`).exec(
      (await house.world.ask('GET', '/metrics')).text,
    )?.[1] ?? 0,
  );

test('one address for the app brings each visit to the company whose installation it names', async () => {
  const sender = posting({});
  const entry = envoy.office.signIn();
  expect((await sender.flush()).map(({ status }) => status)).toEqual([200]);
  sender.forget();
  await house.becomes(() => accountsOf(lind), [`v-entry-${entry}`]);

  const other = posting({ installId: '50001' });
  const visitor = envoy.office.signIn({ fullName: 'Mary Fell' });
  expect((await other.flush()).map(({ status }) => status)).toEqual([200]);
  other.forget();
  await house.becomes(() => accountsOf(tanne), [`v-entry-${visitor}`]);
  expect([await stored(lind), await stored(tanne), await accountsOf(lind)]).toEqual([1, 1, [`v-entry-${entry}`]]);
});

test("a signed visit of another installation at a company's own address is counted, not taken", async () => {
  const [before, counted] = [await stored(lind), await notTaken('another')];
  const sender = posting({ url: `${hooks()}/${lind.id}`, installId: '50001' });
  envoy.office.signIn({ fullName: 'Nobody Ofours' });
  expect((await sender.flush()).map(({ status }) => status)).toEqual([400]);
  sender.forget();
  expect([await stored(lind), await notTaken('another')]).toEqual([before, counted + 1]);
});

test('unknown installations, wrong secrets and messages without installation are refused and not stored', async () => {
  const before = [await stored(lind), await stored(tanne)];
  const counted = await notTaken('nobody');
  for (const [plan, status] of [
    [{ installId: '99999' }, 404],
    [{ clientSecret: 'guessed' }, 401],
    [{ as: 'webhooks' as const }, 404],
  ] as const) {
    const sender = posting(plan);
    envoy.office.signIn();
    expect([plan, (await sender.flush()).map((sent) => sent.status)]).toEqual([plan, [status]]);
    sender.forget();
  }
  expect([await stored(lind), await stored(tanne)]).toEqual(before);
  expect(await notTaken('nobody')).toBe(counted + 2);
  expect((await fetch(`${hooks()}/apps/kisi`, { method: 'POST', body: '{}' })).status).toBe(404);
});

test("who claims somebody else's installation with a secret of their own gets nothing of it", async () => {
  const { organization } = tanne;
  const thief = (await house.world.made(201, 'POST', '/connections', {
    headers: { 'x-organization-id': organization },
    body: {
      name: 'Thief',
      connector: 'envoy',
      settings: { api_url: envoy.url, app_url: envoy.url, client_id: envoy.clientId, install_id: envoy.installId },
      secrets: { client_secret: 'MADE-UP-SECRET' },
      access: { preset: 'visitor-user', username: 't-{{ key | slug }}' },
      schedule: { full: null, incremental: null },
    },
  })) as { id: string };
  const [before, sender] = [await stored(lind), posting({})];
  envoy.office.signIn();
  expect((await sender.flush()).map(({ status }) => status)).toEqual([200]);
  sender.forget();
  expect([await stored(lind), await stored({ organization, id: thief.id })]).toEqual([before + 1, 0]);

  const body = JSON.stringify(envelope('entry_sign_in'));
  const answer = await fetch(`${hooks()}/apps/envoy`, {
    method: 'POST',
    body,
    headers: headersOf(body, { clientSecret: 'MADE-UP-SECRET' }),
  });
  expect([answer.status, await stored(lind)]).toEqual([200, before + 1]);
});

test('two organizations at two locations of one installation have the visits of their own location', async () => {
  const [north, south] = [
    await company('North', '60001', { location_ids: ['4410'] }),
    await company('South', '60001', { location_ids: ['4411'] }),
  ];
  const sender = posting({ installId: '60001' });
  envoy.office.signIn({ locationId: '4411' });
  expect((await sender.flush()).map(({ status }) => status)).toEqual([200]);
  sender.forget();
  expect([await stored(north), await stored(south)]).toEqual([0, 1]);
});
