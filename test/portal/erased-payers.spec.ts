import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Sealer } from '../../src/console/audit/chain/sealer.js';
import { Erasures } from '../../src/provisioning/privacy/erasures.js';
import type { SimulatedSession } from '../simulators/stripe/checkout-simulator.js';
import { CardLobby, type PayingGuest } from './paying-by-card.js';

let lobby: CardLobby;
beforeAll(async () => {
  lobby = await CardLobby.open();
});
afterAll(async () => {
  await lobby?.close();
});

async function asked({ username }: PayingGuest): Promise<string> {
  const { id } = await lobby.usher.made(202, 'POST', '/privacy/erasures', { body: { username } });
  return String(id);
}

/** Lets the service work; where it stands then. */
async function worked(id: string): Promise<Record<string, unknown>> {
  const { app, made } = lobby.usher;
  for (let round = 0; round < 4; round += 1) {
    await app.get(Erasures, { strict: false }).round();
    await app.get(Sealer, { strict: false }).round();
  }
  return made(200, 'GET', `/privacy/erasures/${id}`);
}

const isKnown = async ({ client_reference_id: id }: SimulatedSession) =>
  (await lobby.payments()).some((each) => each.id === id);

test('who is erased before the payment page can pay there no more, and nothing of it is left', async () => {
  const guest = await lobby.guest();
  const session = await lobby.toThePage(guest);
  const id = await asked(guest);
  expect(await worked(id)).toMatchObject({ status: 'ending', problem: expect.stringContaining('payment by card') });
  expect(await lobby.payment(session)).toMatchObject({ status: 'open' });
  await lobby.sweep();
  expect(session.status).toBe('expired');
  expect(await lobby.payment(session)).toMatchObject({ status: 'failed', reason: 'erased' });
  expect(await worked(id)).toMatchObject({ status: 'done', problem: null });
  expect(await isKnown(session)).toBe(false);
});

test('what she paid meanwhile is paid back without an event, before her row goes', async () => {
  const guest = await lobby.guest();
  const session = await lobby.toThePage(guest);
  const id = await asked(guest);
  lobby.stripe.pay(session);
  await worked(id);
  lobby.stripe.isAway = true;
  await lobby.sweep();
  expect(await worked(id)).toMatchObject({ status: 'ending' });
  expect(await isKnown(session)).toBe(true);
  lobby.stripe.isAway = false;
  await lobby.usher.sql('update portal_payments set due_at = now() where due_at is not null');
  await lobby.sweep();
  expect(lobby.stripe.refunds.filter((each) => each === session.payment_intent)).toHaveLength(1);
  expect(await lobby.payment(session)).toMatchObject({ status: 'refunded', reason: 'erased', account_id: null });
  expect(await worked(id)).toMatchObject({ status: 'done' });
  expect(await isKnown(session)).toBe(false);
});

test('where the provider refuses the key, the erasure says so and what to do, and then goes on', async () => {
  const guest = await lobby.guest();
  const session = await lobby.toThePage(guest);
  const id = await asked(guest);
  const provider = `/payment-providers/${lobby.providerId}`;
  const key = (secret_key: string) => lobby.usher.made(200, 'PATCH', provider, { body: { secrets: { secret_key } } });
  await key('rk_test_revoked');
  await lobby.sweep();
  const remedy = /Stripe answers 401 .*the secret key was revoked.*Set a valid one at the payment provider/;
  const waits = await worked(id);
  expect(waits.status).toBe('ending');
  expect(waits.problem).toMatch(/^a payment by card is being cancelled .* "Stripe", where the last try failed\. /);
  expect(waits.problem).toMatch(remedy);
  expect((await lobby.payment(session)).problem).toMatch(remedy);
  await key(lobby.stripe.key);
  await lobby.usher.sql('update portal_payments set due_at = now() where due_at is not null');
  await lobby.sweep();
  expect(await lobby.payment(session)).toMatchObject({ status: 'failed', reason: 'erased', problem: null });
  expect(await worked(id)).toMatchObject({ status: 'done', problem: null });
});

test('a payment that she begins while she is being erased is closed, too', async () => {
  const guest = await lobby.guest();
  const form = await lobby.toThePrice({ ...guest, mac: 'AA-BB-CC-00-04-99' });
  const first = await lobby.toThePage(guest);
  const id = await asked(guest);
  await lobby.sweep();
  expect(first.status).toBe('expired');
  await lobby.call(form.action, form.fields);
  const [begun] = [...lobby.stripe.sessions.values()].slice(-1);
  expect(begun.status).toBe('open');
  expect(await worked(id)).toMatchObject({ status: 'ending' });
  await lobby.sweep();
  expect(begun.status).toBe('expired');
  expect(await worked(id)).toMatchObject({ status: 'done' });
});

test('however many erasures wait, those asked for later are done', async () => {
  const waiting = await lobby.guest();
  await lobby.toThePage(waiting);
  const first = await asked(waiting);
  await lobby.usher
    .sql(`insert into erasures (organization_id, id, person, status, subject_ids, identity_ids, scope_sealed,
      created_at) select organization_id, gen_random_uuid(), person, status, subject_ids, identity_ids, scope_sealed,
      created_at - n * interval '1 second' from erasures, generate_series(1, 100) n where id = '${first}'`);
  const later = await asked(await lobby.guest());
  expect(await worked(later)).toMatchObject({ status: 'done' });
});
