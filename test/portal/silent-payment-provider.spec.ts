import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../kernel/manual-clock.js';
import { CardLobby } from './paying-by-card.js';

let lobby: CardLobby;
let other: CardLobby;
beforeAll(async () => {
  lobby = await CardLobby.open();
  other = await lobby.beside('seehof');
});
afterAll(async () => {
  await other?.stripe.stop();
  await lobby?.close();
});

test("a payment provider that never answers keeps nobody's guests waiting but its own organization's", async () => {
  // Older, and so asked about first.
  await lobby.toThePage(await lobby.guest());
  const session = await other.toThePage(await other.guest());
  other.stripe.pay(session);
  await lobby.usher.sql('update portal_payments set due_at = now() where due_at is not null');
  lobby.stripe.isSilent = true;
  let isOver = false;
  const sweeping = lobby.sweep().finally(() => {
    isOver = true;
  });
  await eventually('the other one is paid', async () => (await other.payment(session)).status === 'paid');
  expect(isOver).toBe(false);
  lobby.stripe.isSilent = false;
  lobby.stripe.hangUp();
  await sweeping;
});
