import { mews } from '../../src/connectors/pms/mews/mews.connector.js';
import { ManualClock } from '../kernel/manual-clock.js';
import type { ConnectorRig, Fault, Outside, Recording, SettingValues } from '../connector-contract/rig.js';
import { MewsSimulator } from '../simulators/mews/mews-simulator.js';
import { guid } from '../simulators/mews/hotel.js';
import { mewsLimit } from '../../src/connectors/pms/mews/mews.client.js';
import { changesOfMews } from '../../src/connectors/pms/mews/mews.mapping.js';
import type { MewsCustomer, MewsReservation, MewsResource } from '../../src/connectors/pms/mews/mews.wire.js';
import type { Connector, InboundRequest } from '../../src/provisioning/connector/connector.js';
import type { Change } from '../../src/provisioning/connector/change.js';

export const webhookToken = 'hook-token-0123456789abcdef';
const rooms = Array.from({ length: 80 }, (_, index) => String(100 + index));
const arrival = '2026-05-14T12:00:00Z';
const departure = '2026-05-17T09:00:00Z';

export interface MewsOutside extends Outside {
  readonly simulator: MewsSimulator;
  readonly clock: ManualClock;
}

/** A hotel on a socket and the settings that reach it; connector and hotel share one clock. */
export async function outside(settings: SettingValues = {}): Promise<MewsOutside> {
  const clock = new ManualClock();
  const simulator = await MewsSimulator.start({ clock, rooms });
  return {
    simulator,
    clock,
    settings: {
      base_url: simulator.url,
      client_token: simulator.clientToken,
      access_token: simulator.accessToken,
      webhook_token: webhookToken,
      ...settings,
    },
    written: () => simulator.written,
    stop: () => simulator.stop(),
  };
}

/** `count` reservations of one guest each; the first `inHouse` of them have checked in. */
export function fill(
  { hotel }: MewsSimulator,
  count: number,
  inHouse = count,
): { reservationIds: string[]; keys: string[] } {
  const reservationIds = rooms.slice(0, count).map((room, index) => {
    const id = hotel.book({ guest: { firstName: 'Jana', lastName: `Guest${index}` }, room, arrival, departure });
    if (index < inHouse) hotel.checkIn(id);
    return id;
  });
  return { reservationIds, keys: reservationIds.map((id) => keyOf(hotel.reservation(id))) };
}

function keyOf({ Id, AccountId }: { Id: string; AccountId: string }): string {
  return `${Id}/${AccountId}`;
}

async function changedSince(count: number, isMalformedAdded = false) {
  const world = await outside();
  const { hotel, faults } = world.simulator;
  const { reservationIds, keys } = fill(world.simulator, count);
  const odd = isMalformedAdded ? hotel.book({ guest: { lastName: 'Odd' }, arrival, departure }) : undefined;
  await world.clock.advance(1800);
  const since = world.clock.instant();
  await world.clock.advance(1800);
  for (const id of reservationIds) hotel.extend(id, '2026-05-18T09:00:00Z');
  if (odd) hotel.change(hotel.reservation(odd), { State: 'Ascended' });
  faults.heavyAboveCount = 25;
  return { ...world, since: { since }, keys };
}

async function living(count: number) {
  const world = await outside();
  const { keys } = fill(world.simulator, count, Math.floor(count / 2));
  world.simulator.faults.heavyAboveCount = 25;
  return { ...world, keys };
}

async function faulty(fault: Fault): Promise<Outside> {
  const world = await outside();
  const { faults } = world.simulator;
  if (typeof fault === 'number') faults.status = fault;
  if (fault === 'rate_limited') Object.assign(faults, { status: 429, retryAfterSeconds: 30 });
  if (fault === 'timeout') faults.silent = true;
  if (fault === 'not_json') faults.notJson = true;
  if (fault === 'unreachable') return gone(world);
  return world;
}

async function gone(world: MewsOutside): Promise<Outside> {
  await world.stop();
  return { ...world, stop: () => Promise.resolve() };
}

const hook = (path: string, body: unknown): InboundRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
  remoteAddress: '203.0.113.9',
});
const message = (...events: readonly (readonly [string, string])[]) => ({
  EnterpriseId: guid('e0', 1),
  IntegrationId: guid('e1', 1),
  Events: events.map(([Discriminator, Id]) => ({ Discriminator, Value: { Id } })),
});
const genuine = message(
  ['ServiceOrderUpdated', guid('10', 1)],
  ['CustomerAdded', guid('c3', 2)],
  ['CustomerUpdated', guid('c3', 2)],
  ['ResourceUpdated', guid('20', 3)],
);

/** A recording is a webhook, or a reservation as it was read with all that belongs to it. */
function meaningOf(recording: Recording, connector: Connector): readonly Change[] {
  if (recording.webhook)
    return connector.receives!.interpret({
      body: Buffer.from(JSON.stringify(recording.webhook)),
      receivedAt: '2026-05-14T13:12:04.000Z',
      sequence: '0000000000000001',
    });
  const {
    reservation,
    companions = [],
    customers,
    resources = [],
  } = recording as unknown as {
    reservation: MewsReservation;
    companions?: string[];
    customers: MewsCustomer[];
    resources?: MewsResource[];
  };
  return changesOfMews({
    reservation,
    companionIds: companions,
    customers: new Map(customers.map((each) => [each.Id, each])),
    resources: new Map(resources.map((each) => [each.Id, each])),
    house: {
      site: 'lindenhof',
      timeZone: 'Europe/Vienna',
      categoryNames: new Map([['ca7e0001-5a0a-4b2a-9b7d-b27c00a20001', 'Double room']]),
    },
    readAt: '2026-05-14T13:15:00.000Z',
    expectedUntil: '2026-05-21T13:15:00.000Z',
  });
}

const valid = {
  client_token: 'CLIENT-TOKEN-0123456789',
  access_token: 'ACCESS-TOKEN-0123456789',
  webhook_token: webhookToken,
};

export const mewsRig: ConnectorRig = {
  settings: {
    valid,
    invalid: {
      base_url: 'api.mews.com/',
      client_name: ' ',
      client_token: 'two words',
      access_token: '',
      webhook_token: 'short',
      enterprise_id: '42',
      site: ' ',
      service_ids: 'all',
      expected_days: 0,
      charge_currency: 'euro',
      charge_service_id: '42',
      charge_tax_code: 'two words',
      charge_pricing: 'both',
      charge_accounting_category_id: '42',
    },
  },
  test: {
    reachable: () => outside(),
    unreachable: async () => gone(await outside()),
    refused: () => outside({ access_token: 'SOMEBODY-ELSES-TOKEN' }),
    withdrawn: async (right) => {
      const world = await outside();
      world.simulator.withdrawn.add(mews.rights!.find(({ name }) => name === right)!.tried);
      return world;
    },
  },
  recordings: { folder: new URL('../../src/connectors/pms/mews/recordings/', import.meta.url), changes: meaningOf },
  receives: {
    settings: { ...valid, enterprise_id: guid('e0', 1) },
    genuine: () => [
      hook(`/${webhookToken}`, genuine),
      hook(`?token=${webhookToken}`, genuine),
      hook(`/${webhookToken}`, { ...genuine, EnterpriseId: guid('e0', 1).toUpperCase() }),
    ],
    ofAnother: () => [
      hook(`/${webhookToken}`, { ...genuine, EnterpriseId: guid('e0', 2) }),
      hook(`/${webhookToken}`, { ...genuine, EnterpriseId: undefined }),
    ],
    forged: () => [
      hook('/', genuine),
      hook(`/${webhookToken}x`, genuine),
      hook('/hook-token-0123456789abcdeg', genuine),
      hook('?token=', genuine),
      { ...hook('/%E0%A4%A', genuine), body: Buffer.from('{"not json') },
    ],
    unknown: () => hook(`/${webhookToken}`, message(['MessageAdded', guid('77', 1)])),
  },
  polls: {
    start: (count) => changedSince(count),
    many: 60,
    overlaps: true,
    startWithMalformed: (count) => changedSince(count, true),
  },
  snapshots: {
    start: living,
    many: 60,
    startCutOff: async (count) => {
      const world = await living(count);
      world.simulator.faults.cutAfterPages = 1;
      return world;
    },
  },
  reads: {
    start: async () => {
      const world = await outside();
      const { reservationIds, keys } = fill(world.simulator, 4);
      const { hotel } = world.simulator;
      return {
        ...world,
        existing: [
          { of: 'parent', key: reservationIds[0] },
          { of: 'guest', key: hotel.customerOf(reservationIds[1]) },
          { of: 'record', key: keys[2] },
          { of: 'parent', key: `resource/${hotel.roomNamed('103').Id}` },
        ],
        keys,
        missing: [
          { of: 'parent', key: guid('10', 900) },
          { of: 'guest', key: guid('c3', 900) },
          { of: 'record', key: `${guid('10', 901)}/${guid('c3', 901)}` },
        ],
      };
    },
  },
  errors: {
    start: faulty,
    call: (connector, signal) => connector.reads!.read([{ of: 'parent', key: guid('10', 1) }], signal),
    // 403 is a rule of the hotel, 404 a wrong address, 409 "data changed": read again; 422 is not documented.
    codes: { 403: 'settings_invalid', 404: 'settings_invalid', 409: 'upstream_broken', 422: 'settings_invalid' },
  },
  manners: {
    limit: mewsLimit,
    start: async () => {
      const world = await outside();
      return { ...world, requests: () => world.simulator.asked.length };
    },
    busy: async (connector, signal) => {
      for (let count = 0; count < 120; count += 1)
        await connector.reads!.read([{ of: 'parent', key: guid('10', 900 + count) }], signal);
    },
  },
};
