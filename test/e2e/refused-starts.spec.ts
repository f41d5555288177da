import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase } from '../database/fresh-database.js';
import { DataFolder, rowsAt } from './data-folder.js';
import { type RunningService, runToEnd, startService, testKey } from './service.js';
import { until } from './until.js';

let folder: DataFolder;
const running: RunningService[] = [];
beforeAll(async () => {
  folder = await DataFolder.make();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.kill()));
});
afterAll(async () => {
  await folder.remove();
});

async function start(environment: Record<string, string> = {}): Promise<RunningService> {
  const service = await startService({ USHER_DATA_DIR: folder.path, ...environment });
  running.push(service);
  return service;
}

const lastMigration = 'select timestamp, name from schema_migrations order by timestamp desc limit 1';
const toEnd = (environment: Record<string, string>, ...command: readonly string[]) =>
  runToEnd({ USHER_DATA_DIR: folder.path, ...environment }, ...command);

test('every wrong setting is named at once, no secret is repeated, and the exit code says configuration', async () => {
  const { code, err } = await toEnd({
    PORT: 'http',
    USHER_ROLE: 'boss',
    USHER_TOKEN: 'hunter2',
    USHER_RATELIMIT: '5',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
  });
  expect(code).toBe(78);
  for (const name of ['PORT', 'USHER_ROLE', 'USHER_TOKEN', 'USHER_RATELIMIT', 'DATABASE_URL'])
    expect(err).toContain(`- ${name}:`);
  expect(err).not.toContain('hunter2');
});

test.each([
  [78, 'that keys are to be made in', {}],
  [1, 'of a database', { USHER_MASTER_KEY: testKey, USHER_TOKEN: 'owner-0123456789-0123456789-0123456789' }],
])('exit code %i: a data folder %s, where nothing can be made, ends the start at once', async (exitCode, _, keys) => {
  const { code, err } = await toEnd({ USHER_DATA_DIR: '/proc/usher/data', ...keys });
  expect([code, err]).toEqual([exitCode, expect.stringContaining('USHER_DATA_DIR: /proc/usher/data cannot be used')]);
});

test('a port that is taken ends the start with its reason and what helps; who serves there goes on', async () => {
  const service = await start();
  const { port } = new URL(service.url);
  const { code, err } = await toEnd({ PORT: port, HOST: '127.0.0.1', USHER_MASTER_KEY: testKey });
  expect(code).toBe(1);
  expect(err).toBe(
    `PORT: ${port} is taken by another program, perhaps another Usher: stop that one, or name another port, ` +
      `such as PORT=${Number(port) + 1}\n`,
  );
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
  expect(await folder.isDatabaseRunning()).toBe(false);
});

test('a first start that finds its port taken shows the owner key and leaves no database running', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const other = await DataFolder.make();
  try {
    const { code, out } = await toEnd({ PORT: String(port), HOST: '127.0.0.1', USHER_DATA_DIR: other.path });
    expect(code).toBe(1);
    expect(out).toContain((await readFile(path.join(other.path, 'owner.token'), 'utf8')).trim());
    // Nothing had begun to work that could now find its database gone.
    expect(out).not.toContain('pool');
    expect(await other.isDatabaseRunning()).toBe(false);
  } finally {
    taken.close();
    await other.remove();
  }
});

test('a start that lacks a master key with which something was sealed is refused, also after a rotation', async () => {
  const other = await DataFolder.make();
  const database = await createMigratedDatabase();
  const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
  const where = { USHER_DATA_DIR: other.path, DATABASE_URL: database.url };
  const refused = [78, expect.stringContaining('- USHER_MASTER_KEY: lacks a key')];
  const tried = async (keys: string) => {
    const { code, err } = await toEnd({ ...where, USHER_MASTER_KEY: keys, PORT: '0', HOST: '127.0.0.1' });
    return [code, err];
  };
  const isSealed = (service: RunningService, blocks: number) =>
    until(
      'the audit is sealed',
      async () => Number((await service.call('GET', '/audit/verify')).body.blocks) >= blocks,
    );
  try {
    const service = await start({ ...where, USHER_MASTER_KEY: key(1) });
    await isSealed(service, 1);
    await service.stop();
    // As after an upgrade: a migration is still to come, and does not come for whoever lacks the key.
    const [newest] = await rowsAt<{ timestamp: string; name: string }>(database.url, lastMigration);
    await rowsAt(database.url, 'delete from schema_migrations where name = $1', [newest!.name]);
    expect(await tried(key(2))).toEqual(refused);
    expect((await rowsAt<{ name: string }>(database.url, lastMigration))[0]!.name).not.toBe(newest!.name);
    const insert = 'insert into schema_migrations (timestamp, name) values ($1, $2)';
    await rowsAt(database.url, insert, [newest!.timestamp, newest!.name]);

    const second = await start({ ...where, USHER_MASTER_KEY: key(1) });
    expect((await second.call('POST', '/webhooks', { url: 'https://hooks.example.com/wifi' })).status).toBe(201);
    await second.stop();
    const rotated = await start({ ...where, USHER_MASTER_KEY: `${key(2)},${key(1)}` });
    const { blocks } = (await rotated.call('GET', '/audit/verify')).body;
    expect((await rotated.call('POST', '/users', { username: 'later' })).status).toBe(201);
    await isSealed(rotated, Number(blocks) + 1);
    await rotated.stop();
    expect(await tried(key(2))).toEqual(refused);
  } finally {
    await other.remove();
    await database.drop();
  }
});

test.each(['start', 'migrate', 'audit verify'])(
  'usher %s says in words that no database answers, without the password',
  async (command) => {
    const { code, err } = await toEnd(
      { DATABASE_URL: 'postgres://usher:hunter2@127.0.0.1:1/usher' },
      ...command.split(' '),
    );
    expect(code).toBe(1);
    expect(err).toBe('DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1: is it running, and does it listen there?\n');
  },
);

test('keys that are no keys, or not to be read, are named; one that everybody can read is told', async () => {
  const other = await DataFolder.make();
  const database = await createMigratedDatabase();
  const where = { USHER_DATA_DIR: other.path, DATABASE_URL: database.url, PORT: '0', HOST: '127.0.0.1' };
  const file = path.join(other.path, 'master.key');
  try {
    // Two keys with a blank between them: not the first one alone.
    const { code, err } = await toEnd({ ...where, USHER_MASTER_KEY: `${testKey} ${testKey}` });
    expect([code, err]).toEqual([
      78,
      expect.stringContaining('- USHER_MASTER_KEY: must be 32 bytes in base64 (several'),
    ]);

    await writeFile(file, `${testKey}\n`, { mode: 0o644 });
    const { lines, stop, call } = await start({ ...where, USHER_MASTER_KEY: '' });
    await until('the audit is sealed', async () => Number((await call('GET', '/audit/verify')).body.blocks) >= 1);
    expect(lines.filter(({ file: named }) => named === file)).toEqual([
      expect.objectContaining({ msg: 'every account of this machine can read this key: chmod 600 ends that' }),
    ]);
    await stop();
    const verified = await toEnd(
      { ...where, USHER_MASTER_KEY: Buffer.alloc(32, 9).toString('base64') },
      'audit',
      'verify',
    );
    expect([verified.code, verified.err]).toEqual([78, expect.stringContaining('USHER_MASTER_KEY: lacks a key')]);
  } finally {
    await other.remove();
    await database.drop();
  }
});

test('an older version does not start on the schema of a newer one, which goes on', async () => {
  const database = await createMigratedDatabase();
  try {
    const service = await start({ DATABASE_URL: database.url });
    await rowsAt(
      database.url,
      "insert into schema_migrations (timestamp, name) values (2000000000000, 'OfTomorrow2000000000000')",
    );
    for (const command of ['start', 'migrate']) {
      const { code, err } = await toEnd({ DATABASE_URL: database.url, USHER_MASTER_KEY: testKey, PORT: '0' }, command);
      expect([code, err]).toEqual([
        1,
        'DATABASE_URL: the database was brought up to date by a newer version of Usher (OfTomorrow2000000000000): ' +
          'start that version again. The only way back is the backup made before the upgrade\n',
      ]);
    }
    expect((await service.call('POST', '/users', { username: 'later' })).status).toBe(201);
    await service.stop();
  } finally {
    await database.drop();
  }
});
