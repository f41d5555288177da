import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { freePort } from '../e2e/data-folder.js';
import { call, runToEnd, testKey, testToken } from '../e2e/service.js';
import { eventually } from '../kernel/manual-clock.js';
import { isInstalled } from '../optional/is-installed.js';
import { missingPackages } from './packaging-tools.js';

const run = promisify(execFile);
/** A Debian 12 with nothing but what is essential; .ci/run makes it. */
const cleanRoot = path.join(homedir(), '.cache/usher/debian-root.tar');

async function build(folder: string, options: object): Promise<string> {
  const given = JSON.stringify({ compression: ['-Zgzip', '-z1'], ...options });
  const made = `debianPackage(${JSON.stringify(folder)}, ${given})`;
  const script = `import('./config/packaging/debian.mjs').then(({ debianPackage }) => ${made})`;
  await run(process.execPath, ['-e', script]);
  return path.join(folder, (await readdir(folder)).find((name) => name.endsWith('.deb')) ?? '');
}

let folder: string;
beforeAll(async () => {
  // Builds what is not built yet.
  await runToEnd({}, '--version');
  folder = await mkdtemp(path.join(tmpdir(), 'usher-debian-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const noLinter = missingPackages({ lintian: 'lintian', 'dpkg-deb': 'dpkg' });
(isInstalled('What Debian says of the package', noLinter) ? test : test.skip)(
  'lintian has nothing against it',
  async () => {
    const own = path.join(folder, 'own');
    await mkdir(own);
    const { stdout } = await run('lintian', ['--allow-root', '--fail-on', 'none', await build(own, { ownOnly: true })]);
    expect(stdout).toBe('');
  },
);

const noRoot = [
  ...missingPackages({ 'dpkg-deb': 'dpkg', chroot: 'coreutils' }),
  ...(existsSync(cleanRoot) ? [] : [`mmdebstrap (${cleanRoot})`]),
  ...(process.getuid?.() === 0 ? [] : ['(root)']),
];
(isInstalled('The package in a clean Debian', noRoot) ? describe : describe.skip)('in a clean Debian', () => {
  let root: string;
  let database: TestDatabase;
  let service: ChildProcess | undefined;
  const within = (...command: readonly string[]) => run('chroot', [root, ...command]);

  beforeAll(async () => {
    database = await createMigratedDatabase();
    root = path.join(folder, 'root');
    await mkdir(root);
    await run('tar', ['-xf', cleanRoot, '-C', root, '--exclude=./dev/*']);
    // Twice unpacked at once: compressing and the contrary would cost more than the copies.
    await build(root, { compression: ['-Znone'] });
  });
  afterAll(async () => {
    service?.kill('SIGKILL');
    await database?.drop();
  });
  const install = async () => {
    const name = (await readdir(root)).find((each) => each.endsWith('.deb'));
    await within('dpkg', '--force-confold', '--force-unsafe-io', '--install', `/${name}`);
  };

  test('it installs, and has its account, command, units and settings', async () => {
    await install();
    expect((await within('usher', '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(readFileSync(path.join(root, 'etc/passwd'), 'utf8')).toMatch(/^usher:.*:\/var\/lib\/usher:.*nologin$/m);
    const settings = statSync(path.join(root, 'etc/usher.env'));
    expect([settings.uid, (settings.mode & 0o777).toString(8)]).toEqual([0, '600']);
    for (const unit of ['usher.service', 'usher-radius.service']) {
      const text = readFileSync(path.join(root, 'lib/systemd/system', unit), 'utf8');
      const [, program = ''] = /^ExecStart=(\S+)/m.exec(text) ?? [];
      const [, home = ''] = /^WorkingDirectory=(\S+)/m.exec(text) ?? [];
      expect([existsSync(path.join(root, program)), existsSync(path.join(root, home, 'dist/bin/usher.js'))]).toEqual([
        true,
        true,
      ]);
    }
    expect((await within('dpkg', '--verify', 'usher')).stdout).toBe('');
  });

  test('its account runs the service', async () => {
    const port = await freePort();
    const settings = { DATABASE_URL: database.url, USHER_TOKEN: testToken, USHER_MASTER_KEY: testKey };
    const env = { PATH: '/usr/sbin:/usr/bin:/bin', HOST: '127.0.0.1', PORT: String(port), ...settings };
    service = spawn('chroot', ['--userspec=usher:usher', root, 'usher', 'start'], { env, stdio: 'ignore' });
    const ended = once(service, 'exit');
    const url = `http://127.0.0.1:${port}`;
    const isReady = () => fetch(`${url}/readyz`).then(({ ok }) => ok);
    await eventually('it is ready', () => service?.exitCode !== null || isReady().catch(() => false));
    expect((await call(url, testToken, 'POST', '/users', { username: 'anna', password: 'Sommer 2026!' })).status).toBe(
      201,
    );
    service.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  });

  test('settings stay over an upgrade, and go with the package', async () => {
    const file = path.join(root, 'etc/usher.env');
    await appendFile(file, 'PORT=3100\n');
    await install();
    expect(readFileSync(file, 'utf8')).toContain('PORT=3100');
    await within('dpkg', '--remove', 'usher');
    expect([existsSync(file), existsSync(path.join(root, 'usr/lib/usher'))]).toEqual([true, false]);
    await within('dpkg', '--purge', 'usher');
    expect(existsSync(file)).toBe(false);
  });
});
