import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { Reconciler } from '../../src/provisioning/reconcile/reconciler.js';
import { Silence } from '../../src/provisioning/host/silence.js';
import { RunWorker } from '../../src/provisioning/intake/runs/run-worker.js';
import type { Answer } from '../api/ask.js';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { SftpSimulator } from '../simulators/csv/sftp-simulator.js';
import { header, type Person, people, row, staffFile } from '../simulators/csv/staff-file.js';
import { letGo } from '../database/retention.js';

/**
 * From a file to accounts and back, with the whole service on a real socket. One employer, one week: the tests follow
 * each other.
 */
let world: UsherWorld;
let connection: string;
let day = 1;
const settings = { time_zone: 'Europe/Prague', delimiter: 'semicolon', trailer: '#TRAILER' };
const staff = people(20);
/** Longer ago, and the account would be deleted by now. */
const yesterday = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  world = await usherWorld();
  for (const part of [RunWorker, Reconciler]) world.app.get<{ start(): void }>(part, { strict: false }).start();
  connection = (
    await world.made(201, 'POST', '/connections', { body: { name: 'Staff list', connector: 'csv', settings } })
  ).id;
});

afterAll(async () => {
  for (const part of [RunWorker, Reconciler])
    await world.app.get<{ stop(): Promise<void> }>(part, { strict: false }).stop();
  await world.close();
});

/** The night's file; each is a day newer than the one before. */
async function upload(persons: readonly Person[], text = staffFile(persons)) {
  const name = `staff-2026-03-${String((day += 1)).padStart(2, '0')}.csv`;
  return world.ask('POST', `/connections/${connection}/files?name=${name}`, {
    body: text,
    headers: { 'content-type': 'text/csv' },
  });
}

async function accounts(): Promise<Map<string, boolean>> {
  const rows = await world.sql<{ username: string; enabled: boolean }>(
    'select username, not disabled as enabled from users where organization_id = $1',
    [world.organizationId],
  );
  return new Map(rows.map(({ username, enabled }) => [username, enabled]));
}

async function runOver(id: string): Promise<Answer['body']> {
  let run: Answer['body'];
  await eventually(`run ${id} is over`, async () => {
    run = await world.made(200, 'GET', `/runs/${id}`);
    return !['queued', 'running'].includes(run.status);
  });
  return run;
}

async function settled(): Promise<Map<string, boolean>> {
  await eventually('nothing waits at the console', async () => {
    const [{ waiting }] = await world.sql<{ waiting: number }>(
      'select count(*)::int as waiting from identities where want_rev > done_rev',
      [],
    );
    return waiting === 0;
  });
  return accounts();
}

const enabled = (all: Map<string, boolean>) => [...all].filter(([, isEnabled]) => isEnabled).length;

test('a list of everybody becomes accounts, named and grouped as the preset says', async () => {
  const came = arriving('csv');
  const { status, body } = await upload(staff);
  expect({ status, ...body }).toMatchObject({ status: 'accepted', rows: 20, scope: 'full', findings: [] });
  expect(await runOver(body.run_id)).toMatchObject({ status: 'done', seen: 20, changed: 20 });
  const all = await settled();
  came();
  expect(enabled(all)).toBe(20);
  expect(all.has('jana.novak3@acme.example')).toBe(true);
});

test('who left is disabled with that very file, without a second one', async () => {
  staff[3] = { ...staff[3], status: 'terminated', end: yesterday };
  const { body } = await upload(staff);
  expect(await runOver(body.run_id)).toMatchObject({ status: 'done', changed: 1 });
  expect((await settled()).get('jana.novak3@acme.example')).toBe(false);
});

test('the list of the night before, handed over again, takes back what a wrong one said', async () => {
  const wrong = staff[3];
  staff[3] = { ...wrong, status: 'active', end: '' };
  const corrected = await upload(staff);
  expect(corrected.body).toMatchObject({ status: 'accepted' });
  expect(await runOver(corrected.body.run_id)).toMatchObject({ status: 'done', changed: 1 });
  expect((await settled()).get('jana.novak3@acme.example')).toBe(true);
  expect((await upload(staff)).body).toMatchObject({ status: 'repeated', run_id: null });

  staff[3] = wrong;
  await runOver((await upload(staff)).body.run_id);
  expect((await settled()).get('jana.novak3@acme.example')).toBe(false);
});

test('half a file is refused, says why, and changes nothing', async () => {
  const whole = staffFile(staff);
  const { status, body } = await upload(staff, whole.slice(0, whole.length / 2));
  expect(status).toBe(422);
  expect(body.file).toMatchObject({ status: 'rejected', has_content: false });
  expect(body.file.findings.map(({ rule }: { rule: string }) => rule)).toContain('cut_off');
  expect(JSON.stringify(body)).not.toMatch(/novak|acme/i);
  expect(await world.made(200, 'GET', `/connections/${connection}`)).toMatchObject({
    status: 'active',
    last_problem: { code: 'file_rejected' },
  });
  expect(await world.sql("select detail from alerts where event = 'file.refused'", [])).toHaveLength(1);
  expect(enabled(await settled())).toBe(19);
});

test('the last list once more, after a refused and a held file, ends the alert and the decision', async () => {
  const held = await upload(staff.slice(0, 12));
  expect(held.body.status).toBe('held');
  expect((await upload(staff)).body).toMatchObject({ status: 'repeated', run_id: null });
  expect(await world.made(200, 'GET', `/connections/${connection}`)).toMatchObject({ last_problem: null });
  expect(await world.sql("select from alerts where event = 'file.refused' and resolved_at is null", [])).toEqual([]);
  expect(await world.made(200, 'GET', `/files/${held.body.id}`)).toMatchObject({ status: 'rejected' });
  expect(enabled(await settled())).toBe(19);
});

test('a file without 40 % of the staff is held, and what it says of anybody waits with it', async () => {
  const fewer = staff
    .slice(0, 12)
    .map((each, index) => (index === 5 ? { ...each, status: 'terminated', end: yesterday } : each));
  const { status, body } = await upload(fewer);
  expect({ code: status, ...body }).toMatchObject({ code: 201, status: 'held', run_id: null });
  expect(body.findings.map(({ rule }: { rule: string }) => rule)).toEqual(expect.arrayContaining(['row_count']));
  expect(enabled(await settled())).toBe(19);

  const refused = await world.ask('POST', `/files/${body.id}/accept`, { body: { digest: 'a'.repeat(64) } });
  expect(refused.status).toBe(409);
  const accepted = await world.made(200, 'POST', `/files/${body.id}/accept`, { body: { digest: body.digest } });
  expect(await runOver(accepted.run_id)).toMatchObject({ status: 'done', missing: 8, held: 0 });
  const all = await settled();
  expect(all.get('jana.novak5@acme.example')).toBe(false);
  expect(enabled(all)).toBe(18);
});

test('reading the same list again counts nobody as missing once more', async () => {
  const { id } = await world.made(202, 'POST', `/connections/${connection}/sync`, { body: { mode: 'full' } });
  expect(await runOver(id)).toMatchObject({ status: 'done', problem: { code: 'nothing_new' } });
  expect(enabled(await settled())).toBe(18);
});

test('when the next list misses them too, a plan of eight removals waits; a termination does not', async () => {
  await world.sql(
    "update subjects set first_missing_at = first_missing_at - interval '25 hours' where connection_id = $1",
    [connection],
  );
  const fewer = staff
    .slice(0, 12)
    .map((each, index) => ([5, 7].includes(index) ? { ...each, status: 'terminated', end: yesterday } : each));
  const { body } = await upload(fewer);
  expect(body.status).toBe('accepted');
  const run = await runOver(body.run_id);
  expect(run).toMatchObject({ status: 'held', held: 8 });
  const all = await settled();
  expect(all.get('jana.novak7@acme.example')).toBe(false);
  expect(enabled(all)).toBe(17);
  await world.made(200, 'POST', `/runs/${run.id}/approve`, { body: { plan_hash: run.plan_hash } });
  expect(enabled(await settled())).toBe(9);
});

test('the same file again is known, and an older one is refused', async () => {
  const fewer = staff
    .slice(0, 12)
    .map((each, index) => ([5, 7].includes(index) ? { ...each, status: 'terminated', end: yesterday } : each));
  expect((await upload(fewer)).body).toMatchObject({ status: 'repeated', run_id: null });
  day = 1;
  const { status, body } = await upload(staff.slice(0, 11));
  expect([status, body.file.findings[0].rule]).toEqual([422, 'stale']);
});

test('a key for files hands over files and sees nothing else', async () => {
  const { token } = await world.keyWith(['files:write']);
  const statuses = [];
  for (const [method, path] of [
    ['POST', `/connections/${connection}/files`],
    ['GET', `/connections/${connection}`],
    ['GET', `/connections/${connection}/files`],
    ['GET', '/users'],
  ]) {
    statuses.push(
      (await world.ask(method, path, { token, ...(method === 'POST' ? { body: { not: 'a list' } } : {}) })).status,
    );
  }
  expect(statuses).toEqual([422, 403, 403, 403]);
});

test('contents are sealed, and gone after a week', async () => {
  const parts = await world.sql<{ content_sealed: string }>('select content_sealed from delivered_file_parts', []);
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.every((part) => part.content_sealed.startsWith('v1.'))).toBe(true);
  await world.sql("update delivered_files set received_at = received_at - interval '7 days'", []);
  await letGo(world.fresh.database, { instant: () => new Date().toISOString() }, 'contents of delivered files');
  expect(await world.sql('select * from delivered_file_parts', [])).toEqual([]);
  expect((await world.made(200, 'GET', `/connections/${connection}/files`))._embedded.files[0]).toMatchObject({
    has_content: false,
  });
  const { id } = await world.made(202, 'POST', `/connections/${connection}/sync`, { body: { mode: 'full' } });
  expect(await runOver(id)).toMatchObject({ status: 'done', problem: { code: 'nothing_new' } });
});

test('changes end, move and bring people, in their order, and a list read again undoes none of them', async () => {
  const { id } = await world.made(201, 'POST', '/connections', {
    body: { name: 'Changes', connector: 'csv', settings: { ...settings, mode: 'delta', trailer: null } },
  });
  const send = (name: string, body: string) =>
    world.made(201, 'POST', `/connections/${id}/files?name=${name}`, { body, headers: { 'content-type': 'text/csv' } });
  const of = (index: number) => `jana.novak${index}@branch.example`;
  const branch = people(6).map((each, index) => ({ ...each, email: of(index) }));
  const first = await send('staff-2026-03-01.csv', [header, ...branch.map(row), ''].join('\n'));
  await runOver(first.run_id);
  await settled();

  const delta = [
    `D;${branch[1].number};;;;;;;;${yesterday};1`,
    `U;${row({ ...branch[2], department: 'Kitchen' })};2`,
    `I;${row({ ...branch[0], number: '000077', email: of(77) })};3`,
    '',
  ];
  const changes = await send('staff-2026-03-02.csv', [`action;${header};seq`, ...delta].join('\n'));
  expect(changes).toMatchObject({ status: 'accepted', scope: 'changes' });
  expect(await runOver(changes.run_id)).toMatchObject({ status: 'done', changed: 3 });
  const seen = async () => {
    const all = await settled();
    return [1, 2, 77].map((index) => all.get(of(index)));
  };
  expect(await seen()).toEqual([false, true, true]);
  await runOver((await world.made(202, 'POST', `/connections/${id}/sync`, { body: { mode: 'full' } })).id);
  expect(await seen()).toEqual([false, true, true]);
  const gap = await world.ask('POST', `/connections/${id}/files?name=staff-2026-03-03.csv`, {
    body: `action;${header};seq\nD;${branch[3].number};;;;;;;;;5\n`,
    headers: { 'content-type': 'text/csv' },
  });
  expect([gap.status, gap.body.file.findings[0].rule]).toEqual([422, 'sequence_gap']);
});

test('fetched by SFTP: a list makes accounts, a server with another key stops the connection', async () => {
  const simulator = await SftpSimulator.start();
  simulator.put('staff-2026-03-02.csv', staffFile(people(4)).replaceAll('@acme', '@other'), '2026-03-02T03:00:00Z');
  simulator.put('staff-2026-03-02.done', '{"rows": 4}', '2026-03-02T03:00:01Z');
  const sftp = {
    source: 'sftp',
    host: '127.0.0.1',
    port: simulator.port,
    user_name: simulator.user,
    host_key: simulator.hostKey,
    directory: '/',
    completion: 'marker',
  };
  const { id } = await world.made(201, 'POST', '/connections', {
    body: {
      name: 'SFTP',
      connector: 'csv',
      settings: { ...settings, ...sftp },
      secrets: { password: simulator.password },
    },
  });
  // Staff are mailed their passwords, and no mail server is set here.
  expect(await world.made(200, 'POST', `/connections/${id}/test`)).toMatchObject({
    ok: false,
    checks: [
      { name: 'reachable', ok: true },
      { name: 'files', ok: true },
      { name: 'console', ok: true },
      { name: 'delivery', ok: false },
    ],
  });
  await runOver((await world.made(202, 'POST', `/connections/${id}/sync`, { body: { mode: 'incremental' } })).id);
  await eventually('the list is read', async () => (await accounts()).has('jana.novak2@other.example'));
  expect(simulator.writes).toBe(0);

  await world.made(200, 'PATCH', `/connections/${id}`, {
    body: {
      settings: { host_key: 'SHA256:uNiVztksCsDhcc0u9e8BrrJXVGDaT3VwAJ1yQ9sH4n0' },
      secrets: { password: simulator.password },
    },
  });
  // What is saved is tried at once.
  await eventually(
    'the connection stands still',
    async () => (await world.made(200, 'GET', `/connections/${id}`)).status === 'quarantined',
  );
  expect(await world.made(200, 'GET', `/connections/${id}`)).toMatchObject({
    last_problem: { code: 'settings_invalid' },
  });
  await simulator.stop();
});

test('a night without a file is told to whoever is to be told, and the next file ends it', async () => {
  const silence = world.app.get(Silence, { strict: false });
  const { id } = await world.made(201, 'POST', '/connections', {
    body: { name: 'Forgotten export', connector: 'csv', settings: { ...settings, expected_hours: 30 } },
  });
  await silence.look();
  expect(await world.made(200, 'GET', `/connections/${id}`)).toMatchObject({ silent_since: null });
  await world.sql(
    "update connections set created_at = now() - interval '31 hours', updated_at = now() - interval '31 " +
      "hours' where id = $1",
    [id],
  );
  await silence.look();
  expect(await world.made(200, 'GET', `/connections/${id}`)).toMatchObject({
    silent_since: expect.any(String),
    last_problem: { code: 'silent', detail: expect.stringContaining('30 hours') },
  });
  const open = async () =>
    (
      (await world.ask('GET', '/alerts?filter[status]=open')).body._embedded.alerts as {
        event: string;
        subject: { id: string };
      }[]
    ).filter(({ event, subject }) => event === 'connection.silent' && subject.id === id);
  expect(await open()).toHaveLength(1);
  await world.ask('POST', `/connections/${id}/files?name=staff-2026-03-01.csv`, {
    body: staffFile(people(20)),
    headers: { 'content-type': 'text/csv' },
  });
  await silence.look();
  expect(await open()).toEqual([]);
  expect(await world.made(200, 'GET', `/connections/${id}`)).toMatchObject({ silent_since: null, last_problem: null });
});
