import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { statement } from '../../src/database/database.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { PaymentSweep } from '../../src/portal/payments/payment-sweep.js';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { CheckoutSimulator, type SimulatedSession } from '../simulators/stripe/checkout-simulator.js';
import { browse, formsIn, linksIn, unescaped } from './plain-browser.js';

let stripe: CheckoutSimulator;
let usher: UsherWorld;
let groupId: string;
let portalId: string;
let providerId: string;
let guests = 0;

const secrets = () => ({ secret_key: stripe.key, webhook_secret: stripe.webhookSecret });
const tier = () => ({ name: 'Fast', price: 490, currency: 'EUR', group: groupId, duration: 86_400, pay: 'card' });
const made = (path: string, body: object) => usher.made(201, 'POST', path, { body });
const get = (path: string) => usher.made(200, 'GET', path);
const change = (path: string, body: object) => usher.made(200, 'PATCH', path, { body });

beforeAll(async () => {
  stripe = await CheckoutSimulator.start();
  usher = await usherWorld();
  const { id: networkId } = await made('/networks', { name: 'Guest' });
  ({ id: groupId } = await made('/user-groups', { name: 'Fast guests', policy: {} }));
  const portal = { name: 'Lobby', slug: 'lobby', network_id: networkId, methods: ['username_password'] };
  ({ id: portalId } = await made('/captive-portals', portal));
  await made('/gateways', { name: 'chilli', network_id: networkId, vendor: 'coova', login_hosts: ['10.1.0.1:3990'] });
});
afterEach(() => {
  stripe.losesAnswers = 0;
  stripe.isAway = false;
});
afterAll(async () => {
  await usher?.close();
  await stripe?.stop();
});

const call = (path: string, fields?: Record<string, string>) =>
  browse(usher.port, { url: `http://127.0.0.1:${usher.port}${path}`, mac: '', fields });
const addressOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');
const words = (html: string) =>
  [...html.matchAll(/<(?:p|h1)[^>]*>([^<]*)</g)].map(([, text]) => unescaped(text)).join(' ');

interface Guest {
  readonly username: string;
  readonly mac: string;
}

async function guest(): Promise<Guest> {
  guests += 1;
  const username = `guest-${guests}`;
  await made('/users', { username, password: 'a password of hers', table_id: groupId });
  return { username, mac: `AA-BB-CC-00-01-${String(guests).padStart(2, '0')}` };
}

async function signIn({ username, mac }: Guest) {
  const challenge = '00112233445566778899aabbccddeeff';
  const query = new URLSearchParams({ res: 'notyet', uamip: '10.1.0.1', uamport: '3990', challenge, mac });
  const [form] = formsIn((await call(`/p/lobby?${query}`)).text);
  return call('/p/lobby', { ...form.fields, username, password: 'a password of hers' });
}

/** Up to the price that she accepts. */
async function toThePrice(who: Guest) {
  const [paid] = formsIn((await signIn(who)).text);
  const [form] = formsIn((await call(paid.action, paid.fields)).text);
  return form;
}

/** Accepts the price; where that leads. */
async function toThePage(who: Guest): Promise<{ location: string; session: SimulatedSession }> {
  const form = await toThePrice(who);
  const page = await call(form.action, form.fields);
  const [location] = linksIn(page.text).filter((url) => url.startsWith(stripe.url));
  expect([page.status, location]).toEqual([200, expect.stringContaining('/c/pay/')]);
  return { location, session: stripe.at(location) };
}

/** A form may not be answered with another host: the page itself leads on. */

const paymentOf = ({ client_reference_id: id }: SimulatedSession) => get(`/payments/${id}`);
const back = ({ success_url: url }: SimulatedSession) => call(addressOf(url));
const sweep = () => usher.app.get(PaymentSweep, { strict: false }).sweep();
/** A minute passes: nothing else of the row is touched. */
const minuteLater = () =>
  usher.fresh.database.query(
    systemContext(everyOrganization, 'test'),
    statement('', 'update portal_payments set due_at = now() where due_at is not null'),
    [],
  );

async function tell(event: { body: string; headers: Record<string, string> }, provider = providerId): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${usher.port}/hooks/payments/${provider}`, {
    method: 'POST',
    headers: { ...event.headers, 'content-type': 'application/json' },
    body: event.body,
  });
  return answer.status;
}

test('a tier is paid by card only where something can take it; keys are never shown again', async () => {
  const refused = await usher.ask('PATCH', `/captive-portals/${portalId}`, { body: { tiers: [tier()] } });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('POST /payment-providers')]);
  const provider = await made('/payment-providers', {
    name: 'Stripe',
    type: 'stripe',
    url: stripe.url,
    secrets: secrets(),
  });
  expect(provider).toMatchObject({ secrets_set: ['secret_key', 'webhook_secret'] });
  ({ id: providerId } = provider);
  for (const path of [
    `/payment-providers/${providerId}`,
    '/payment-providers',
    '/audit?filter[resource]=payment-providers',
  ])
    expect(JSON.stringify(await get(path))).not.toContain(stripe.key);
  await change(`/captive-portals/${portalId}`, { tiers: [tier()] });
  const { walled_garden: garden } = await get(`/captive-portals/${portalId}/setup`);
  expect(garden).toContainEqual({ host: '*.stripe.com', why: 'payment', name: 'Stripe' });
  // Where the key would go somewhere else, it is asked for again.
  const moved = await usher.ask('PATCH', `/payment-providers/${providerId}`, {
    body: { url: 'https://evil.example.com' },
  });
  expect([moved.status, moved.text]).toEqual([422, expect.stringContaining('secret_key')]);
});

test('a guest pays on the page of the provider, and is in when she comes back', async () => {
  const anna = await guest();
  const { session } = await toThePage(anna);
  expect(session).toMatchObject({ amount_total: 490, currency: 'eur' });
  expect(await paymentOf(session)).toMatchObject({ status: 'open', pay: 'card', session_id: session.id });
  stripe.pay(session);
  const page = await back(session);
  expect([page.status, page.location]).toEqual([303, expect.stringContaining('http://10.1.0.1:3990/logon')]);
  const payment = await paymentOf(session);
  expect(payment).toMatchObject({
    status: 'paid',
    charge_id: session.payment_intent,
    tier: { name: 'Fast', price: 490 },
  });
  const bought = await get(`/registrations/${String(payment.registration_id)}`);
  expect(bought).toMatchObject({ tier: 'Fast', price: 490, currency: 'EUR', pay: 'card' });
  expect(await get(`/users/${String(payment.account_id)}`)).toMatchObject({
    table_id: groupId,
    valid_until: bought.until,
  });
  // Later, and on another device: in by what is paid, without a choice.
  const later = await signIn({ ...anna, mac: 'AA-BB-CC-00-02-01' });
  expect((await call(addressOf(later.location))).location).toContain('/logon');
});

test('one who closes the page is in by the event alone; told again and again, it is given once', async () => {
  const { session } = await toThePage(await guest());
  stripe.pay(session);
  const event = stripe.event('checkout.session.completed', session);
  expect([await tell(event), await tell(event)]).toEqual([204, 204]);
  const payment = await paymentOf(session);
  expect(payment).toMatchObject({ status: 'paid' });
  expect(await Promise.all([back(session), back(session)])).toMatchObject([{ status: 303 }, { status: 303 }]);
  expect(await paymentOf(session)).toMatchObject({ account_id: payment.account_id });
});

test('who took longer to pay than she may stay is in by it; who chooses too late reads that it is over', async () => {
  const [late, idle] = [await guest(), await guest()];
  const { session } = await toThePage(late);
  const [choice] = formsIn((await signIn(idle)).text);
  const accepting = await toThePrice(idle);
  stripe.pay(session);
  for (const { username } of [late, idle]) {
    const [{ id }] = (await get(`/registrations?filter[username]=${username}`))._embedded.registrations;
    await usher.made(204, 'DELETE', `/registrations/${id}`);
  }
  expect(await back(session)).toMatchObject({ status: 303, location: expect.stringContaining('/logon') });
  for (const { action, fields } of [choice, accepting]) {
    const { text } = await call(action, fields);
    expect(text).not.toContain('This form does not belong here');
    expect(unescaped(text)).toContain('/p/lobby?res=notyet&uamip=10.1.0.1');
  }
});

test('without an event and without coming back, the provider is asked', async () => {
  const { session } = await toThePage(await guest());
  stripe.pay(session);
  await minuteLater();
  await sweep();
  expect(await paymentOf(session)).toMatchObject({ status: 'paid' });
});

test('an event of another account, an old or unsigned one changes nothing; what it says is not believed', async () => {
  const { session } = await toThePage(await guest());
  const paid = { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_made_up' };
  const now = Math.floor(Date.now() / 1000);
  for (const event of [
    stripe.event('checkout.session.completed', paid, now, 'whsec_another'),
    stripe.event('checkout.session.completed', paid, now - 400),
    { body: '{}', headers: {} },
    { ...stripe.event('checkout.session.completed', paid), body: JSON.stringify({ data: { object: paid } }) },
  ])
    expect(await tell(event as never)).toBe(401);
  expect(await tell(stripe.event('checkout.session.completed', paid), 'nobody')).toBe(404);
  // Signed, and yet the page was not paid.
  expect(await tell(stripe.event('checkout.session.completed', paid))).toBe(204);
  expect(await paymentOf(session)).toMatchObject({ status: 'open', account_id: null });
});

test('who turns back is charged nothing, and cannot pay by the old page', async () => {
  const { session } = await toThePage(await guest());
  let page = await call(addressOf(session.cancel_url));
  const [form] = formsIn(page.text);
  if (form?.action.includes('cancel')) page = await call(form.action, form.fields);
  expect(session.status).toBe('expired');
  expect(() => stripe.pay(session)).toThrow();
  expect(await paymentOf(session)).toMatchObject({ status: 'failed', reason: 'cancelled' });
});

test('pressed twice, and with answers that are lost, there is one page', async () => {
  const form = await toThePrice(await guest());
  const before = stripe.sessions.size;
  stripe.losesAnswers = 1;
  const answers = await Promise.all([call(form.action, form.fields), call(form.action, form.fields)]);
  expect(stripe.sessions.size - before).toBe(1);
  const pages = answers.flatMap(({ text }) => linksIn(text)).filter((url) => url.startsWith(stripe.url));
  expect(new Set(pages).size).toBe(1);
  // Whoever was too late for the page waits on one that leads to it.
  for (const { status, location } of answers) {
    if (status !== 303) continue;
    const waiting = await call(addressOf(location));
    expect(linksIn(waiting.text)).toContain(pages[0]);
  }
});

test('while the provider is away nothing is charged, and the page says so', async () => {
  const form = await toThePrice(await guest());
  stripe.isAway = true;
  const sent = await call(form.action, form.fields);
  const page = sent.status === 303 ? await call(addressOf(sent.location)) : sent;
  expect(words(page.text)).toMatch(/[Nn]othing was charged/);
});

test('what was paid and cannot be given is paid back, once, although the answer to that is lost', async () => {
  const { session } = await toThePage(await guest());
  stripe.pay(Object.assign(session, { amount_total: 480 }));
  stripe.losesAnswers = 1;
  await back(session);
  await minuteLater();
  await sweep();
  expect(stripe.refunds.filter((each) => each === session.payment_intent)).toHaveLength(1);
  expect(await paymentOf(session)).toMatchObject({ status: 'refunded', account_id: null, refunded_amount: 490 });
  const page = await back(session);
  expect(page.location).not.toContain('/logon');
});

/** A guest who is in by what she paid; her status page. */
async function whoIsIn() {
  const { session } = await toThePage(await guest());
  stripe.pay(session);
  const page = await back(session);
  const success = new URL(page.location).searchParams.get('userurl') ?? '';
  return { session, charge: { object: 'charge', payment_intent: session.payment_intent }, success };
}

test('a refund of the whole price ends what it paid for, once, and the status page says so', async () => {
  const { session, charge, success } = await whoIsIn();
  const refunded = () => tell(stripe.event('charge.refunded', charge));
  // What the event says is not believed; and a part of the price is not the price.
  expect(await refunded()).toBe(204);
  expect(await paymentOf(session)).toMatchObject({ status: 'paid', refunded_amount: null });
  stripe.partRefunds.set(session.payment_intent ?? '', 100);
  expect(await refunded()).toBe(204);
  const given = await paymentOf(session);
  expect(given).toMatchObject({ status: 'paid', reason: null, refunded_amount: 100 });
  expect(words((await call(addressOf(success))).text)).not.toContain('returned');
  stripe.isAway = true;
  stripe.refunds.push(session.payment_intent ?? '');
  expect(await refunded()).toBe(503);
  stripe.isAway = false;
  expect([await refunded(), await refunded()]).toEqual([204, 204]);
  expect(await paymentOf(session)).toMatchObject({
    status: 'refunded',
    reason: 'refunded',
    refunded_amount: (given.tier as { price: number }).price,
  });
  const { valid_until: end } = await get(`/users/${String(given.account_id)}`);
  expect(Date.parse(String(end))).toBeLessThanOrEqual(Date.now());
  expect(await get(`/registrations/${String(given.registration_id)}`)).toMatchObject({
    ended_at: expect.any(String),
  });
  expect(words((await call(addressOf(success))).text)).toContain('has been returned');
  const page = await back(session);
  expect([page.location, words(page.text)]).toEqual(['', expect.stringContaining('has been returned')]);
});

test('a part that is paid back leaves the access as it is, and the payment says how much', async () => {
  const { session, charge, success } = await whoIsIn();
  const before = await paymentOf(session);
  for (const [amount, times] of [
    [100, 1],
    [250, 2],
  ]) {
    stripe.partRefunds.set(session.payment_intent ?? '', amount);
    for (let told = 0; told < times; told += 1)
      expect(await tell(stripe.event('charge.refunded', { ...charge, amount_refunded: 9999 }))).toBe(204);
    expect(await paymentOf(session)).toEqual({ ...before, refunded_amount: amount });
  }
  expect(await get(`/registrations/${String(before.registration_id)}`)).toMatchObject({ status: 'active' });
  expect(words((await call(addressOf(success))).text)).toContain('You are online until');
  // What is left, in pieces: all of it is the price.
  stripe.partRefunds.set(session.payment_intent ?? '', 490);
  expect(await tell(stripe.event('charge.refunded', charge))).toBe(204);
  expect(await paymentOf(session)).toMatchObject({ status: 'refunded', refunded_amount: 490 });
});

test('a dispute ends what was paid for when it is lost, and not before', async () => {
  const { session, charge } = await whoIsIn();
  const closed = () => tell(stripe.event('charge.dispute.closed', { ...charge, object: 'dispute', status: 'lost' }));
  for (const status of ['needs_response', 'won'] as const) {
    stripe.disputes.set(session.payment_intent ?? '', status);
    expect(await closed()).toBe(204);
    expect(await paymentOf(session)).toMatchObject({ status: 'paid' });
  }
  stripe.disputes.set(session.payment_intent ?? '', 'lost');
  expect(await closed()).toBe(204);
  expect(await paymentOf(session)).toMatchObject({ status: 'refunded', reason: 'disputed', refunded_amount: null });
});

test('a refund that is told before the payment was, ends it all the same', async () => {
  const { session } = await toThePage(await guest());
  stripe.pay(session);
  stripe.refunds.push(session.payment_intent ?? '');
  expect(await tell(stripe.event('charge.refunded', { payment_intent: session.payment_intent }))).toBe(204);
  expect(await paymentOf(session)).toMatchObject({ status: 'refunded', reason: 'refunded' });
  // Of something else that the account sells.
  expect(await tell(stripe.event('charge.refunded', { payment_intent: 'pi_a_dinner' }))).toBe(204);
});

test.each(['disabled', 'shortened', 'deleted'])(
  'one whose paid account was %s is told, and comes in for free',
  async (how) => {
    const anna = await guest();
    const { session } = await toThePage(anna);
    stripe.pay(session);
    await back(session);
    const account = `/users/${String((await paymentOf(session)).account_id)}`;
    if (how === 'deleted') await usher.made(204, 'DELETE', account);
    else await change(account, how === 'disabled' ? { disabled: true } : { valid_until: new Date().toISOString() });
    // The page that she came back by, and her first one.
    const told = await back(session);
    expect([told.status, told.location, words(told.text)]).toEqual([200, '', expect.stringContaining('has ended')]);
    const choice = await signIn(anna);
    const [, free] = formsIn(choice.text);
    const { location } = await call(free.action, free.fields);
    expect(new URL(location).searchParams.get('username')).toBe(anna.username);
  },
);

test('a portal whose guest is on the payment page is not deleted beneath her', async () => {
  const { session } = await toThePage(await guest());
  const refused = await usher.ask('DELETE', `/captive-portals/${portalId}`);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('payments at this portal')]);
  stripe.pay(session);
  await back(session);
  expect(await paymentOf(session)).toMatchObject({ status: 'paid' });
});

test('a page that nobody paid ends, and may be begun anew', async () => {
  const late = await guest();
  const { session } = await toThePage(late);
  stripe.expire(session);
  expect(await tell(stripe.event('checkout.session.expired', session))).toBe(204);
  expect(await paymentOf(session)).toMatchObject({ status: 'failed', reason: 'expired' });
  const again = await toThePage(late);
  expect(again.session.id).not.toBe(session.id);
});

test('a provider with payments under way stays; deleted, its keys are gone', async () => {
  const { status, text } = await usher.ask('DELETE', `/payment-providers/${providerId}`, {});
  expect([status, text]).toEqual([409, expect.stringContaining('under way')]);
  for (const session of stripe.sessions.values()) if (session.status === 'open') stripe.expire(session);
  await minuteLater();
  // Or the service's own sweep, where that was under way.
  await sweep();
  const open = async () => (await get('/payments?filter[status]=open')).total_items;
  await eventually('every payment is over', async () => (await open()) === 0);
  await change(`/captive-portals/${portalId}`, { tiers: [] });
  await usher.made(204, 'DELETE', `/payment-providers/${providerId}`);
  expect(await tell(stripe.event('checkout.session.completed', {}))).toBe(404);
});
