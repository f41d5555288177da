import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';

/**
 * The program as it was really built, beside what `npm prune --omit=dev` leaves and nothing else: a development
 * dependency that it needs is missing here.
 */
let top: string;
let database: TestDatabase;

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

beforeAll(async () => {
  database = await createMigratedDatabase();
  top = await mkdtemp(path.join(tmpdir(), 'usher-pruned-'));
  for (const name of ['dist', 'config', 'docs', 'package.json'])
    await cp(name, path.join(top, name), { recursive: true });
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as LockFile;
  const kept = Object.entries(packages).filter(
    ([name, { dev, devOptional }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name) && !dev && !devOptional,
  );
  for (const [name] of kept) {
    await mkdir(path.dirname(path.join(top, name)), { recursive: true });
    await symlink(path.resolve(name), path.join(top, name));
  }
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await database?.drop();
  if (top) await rm(top, { recursive: true, force: true });
});

/** A package is found where its link lies, so its own dependencies, too. */
const asLinked = ['--preserve-symlinks', '--preserve-symlinks-main'];
const environment = () => ({
  PATH: process.env.PATH,
  HOST: '127.0.0.1',
  PORT: '0',
  DATABASE_URL: database.url,
  USHER_DATA_DIR: path.join(top, 'data'),
  USHER_TOKEN: 'usher_test_owner_token_0123456789abcdef',
  USHER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
});
const started: ChildProcessWithoutNullStreams[] = [];
function usher(...command: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [...asLinked, 'dist/bin/usher.js', ...command], {
    cwd: top,
    env: environment(),
  });
  started.push(child);
  return child;
}

async function toEnd(...command: string[]): Promise<{ code: number | null; said: string }> {
  const child = usher(...command);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, said }));
  });
}

test('what the tests need is not there', async () => {
  await expect(readFile(path.join(top, 'node_modules/jest/package.json'))).rejects.toThrow('ENOENT');
});

test.each([
  [['--version'], /^\d/],
  [['migrate'], /^/],
  [['audit', 'verify'], /./],
  [['openapi', '--check'], /^/],
  [['connector', 'try', '--help'], /settings/],
  [['radius', '--help'], /radius/i],
])('usher %j does what it says', async (command, words) => {
  const { code, said } = await toEnd(...command);
  expect([command, code, said]).toEqual([command, 0, expect.stringMatching(words)]);
});

test('the service starts, answers with its pages, and ends when it is told to', async () => {
  const child = usher('start');
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      // People are told, too, where the first operator is made.
      if (!line.startsWith('{')) return;
      const { msg, port } = JSON.parse(line) as { msg: string; port?: number };
      if (msg === 'listening') resolve(`http://127.0.0.1:${port}`);
    });
    void ended.then((code) => reject(new Error(`The service ended with ${code}`)));
  });
  const { status } = await fetch(`${url}/readyz`);
  expect(status).toBe(200);
  const page = await fetch(`${url}/console/`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
