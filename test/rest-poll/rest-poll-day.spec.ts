import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { ServiceUnderTest } from '../generic/service-under-test.js';
import { eventually } from '../kernel/manual-clock.js';
import { listSecret, PeopleList, type Person } from '../simulators/rest-poll/people-list.js';
import { authentications, pagings, peopleMapping } from './rest-poll-rig.js';

/**
 * The whole service, and a list that it asks on a socket: from the personnel system's change to the account and back.
 */
let usher: ServiceUnderTest;
let list: PeopleList;
let connectionId: string;
let edith: Person;

/** As an operator writes them: what is shown later hides the address behind its host. */
function settingsOf(list: PeopleList): object {
  return {
    url: list.url,
    authentication: authentications(list.origin).client_credentials,
    paging: { ...pagings.cursor, size_parameter: 'per_page', size: 2 },
    mapping: peopleMapping,
    since: { parameter: 'updated_since', format: 'epoch-s' },
    time_zone: 'Europe/Vienna',
    site: 'plant',
  };
}

beforeAll(async () => {
  usher = await ServiceUnderTest.start();
  list = await PeopleList.start({ style: 'cursor', authentication: 'client_credentials' });
  edith = list.hire('Clarke');
  list.hire('Hopper', { contract: 'ext' });
  list.hire('Applicant', { type: 'applicant' });
  const made = await usher.call('POST', '/connections', {
    name: 'Personnel',
    connector: 'rest-poll',
    schedule: { full: null, incremental: null },
    access: { preset: 'staff', deliver: [] },
    settings: settingsOf(list),
    secrets: { secret: listSecret },
  });
  expect(made).toMatchObject({ status: 201, body: { settings: { mapping: { kind: 'employment' } } } });
  connectionId = made.body.id;
});
afterAll(async () => {
  await usher.stop();
  await list.stop();
});

async function run(mode: 'full' | 'incremental'): Promise<{ status: string; seen: number }> {
  const { body: started } = await usher.call('POST', `/connections/${connectionId}/sync`, { mode });
  let state = { status: '', seen: 0 };
  await eventually('the run is over', async () => {
    state = (await usher.call('GET', `/runs/${started.id}`)).body;
    return !['queued', 'running'].includes(state.status);
  });
  return state;
}

const accounts = (...expected: readonly string[]) =>
  eventually(`the accounts are ${expected.join()}`, async () => (await usher.accounts()).join() === expected.join());

/** Within the days that an ended account is kept. */
function yesterday(): string {
  const [year, month, day] = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10).split('-');
  return `${day}.${month}.${year}`;
}

test('a connection test says what it finds, without writing', async () => {
  const { body } = await usher.call('POST', `/connections/${connectionId}/test`);
  expect(body.checks.slice(0, 4)).toMatchObject([
    { name: 'reachable', ok: true },
    { name: 'credentials', ok: true },
    { name: 'list', detail: '2 records in the first page; there are more pages' },
    { name: 'mapping', ok: true },
  ]);
});

test('a connection that is not enabled yet tells what its list would do, and does nothing', async () => {
  const { body: made } = await usher.call('POST', '/connections', {
    name: 'Personnel to be',
    connector: 'rest-poll',
    enabled: false,
    schedule: { full: null, incremental: null },
    access: { preset: 'staff', deliver: [] },
    settings: settingsOf(list),
    secrets: { secret: listSecret },
  });
  const path = `/connections/${made.id}/sync`;
  expect(await usher.call('POST', path, { mode: 'full' })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('"dry_run": true') },
  });
  expect(await usher.call('POST', path, { mode: 'drift', dry_run: true })).toMatchObject({ status: 409 });
  const started = await usher.call('POST', path, { mode: 'full', dry_run: true });
  expect(started.status).toBe(202);
  await eventually(
    'the run is over',
    async () => (await usher.call('GET', `/runs/${started.body.id}`)).body.status === 'done',
  );
  expect((await usher.call('GET', `/runs/${started.body.id}`)).body).toMatchObject({
    status: 'done',
    dry_run: true,
    seen: 3,
    changed: 2,
    problem: null,
  });
  expect((await usher.call('GET', `/connections/${made.id}/subjects`)).body.total_items).toBe(0);
  expect((await usher.call('DELETE', `/connections/${made.id}?accounts=delete`)).status).toBeLessThan(300);
});

test('a full list gives everybody in it an account', async () => {
  const came = arriving('rest-poll');
  expect(await run('full')).toMatchObject({ status: 'done', seen: 3 });
  await accounts('clarke.1@example.com', 'hopper.2@example.com');
  came();
});

test('a poll finds who was hired and who has left; a list that asks to wait is waited for', async () => {
  list.hire('Lamarr');
  list.change(edith, { state: 'left', end: yesterday() });
  Object.assign(list.faults, { status: 429, times: 1, retryAfterSeconds: 1 });
  const refused = await run('incremental');
  if (refused.status !== 'done')
    await eventually('the wait is over', async () => (await run('incremental')).status === 'done');
  await accounts('clarke.1@example.com (disabled)', 'hopper.2@example.com', 'lamarr.4@example.com');
});

test("being left out of one list ends nobody's access, and a list under another name is none", async () => {
  list.people.delete(5002);
  list.faults.renamed = true;
  const preview = await usher.call('POST', `/connections/${connectionId}/preview`, { payload: { items: [] } });
  expect(preview.body.plan).toMatchObject([{ kind: 'problem', detail: 'records: there is no list at "/data"' }]);
  list.faults.renamed = false;
  // Left out of one complete list: missing, not yet gone.
  expect(await run('full')).toMatchObject({ status: 'done', seen: 3 });
  await accounts('clarke.1@example.com (disabled)', 'hopper.2@example.com', 'lamarr.4@example.com');
});

test('an answer that is pasted shows the facts and the plan, also by a mapping that is not saved', async () => {
  const payload = peopleMapping.sample as object;
  const saved = await usher.call('POST', `/connections/${connectionId}/preview`, { payload });
  expect(saved.body.plan).toMatchObject([
    {
      kind: 'create_user',
      key: '5012',
      account: 'edith.clarke@example.com',
      facts: { department: 'Power systems', start_date: '2026-06-01' },
    },
  ]);
  const mapping = {
    ...peopleMapping,
    constants: { department: 'Everybody' },
    fields: { email: { path: '/contacts/0/address' }, start_date: { path: '/start', transform: ['date:dmy'] } },
  };
  const other = await usher.call('POST', `/connections/${connectionId}/preview`, { payload, settings: { mapping } });
  expect(other.body.plan).toMatchObject([{ account: 'e@home.example', facts: { department: 'Everybody' } }]);
});

test("secrets are never shown, and a token address is checked as the list's is", async () => {
  const { body } = await usher.call('GET', `/connections/${connectionId}`);
  expect(JSON.stringify(body)).not.toContain(listSecret);
  const wrong = await usher.call('PATCH', `/connections/${connectionId}`, {
    settings: {
      authentication: { type: 'client_credentials', token_url: 'ftp://x', client_id: 'usher' },
      url: 'https://u:p@example.com/',
    },
  });
  expect(wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
    '#/settings/authentication/token_url',
    '#/settings/url',
  ]);
});
