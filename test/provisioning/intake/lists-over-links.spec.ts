import { expect, test } from '@jest/globals';
import { laterBy } from '../../../src/kernel/clock.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import { eventually } from '../../kernel/manual-clock.js';
import { HeldLinks } from './held-links.js';
import { record, stay } from './scripted-connector.js';

/**
 * Full lists over a link: when one begins, whom it answers, and what is asked for when the link's holder was killed.
 */
const links = new HeldLinks();

const begin: Change = { kind: 'snapshot', phase: 'begin' };
const complete: Change = { kind: 'snapshot', phase: 'complete' };
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

const runsOf = () =>
  links.rig.fresh.database.query<{ id: string; status: string; requestedBy: string; cause: string }>(
    links.rig.context,
    {
      name: 'test_runs_of_link',
      text:
        'select id, status, cause, requested_by as "requestedBy" from runs where connection_id = $1 order by ' +
        'created_at, id',
    },
    [links.hotel.id],
  );

test('a list that broke off counts for nothing in the next: people whom only it named are missing', async () => {
  const keys = await guestsInTheHouse(6);
  await links.hear([begin], listed(keys[0]), listed(keys[1]));
  muchLater(5);
  // The check-out of the first was lost between the machines, and so was the rest of that list.
  await links.hear([begin], ...keys.slice(1).map((key) => listed(key)), [complete]);
  await links.engine.worker.next();
  expect(await links.rig.living(links.hotel)).toEqual(keys.slice(1).map((key) => `${key} in_house`));
  expect((await runsOf()).map(({ status }) => status).sort()).toEqual(['done', 'failed']);
});

test('who leaves while a list is sent is not put back by what the list still says', async () => {
  const keys = await guestsInTheHouse(3);
  const leaves: Change = { kind: 'patch', key: keys[0], facts: { status: 'checked_out' } };
  await links.hear([begin], [leaves], ...keys.map((key) => listed(key)), [complete]);
  await links.engine.worker.next();
  expect(await links.rig.living(links.hotel)).toEqual(keys.slice(1).map((key) => `${key} in_house`));
  muchLater(600);
  // The next list is asked: there, they have come back.
  await links.hear([begin], ...keys.map((key) => listed(key)), [complete]);
  await links.engine.worker.next();
  expect(await links.rig.living(links.hotel)).toHaveLength(3);
});

test('an order that comes while a list is sent is not answered by it: one that begins after the order is', async () => {
  const keys = await guestsInTheHouse(6);
  await links.hear([begin], ...keys.slice(0, 3).map((key) => listed(key)));
  const id = await links.engine.decisions.start(links.rig.context, links.hotel, { mode: 'full', dryRun: false });
  expect(await links.engine.decisions.start(links.rig.context, links.hotel, { mode: 'full', dryRun: false })).toBe(id);
  await links.engine.listeners.keepLinks();
  expect(links.rig.outside.fullListAsked).toBe(0);
  await links.hear(...keys.slice(3).map((key) => listed(key)), [complete]);
  await links.engine.worker.next();
  // It goes on to ask for a list of its own at once where the link has heard by now that the order may.
  expect(['queued', 'running']).toContain((await links.rig.run(id)).status);
  await links.engine.schedules.tick();
  await links.engine.listeners.keepLinks();
  expect(links.rig.outside.fullListAsked).toBe(1);
  muchLater(1);
  await links.hear([begin], ...keys.slice(1).map((key) => listed(key)), [complete]);
  await links.engine.worker.next();
  expect(await links.rig.run(id)).toMatchObject({ status: 'done', missing: 1 });
  expect(await links.rig.living(links.hotel)).toHaveLength(5);
});

test('a list that the outside began of its own before it was asked is not the answer to an order either', async () => {
  const keys = await guestsInTheHouse(4);
  links.rig.outside.canAsk = false;
  const id = await links.engine.decisions.start(links.rig.context, links.hotel, { mode: 'full', dryRun: false });
  await links.hear([begin], ...keys.map((key) => listed(key)), [complete]);
  await links.engine.worker.next();
  expect(await links.rig.run(id)).toMatchObject({ status: 'queued' });
  expect((await runsOf()).map(({ status }) => status).sort()).toEqual(['done', 'queued']);
});

/** Its process is killed: nothing of it goes on, and its lease runs out. */
async function killed(): Promise<void> {
  await links.rig.fresh.dataSource.query(`select set_config('usher.organization_id', '*', false)`);
  await links.rig.fresh.dataSource.query(
    `update leases set owner = 'killed', token = token + 1, until_at = $1 where name = $2`,
    [links.rig.clock.instant(), `listener ${links.hotel.id}`],
  );
  await links.rig.clock.advance(10);
  await eventually('the link is let go', () => links.openLinks === 0);
}

/** The holder looks after its links every few seconds. */
const holdsAgain = (count: number) =>
  eventually(`${count} links were opened`, async () =>
    links.engine.listeners.keepLinks().then(() => links.rig.outside.links.length === count),
  );

test('after whoever held the link ended without a word a list is asked for, an hour later the next one', async () => {
  await links.holds();
  const askedAfter = async (count: number) => {
    await killed();
    await holdsAgain(count);
    await links.engine.listeners.keepLinks();
    return links.rig.outside.fullListAsked;
  };
  await askedAfter(2);
  await eventually('it is asked for', async () =>
    links.engine.listeners.keepLinks().then(() => links.rig.outside.fullListAsked === 1),
  );
  expect(links.last.link.history).toMatchObject({ wasLeft: true, isListUnderWay: false });
  await links.hear([begin], [complete]);
  await links.engine.worker.next();
  expect(await askedAfter(3)).toBe(1);
  muchLater(3_700);
  await eventually('it is asked for once the hour is over', async () =>
    links.engine.listeners.keepLinks().then(() => links.rig.outside.fullListAsked === 2),
  );
  expect(await runsOf()).toMatchObject([
    { cause: 'source', requestedBy: 'lost link', status: 'done' },
    { requestedBy: 'lost link', status: 'running' },
  ]);
});

test('a link that is closed in order needs no full list afterwards', async () => {
  await links.holds();
  await links.engine.listeners.stop();
  const other = links.process();
  await other.listeners.keepLinks();
  await eventually('the other process has the link', () => links.rig.outside.links.length === 2);
  await other.listeners.keepLinks();
  expect(links.last.link.history).toMatchObject({ wasLeft: false });
  expect(await runsOf()).toEqual([]);
});

test('an order under way when its process died is repeated once, under the same run', async () => {
  const keys = await guestsInTheHouse(4);
  const id = await links.engine.decisions.start(links.rig.context, links.hotel, { mode: 'full', dryRun: false });
  await links.engine.listeners.keepLinks();
  expect(await links.rig.run(id)).toMatchObject({ status: 'running' });
  await killed();
  await holdsAgain(2);
  await eventually('it is asked for again', async () =>
    links.engine.listeners.keepLinks().then(() => links.rig.outside.fullListAsked === 2),
  );
  muchLater(1);
  await links.hear([begin], ...keys.slice(1).map((key) => listed(key)), [complete]);
  await links.engine.worker.next();
  expect(await links.rig.run(id)).toMatchObject({ status: 'done', missing: 1 });
  expect(await runsOf()).toHaveLength(1);
});
