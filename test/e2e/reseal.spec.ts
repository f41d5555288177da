import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { DataFolder, rowsAt } from './data-folder.js';
import { type RunningService, runToEnd, startService } from './service.js';
import { until } from './until.js';

/** A change of the master key, from the first step to the old key thrown away. */
let folder: DataFolder;
let database: TestDatabase;
let service: RunningService | undefined;
const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
const where = () => ({ USHER_DATA_DIR: folder.path, DATABASE_URL: database.url, PORT: '0', HOST: '127.0.0.1' });
beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
});
afterAll(async () => {
  await service?.kill();
  await folder.remove();
  await database.drop();
});

async function start(keys: string): Promise<RunningService> {
  service = await startService({ ...where(), USHER_MASTER_KEY: keys });
  return service;
}

async function made({ call }: RunningService, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await call('POST', path, body);
  expect([path, answer.status, answer.body]).toEqual([path, 201, answer.body]);
  return answer.body;
}

async function reseal(keys: string, ...options: readonly string[]) {
  const { code, out, err } = await runToEnd({ ...where(), USHER_MASTER_KEY: keys }, 'reseal', ...options);
  const lines = out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => !('level' in line));
  return { code, err, lines, last: lines.at(-1)! };
}

const sealedNow = () =>
  rowsAt<Record<string, string>>(
    `${database.url}?options=${encodeURIComponent('-c usher.organization_id=*')}`,
    `select (select split_part(secret_sealed, '.', 2) from webhooks) as webhook,
      (select split_part(secrets_sealed, '.', 2) from connections) as connection,
      (select encode(nt_hash_sealed, 'hex') from users) as user,
      (select encode(secret_sealed, 'hex') from radius_servers) as server,
      (select count(*)::text from audit_entries where before::text like '%(set)%') as changed,
      (select string_agg(revision::text, ' ') from webhooks) as revision`,
  ).then(([row]) => row!);

test('the old key can be taken out once reseal says so, and all that it sealed still opens', async () => {
  const first = await start(key(1));
  await made(first, '/webhooks', { url: 'https://hooks.example.com/wifi' });
  await made(first, '/users', { username: 'eva', password: 'correct horse battery' });
  await made(first, '/radius-servers', { name: 'Lobby', secret: 'shared-secret-of-the-lobby' });
  const { id } = await made(first, '/connections', {
    name: 'Staff',
    connector: 'csv',
    settings: { time_zone: 'Europe/Vienna', source: 'upload' },
    secrets: { password: 'hr-drop-secret' },
  });
  await until('the audit is sealed', async () => Number((await first.call('GET', '/audit/verify')).body.blocks) >= 1);
  await first.stop();
  const before = await sealedNow();

  // Whoever has not been told of the new key yet still opens everything.
  const both = `${key(2)},${key(1)}`;
  const asked = await reseal(both, '--check');
  expect([asked.code, asked.last.others_needed]).toEqual([1, true]);
  expect(await sealedNow()).toEqual(before);
  expect((await reseal(key(2))).err).toContain('USHER_MASTER_KEY: lacks a key');

  // Two at once, beside the service, and one more that finds nothing.
  const beside = await start(both);
  await Promise.all([reseal(both), reseal(both)]);
  const done = await reseal(both);
  expect([done.code, done.lines.length, done.last]).toEqual([0, 1, expect.objectContaining({ others_needed: false })]);
  expect(Number(done.last.audit_blocks)).toBeGreaterThanOrEqual(1);
  const after = await sealedNow();
  for (const place of ['webhook', 'connection', 'user', 'server'])
    expect([place, after[place]]).not.toEqual([place, before[place]]);
  // Nobody changed anything, and nothing says so.
  expect([after.changed, after.revision]).toEqual([before.changed, before.revision]);
  await beside.stop();

  const alone = await start(key(2));
  expect((await alone.call('GET', `/connections/${String(id)}`)).status).toBe(200);
  const [server] = (await alone.call('GET', '/radius-servers')).body._embedded!.radius_servers!;
  // It is compared with the one that is stored: the same one changes nothing.
  const same = { secret: 'shared-secret-of-the-lobby' };
  expect((await alone.call('PATCH', `/radius-servers/${String(server!.id)}`, same)).status).toBe(200);
  expect((await sealedNow()).server).toBe(after.server);
  await alone.stop();
});
