import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { stripe } from '../../src/connectors/billing/stripe/stripe.connector.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { ConnectorDefinition, RecordPage } from '../../src/provisioning/connector/connector.js';
import type { Cursor } from '../../src/provisioning/connector/cursor.js';
import { keysOf } from '../connector-contract/keys.js';
import { open, type Opened } from '../connector-contract/session.js';
import { outside, type StripeOutside } from './stripe-rig.js';

let world: StripeOutside;
let opened: Opened;

beforeEach(async () => {
  world = await outside();
  opened = open(stripe as unknown as ConnectorDefinition, world);
});

afterEach(() => world.stop());

const signal = () => AbortSignal.timeout(200_000);
const changesIn = (pages: readonly RecordPage[]): readonly Change[] => pages.flatMap(({ changes }) => changes);

async function collect(pages: AsyncIterable<RecordPage>): Promise<RecordPage[]> {
  const found: RecordPage[] = [];
  for await (const page of pages) found.push(page);
  return found;
}

const poll = (cursor: Cursor | null) => collect(opened.connector.polls!.changes(cursor, signal()));
const scan = (cursor: Cursor | null = null) => collect(opened.connector.snapshots!.all(cursor, signal()));

describe('polls', () => {
  test('the first one starts from now and asks nothing', async () => {
    world.simulator.shop.subscribe({ email: 'ada@example.com' });
    expect(await poll(null)).toEqual([{ changes: [], cursor: { since: world.clock.instant() } }]);
    expect(world.simulator.asked).toEqual([]);
  });

  test('many events about one subscription are one reason to read it', async () => {
    const since = world.clock.instant();
    await world.clock.advance(1);
    const { shop } = world.simulator;
    const id = shop.subscribe({ email: 'ada@example.com' });
    shop.renew(id);
    shop.cancelAtPeriodEnd(id);
    expect(changesIn(await poll({ since }))).toEqual([{ kind: 'hint', of: 'record', key: id }]);
  });

  test('two minutes are looked at again, no more', async () => {
    const id = world.simulator.shop.subscribe({ email: 'ada@example.com' });
    await world.clock.advance(120);
    const since = world.clock.instant();
    await world.clock.advance(2);
    expect(keysOf(changesIn(await poll({ since })))).toEqual([id]);
    const later = world.clock.instant();
    await world.clock.advance(2);
    expect(changesIn(await poll({ since: later }))).toEqual([]);
  });

  test("past Stripe's event history, or with a foreign cursor, the scan starts anew", async () => {
    const since = world.clock.instant();
    await world.clock.advance(30 * 86_400);
    await expect(poll({ since })).rejects.toMatchObject({ code: 'cursor_expired' });
    await expect(poll({ page: 3 })).rejects.toMatchObject({ code: 'cursor_expired' });
  });
});

describe('scans', () => {
  test('neither cancelled subscriptions nor passes that are over are living', async () => {
    const { shop } = world.simulator;
    shop.cancel(shop.subscribe({ email: 'gone@example.com' }));
    shop.sellPass({ email: 'over@example.com' });
    await world.clock.advance(25 * 3600);
    const living = [shop.subscribe({ email: 'ada@example.com' }), shop.sellPass({ email: 'now@example.com' })];
    const records = changesIn(await scan()).filter(({ kind }) => kind === 'record');
    expect(keysOf(records).sort()).toEqual(living.sort());
  });

  test('who comes and goes while the list is read moves nobody out of it', async () => {
    const { shop } = world.simulator;
    const ids = Array.from({ length: 150 }, (_, index) => shop.subscribe({ email: `member${index}@example.com` }));
    const seen: string[] = [];
    for await (const { changes } of opened.connector.snapshots!.all(null, signal())) {
      if (seen.length === 0) {
        shop.cancel(ids[149]);
        shop.subscribe({ email: 'new@example.com' });
      }
      seen.push(...keysOf(changes));
    }
    expect(ids.filter((id) => !seen.includes(id))).toEqual([]);
  });

  test('where the object that a page begins after is no more, the scan starts anew', async () => {
    await expect(
      scan({ of: 'subscriptions', after: 'sub_none', boughtSince: world.clock.instant() }),
    ).rejects.toMatchObject({ code: 'cursor_expired' });
    await expect(scan({ offset: 3 })).rejects.toMatchObject({ code: 'cursor_expired' });
  });

  test('each connection lists what it sells', async () => {
    const { shop } = world.simulator;
    const [subscription, pass] = [
      shop.subscribe({ email: 'ada@example.com' }),
      shop.sellPass({ email: 'now@example.com' }),
    ];
    for (const [sells, keys] of [
      ['subscriptions', [subscription]],
      ['passes', [pass]],
      ['both', [subscription, pass]],
    ] as const) {
      opened = open(stripe as unknown as ConnectorDefinition, { ...world, settings: { ...world.settings, sells } });
      expect(keysOf(changesIn(await scan()))).toEqual(keys);
    }
  });
});

test('what was deleted at Stripe leads to nothing, and puts no connection into quarantine', async () => {
  expect(
    await opened.connector.reads!.read(
      [
        { of: 'guest', key: 'cus_none' },
        { of: 'parent', key: 'payment/pi_none' },
        { of: 'record', key: 'sub_none' },
      ],
      signal(),
    ),
  ).toEqual([]);
});

test('a key without the right to one list fails the connection test, and the key itself is never shown', async () => {
  world.simulator.withdrawn.add('/v1/charges');
  const checks = await opened.connector.test(signal());
  expect(checks.filter(({ ok }) => !ok)).toMatchObject([
    { name: 'charges', remedy: expect.stringContaining('Read for Charges') },
  ]);
  expect(`${JSON.stringify(checks)}${opened.log.lines.join('\n')}`).not.toContain(world.simulator.apiKey);
});
