import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { statement } from '../../src/database/database.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { eventually } from '../kernel/manual-clock.js';
import { CardLobby } from './paying-by-card.js';

let lobby: CardLobby;
beforeAll(async () => {
  lobby = await CardLobby.open();
});
afterAll(async () => {
  await lobby?.close();
});

const waiting = (text: string) =>
  lobby.usher.sql<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and query ilike $1`,
    [text],
  );

/** Runs `meanwhile` while this deletion has counted the payments and cannot go on. */
async function heldUp(path: string, row: string, meanwhile: () => Promise<void>): Promise<number> {
  const { fresh, ask } = lobby.usher;
  const everything = systemContext(everyOrganization, 'test');
  let deleting: ReturnType<typeof ask> | undefined;
  await fresh.database.transaction(everything, async (inside) => {
    await fresh.database.query(inside, statement('', row), []);
    deleting = ask('DELETE', path);
    await eventually('the deletion waits', async () => (await waiting('delete from %'))[0].count > 0);
    await meanwhile();
  });
  return (await deleting!).status;
}

test('a price that is accepted while the portal is being deleted is not charged', async () => {
  // The first guest's registration is what the deletion has to wait for.
  await lobby.signsIn(await lobby.guest());
  const form = await lobby.toThePrice(await lobby.guest());
  let accepting: ReturnType<typeof lobby.call> | undefined;
  const status = await heldUp(
    `/captive-portals/${lobby.portalId}`,
    'select id from registrations order by created_at limit 1 for update',
    async () => {
      accepting = lobby.call(form.action, form.fields);
      await Promise.race([
        accepting,
        eventually('the payment waits', async () => (await waiting('%captive_portals%for key share%'))[0].count > 0),
      ]);
    },
  );
  const page = await accepting!;
  expect([status, page.text]).toEqual([204, expect.not.stringContaining(lobby.stripe.url)]);
  expect([...lobby.stripe.sessions.values()].filter((each) => each.status === 'open')).toEqual([]);
});
