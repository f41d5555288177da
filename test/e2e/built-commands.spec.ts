import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';

const tools = fileURLToPath(new URL('../../config/tools/', import.meta.url));
/** A compiler that copies, with what is read beside the code. */
const compiler = `#!/usr/bin/env node
import { cpSync } from 'node:fs';
cpSync('src', 'dist-modules', { recursive: true });
`;
/** One whose build is killed meanwhile. */
const killer = `#!/usr/bin/env node
process.kill(process.ppid, 'SIGKILL');
`;
/** What makes one file of many: it copies too, says much, and counts how often it did. */
const joiner = `#!/usr/bin/env node
import { appendFileSync, copyFileSync, mkdirSync } from 'node:fs';
mkdirSync('dist/bin', { recursive: true });
copyFileSync('dist-modules/bin/usher.js', 'dist/bin/usher.js');
appendFileSync('dist/times', '.');
console.log('usher.js  chunk');
`;
/** A bundler that writes one page and its script to where the pages of the console are served from. */
const bundler = `#!/usr/bin/env node
import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('../dist/web/assets', { recursive: true });
writeFileSync('../dist/web/index.html', '<script type="module" src="/console/assets/index.js"></script>');
writeFileSync('../dist/web/assets/index.js', 'export {};');
`;
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
let top: string;

/** For root a copy that the other user may run: the program's own may lie in a folder that root alone may enter. */
let node = process.execPath;
let ofNode: string;
beforeAll(async () => {
  ofNode = await mkdtemp(path.join(tmpdir(), 'usher-node-'));
  if (!isRoot) return;
  await chmod(ofNode, 0o755);
  node = path.join(ofNode, 'node');
  await copyFile(process.execPath, node);
});
afterAll(() => rm(ofNode, { recursive: true }));

/** The command, as far as it matters here: it says what it was called with. */
const source = (word: string) => `#!/usr/bin/env node\nconsole.log(['${word}', ...process.argv.slice(2)].join(' '));\n`;

/** A checkout with the real commands and one source; built and started as in the guide. */
beforeEach(async () => {
  top = await mkdtemp(path.join(tmpdir(), 'usher-program-'));
  await mkdir(path.join(top, 'src/bin'), { recursive: true });
  await mkdir(path.join(top, 'config'));
  await mkdir(path.join(top, 'node_modules/.bin'), { recursive: true });
  await cp(tools, path.join(top, 'config/tools'), { recursive: true });
  await writeFile(path.join(top, 'package.json'), '{ "type": "module" }');
  await writeFile(path.join(top, 'src/bin/usher.js'), source('usher'));
  await mkdir(path.join(top, 'web'));
  await writeFile(path.join(top, 'web/index.html'), '<!doctype html>');
  await writeFile(path.join(top, 'node_modules/.bin/nest'), compiler, { mode: 0o755 });
  await writeFile(path.join(top, 'node_modules/.bin/rolldown'), joiner, { mode: 0o755 });
  await writeFile(path.join(top, 'node_modules/.bin/vite'), bundler, { mode: 0o755 });
  await chmod(top, 0o755);
});
afterEach(() => rm(top, { recursive: true, force: true }));

const asNobody = isRoot ? { uid: nobody, gid: nobody } : {};
const run = (script: string, args: readonly string[] = [], as: object = {}) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(node, [path.join('config/tools', script), ...args], { cwd: top, ...as }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });
const build = () => run('build-service.mjs');
const start = (as?: object) => run('built.mjs', ['start'], as);
const timesBuilt = async () => (await readFile(path.join(top, 'dist/times'), 'utf8')).length;
const prune = () => rm(path.join(top, 'node_modules/.bin'), { recursive: true });

/** Nobody may write to it; as root the command runs as another user besides. */
async function lock(): Promise<void> {
  for (const name of [
    '',
    'dist',
    ...(await readdir(path.join(top, 'dist'), { recursive: true })).map((each) => `dist/${each}`),
  ]) {
    const at = path.join(top, name);
    if (isRoot) await chown(at, 0, 0);
    await chmod(at, (await stat(at)).mode & 0o555);
  }
}

test('what was built by npm run build is started as it is', async () => {
  expect(await build()).toMatchObject({ code: 0 });
  expect(await start()).toEqual({ code: 0, said: 'usher start\n' });
  expect(await timesBuilt()).toBe(1);
});

test('without a build the start builds, once', async () => {
  expect(await start()).toEqual({ code: 0, said: 'Building…\nBuilding the pages…\nusher start\n' });
  expect(await start()).toEqual({ code: 0, said: 'usher start\n' });
});

test('commands that begin at once build once, whichever they are, and all find what was built', async () => {
  const all = await Promise.all([start(), run('built.mjs', ['openapi']), run('build-once.mjs'), start()]);
  expect(all.map(({ code, said }) => [code, said.split('\n').at(-2)])).toEqual([
    [0, 'usher start'],
    [0, 'usher openapi'],
    [0, all[2].said === '' ? undefined : 'Building the pages…'],
    [0, 'usher start'],
  ]);
  expect(await timesBuilt()).toBe(1);
});

test('nobody waits for a build that was killed', async () => {
  await writeFile(path.join(top, 'node_modules/.bin/nest'), killer, { mode: 0o755 });
  expect((await start()).said).toBe('Building…\n');
  await writeFile(path.join(top, 'node_modules/.bin/nest'), compiler, { mode: 0o755 });
  expect(await start()).toMatchObject({ code: 0, said: expect.stringContaining('usher start') });
});

test('after pruning, and for an account that may not write there, it starts', async () => {
  await build();
  await prune();
  await lock();
  expect(await start(asNobody)).toEqual({ code: 0, said: 'usher start\n' });
});

test('the command itself, too, runs after pruning and for an account that may not write there', async () => {
  await build();
  await prune();
  await lock();
  const { stdout } = await promisify(execFile)(path.join(top, 'dist/bin/usher.js'), ['migrate'], asNobody);
  expect(stdout).toBe('usher migrate\n');
});

test('a copy whose files are newer than its build, but the same, is started as it is', async () => {
  await build();
  await prune();
  const later = new Date(Date.now() + 60_000);
  await utimes(path.join(top, 'src/bin/usher.js'), later, later);
  await lock();
  expect(await start(asNobody)).toEqual({ code: 0, said: 'usher start\n' });
});

test('sources that changed are built again; where they cannot be, it says why', async () => {
  await build();
  await writeFile(path.join(top, 'src/bin/usher.js'), source('more'));
  expect(await start()).toEqual({ code: 0, said: 'Building…\nmore start\n' });
  await writeFile(path.join(top, 'src/bin/usher.js'), source('most'));
  await lock();
  expect(await start(asNobody)).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^dist\/ has to be built, and this user may not write to .*dist \(EACCES\): do it as the one whose folder it is\n$/,
    ),
  });
  await prune();
  expect(await start(asNobody)).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^dist\/ has to be built, and what builds it is not installed .*: run `npm ci` first\n$/,
    ),
  });
});
