import { afterEach, expect, test } from '@jest/globals';
import type { ConnectorProblem } from '../../src/provisioning/connector/connector-problem.js';
import type { ConnectorDefinition, SnapshotPage } from '../../src/provisioning/connector/connector.js';
import { restPoll } from '../../src/connectors/generic/rest-poll/rest-poll.connector.js';
import { keysOf } from '../connector-contract/keys.js';
import { open } from '../connector-contract/session.js';
import type { AuthenticationType, PagingStyle } from '../simulators/rest-poll/people-list.js';
import { hire, type ListOutside, outside, pagings } from './rest-poll-rig.js';

let world: ListOutside | undefined;
afterEach(() => world?.stop());

async function pages(from: object | null = null): Promise<SnapshotPage[]> {
  const { connector } = open(restPoll as unknown as ConnectorDefinition, world!);
  const found: SnapshotPage[] = [];
  for await (const page of connector.snapshots!.all(from as never, AbortSignal.timeout(200_000))) found.push(page);
  return found;
}
const problem = (from: object | null = null) =>
  pages(from).then(
    () => undefined,
    (failure: unknown) => (failure as ConnectorProblem).code,
  );

test.each(Object.keys(pagings) as PagingStyle[])(
  'a list with %s pages is read whole, also where the system gives fewer than were asked for',
  async (style) => {
    world = await outside({ paging: { ...pagings[style], ...(style === 'page' ? { size: 100 } : {}) } }, style);
    world.list.faults.mostPerPage = 10;
    const keys = hire(world, 34);
    const found = await pages();
    expect(keysOf(found.flatMap(({ changes }) => changes))).toEqual(keys);
    expect(found.map(({ complete }) => Boolean(complete))).toEqual(found.map((_, index) => index === found.length - 1));
    if (style === 'page' || style === 'next-url') expect(found.at(-1)?.complete).toEqual({ declaredTotal: 34 });
  },
);

test.each<AuthenticationType>(['none', 'basic', 'bearer', 'header', 'client_credentials'])(
  '%s opens the list, and a wrong secret does not',
  async (authentication) => {
    world = await outside({}, 'page', authentication);
    hire(world, 3);
    expect((await pages()).length).toBe(2);
    if (authentication === 'none') return;
    world = { ...world, settings: { ...world.settings, secret: 'somebody-elses-secret' } };
    expect(await problem()).toBe('credentials_refused');
  },
);

test('a token that was ended before its time is asked for again, once', async () => {
  world = await outside({}, 'page', 'client_credentials');
  hire(world, 3);
  const { connector } = open(restPoll as unknown as ConnectorDefinition, world);
  const read = async () => {
    for await (const page of connector.snapshots!.all(null, AbortSignal.timeout(200_000)))
      if (page.complete) return 'complete';
    return 'cut off';
  };
  expect(await read()).toBe('complete');
  world.list.endTokens();
  expect(await read()).toBe('complete');
  expect(world.list.asked.filter((path) => path === '/token')).toHaveLength(2);
});

test('a list without an end has one, and a system that does not know the parameter is found out', async () => {
  world = await outside({ max_pages: 3, paging: { ...pagings.page, size: 5 } });
  hire(world, 30);
  expect(await problem()).toBe('settings_invalid');
  expect(world.list.asked).toHaveLength(3);
  world.list.faults.deaf = true;
  world.list.asked.length = 0;
  expect(await problem()).toBe('settings_invalid');
  expect(world.list.asked).toHaveLength(2);
});

test('a next page elsewhere, a list under another name and a forgotten cursor are each told apart', async () => {
  world = await outside({}, 'next-url');
  hire(world, 60);
  world.list.faults.nextElsewhere = 'http://127.0.0.1:1/api/people';
  expect(await problem()).toBe('upstream_broken');
  delete world.list.faults.nextElsewhere;
  world.list.faults.renamed = true;
  expect(await problem()).toBe('upstream_broken');
  world.list.faults.renamed = false;
  const [first] = await pages();
  world.list.faults.cursorsForgotten = true;
  expect(await problem(first.cursor)).toBe('cursor_expired');
});

test('a poll asks for what changed since the last one, with an overlap', async () => {
  world = await outside({ since: { parameter: 'updated_since', format: 'epoch-s', overlap_seconds: 60 } });
  hire(world, 2);
  await world.clock.advance(3600);
  const { connector } = open(restPoll as unknown as ConnectorDefinition, world);
  const poll = async (cursor: object | null) => {
    const found = [];
    for await (const page of connector.polls!.changes(cursor as never, AbortSignal.timeout(200_000))) found.push(page);
    return found;
  };
  const first = await poll(null);
  expect(keysOf(first.flatMap(({ changes }) => changes))).toEqual([]);
  await world.clock.advance(30);
  const [key] = hire(world, 1);
  const second = await poll(first.at(-1)!.cursor);
  expect(keysOf(second.flatMap(({ changes }) => changes))).toEqual([key]);
  expect(second.at(-1)!.cursor).toEqual({ since: world.clock.instant() });
  expect(world.list.asked.at(-1)).toContain(`updated_since=${Math.floor(world.clock.milliseconds() / 1000) - 90}`);
});
