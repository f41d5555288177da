import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { DataFolder } from '../e2e/data-folder.js';
import { type RunningService, startService } from '../e2e/service.js';
import { CheckoutSimulator, type SimulatedSession } from '../simulators/stripe/checkout-simulator.js';
import { browse, formsIn, linksIn } from './plain-browser.js';

let folder: DataFolder;
let database: TestDatabase;
let stripe: CheckoutSimulator;
let service: RunningService;
let providerId: string;
let groupId: string;
let guests = 0;

const start = () => startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path });

async function restart(): Promise<void> {
  await service.kill();
  service = await start();
}

async function made(path: string, body: object): Promise<string> {
  const answer = await service.call('POST', path, body);
  expect([path, answer.status]).toEqual([path, 201]);
  return String(answer.body.id);
}

beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
  stripe = await CheckoutSimulator.start();
  service = await start();
  const secrets = { secret_key: stripe.key, webhook_secret: stripe.webhookSecret };
  providerId = await made('/payment-providers', { name: 'Stripe', type: 'stripe', url: stripe.url, secrets });
  const networkId = await made('/networks', { name: 'Guest' });
  groupId = await made('/user-groups', { name: 'Fast guests', policy: {} });
  const tier = { name: 'Fast', price: 490, currency: 'EUR', group: groupId, duration: 86_400, pay: 'card' };
  const portal = { name: 'Lobby', slug: 'lobby', network_id: networkId, methods: ['username_password'] };
  await made('/captive-portals', { ...portal, tiers: [tier] });
  await made('/gateways', { name: 'chilli', network_id: networkId, vendor: 'coova', login_hosts: ['10.1.0.1:3990'] });
});
afterAll(async () => {
  await service?.kill();
  await stripe?.stop();
  await database?.drop();
  await folder?.remove();
});

const call = (path: string, fields?: Record<string, string>) =>
  browse(Number(new URL(service.url).port), { url: `${service.url}${path}`, mac: '', fields });
const back = ({ success_url: url }: SimulatedSession) => call(url.replace(/^https?:\/\/[^/]+/, ''));

/** Up to the price that she accepts. */
async function toThePrice(): Promise<{ action: string; fields: Record<string, string> }> {
  guests += 1;
  const username = `guest-${guests}`;
  await made('/users', { username, password: 'a password of hers', table_id: groupId });
  const mac = `AA-BB-CC-00-03-${String(guests).padStart(2, '0')}`;
  const challenge = '00112233445566778899aabbccddeeff';
  const query = new URLSearchParams({ res: 'notyet', uamip: '10.1.0.1', uamport: '3990', challenge, mac });
  const [form] = formsIn((await call(`/p/lobby?${query}`)).text);
  const choice = await call('/p/lobby', { ...form.fields, username, password: 'a password of hers' });
  const [paid] = formsIn(choice.text);
  const [accept] = formsIn((await call(paid.action, paid.fields)).text);
  return accept;
}

async function several<T>(count: number, one: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  while (all.length < count) all.push(await one());
  return all;
}

/** Kills the service as soon as the first of these has an answer; what they got. */
async function killedAmong<T>(calls: readonly Promise<T>[]): Promise<(T | undefined)[]> {
  const settled = Promise.all(calls.map((each) => each.catch(() => undefined)));
  await Promise.any(calls);
  await restart();
  return settled;
}

async function tell(type: string, about: object): Promise<number> {
  const event = stripe.event(type, about);
  const headers = { ...event.headers, 'content-type': 'application/json' };
  const to = `${service.url}/hooks/payments/${providerId}`;
  return (await fetch(to, { method: 'POST', headers, body: event.body })).status;
}

const listed = async (path: string, name: string) =>
  (await service.call('GET', `${path}page_size=100`)).body._embedded?.[name] ?? [];
const payments = () => listed('/payments?', 'payments');
const paidAccounts = async () =>
  (await listed('/users?', 'users')).filter(({ username }) => String(username).startsWith('paid-'));
const pageIn = ({ text }: { readonly text: string }) => linksIn(text).find((url) => url.startsWith(stripe.url));

test('killed while guests accept the price, pay and come back: each pays once, and is given it once', async () => {
  const forms = await several(8, toThePrice);
  const pages = await killedAmong(forms.map(({ action, fields }) => call(action, fields)));
  // Who saw nothing presses again.
  for (const [index, { action, fields }] of forms.entries()) pages[index] ??= await call(action, fields);
  const begun = [...stripe.sessions.values()].map((each) => each.client_reference_id);
  expect(new Set(begun).size).toBe(begun.length);
  const shown = pages.flatMap((page) => (page ? (pageIn(page) ?? []) : [])).map((url) => stripe.at(url));
  expect(shown.length).toBeGreaterThan(0);
  for (const session of shown) stripe.pay(session);
  const completed = (session: SimulatedSession) => tell('checkout.session.completed', session);
  await killedAmong(shown.flatMap((session) => [completed(session), back(session).then(({ status }) => status)]));
  // What was not answered comes again.
  expect(await Promise.all(shown.map(completed))).toEqual(shown.map(() => 204));
  const paid = (await payments()).filter(({ status }) => status === 'paid');
  expect(paid.map(({ id }) => id).toSorted()).toEqual(shown.map((each) => each.client_reference_id).toSorted());
  const accounts = (await paidAccounts()).map(({ id }) => id);
  expect(accounts.toSorted()).toEqual(paid.map(({ account_id: id }) => id).toSorted());
  for (const session of shown) expect((await back(session)).location).toContain('http://10.1.0.1:3990/logon');
  expect(stripe.refunds).toEqual([]);
});

test('killed while refunds are told: each ends what it paid for when it is told again', async () => {
  const paid = [...stripe.sessions.values()].filter((each) => each.payment_status === 'paid');
  stripe.refunds.push(...paid.map((each) => each.payment_intent ?? ''));
  const refunded = ({ payment_intent }: SimulatedSession) => tell('charge.refunded', { payment_intent });
  await killedAmong(paid.map(refunded));
  expect(await Promise.all(paid.map(refunded))).toEqual(paid.map(() => 204));
  const ids = new Set(paid.map((each) => each.client_reference_id));
  const found = (await payments()).filter(({ id }) => ids.has(String(id)));
  expect(found.map(({ status, reason }) => [status, reason])).toEqual(paid.map(() => ['refunded', 'refunded']));
  for (const { valid_until: end } of await paidAccounts())
    expect(Date.parse(String(end))).toBeLessThanOrEqual(Date.now());
});
