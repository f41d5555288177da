import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { everyOrganization, systemContext, type Context } from '../../../src/kernel/context.js';
import { SilentLog } from '../../../src/kernel/log.js';
import { Secrets } from '../../../src/kernel/secrets.js';
import { AccessPresets } from '../../../src/provisioning/access/access-presets.js';
import { ConnectionScheduleRepository } from '../../../src/provisioning/connection/connection-schedule.repository.js';
import { ConnectionRepository } from '../../../src/provisioning/connection/connection.repository.js';
import { ConnectionRows } from '../../../src/provisioning/connection/connection-rows.js';
import type { ConnectionDraft } from '../../../src/provisioning/connection/stored-connection.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { CountingIds, ManualClock, SeededChance } from '../../kernel/manual-clock.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

const ids = new CountingIds();
const everywhere = systemContext(everyOrganization, 'test');

function repository(masterKey = 1): ConnectionRepository {
  const rows = new ConnectionRows(new Secrets([Buffer.alloc(32, masterKey)], new SeededChance()), AccessPresets.load());
  return new ConnectionRepository(fresh.database, rows, new ManualClock(), new SilentLog());
}

const draft: ConnectionDraft = {
  name: 'Front desk',
  connector: 'bell-desk',
  settings: { site: 'lindenhof' },
  secrets: { key: 'rings' },
  target: { console: 'built-in' },
  targetToken: null,
  targetKey: 'built-in',
  schedule: { full: '17 4 * * *', incremental: null },
  accessInput: { preset: 'hotel', max_devices: 2 },
  safety: { max_removals: 5, max_removals_percent: 10 },
  enabled: true,
  status: 'active',
};

async function added(context: Context, changes: Partial<ConnectionDraft> = {}, masterKey = 1): Promise<string> {
  const id = ids.next();
  await repository(masterKey).insert(context, id, { ...draft, ...changes });
  return id;
}

const times = () => new ConnectionScheduleRepository(fresh.database);

test('a connection comes back as it was written, with its secrets open and its access resolved', async () => {
  const here = await fresh.organization();
  const id = await added(here, { targetToken: 'token' });
  expect(await repository().load(here, id)).toMatchObject({
    id,
    organizationId: here.organizationId,
    settings: { site: 'lindenhof' },
    secrets: { key: 'rings' },
    targetToken: 'token',
    accessInput: { preset: 'hotel', max_devices: 2 },
    access: { username: '{{ site }}-{{ key }}', max_devices: 2, group: expect.any(Array) },
    pause: null,
    link: null,
    cursor: null,
    lastProblem: null,
    revision: 1,
    createdAt: '2026-05-14T13:00:00.000Z',
  });
});

test('another organization does not find it, and whoever pushes finds it without naming one', async () => {
  const [here, there] = [await fresh.organization(), await fresh.organization()];
  const id = await added(here);
  expect(await repository().find(there, id)).toBeUndefined();
  await expect(repository().load(there, id)).rejects.toMatchObject({ kind: 'not_found' });
  expect(await repository().findAnywhere(there, id)).toMatchObject({ organizationId: here.organizationId });
});

test('an operator who is slower than another changes nothing', async () => {
  const here = await fresh.organization();
  const before = await repository().load(here, await added(here));
  expect(await repository().update(here, before, { ...draft, name: 'first' })).toBe(true);
  expect(await repository().update(here, before, { ...draft, name: 'second' })).toBe(false);
  expect(await repository().load(here, before.id)).toMatchObject({ name: 'first', revision: 2 });
});

test('connections without a planned time are the enabled ones, of every organization, with a schedule', async () => {
  const [here, there] = [await fresh.organization(), await fresh.organization()];
  const wanted = [await added(here), await added(there)];
  const planned = await added(here);
  await times().setNextRuns(here, planned, {
    fullAt: '2026-05-15T13:00:00.000Z',
    incrementalAt: '2026-05-15T13:00:00.000Z',
  });
  const unwanted = [
    await added(here, { enabled: false }),
    await added(there, {}, 9),
    planned,
    await added(here, { connector: 'other' }),
  ];
  const found = (
    await repository().unplanned(everywhere, { snapshots: [draft.connector], polls: [draft.connector] })
  ).map(({ id }) => id);
  expect(found).toEqual(expect.arrayContaining(wanted));
  for (const id of unwanted) expect(found).not.toContain(id);
});

test('links are told with who holds them and whether a list is wanted, without opening the connections', async () => {
  const [here, there] = [await fresh.organization(), await fresh.organization()];
  const [held, over, sealed] = [await added(here), await added(there), await added(here, {}, 9)];
  const unwanted = [
    await added(here, { connector: 'other' }),
    await added(here, { status: 'quarantined' }),
    await added(there, { enabled: false }),
  ];
  const write = (organization: typeof here, text: string, ...values: unknown[]) =>
    fresh.database.query(organization, { name: '', text }, [organization.organizationId, ...values]);
  const lease = 'insert into leases (organization_id, name, owner, until_at) values ($1, $2, $3, $4)';
  await write(here, lease, `listener ${held}`, 'somebody', '2026-05-14T13:00:20.000Z');
  await write(there, lease, `listener ${over}`, 'somebody', '2026-05-14T12:59:59.000Z');
  await write(
    there,
    `insert into runs (organization_id, id, connection_id, mode, cause, status, requested_by, created_at) values ($1,
      gen_random_uuid(), $2, 'full', 'operator', 'queued', 'me', now())`,
    over,
  );
  await repository().oweList(there, over, '2026-05-14T12:00:00.000Z');
  const owed = { requestedBy: 'lost link', since: '2026-05-14T12:00:00.000Z' };
  const links = new Map(
    (await repository().listening(everywhere, [draft.connector], '2026-05-14T13:00:00.000Z', owed)).map((each) => [
      each.id,
      each,
    ]),
  );
  expect(links.get(held)).toEqual({
    organizationId: here.organizationId,
    id: held,
    revision: 1,
    heldBy: 'somebody',
    wantsList: false,
    owesList: false,
  });
  expect(links.get(over)).toMatchObject({ heldBy: null, wantsList: true, owesList: true });
  expect(links.has(sealed)).toBe(true);
  for (const id of unwanted) expect(links.has(id)).toBe(false);
});

test('a look at a connection in quarantine is due at its time', async () => {
  const here = await fresh.organization();
  const [due, later] = [await added(here), await added(here)];
  const quarantine = { sinceAt: '2026-05-14T13:00:00.000Z', code: 'credentials_refused', detail: 'no', probes: 0 };
  await repository().quarantine(here, due, { ...quarantine, nextProbeAt: '2026-05-14T13:01:00.000Z' });
  await repository().quarantine(here, later, { ...quarantine, nextProbeAt: '2026-05-14T13:05:00.000Z' });
  const found = (await repository().toBeLookedAt(everywhere, '2026-05-14T13:01:00.000Z')).map(({ id }) => id);
  expect(found).toContain(due);
  expect(found).not.toContain(later);
});

test('what the engine notes changes one fact each and no revision', async () => {
  const here = await fresh.organization();
  const id = await added(here);
  const connections = repository();
  await connections.setLink(here, id, { state: 'connected', lastHeardAt: '2026-05-14T13:00:01.000Z' });
  await connections.setLink(here, id, { state: 'lost', detail: 'The line is dead', lastHeardAt: null });
  await connections.setCursor(here, id, { page: 7 });
  await connections.setProblem(here, id, { code: 'unreachable', detail: 'No answer', at: '2026-05-14T13:00:02.000Z' });
  await times().touchFullScan(here, id, '2026-05-14T12:00:00.000Z');
  await times().touchFullScan(here, id, '2026-05-14T11:00:00.000Z');
  expect(await connections.load(here, id)).toMatchObject({
    link: { state: 'lost', detail: 'The line is dead', lastHeardAt: '2026-05-14T13:00:01.000Z' },
    cursor: { page: 7 },
    lastProblem: { code: 'unreachable' },
    lastFullScanAt: '2026-05-14T12:00:00.000Z',
    revision: 1,
    name: 'Front desk',
  });
  await connections.setCursor(here, id, null);
  await connections.setProblem(here, id, null);
  expect(await connections.load(here, id)).toMatchObject({ cursor: null, lastProblem: null });
});

test('a quarantine is lifted to what was ordered meanwhile', async () => {
  const here = await fresh.organization();
  const connections = repository();
  const [active, paused] = [await added(here), await added(here)];
  const quarantine = {
    sinceAt: '2026-05-14T13:00:00.000Z',
    code: 'credentials_refused',
    detail: 'No',
    probes: 0,
    nextProbeAt: '2026-05-14T13:01:00.000Z',
  };
  for (const id of [active, paused]) await connections.quarantine(here, id, quarantine);
  await connections.setPause(here, paused, 'grants', 'quarantined');
  expect(await connections.load(here, active)).toMatchObject({
    status: 'quarantined',
    quarantine,
    lastProblem: { code: 'credentials_refused', at: quarantine.sinceAt },
  });
  for (const id of [active, paused]) await connections.release(here, await connections.load(here, id));
  expect(
    (await connections.loadMany(here, [active, paused])).map(({ id, status, quarantine }) => ({
      id,
      status,
      quarantine,
    })),
  ).toEqual(
    expect.arrayContaining([
      { id: active, status: 'active', quarantine: null },
      { id: paused, status: 'paused', quarantine: null },
    ]),
  );
});

test('a scheduled run is begun by exactly one of many who see it due', async () => {
  const here = await fresh.organization();
  const id = await added(here);
  const at = '2026-05-14T12:59:59.123Z';
  await times().setNextRuns(here, id, { fullAt: at, incrementalAt: '2026-05-14T13:00:01.000Z' });
  const due = (await times().dueRuns(everywhere, '2026-05-14T13:00:00.000Z')).filter(
    ({ connectionId }) => connectionId === id,
  );
  expect(due).toEqual([{ organizationId: here.organizationId, connectionId: id, mode: 'full', at }]);
  const won = await Promise.all(
    Array.from({ length: 5 }, () => times().moveNextRun(here, due[0], '2026-05-15T04:17:00.000Z')),
  );
  expect(won.filter(Boolean)).toHaveLength(1);
  expect((await repository().load(here, id)).nextFullAt).toBe('2026-05-15T04:17:00.000Z');
});

test('a paused connection has no due runs', async () => {
  const here = await fresh.organization();
  const id = await added(here);
  await times().setNextRuns(here, id, { fullAt: '2026-05-14T12:00:00.000Z', incrementalAt: null });
  await repository().setPause(here, id, 'all', 'paused');
  expect(
    (await times().dueRuns(everywhere, '2026-05-14T13:00:00.000Z')).filter(({ connectionId }) => connectionId === id),
  ).toEqual([]);
});
