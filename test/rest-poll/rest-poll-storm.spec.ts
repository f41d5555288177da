import { HttpService } from '@nestjs/axios';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import axios from 'axios';
import { restPoll } from '../../src/connectors/generic/rest-poll/rest-poll.connector.js';
import { statement } from '../../src/database/database.js';
import { AxiosHttpClient } from '../../src/kernel/axios-http-client.js';
import type { StoredConnection } from '../../src/provisioning/connection/stored-connection.js';
import type { ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import { type Engine, IntakeRig } from '../provisioning/intake/intake-rig.js';
import { listSecret, PeopleList, type Person } from '../simulators/rest-poll/people-list.js';

/** The engine on a real database, lists of every kind of people on a real socket, in pages of ten. */
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
});
afterEach(async () => {
  await list.stop();
  await rig.close();
});

const kinds = {
  employment: {
    preset: 'staff',
    there: 'active',
    gone: 'terminated',
    fields: { start_date: { path: '/start' } },
    start: '2026-03-01',
    end: null,
  },
  stay: {
    preset: 'hotel',
    there: 'in_house',
    gone: 'checked_out',
    fields: { room: { path: '/number' }, arrival_at: { path: '/start' }, departure_at: { path: '/end' } },
    start: '2026-05-13T13:00:00Z',
    end: '2026-05-30T09:00:00Z',
  },
  visit: {
    preset: 'visitor-user',
    there: 'active',
    gone: 'ended',
    fields: { sign_in_at: { path: '/start' }, expected_departure_at: { path: '/end' } },
    start: '2026-05-13T08:00:00Z',
    end: '2026-05-20T16:00:00Z',
  },
  membership: {
    preset: 'membership',
    there: 'active',
    gone: 'ended',
    fields: { starts_at: { path: '/start' }, ends_at: { path: '/end' } },
    start: '2026-04-20T00:00:00Z',
    end: '2026-05-30T00:00:00Z',
  },
} as const;
type Kind = keyof typeof kinds;
const everyKind = Object.keys(kinds) as Kind[];

async function opened(kind: Kind, count: number): Promise<Person[]> {
  const { preset, there, gone, fields, start, end } = kinds[kind];
  const mapping = {
    version: 1,
    kind,
    records: '/data',
    match: [
      { when: [{ field: '/state', op: 'eq', value: 'left' }], status: gone },
      { when: [{ field: '/state', op: 'eq', value: 'active' }], status: there },
    ],
    key: { path: '/id' },
    record_version: { path: '/updated_at', transform: ['datetime:epoch-s'] },
    fields: {
      first_name: { path: '/name/first' },
      last_name: { path: '/name/last' },
      email: { path: '/contacts', find: { field: '/kind', op: 'eq', value: 'work', take: '/address' } },
      ...fields,
    },
  };
  connection = await rig.connection(engine, 'rest-poll', {
    settings: {
      url: list.url,
      authentication: { type: 'bearer' },
      paging: { style: 'page', parameter: 'page', size_parameter: 'per_page', size: 10, total: '/total' },
      mapping,
      since: { parameter: 'updated_since', format: 'epoch-s', overlap_seconds: 300 },
      time_zone: 'Europe/Vienna',
    },
    secrets: { secret: listSecret },
    accessInput: { preset },
  });
  const people = Array.from({ length: count }, (_, index) => list.hire(`Person${index}`, { start, end }));
  expect(await rig.scan(engine, connection)).toMatchObject({ status: 'done', seen: count, invalid: 0 });
  expect(await hereNow(kind)).toBe(count);
  await rig.clock.advance(3_600);
  return people;
}
const hereNow = async (kind: Kind) =>
  (await rig.living(connection)).filter((line) => line.endsWith(` ${kinds[kind].there}`)).length;
const heldBy = (runId: string) =>
  rig.fresh.database.one(
    rig.context,
    statement(
      'test_rest_poll_held',
      `
  select r.endings_held as said, p.held, p.status from runs r left join runs p on p.organization_id = r.organization_id
    and p.id = r.endings_run_id where r.id = $1`,
    ),
    [runId],
  );
const leave = (people: readonly Person[]) => people.forEach((each) => list.change(each, { state: 'left' }));

test.each(everyKind)('a list in which 40 of 90 are said to be gone is held whole: %s', async (kind) => {
  const people = await opened(kind, 90);
  leave(people.filter((_, index) => index % 9 < 4));
  const run = await rig.scan(engine, connection);
  expect(run).toMatchObject({ status: 'done', seen: 90 });
  expect(await hereNow(kind)).toBe(90);
  expect(await heldBy(run.id)).toEqual({ said: 40, held: 40, status: 'held' });
});

test.each(everyKind)('ten who are gone are out with the list that says so: %s', async (kind) => {
  const people = await opened(kind, 90);
  leave(people.slice(40, 50));
  await rig.scan(engine, connection);
  expect(await hereNow(kind)).toBe(80);
});

test('a poll in pages of ten that tells of 40 leavers is held whole', async () => {
  const people = await opened('employment', 90);
  const poll = async () => {
    const id = await engine.decisions.start(rig.context, connection, { mode: 'incremental', dryRun: false });
    while (await engine.worker.next());
    return rig.run(id);
  };
  await poll();
  await rig.clock.advance(600);
  leave(people.slice(0, 40));
  const run = await poll();
  expect(run).toMatchObject({ status: 'done', seen: 40 });
  expect(await hereNow('employment')).toBe(90);
  expect(await heldBy(run.id)).toEqual({ said: 40, held: 40, status: 'held' });
});
