import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Sealer } from '../../src/console/audit/chain/sealer.js';
import { Erasures } from '../../src/provisioning/privacy/erasures.js';
import type { SimulatedSession } from '../simulators/stripe/checkout-simulator.js';
import { CardLobby } from './paying-by-card.js';
import { formsIn } from './plain-browser.js';

let lobby: CardLobby;
beforeAll(async () => {
  lobby = await CardLobby.open();
});
afterAll(() => lobby?.close());

const addressOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');

/** So long ago it was begun, and it is due now. */
const begun = ({ client_reference_id: id }: SimulatedSession, ago: string) =>
  lobby.usher.sql(
    `update portal_payments set created_at = now() - $2::interval, due_at = now() where id = $1 returning id`,
    [id, ago],
  );

async function tell({ body, headers }: { body: string; headers: Record<string, string> }): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${lobby.usher.port}/hooks/payments/${lobby.providerId}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  return answer.status;
}

/** Somebody who is erased while she stands on the page of the provider, until nothing is known of her payment. */
async function erased(): Promise<SimulatedSession> {
  const guest = await lobby.guest();
  const session = await lobby.toThePage(guest);
  await lobby.usher.made(202, 'POST', '/privacy/erasures', { body: { username: guest.username } });
  await lobby.sweep();
  for (let round = 0; round < 4; round += 1) {
    await lobby.usher.app.get(Erasures, { strict: false }).round();
    await lobby.usher.app.get(Sealer, { strict: false }).round();
  }
  expect((await lobby.payments()).some(({ id }) => id === session.client_reference_id)).toBe(false);
  return session;
}

test('who turns back after she paid has what she paid for', async () => {
  const session = await lobby.toThePage(await lobby.guest());
  lobby.stripe.pay(session);
  const page = await lobby.call(addressOf(session.cancel_url));
  const [form] = formsIn(page.text);
  if (form?.action.includes('cancel')) await lobby.call(form.action, form.fields);
  expect(await lobby.payment(session)).toMatchObject({ status: 'paid', account_id: expect.any(String) });
});

test('a payment that the account does not know says so and what to do, and is given up after two hours', async () => {
  const session = await lobby.toThePage(await lobby.guest());
  lobby.stripe.sessions.delete(session.id);
  await begun(session, '3 minutes');
  await lobby.sweep();
  const asked = await lobby.payment(session);
  expect(asked.status).toBe('open');
  expect(asked.problem).toMatch(/resource_missing: its account knows no such payment\. Set a key of the account/);
  await begun(session, '3 hours');
  await lobby.sweep();
  expect(await lobby.payment(session)).toMatchObject({ status: 'failed', reason: 'unknown', problem: null });
});

test('what is told of a payment whose guest was erased is paid back, once, if it was paid', async () => {
  const [paid, unpaid] = [await erased(), await erased()];
  // A closed page cannot be paid, the provider's documents say. Money of nobody is paid back all the same.
  paid.status = 'open';
  lobby.stripe.pay(paid);
  const refunds = () => lobby.stripe.refunds.filter((each) => each === paid.payment_intent).length;
  lobby.stripe.isAway = true;
  expect(await tell(lobby.stripe.event('checkout.session.completed', paid))).toBe(503);
  lobby.stripe.isAway = false;
  for (const session of [paid, paid, unpaid])
    expect(await tell(lobby.stripe.event('checkout.session.completed', session))).toBe(204);
  expect(refunds()).toBe(1);
  expect(lobby.stripe.refunds).toHaveLength(1);
});

test('a signed body that is no JSON is refused as such', async () => {
  const { headers } = lobby.stripe.signed('{"type": "checkout.session.comp');
  expect(await tell({ body: '{"type": "checkout.session.comp', headers })).toBe(400);
});
