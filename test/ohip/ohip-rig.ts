import { ohipLimit } from '../../src/connectors/pms/ohip/ohip.client.js';
import { ohipChange } from '../../src/connectors/pms/ohip/ohip.mapping.js';
import type { OhipSettings } from '../../src/connectors/pms/ohip/ohip.settings.js';
import type { OhipReservation } from '../../src/connectors/pms/ohip/ohip.wire.js';
import { faulty, gone } from '../connector-contract/faulty.js';
import type { ConnectorRig, Outside, SettingValues } from '../connector-contract/rig.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { OhipSimulator } from '../simulators/ohip/ohip-simulator.js';

export interface OhipOutside extends Outside {
  readonly simulator: OhipSimulator;
  readonly clock: ManualClock;
}

export async function outside(settings: SettingValues = {}): Promise<OhipOutside> {
  const simulator = await OhipSimulator.start();
  return {
    simulator,
    clock: new ManualClock(),
    settings: {
      gateway_url: simulator.url,
      client_id: simulator.clientId,
      client_secret: simulator.clientSecret,
      app_key: simulator.appKey,
      enterprise_id: simulator.enterpriseId,
      hotel_id: simulator.hotelId,
      external_system: simulator.externalSystem,
      chain_code: simulator.stream.chain,
      time_zone: 'Europe/Vienna',
      ...settings,
    },
    written: () => simulator.written,
    stop: () => simulator.stop(),
  };
}

/** The first `inHouse` of them have checked in. */
function booked({ simulator: { desk } }: OhipOutside, count: number, inHouse = count): string[] {
  return Array.from({ length: count }, (_, index) => {
    const id = desk.book(
      { givenName: 'Jana', surname: `Guest${index}` },
      { room: String(100 + index), arrivalDate: '2026-05-14', departureDate: '2026-05-17' },
    );
    if (index < inHouse) desk.checkIn(id);
    return id;
  });
}

async function bookedOutside(): Promise<OhipOutside> {
  const world = await outside();
  booked(world, 3);
  return world;
}

export const usual = {
  time_zone: 'Europe/Vienna',
  arrival_time: '15:00',
  departure_time: '11:00',
  expected_days: 1,
  pseudo_room_types: ['PM'],
};
export const readAt = '2026-05-14T13:00:00.000Z';

const valid = {
  gateway_url: 'https://acme-prod.hospitality-api.eu-frankfurt-1.ocs.oraclecloud.com',
  client_id: 'acme_Client',
  client_secret: 'ohip-secret-0123456789',
  app_key: '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9',
  hotel_id: 'LINDV',
  external_system: 'WIFI',
  chain_code: 'LHG',
  time_zone: 'Europe/Vienna',
};

export const ohipRig: ConnectorRig = {
  settings: {
    valid,
    invalid: {
      gateway_url: 'acme-prod',
      client_id: 'two words',
      client_secret: 'two words',
      app_key: 'key',
      enterprise_id: 'acme hotels',
      scope: 'two words',
      hotel_id: 'LIND V',
      external_system: 'WI FI',
      chain_code: 'L"H',
      time_zone: 'Vienna',
      arrival_time: '3 pm',
      departure_time: '25:00',
      expected_days: 31,
      pseudo_room_types: 'PM',
      site: ' ',
    },
  },
  test: {
    reachable: bookedOutside,
    unreachable: async () => gone(await outside()),
    refused: () => outside({ client_secret: 'somebody-elses-secret' }),
    withdrawn: async (right) => {
      const world = await bookedOutside();
      world.simulator.withdrawn.add(right);
      return world;
    },
  },
  recordings: {
    folder: new URL('../../src/connectors/pms/ohip/recordings/', import.meta.url),
    changes: ({ reservation, settings }) => [
      ohipChange(reservation as OhipReservation, { ...usual, ...settings } as unknown as OhipSettings, readAt),
    ],
  },
  spec: {
    document: new URL('../simulators/ohip/openapi.json', import.meta.url),
    besides: ['/oauth/v1/tokens'],
    deviations: [
      {
        at:
          'GET /rsv/v1/hotels/{hotelId}/reservations answer ' +
          '/reservations/reservationInfo/*/roomStay/expectedTimes/reservationExpectedDepartureTime format',
        why: "Oracle's own examples have 2026-05-14 15:00:00.0",
      },
    ],
  },
  listens: {
    start: async () => {
      const world = await outside();
      const { stream } = world.simulator;
      return {
        ...world,
        linked: () => stream.isRead,
        happen: () => booked(world, 1, 0)[0],
        sendMalformed: () => stream.sendEmpty(),
        drop: () => stream.drop(),
      };
    },
  },
  polls: {
    many: 45,
    start: async (count) => {
      const world = await outside();
      booked(world, 3);
      world.simulator.desk.waiting.length = 0;
      return { ...world, keys: booked(world, count, 0), since: { pending: [] } };
    },
  },
  snapshots: {
    many: 45,
    start: async (count) => {
      const world = await outside();
      world.simulator.largestPage = 20;
      return { ...world, keys: booked(world, count, Math.floor(count / 2)).map((id) => `${id}/0`) };
    },
    startCutOff: async (count) => {
      const world = await outside();
      booked(world, count);
      world.simulator.largestPage = 20;
      world.simulator.faults.cutAfterPages = 1;
      return world;
    },
  },
  reads: {
    start: async () => {
      const world = await outside();
      const ids = booked(world, 3);
      return {
        ...world,
        keys: ids.map((id) => `${id}/0`),
        existing: [
          { of: 'parent', key: ids[0] },
          { of: 'parent', key: ids[1] },
          { of: 'record', key: `${ids[2]}/0` },
        ],
        missing: [
          { of: 'parent', key: '1' },
          { of: 'parent', key: '../x' },
        ],
      };
    },
  },
  errors: {
    start: async (fault) => faulty(fault, await outside()),
    call: async (connector, signal) => {
      for await (const page of connector.snapshots!.all(null, signal)) if (page.changes.length > 1e6) return page;
      return undefined;
    },
    codes: { 404: 'settings_invalid' },
  },
  manners: {
    limit: ohipLimit,
    start: async () => {
      const world = await outside();
      return { ...world, requests: () => world.simulator.asked.length };
    },
    busy: async (connector, signal) => {
      await connector.reads!.read(
        Array.from({ length: 80 }, (_, index) => ({ of: 'parent', key: String(700 + index) })),
        signal,
      );
    },
  },
};
