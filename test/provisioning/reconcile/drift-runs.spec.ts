import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Context } from '../../../src/kernel/context.js';
import type { DriftSettings } from '../../../src/provisioning/connection/connection.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { ConsoleRefused, ConsoleUnavailable } from '../../../src/provisioning/wifi-console/port/console-problems.js';
import { DriftPass } from '../../../src/provisioning/intake/drift/drift-pass.js';
import { RunClaims } from '../../../src/provisioning/intake/run-queue/run-claims.js';
import { RunItemsRepository } from '../../../src/provisioning/intake/run-queue/run-items.repository.js';
import { RunRepository } from '../../../src/provisioning/intake/run-queue/run.repository.js';
import { RunFailed } from '../../../src/provisioning/intake/run-queue/run.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { guest, left, makeRig, type Rig } from './rig.js';

let fresh: FreshDatabase;
let rig: Rig;
let context: Context;
let runs: RunRepository;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});
beforeEach(async () => {
  rig = makeRig(fresh);
  context = await fresh.organization();
  runs = new RunRepository(fresh.database);
});

/** Three guests with accounts; by hand, one is disabled, one removed, and somebody else made one. */
async function tamperedWith(drift?: DriftSettings): Promise<StoredConnection> {
  const desk = await rig.connection(context, undefined, { drift });
  await rig.say(context, desk, { A: guest('Novak', '101'), B: guest('Horvat', '102'), C: guest('Kern', '103') });
  await rig.settleAll(context);
  await rig.clock.advance(1);
  const [a, b] = await Promise.all(['101-novak', '102-horvat'].map((name) => rig.idOf(context, name)));
  await rig.console.apply(context, [
    {
      kind: 'change_user',
      id: rig.ids.next(),
      remoteId: a ?? '',
      changes: { disabled: true },
      password: null,
      groupId: null,
    },
    { kind: 'delete_user', id: rig.ids.next(), remoteId: b ?? '' },
    {
      kind: 'create_user',
      id: rig.ids.next(),
      password: 'own password',
      groupId: null,
      externalId: rig.ids.next(),
      user: {
        username: 'somebody',
        passwordFingerprint: null,
        groupName: null,
        disabled: false,
        validFrom: null,
        validUntil: null,
        maxDevices: null,
        firstName: null,
        lastName: null,
        email: null,
        phone: null,
        comment: null,
      },
    },
  ]);
  return desk;
}

async function drift(connection: StoredConnection, dryRun = false): Promise<string> {
  await runs.insert(
    context,
    rig.ids.next(),
    connection.id,
    { mode: 'drift', dryRun, cause: 'operator', requestedBy: 'test' },
    rig.clock.instant(),
  );
  const claim = { owner: 'worker', untilAt: '2026-06-01T00:00:00.000Z' };
  const run = await new RunClaims(fresh.database).claim({ owner: claim.owner, now: rig.clock.instant() }, []);
  if (!run) throw new Error('no run waits');
  await new DriftPass(rig.drift, runs, new RunItemsRepository(fresh.database), rig.quarantines, rig.clock).pass(
    context,
    run,
    connection,
    () => claim,
    new AbortController().signal,
  );
  await rig.settleAll(context);
  return run.id;
}

const itemsOf = (runId: string) =>
  rig
    .rows<{ line: string }>(
      context,
      'run_items',
      "concat_ws(' ', kind, account, detail) as line",
      `run_id = '${runId}'`,
    )
    .then((rows) => rows.map(({ line }) => line));

test('a drift run counts and tells the differences, and touches nothing where they are only reported', async () => {
  const desk = await tamperedWith();
  const runId = await drift(desk);
  expect(await rig.rows(context, 'runs', 'status, seen, changed, missing', `id = '${runId}'`)).toEqual([
    { status: 'done', seen: 3, changed: 1, missing: 1 },
  ]);
  expect(await itemsOf(runId)).toEqual([
    'changed 101-novak reported',
    'missing 102-horvat reported',
    'foreign accounts of the console that are not ours; they are never touched',
  ]);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'disabled', '103-kern': 'enabled', somebody: 'enabled' });
  expect(await rig.rows(context, 'provision_log', 'account', "kind = 'drift'")).toHaveLength(2);
});

test('each kind of difference has its own answer: what was changed stays, what was removed is made again', async () => {
  const desk = await tamperedWith({ changed: 'accept', missing: 'repair' });
  expect((await itemsOf(await drift(desk))).slice(0, 2)).toEqual([
    'changed 101-novak left as it is',
    'missing 102-horvat written again',
  ]);
  expect(await rig.accounts(context)).toEqual({
    '101-novak': 'disabled',
    '102-horvat': 'enabled',
    '103-kern': 'enabled',
    somebody: 'enabled',
  });
});

test('what was changed is written back where that is wanted', async () => {
  const desk = await tamperedWith({ changed: 'repair', missing: 'accept' });
  await drift(desk);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled', '103-kern': 'enabled', somebody: 'enabled' });
  await rig.clock.advance(1);
  expect(await itemsOf(await drift(desk))).toEqual([
    'foreign accounts of the console that are not ours; they are never touched',
  ]);
});

test('the name of an account that is disabled already is mended, which is no disabling', async () => {
  const desk = await rig.connection(context, undefined, { drift: { changed: 'repair', missing: 'repair' } });
  await rig.say(context, desk, { A: guest('Novak', '101') });
  await rig.settleAll(context);
  await rig.say(context, desk, { A: left(guest('Novak', '101'), rig.clock.instant()) });
  await rig.settleAll(context);
  await rig.clock.advance(1);
  const remoteId = (await rig.idOf(context, '101-novak')) ?? '';
  const changes = { username: 'by-hand' };
  await rig.console.apply(context, [
    { kind: 'change_user', id: rig.ids.next(), remoteId, changes, password: null, groupId: null },
  ]);
  await drift(desk);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'disabled' });
  const log = await rig.rows<{ kind: string }>(context, 'provision_log', 'kind', "kind <> 'drift'");
  expect(log.map(({ kind }) => kind).sort()).toEqual(['change_user', 'create_user', 'disable_user']);
});

test('a dry drift run only reports, whatever the connection says, and leaves no log', async () => {
  const desk = await tamperedWith({ changed: 'repair', missing: 'repair' });
  expect((await itemsOf(await drift(desk, true))).slice(0, 2)).toEqual([
    'changed 101-novak reported',
    'missing 102-horvat reported',
  ]);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'disabled', '103-kern': 'enabled', somebody: 'enabled' });
  expect(await rig.rows(context, 'provision_log', 'account', "kind = 'drift'")).toEqual([]);
});

test('an account that was written while the console was listed is no difference', async () => {
  const desk = await tamperedWith({ changed: 'repair', missing: 'repair' });
  await rig.clock.advance(-1);
  expect(await itemsOf(await drift(desk))).toEqual([
    'foreign accounts of the console that are not ours; they are never touched',
  ]);
});

test('a console that refuses the key ends the run and quarantines; one that fails ends only the run', async () => {
  const desk = await rig.remoteConnection(context);
  rig.remoteConsole.failOnce(({ method }) => method === 'users', new ConsoleUnavailable('busy'));
  rig.remoteConsole.addByHand({ username: 'somebody' });
  await expect(drift(desk)).rejects.toMatchObject({ problem: { code: 'console_unavailable' } });
  expect(await rig.connections.load(context, desk.id)).toMatchObject({ status: 'active' });
  await fresh.database.query(
    context,
    { name: 'test_end_runs', text: "update runs set status = 'failed' where organization_id = $1" },
    [context.organizationId],
  );
  rig.remoteConsole.failOnce(({ method }) => method === 'users', new ConsoleRefused('The key is not accepted', 401));
  await expect(drift(desk)).rejects.toBeInstanceOf(RunFailed);
  expect(await rig.connections.load(context, desk.id)).toMatchObject({
    status: 'quarantined',
    quarantine: { code: 'console_refused' },
  });
  expect(rig.alarms.open).toMatchObject([{ event: 'connection.quarantined', subjectId: desk.id }]);
});
