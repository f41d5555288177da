import { HttpService } from '@nestjs/axios';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import axios from 'axios';
import { bamboohr } from '../../src/connectors/hr/bamboohr/bamboohr.connector.js';
import { statement } from '../../src/database/database.js';
import { AxiosHttpClient } from '../../src/kernel/axios-http-client.js';
import type { StoredConnection } from '../../src/provisioning/connection/stored-connection.js';
import type { ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import { type Engine, IntakeRig } from '../provisioning/intake/intake-rig.js';
import { BambooHrSimulator } from '../simulators/bamboohr/bamboohr-simulator.js';

/**
 * The engine on a real database, the connector on a real socket: a company that loses a large part of its staff in one
 * list.
 */
let rig: IntakeRig;
let engine: Engine;
let connection: StoredConnection;
let simulator: BambooHrSimulator;
let staff: string[];

beforeEach(async () => {
  rig = await IntakeRig.open();
  const http = new AxiosHttpClient(new HttpService(axios.create()), { allowPrivateTargets: true });
  rig.definitions.push({
    ...bamboohr,
    connect: (session: Parameters<typeof bamboohr.connect>[0]) => bamboohr.connect({ ...session, http }),
  } as unknown as ConnectorDefinition);
  engine = rig.engine();
  simulator = await BambooHrSimulator.start(rig.clock);
  simulator.largestPage = 25;
  connection = await rig.connection(engine, 'bamboohr', {
    settings: { base_url: simulator.url, time_zone: 'Europe/Prague' },
    secrets: { api_key: simulator.apiKey, webhook_key: simulator.webhookKey },
    accessInput: { preset: 'staff' },
  });
  staff = Array.from({ length: 126 }, () => simulator.company.hire({ hireDate: '2024-03-01' }));
  expect(await rig.scan(engine, connection)).toMatchObject({ status: 'done', seen: 126 });
  expect(await working()).toBe(126);
  await rig.clock.advance(3_600);
});

afterEach(async () => {
  await simulator.stop();
  await rig.close();
});

const working = async () => (await rig.living(connection)).filter((line) => line.endsWith(' active')).length;
const leave = (people: readonly string[]) =>
  people.forEach((each) => simulator.company.row(each, '2026-05-01', 'Terminated'));
const heldBy = (runId: string) =>
  rig.fresh.database.one(
    rig.context,
    statement(
      'test_bamboohr_held',
      `
  select r.endings_held as said, p.held, p.status from runs r left join runs p on p.organization_id = r.organization_id
  and p.id = r.endings_run_id where r.id = $1`,
    ),
    [runId],
  );

test('50 of 126 leave, said in pages of 25: nobody loses access, and the run leads to whom it is about', async () => {
  leave(staff.filter((_, index) => index % 5 < 2).slice(0, 50));
  const run = await rig.scan(engine, connection);
  expect(run).toMatchObject({ status: 'done', seen: 126, missing: 0 });
  expect(run.pages).toBeGreaterThan(5);
  expect(await working()).toBe(126);
  expect(await heldBy(run.id)).toEqual({ said: 50, held: 50, status: 'held' });
});

test('30 of 126 leave: they are out when the list was read', async () => {
  leave(staff.slice(0, 30));
  const run = await rig.scan(engine, connection);
  expect(await working()).toBe(96);
  expect(await heldBy(run.id)).toEqual({ said: 0, held: null, status: null });
});

test('a list that is cut off takes nothing away; the one after it is judged as a whole', async () => {
  leave(staff.slice(0, 50));
  simulator.faults.cutAfterPages = 2;
  const reading = rig.scan(engine, connection);
  const clock = setInterval(() => {
    void rig.clock.advance(300);
  }, 20);
  expect(await reading).toMatchObject({ status: 'failed' });
  clearInterval(clock);
  expect(await working()).toBe(126);
  simulator.faults.cutAfterPages = undefined;
  const run = await rig.scan(engine, connection);
  expect(await working()).toBe(126);
  expect(await heldBy(run.id)).toEqual({ said: 50, held: 50, status: 'held' });
});
