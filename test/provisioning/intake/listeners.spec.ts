import { expect, test } from '@jest/globals';
import { laterBy } from '../../../src/kernel/clock.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import { eventually, ManualClock } from '../../kernel/manual-clock.js';
import { frame, HeldLinks } from './held-links.js';
import { record, stay } from './scripted-connector.js';

const links = new HeldLinks();

test('of two processes one holds the link; what it hears is stored before it is acted on', async () => {
  const other = links.process();
  await Promise.all([links.engine.listeners.keepLinks(), other.listeners.keepLinks()]);
  await eventually('one link is open', () => links.rig.outside.links.length === 1);
  expect(await links.last.link.store(frame([record('1')]))).toBe(true);
  expect(await links.rig.statuses(links.hotel)).toEqual(['received']);
  await links.engine.absorber.drain(links.rig.context, links.hotel.id);
  expect(await links.rig.living(links.hotel)).toEqual(['1 in_house']);
});

test('when the holder dies another process has the link within 30 seconds', async () => {
  const frozen = new ManualClock(links.rig.clock.instant());
  const dying = links.process(frozen);
  await dying.listeners.keepLinks();
  await eventually('the link is open', () => links.rig.outside.links.length === 1);
  // A sweep looks every few seconds.
  for (let seconds = 0; seconds < 28; seconds += 4) {
    await links.rig.clock.advance(4);
    await links.engine.listeners.keepLinks();
  }
  await eventually('the other process has opened the link', () => links.rig.outside.links.length === 2);
});

test('while the holder lives its link is not taken over', async () => {
  await links.holds();
  const other = links.process();
  for (let times = 0; times < 15; times += 1) {
    await links.rig.clock.advance(4);
    await links.rig.leaseRuns(`listener ${links.hotel.id}`, 9);
    await other.listeners.keepLinks();
  }
  expect(links.rig.outside.links).toHaveLength(1);
});

test('a holder that lost its lease lets go, and nothing more is stored through it', async () => {
  await links.holds();
  const { link: old, signal } = links.last;
  await links.rig.fresh.dataSource.query(`select set_config('usher.organization_id', '*', false)`);
  await links.rig.fresh.dataSource.query(
    `update leases set token = token + 1, owner = 'somebody else', until_at = '2099-01-01'`,
  );
  await links.rig.clock.advance(10);
  await eventually('the link is let go', () => signal.aborted);
  expect(await old.store(frame([record('1')]))).toBe(false);
  expect(await links.rig.statuses(links.hotel)).toEqual([]);
});

test('a holder whose lease moved on cannot store, even before it notices', async () => {
  await links.holds();
  const { link: old, signal } = links.last;
  expect(await old.store(frame([record('1')]))).toBe(true);
  await links.rig.fresh.dataSource.query(`select set_config('usher.organization_id', '*', false)`);
  await links.rig.fresh.dataSource.query(
    `update leases set token = token + 1, owner = 'somebody else', until_at = '2099-01-01'`,
  );
  expect(await Promise.all(['2', '3'].map((key) => old.store(frame([record(key)]))))).toEqual([false, false]);
  expect(signal.aborted).toBe(false);
  expect(await links.rig.events(links.hotel)).toHaveLength(1);
});

test('a changed connection is listened to anew, a disabled one no more, a paused one still', async () => {
  await links.holds();
  await links.engine.connections.setPause(links.rig.context, links.hotel.id, 'all', 'paused');
  await links.engine.listeners.keepLinks();
  expect(links.openLinks).toBe(1);
  await links.hear([record('1')]);
  expect(await links.rig.statuses(links.hotel)).toEqual(['received']);

  const { name, connector, settings, secrets, target, targetToken, targetKey, schedule, accessInput, safety } =
    links.hotel;
  const draft = {
    name,
    connector,
    settings,
    secrets,
    target,
    targetToken,
    targetKey,
    schedule,
    accessInput,
    safety,
    enabled: true,
    status: 'active' as const,
  };
  await links.engine.connections.update(links.rig.context, links.hotel, draft);
  await links.holds(2);
  expect(links.openLinks).toBe(1);
  await links.engine.connections.update(
    links.rig.context,
    await links.engine.connections.load(links.rig.context, links.hotel.id),
    {
      ...draft,
      enabled: false,
    },
  );
  await links.engine.listeners.keepLinks();
  expect(links.openLinks).toBe(0);
});

test('operators see the state of the link and when it was last heard', async () => {
  await links.holds();
  await eventually(
    'the link says it is connected',
    async () => (await links.engine.connections.load(links.rig.context, links.hotel.id)).link?.state === 'connected',
  );
  await links.rig.clock.advance(11);
  links.last.link.heard();
  await eventually(
    'the sign of life is written',
    async () =>
      (await links.engine.connections.load(links.rig.context, links.hotel.id)).link?.lastHeardAt ===
      links.rig.clock.instant(),
  );
  links.last.link.state('lost', 'connection reset');
  await eventually(
    'the loss is written',
    async () => (await links.engine.connections.load(links.rig.context, links.hotel.id)).link?.state === 'lost',
  );
});

test('a full list that is wanted is asked for over the link, and fails when none comes', async () => {
  await links.holds();
  // Before anybody rings: the holder may ask at once.
  links.rig.outside.canAsk = false;
  const id = await links.engine.decisions.start(links.rig.context, links.hotel, { mode: 'full', dryRun: false });
  expect(await links.engine.worker.next()).toBe(false);
  await links.engine.listeners.keepLinks();
  expect(await links.rig.run(id)).toMatchObject({ status: 'queued' });
  links.rig.outside.canAsk = true;
  await links.engine.listeners.keepLinks();
  expect(links.rig.outside.fullListAsked).toBe(1);
  expect(await links.rig.run(id)).toMatchObject({ status: 'running' });
  muchLater(61);
  await links.engine.worker.next();
  expect(await links.rig.run(id)).toMatchObject({ status: 'failed', code: 'no_list' });
});

const begin: Change = { kind: 'snapshot', phase: 'begin' };
const complete: Change = { kind: 'snapshot', phase: 'complete' };
const broken: Change = { kind: 'snapshot', phase: 'broken' };
const listed = (key: string, room = key): Change[] => [
  { kind: 'record', mode: 'merge', record: { key, facts: stay({ room }) } },
  { kind: 'confirm', key },
];

/** Time passes, but nobody wakes: the lease is not what these are about. */
function muchLater(seconds: number): void {
  links.rig.clock.setTo(laterBy(links.rig.clock.instant(), seconds));
}

async function guestsInTheHouse(count: number): Promise<string[]> {
  await links.holds();
  const keys = Array.from({ length: count }, (_, index) => `G${index}`);
  await links.hear(...keys.map((key) => [record(key, { room: key })]));
  muchLater(600);
  return keys;
}

test('a list over the link removes who it does not confirm, once it is complete', async () => {
  const keys = await guestsInTheHouse(6);
  await links.hear([begin], ...keys.slice(0, 5).map((key) => listed(key)), [record('live')]);
  expect(await links.rig.living(links.hotel)).toHaveLength(7);
  await links.hear([complete]);
  await links.engine.worker.next();
  expect(await links.rig.living(links.hotel)).toEqual([
    'G0 in_house',
    'G1 in_house',
    'G2 in_house',
    'G3 in_house',
    'G4 in_house',
    'live in_house',
  ]);
});

test('an incomplete list removes nobody, nor does one that never ends', async () => {
  const keys = await guestsInTheHouse(4);
  await links.hear([begin], listed(keys[0]), [broken]);
  await links.engine.worker.next();
  await links.hear([begin], listed(keys[0]));
  muchLater(1_000);
  await links.engine.worker.next();
  await links.hear([complete]);
  await links.engine.worker.next();
  expect(await links.rig.living(links.hotel)).toHaveLength(4);
});

test('a list in which half the house is gone is held', async () => {
  const keys = await guestsInTheHouse(10);
  await links.hear([begin], ...keys.slice(0, 5).map((key) => listed(key)), [complete]);
  await links.engine.worker.next();
  expect(await links.rig.living(links.hotel)).toHaveLength(10);
  const [run] = await links.rig.fresh.database.query<{ id: string }>(
    links.rig.context,
    { name: 'test_held', text: `select id from runs where connection_id = $1 and status = 'held'` },
    [links.hotel.id],
  );
  expect(await links.rig.run(run.id)).toMatchObject({ held: 5, missing: 5 });
  await links.engine.decisions.approve(links.rig.context, run.id, (await links.rig.run(run.id)).planHash ?? '');
  expect(await links.rig.living(links.hotel)).toHaveLength(5);
});

test('replaying a list of yesterday removes nobody of today', async () => {
  const keys = await guestsInTheHouse(3);
  await links.hear([begin], ...keys.map((key) => listed(key)), [complete]);
  await links.engine.worker.next();
  muchLater(86_400);
  await links.hear([record('today')]);
  for (const { id } of await links.rig.events(links.hotel)) await links.engine.inbox.replay(links.rig.context, id);
  await links.engine.absorber.drain(links.rig.context, links.hotel.id);
  await links.engine.worker.next();
  expect(await links.rig.living(links.hotel)).toHaveLength(4);
});
