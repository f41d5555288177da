import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PaymentSweep } from '../../src/portal/payments/payment-sweep.js';
import { browse, formsIn, unescaped } from '../portal/plain-browser.js';
import { CheckoutSimulator, type SimulatedSession } from '../simulators/stripe/checkout-simulator.js';
import { axeFindings } from '../portal/axe-findings.js';
import { consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

const password = 'a password of hers';

/** Guests pay at a portal with a card; the house looks at it in the console. */
inBrowser('what guests paid for by card', () => {
  let stripe: CheckoutSimulator;
  let world: ConsoleWorld;
  let providerId: string;
  beforeAll(async () => {
    stripe = await CheckoutSimulator.start();
    world = await consoleWorld();
    await world.operator('anna@example.com');
    const { id: network_id } = await made('/networks', { name: 'Guest' });
    const { id: group } = await made('/user-groups', { name: 'Fast guests', policy: {} });
    const secrets = { secret_key: stripe.key, webhook_secret: stripe.webhookSecret };
    const provider = { name: 'Stripe', type: 'stripe', url: stripe.url, secrets };
    ({ id: providerId } = await made('/payment-providers', provider));
    const tier = { name: 'Fast', price: 490, currency: 'EUR', group, duration: 86_400, pay: 'card' };
    const portal = { name: 'Lobby', slug: 'lobby', network_id, methods: ['username_password'], tiers: [tier] };
    await made('/captive-portals', portal);
    await made('/gateways', { name: 'chilli', network_id, vendor: 'coova', login_hosts: ['10.1.0.1:3990'] });
    for (const username of ['berta', 'clara', 'dora']) await made('/users', { username, password, table_id: group });
  });
  afterAll(async () => {
    await world?.close();
    await stripe?.stop();
  });

  const made = (path: string, body: object) => world.made(201, 'POST', path, { body });
  const call = (path: string, fields?: Record<string, string>) =>
    browse(world.port, { url: `http://127.0.0.1:${world.port}${path}`, mac: '', fields });

  /** Her session at the provider, where she has not paid yet. */
  async function toThePage(username: string, mac: string): Promise<SimulatedSession> {
    const challenge = '00112233445566778899aabbccddeeff';
    const arrival = new URLSearchParams({ res: 'notyet', uamip: '10.1.0.1', uamport: '3990', challenge, mac });
    const [signIn] = formsIn((await call(`/p/lobby?${arrival}`)).text);
    const [choice] = formsIn((await call('/p/lobby', { ...signIn!.fields, username, password })).text);
    const [price] = formsIn((await call(choice!.action, choice!.fields)).text);
    const page = await call(price!.action, price!.fields);
    const links = [...page.text.matchAll(/href="([^"]+)"/g)].map(([, url]) => unescaped(url!));
    return stripe.at(links.find((url) => url.startsWith(stripe.url))!);
  }

  const tell = async (type: string, about: object): Promise<void> => {
    const { body, headers } = stripe.event(type, about);
    const answer = await fetch(`http://127.0.0.1:${world.port}/hooks/payments/${providerId}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(204);
  };

  test('a payment is a row from the price on; paid, it says by whom, until when and by which charge', async () => {
    const session = await toThePage('berta', 'AA-BB-CC-00-01-01');
    const page = await world.signedIn('anna@example.com', '/console/payments');
    await page.getByRole('row', { name: /Fast €4\.90 Card payment.*Lobby Open/ }).waitFor();
    stripe.pay(session);
    await tell('checkout.session.completed', session);
    await page.getByRole('row', { name: /Fast €4\.90 Card payment.*Lobby Paid/ }).waitFor();
    await expectNoFindings(page);
    await page.getByRole('button', { name: /202\d/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Fast · €4.90' });
    await drawer.getByRole('row', { name: `Charge ID at the provider ${session.payment_intent}` }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await drawer.getByRole('link', { name: 'Guest' }).click();
    await page.getByRole('dialog', { name: 'berta' }).getByText('aa:bb:cc:00:01:01').waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('what the house pays back at the provider is seen, a part first and then all of it', async () => {
    const session = await toThePage('clara', 'AA-BB-CC-00-01-02');
    stripe.pay(session);
    await tell('checkout.session.completed', session);
    const charge = { object: 'charge', payment_intent: session.payment_intent };
    stripe.partRefunds.set(session.payment_intent!, 100);
    await tell('charge.refunded', charge);
    const at = `/console/payments?q=charge_id:${session.payment_intent}&id=${session.client_reference_id}`;
    const page = await world.signedIn('anna@example.com', at);
    const drawer = page.getByRole('dialog', { name: 'Fast · €4.90' });
    await drawer.getByRole('row', { name: 'Status Paid', exact: true }).waitFor();
    await drawer.getByRole('row', { name: 'Refunded €1.00' }).waitFor();
    stripe.partRefunds.set(session.payment_intent!, 490);
    await tell('charge.refunded', charge);
    await drawer.getByRole('row', { name: 'Status Refunded', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Fast €4\.90 Card payment.*Lobby Refunded/ }).waitFor();
    expect(await page.getByRole('row', { name: /€4\.90/ }).count()).toBe(1);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('a payment whose provider refuses the key says so, what to do about it, and is found by that', async () => {
    const session = await toThePage('dora', 'AA-BB-CC-00-01-03');
    const key = (secret_key: string) =>
      world.made(200, 'PATCH', `/payment-providers/${providerId}`, { body: { secrets: { secret_key } } });
    const isAskedNow = () => world.sql('update portal_payments set due_at = now() where due_at is not null');
    await key('rk_test_revoked');
    await isAskedNow();
    const sweep = world.app.get(PaymentSweep, { strict: false });
    await sweep.sweep();
    const page = await world.signedIn('anna@example.com', '/console/payments?q=problem_code:key_refused');
    await page.getByRole('row', { name: /Open The payment provider refuses the secret key/ }).waitFor();
    expect(await page.getByRole('row', { name: /€4\.90/ }).count()).toBe(1);
    await page.getByRole('button', { name: /202\d/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Fast · €4.90' });
    const alert = drawer.getByRole('alert', { name: 'The payment provider refuses the secret key' });
    await alert.getByText('Set a valid one under Payment providers.').waitFor();
    await alert.getByText(/^Stripe answers 401/).waitFor();
    await expectNoFindings(page);
    await drawer.getByRole('link', { name: 'Payment provider' }).click();
    await page.getByRole('dialog', { name: 'Stripe' }).waitFor();
    await key(stripe.key);
    await isAskedNow();
    stripe.expire(session);
    await sweep.sweep();
    await page.goto(`http://127.0.0.1:${world.port}/console/payments?q=reason:expired`);
    await page.getByRole('row', { name: /Lobby Failed/ }).waitFor();
    await page.getByRole('button', { name: /202\d/ }).click();
    await drawer.getByRole('row', { name: 'Why The guest did not pay in time' }).waitFor();
    expect(await drawer.getByRole('alert').count()).toBe(0);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });
});
