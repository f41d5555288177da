import { mews } from '../../src/connectors/pms/mews/mews.connector.js';
import { ManualClock } from '../kernel/manual-clock.js';
import {
  outsideOf,
  posted,
  readOften,
  type RestOutside,
  restRig,
  storedMessage,
} from '../connector-contract/rest-rig.js';
import type { Recording, SettingValues } from '../connector-contract/rig.js';
import { MewsSimulator } from '../simulators/mews/mews-simulator.js';
import { guid } from '../simulators/mews/hotel.js';
import { mewsLimit } from '../../src/connectors/pms/mews/mews.client.js';
import { changesOfMews } from '../../src/connectors/pms/mews/mews.mapping.js';
import type { MewsCustomer, MewsReservation, MewsResource } from '../../src/connectors/pms/mews/mews.wire.js';
import type { Connector } from '../../src/provisioning/connector/connector.js';
import type { Change } from '../../src/provisioning/connector/change.js';

export const webhookToken = 'hook-token-0123456789abcdef';
const rooms = Array.from({ length: 80 }, (_, index) => String(100 + index));
const arrival = '2026-05-14T12:00:00Z';
const departure = '2026-05-17T09:00:00Z';

export interface MewsOutside extends RestOutside<MewsSimulator> {
  readonly clock: ManualClock;
}

/** A hotel on a socket and the settings that reach it; connector and hotel share one clock. */
export async function outside(settings: SettingValues = {}): Promise<MewsOutside> {
  const clock = new ManualClock();
  const simulator = await MewsSimulator.start({ clock, rooms });
  return outsideOf(
    simulator,
    {
      base_url: simulator.url,
      client_token: simulator.clientToken,
      access_token: simulator.accessToken,
      webhook_token: webhookToken,
      ...settings,
    },
    { clock },
  );
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

const hook = (path: string, body: unknown) => posted(body, {}, path);
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
  if (recording.webhook) return connector.receives!.interpret(storedMessage(recording.webhook));
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

export const mewsRig = restRig<MewsOutside>({
  outside,
  fill: ({ simulator }, count) => fill(simulator, count, Math.floor(count / 2)).keys,
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
      block_names: 'all',
      charge_currency: 'euro',
      charge_service_id: '42',
      charge_tax_code: 'two words',
      charge_pricing: 'both',
      charge_accounting_category_id: '42',
    },
  },
  strangers: { access_token: 'SOMEBODY-ELSES-TOKEN' },
  withdraw: ({ simulator }, right) => simulator.withdrawn.add(mews.rights!.find(({ name }) => name === right)!.tried),
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
    many: 60,
    prepare: ({ simulator }) => {
      simulator.faults.heavyAboveCount = 25;
    },
  },
  reads: ({ simulator }) => {
    const { reservationIds, keys } = fill(simulator, 4);
    const { hotel } = simulator;
    return {
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
  charges: {
    isRecognised: false,
    start: async () => {
      const world = await outside({ charge_currency: 'EUR', charge_tax_code: 'AT-S' });
      const { hotel, faults } = world.simulator;
      const { reservationIds, keys } = fill(world.simulator, 1);
      return {
        ...world,
        settings: { ...world.settings, charge_service_id: hotel.internetServiceId },
        charge: { number: 17, room: '100', reservation: keys[0], amount: 490, currency: 'EUR', item: 'Fast' },
        booked: () => hotel.orders.length,
        refuse: () => hotel.closedAccounts.add(hotel.customerOf(reservationIds[0])),
        lose: () => Object.assign(faults, { status: 502, operation: 'orders/add', times: 1 }),
      };
    },
  },
  errors: {
    call: readOften(1, () => ({ of: 'parent', key: guid('10', 1) })),
    // 403 is a rule of the hotel, 404 a wrong address, 409 "data changed": read again; 422 is not documented.
    codes: { 403: 'settings_invalid', 404: 'settings_invalid', 409: 'upstream_broken', 422: 'settings_invalid' },
  },
  limit: mewsLimit,
  busy: readOften(120, (index) => ({ of: 'parent', key: guid('10', 900 + index) })),
});
