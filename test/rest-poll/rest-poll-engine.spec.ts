import { HttpService } from '@nestjs/axios';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import axios from 'axios';
import { restPoll } from '../../src/connectors/generic/rest-poll/rest-poll.connector.js';
import { AxiosHttpClient } from '../../src/kernel/axios-http-client.js';
import type { StoredConnection } from '../../src/provisioning/connection/stored-connection.js';
import type { ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import { type Engine, IntakeRig } from '../provisioning/intake/intake-rig.js';
import { listSecret, PeopleList } from '../simulators/rest-poll/people-list.js';
import { pagings, peopleMapping } from './rest-poll-rig.js';

/** The engine's scans on a real database, with the list on a real socket: who counts as gone, and when. */
let rig: IntakeRig;
let engine: Engine;
let connection: StoredConnection;
let list: PeopleList;

beforeEach(async () => {
  rig = await IntakeRig.open();
  const http = new AxiosHttpClient(new HttpService(axios.create()), { allowPrivateTargets: true });
  rig.definitions.push({
    ...restPoll,
    connect: (session: Parameters<typeof restPoll.connect>[0]) => restPoll.connect({ ...session, http }),
  } as unknown as ConnectorDefinition);
  engine = rig.engine();
  list = await PeopleList.start({ now: () => rig.clock.now() });
  connection = await rig.connection(engine, 'rest-poll', {
    settings: {
      url: list.url,
      authentication: { type: 'bearer' },
      paging: pagings.page,
      mapping: peopleMapping,
      time_zone: 'Europe/Vienna',
    },
    secrets: { secret: listSecret },
    accessInput: { preset: 'staff' },
    safety: { max_removals: 100, max_removals_percent: 100 },
  });
});
afterEach(async () => {
  await list.stop();
  await rig.close();
});

test('who is left out of two complete lists has left, and who is left out of half a list has not', async () => {
  const people = Array.from({ length: 40 }, (_, index) => list.hire(`Person${index}`));
  expect(await rig.scan(engine, connection)).toMatchObject({ status: 'done', seen: 40 });
  expect(await rig.living(connection)).toHaveLength(40);

  list.people.delete(people[30].id);
  list.faults.totalTooHigh = 1;
  expect(await rig.scan(engine, connection)).toMatchObject({ status: 'failed', code: 'total_differs' });
  list.faults.totalTooHigh = 0;
  list.faults.renamed = true;
  // A list under another name is no empty list.
  const given = rig.scan(engine, connection);
  const clock = setInterval(() => {
    void rig.clock.advance(600);
  }, 20);
  expect(await given).toMatchObject({ status: 'failed' });
  clearInterval(clock);
  list.faults.renamed = false;
  expect(await rig.living(connection)).toHaveLength(40);

  expect(await rig.scan(engine, connection)).toMatchObject({ status: 'done', seen: 39 });
  expect(await rig.living(connection)).toHaveLength(40);
  await rig.clock.advance(3600);
  expect(await rig.scan(engine, connection)).toMatchObject({ status: 'done', missing: 1 });
  expect(await rig.living(connection)).not.toContain(`${people[30].id} active`);
  expect(await rig.living(connection)).toHaveLength(39);
});

test('a record that cannot be read, or that no rule is about, keeps its place', async () => {
  const [odd, strange] = ['Odd', 'Strange', 'Usual'].map((last) => list.hire(last));
  await rig.scan(engine, connection);
  await rig.clock.advance(3600);
  list.change(odd, { start: 'soon' });
  list.change(strange, { state: 'sabbatical' });
  for (let scans = 0; scans < 3; scans += 1) {
    await rig.clock.advance(3600);
    expect(await rig.scan(engine, connection)).toMatchObject({ status: 'done', invalid: 2, missing: 0 });
  }
  expect(await rig.living(connection)).toHaveLength(3);
});
