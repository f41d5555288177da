import { apaleoLimit } from '../../src/connectors/pms/apaleo/apaleo.client.js';
import { changesOfApaleo } from '../../src/connectors/pms/apaleo/apaleo.mapping.js';
import type { ApaleoReservation } from '../../src/connectors/pms/apaleo/apaleo.wire.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { Connector } from '../../src/provisioning/connector/connector.js';
import {
  outsideOf,
  polled,
  posted,
  readOften,
  type RestOutside,
  restRig,
  storedMessage,
} from '../connector-contract/rest-rig.js';
import type { Recording, SettingValues } from '../connector-contract/rig.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { ApaleoSimulator } from '../simulators/apaleo/apaleo-simulator.js';

export const webhookToken = 'hook-token-0123456789abcdef';
export const arrival = '2026-05-14T12:00:00Z';
export const departure = '2026-05-17T09:00:00Z';

export interface ApaleoOutside extends RestOutside<ApaleoSimulator> {
  readonly clock: ManualClock;
}

/** A property on a socket and the settings that reach it; connector and property share one clock. */
export async function outside(settings: SettingValues = {}): Promise<ApaleoOutside> {
  const clock = new ManualClock();
  const simulator = await ApaleoSimulator.start({ clock });
  return outsideOf(
    simulator,
    {
      base_url: simulator.url,
      identity_url: simulator.url,
      client_id: simulator.clientId,
      client_secret: simulator.clientSecret,
      property_id: 'LIND',
      webhook_token: webhookToken,
      ...settings,
    },
    { clock },
  );
}

/** `count` reservations of one guest each; the first `inHouse` of them have checked in. */
export function fill({ office }: ApaleoSimulator, count: number, inHouse = count): { ids: string[]; keys: string[] } {
  const ids = Array.from({ length: count }, (_, index) => {
    const id = office.book({
      guest: { firstName: 'Jana', lastName: `Guest${index}` },
      unit: String(100 + index),
      arrival,
      departure,
    });
    if (index < inHouse) office.checkIn(id);
    return id;
  });
  return { ids, keys: ids.map((id) => `${id}/0`) };
}

async function changedSince(count: number, isMalformedAdded = false) {
  const world = await outside();
  const { office } = world.simulator;
  const { ids, keys } = fill(world.simulator, count);
  const odd = isMalformedAdded ? office.book({ guest: { lastName: 'Odd' }, arrival, departure }) : undefined;
  await world.clock.advance(1800);
  const since = world.clock.instant();
  await world.clock.advance(60);
  for (const id of ids) office.amend(id, '2026-05-18T09:00:00Z');
  if (odd) office.change(odd, 'changed', { status: 'Ascended' });
  await world.clock.advance(60);
  return { ...world, since: { since }, keys };
}

const hook = (path: string, body: unknown) => posted(body, {}, path);
const event = (topic: string, type: string, entityId?: string) => ({
  topic,
  type,
  id: '5b0c4d0e-7f0e-4a31-9f35-f8d1d1c1a001',
  accountId: 'LNDH',
  propertyId: 'LIND',
  timestamp: 1778764331004,
  ...(entityId ? { data: { entityId } } : {}),
});

/** A recording is an event, or a reservation as it was read. */
function meaningOf(recording: Recording, connector: Connector): readonly Change[] {
  if (recording.event) return connector.receives!.interpret(storedMessage(recording.event));
  return changesOfApaleo({
    reservation: recording.reservation as ApaleoReservation,
    site: 'lindenhof',
    timeZone: 'Europe/Vienna',
    readAt: '2026-05-14T13:15:00.000Z',
    expectedUntil: '2026-05-21T13:15:00.000Z',
  });
}

const valid = {
  client_id: 'LNDH-WIFI',
  client_secret: 'CLIENT-SECRET-0123456789',
  property_id: 'LIND',
  webhook_token: webhookToken,
};

export const apaleoRig = restRig<ApaleoOutside>({
  outside,
  fill: ({ simulator }, count) => fill(simulator, count, Math.floor(count / 2)).keys,
  settings: {
    valid,
    invalid: {
      charge_currency: 'Euro',
      charge_service_type: 'Other things',
      charge_vat_type: '20 %',
      charge_sub_account_id: 'two words',
      base_url: 'api.apaleo.com/',
      identity_url: 'identity',
      client_id: 'two words',
      client_secret: '',
      property_id: 'L/IND',
      webhook_token: 'short',
      site: ' ',
      expected_days: 0,
    },
  },
  strangers: { client_secret: 'SOMEBODY-ELSES-SECRET' },
  withdraw: ({ simulator }, right) => simulator.withdrawn.add(right === 'property' ? 'properties' : right),
  recordings: { folder: new URL('../../src/connectors/pms/apaleo/recordings/', import.meta.url), changes: meaningOf },
  receives: {
    settings: valid,
    genuine: () => [
      hook(`/${webhookToken}`, event('Reservation', 'checked-in', 'LINDQ7KD-1')),
      hook(`/${webhookToken}`, event('system', 'healthcheck')),
    ],
    ofAnother: () => [
      hook(`/${webhookToken}`, { ...event('Reservation', 'checked-in', 'MUCQ7KD-1'), propertyId: 'MUC' }),
    ],
    forged: () => [
      hook('/', event('Reservation', 'checked-in', 'LINDQ7KD-1')),
      hook(`/${webhookToken}x`, event('system', 'healthcheck')),
      { ...hook('/%E0%A4%A', {}), body: Buffer.from('{"not json') },
    ],
    unknown: () => hook(`/${webhookToken}`, event('Folio', 'changed', 'LINDQ7KD-1-1')),
  },
  polls: { start: (count) => changedSince(count), many: 210, startWithMalformed: (count) => changedSince(count, true) },
  snapshots: { many: 30 },
  reads: ({ simulator }) => {
    const { ids, keys } = fill(simulator, 3);
    return {
      keys,
      existing: [
        { of: 'parent', key: ids[0] },
        { of: 'record', key: keys[1] },
        { of: 'parent', key: `unit/${simulator.office.unitIdOf('102')}` },
      ],
      missing: [
        { of: 'parent', key: 'LINDNONE-1' },
        { of: 'record', key: 'LINDNONE-2/0' },
        { of: 'parent', key: 'unit/LIND-NONE' },
      ],
    };
  },
  charges: {
    isRecognised: true,
    start: async () => {
      const world = await outside({ charge_currency: 'EUR' });
      const { folios, faults } = world.simulator;
      const { ids, keys } = fill(world.simulator, 1);
      return {
        ...world,
        charge: { number: 17, room: '100', reservation: keys[0], amount: 490, currency: 'EUR', item: 'Fast' },
        booked: () => folios.charges.length,
        refuse: () => folios.closed.add(ids[0]),
        lose: () => Object.assign(faults, { charges: 'booked', status: 502, times: 1 }),
      };
    },
  },
  errors: { call: polled({ since: '2026-05-14T12:00:00.000Z' }) },
  limit: apaleoLimit,
  busy: readOften(120, (index) => ({ of: 'parent', key: `LINDNONE-${index}` })),
});
