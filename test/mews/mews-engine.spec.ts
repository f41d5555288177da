import { HttpService } from '@nestjs/axios';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import axios from 'axios';
import { mews } from '../../src/connectors/pms/mews/mews.connector.js';
import type { MewsSettings } from '../../src/connectors/pms/mews/mews.settings.js';
import { AxiosHttpClient } from '../../src/kernel/axios-http-client.js';
import type { StoredConnection } from '../../src/provisioning/connection/stored-connection.js';
import type { ConnectorDefinition, Polls } from '../../src/provisioning/connector/connector.js';
import { type Engine, IntakeRig } from '../provisioning/intake/intake-rig.js';
import { MewsSimulator } from '../simulators/mews/mews-simulator.js';

/**
 * The engine's intake on a real database, with the connector on a real socket: what the house knows after each event.
 */
let rig: IntakeRig;
let engine: Engine;
let connection: StoredConnection;
let simulator: MewsSimulator;
let events: { Discriminator: string; Value: { Id: string } }[];

const jana = { firstName: 'Jana', lastName: 'Nováková' };
const sean = { firstName: 'Seán', lastName: "O'Brien" };
const arrival = '2026-05-14T12:00:00Z';
const departure = '2026-05-17T09:00:00Z';

beforeEach(async () => {
  rig = await IntakeRig.open();
  const http = new AxiosHttpClient(new HttpService(axios.create()), { allowPrivateTargets: true });
  rig.definitions.push({
    ...mews,
    connect: (session) => mews.connect({ ...session, http }),
  } as ConnectorDefinition<MewsSettings> as unknown as ConnectorDefinition);
  engine = rig.engine();
  simulator = await MewsSimulator.start({ clock: rig.clock, rooms: ['112', '118'] });
  events = [];
  simulator.hotel.onEvent((event) => events.push(event));
  connection = await rig.connection(engine, 'mews', {
    settings: { base_url: simulator.url },
    secrets: { client_token: simulator.clientToken, access_token: simulator.accessToken },
  });
});

afterEach(async () => {
  await simulator.stop();
  await rig.close();
});

/** Delivers what happened since, as one webhook, and reads what it names. */
async function deliver(only: (event: { Discriminator: string }) => boolean = () => true): Promise<string[]> {
  await rig.push(
    engine,
    connection,
    JSON.stringify({
      EnterpriseId: simulator.hotel.enterpriseId,
      IntegrationId: 'integration',
      Events: events.splice(0).filter(only),
    }),
  );
  expect(new Set(await rig.statuses(connection))).toEqual(new Set(['absorbed']));
  return house();
}

async function house(): Promise<string[]> {
  return (await rig.subjects(connection)).map(({ room, status, state }) => `${room} ${status} ${state}`);
}

test('check-in and check-out within one second end as a check-out', async () => {
  const { hotel } = simulator;
  const id = hotel.book({ guest: jana, room: '112', arrival, departure });
  hotel.checkIn(id);
  expect(await deliver()).toEqual(['112 in_house present']);
  await rig.clock.advance(0.2);
  hotel.checkOut(id);
  expect(await deliver()).toEqual(['112 checked_out gone']);
});

test('a guest who postpones beyond the expected days is dropped, and expected again when the days come', async () => {
  const { hotel } = simulator;
  const id = hotel.book({
    guest: jana,
    room: '112',
    arrival: '2026-05-16T13:00:00Z',
    departure: '2026-05-18T09:00:00Z',
  });
  expect(await deliver()).toEqual(['112 expected present']);
  await rig.clock.advance(60);
  hotel.postpone(id, '2026-06-16T13:00:00Z', '2026-06-18T09:00:00Z');
  expect(await deliver()).toEqual([expect.stringMatching(/gone$/)]);
  rig.clock.setTo('2026-06-14T13:00:00.000Z');
  events.push({ Discriminator: 'ServiceOrderUpdated', Value: { Id: id } });
  expect(await deliver()).toEqual(['112 expected present']);
});

test('a companion who was taken off and joins again is back, without a new stamp of the reservation', async () => {
  const { hotel } = simulator;
  const id = hotel.book({ guest: jana, companions: [sean], room: '112', arrival, departure });
  hotel.checkIn(id);
  await deliver();
  const [companion] = [...hotel.companionships.values()].map(({ CustomerId }) => CustomerId);
  const again = async () => {
    await rig.clock.advance(60);
    events.push({ Discriminator: 'ServiceOrderUpdated', Value: { Id: id } });
    return deliver();
  };
  hotel.removeCompanion(id, companion);
  expect((await again()).sort()).toEqual(['112 checked_out gone', '112 in_house present']);
  hotel.addCompanion(id, { customerId: companion });
  expect(await again()).toEqual(['112 in_house present', '112 in_house present']);
});

test('a profile that cannot be read, or a state nobody knows, ends no stay', async () => {
  const { hotel } = simulator;
  const id = hotel.book({ guest: jana, room: '112', arrival, departure });
  hotel.checkIn(id);
  await deliver();
  await rig.clock.advance(60);
  hotel.change(hotel.reservation(id), { State: 'Ascended' });
  expect(await deliver()).toEqual(['112 in_house present']);
  hotel.change(hotel.reservation(id), { State: 'Started' });
  hotel.customers.delete(hotel.customerOf(id));
  expect(await deliver()).toEqual(['112 in_house present']);
  expect((await rig.subjects(connection))[0].invalid).toMatchObject({ code: 'record_malformed' });
});

test('parking, housekeeping and guests of other hotels change nothing', async () => {
  const { hotel } = simulator;
  const id = hotel.book({ guest: jana, room: '112', arrival, departure });
  hotel.checkIn(id);
  const before = await deliver();
  hotel.book({ guest: { lastName: 'Driver' }, service: 'parking', room: 'P1', arrival, departure });
  hotel.renameRoom('118', '118');
  events.push(
    { Discriminator: 'CustomerUpdated', Value: { Id: 'c3000000-0000-4000-8000-00000000dead' } },
    { Discriminator: 'ServiceOrderUpdated', Value: { Id: '10000000-0000-4000-8000-00000000dead' } },
  );
  expect(await deliver()).toEqual(before);
});

test('a poll and a webhook about the same change count once', async () => {
  const { hotel } = simulator;
  await rig.clock.advance(60);
  const id = hotel.book({ guest: jana, room: '112', arrival, departure });
  hotel.checkIn(id);
  await deliver();
  engine.entitler.forget();
  const polls = engine.host.connectorOf(connection).polls as Polls;
  for await (const { changes } of polls.changes({ since: '2026-05-14T13:00:00.000Z' }, AbortSignal.timeout(200_000))) {
    await rig.fresh.database.transaction(rig.context, async (inside) => {
      await engine.subjects.apply(inside, connection, [
        {
          origin: {
            sequence: await engine.subjectRows.nextSequence(inside),
            at: rig.clock.instant(),
            cause: { kind: 'event', id: rig.ids.next() },
          },
          changes,
        },
      ]);
    });
  }
  expect(engine.entitler.told).toEqual([]);
  expect(await house()).toEqual(['112 in_house present']);
});

test('a conference is known by the name of its block, and a block without one by its id', async () => {
  const { hotel } = simulator;
  const named = await rig.connection(engine, 'mews', {
    settings: { base_url: simulator.url, block_names: true },
    secrets: { client_token: simulator.clientToken, access_token: simulator.accessToken },
  });
  const ids = ['112', '118'].map((room, index) => hotel.book({ guest: [jana, sean][index], room, arrival, departure }));
  for (const id of ids) hotel.checkIn(id);
  hotel.blockFor('Dental 2026', [ids[0]]);
  const nameless = hotel.blockFor(null, [ids[1]]);
  const groupsOf = async (each: StoredConnection) => {
    const named = events.map(({ Discriminator, Value }) => ({ Discriminator, Value }));
    const { enterpriseId: EnterpriseId } = hotel;
    await rig.push(engine, each, JSON.stringify({ EnterpriseId, IntegrationId: 'integration', Events: named }));
    const rows = await rig.subjects(each);
    return rows.map(({ groupCode }) => groupCode).sort();
  };
  expect(await groupsOf(named)).toEqual(['Dental 2026', nameless].sort());
  expect(await groupsOf(connection)).toEqual([...hotel.blocks.keys()].sort());
});
