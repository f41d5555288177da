import type { ConnectorRig, Fault, Outside, Recording, SettingValues } from '../connector-contract/rig.js';
import { ManualClock } from '../kernel/manual-clock.js';
import {
  type AuthenticationType,
  listSecret,
  type PagingStyle,
  PeopleList,
} from '../simulators/rest-poll/people-list.js';
import type { Connector } from '../../src/provisioning/connector/connector.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import { workedMapping } from '../webhook/worked-mappings.js';

export const peopleMapping = workedMapping('A personnel list that is asked');

export const pagings: Readonly<Record<PagingStyle, object>> = {
  none: { style: 'none' },
  page: { style: 'page', parameter: 'page', size_parameter: 'per_page', size: 25, total: '/total' },
  offset: { style: 'offset', parameter: 'offset', size_parameter: 'per_page', size: 25 },
  cursor: { style: 'cursor', parameter: 'cursor', next: '/meta/next' },
  'next-url': { style: 'next-url', next: '/links/next', total: '/total' },
  link: { style: 'link', size_parameter: 'per_page', size: 25 },
};
export const authentications = (origin: string): Readonly<Record<AuthenticationType, object>> => ({
  none: { type: 'none' },
  basic: { type: 'basic', username: 'usher' },
  bearer: { type: 'bearer' },
  header: { type: 'header', header: 'x-api-key' },
  client_credentials: { type: 'client_credentials', token_url: `${origin}/token`, client_id: 'usher' },
});

export interface ListOutside extends Outside {
  readonly list: PeopleList;
  readonly clock: ManualClock;
}

/** A list on a socket and the settings that reach it; connector and list share one clock. */
export async function outside(
  settings: SettingValues = {},
  style: PagingStyle = 'page',
  authentication: AuthenticationType = 'bearer',
): Promise<ListOutside> {
  const clock = new ManualClock();
  const list = await PeopleList.start({ style, authentication, now: () => clock.now() });
  return {
    list,
    clock,
    written: () => 0,
    stop: () => list.stop(),
    settings: {
      ...valid,
      url: list.url,
      authentication: authentications(list.origin)[authentication],
      paging: pagings[style],
      since: { parameter: 'updated_since', format: 'epoch-s', overlap_seconds: 300 },
      ...settings,
    },
  };
}

const valid = {
  url: 'https://people.example.com/api/people?fields=all',
  authentication: { type: 'bearer' },
  secret: listSecret,
  paging: pagings.page,
  mapping: peopleMapping,
  requests_per_minute: 60,
  max_pages: 20,
  site: 'plant',
  time_zone: 'Europe/Vienna',
};

export function hire({ list }: ListOutside, count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(list.hire(`Person${index}`).id));
}

async function changed(count: number, isOddAdded = false) {
  const world = await outside();
  hire(world, 30);
  await world.clock.advance(3600);
  const since = { since: world.clock.instant() };
  const keys = hire(world, count);
  if (isOddAdded) world.list.hire('Odd', { contacts: [{ kind: 'work', address: 'no address' }] });
  return { ...world, since, keys };
}

async function living(count: number, style: PagingStyle = 'page') {
  const world = await outside({}, style);
  return { ...world, keys: hire(world, count) };
}

async function faulty(fault: Fault): Promise<Outside> {
  const world = await outside();
  const { faults } = world.list;
  if (typeof fault === 'number') faults.status = fault;
  if (fault === 'rate_limited') Object.assign(faults, { status: 429, retryAfterSeconds: 30 });
  if (fault === 'timeout') faults.silent = true;
  if (fault === 'not_json') faults.notJson = true;
  return fault === 'unreachable' ? gone(world) : world;
}

async function gone(world: Outside): Promise<Outside> {
  await world.stop();
  return { ...world, stop: () => Promise.resolve() };
}

async function listed(connector: Connector, signal: AbortSignal): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for await (const page of connector.snapshots!.all(null, signal)) changes.push(...page.changes);
  return changes;
}

export const restPollRig: ConnectorRig = {
  settings: {
    valid,
    invalid: {
      url: 'https://user:password@people.example.com/',
      authentication: { type: 'magic' },
      secret: '',
      paging: { style: 'page' },
      since: { parameter: 'a b' },
      mapping: { version: 1 },
      requests_per_minute: 0,
      max_pages: 0,
      site: ' ',
      time_zone: 'not a zone',
    },
  },
  test: {
    reachable: () => outside(),
    unreachable: async () => gone(await outside()),
    refused: () => outside({ secret: 'somebody-elses-secret' }),
    withdrawn: async (right) => {
      const world = await outside();
      world.list.withdrawn.add(right);
      return world;
    },
  },
  recordings: {
    folder: new URL('../../src/connectors/generic/rest-poll/recordings/', import.meta.url),
    changes: (recording: Recording, connector) =>
      connector.pasted!({
        body: Buffer.from(JSON.stringify(recording.answer)),
        receivedAt: '2026-05-14T13:12:04.000Z',
        sequence: '1',
      }),
  },
  polls: {
    start: (count) => changed(count),
    many: 60,
    overlaps: true,
    startWithMalformed: (count) => changed(count, true),
  },
  snapshots: {
    start: (count) => living(count),
    many: 60,
    startCutOff: async (count) => {
      const world = await living(count);
      world.list.faults.cutAfterPages = 1;
      return world;
    },
  },
  errors: {
    start: faulty,
    call: (connector, signal) => listed(connector, signal),
    // Of a list, a status says that it is asked for in the wrong way.
    codes: { 404: 'settings_invalid', 409: 'upstream_broken', 422: 'settings_invalid' },
  },
  manners: {
    limit: { requests: 10, windowSeconds: 60 },
    start: async () => {
      const world = await outside({ requests_per_minute: 10 });
      return { ...world, requests: () => world.list.asked.length };
    },
    busy: async (connector, signal) => {
      for (let count = 0; count < 15; count += 1) await listed(connector, signal);
    },
  },
};
