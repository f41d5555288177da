import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../kernel/make-folder.js';
import { folderProblem } from '../../kernel/start-problem.js';
import type { DatabaseAccount } from './account.js';
import { isReachable, type PostgresBinaries } from './binaries.js';

/** Only for root: where cluster and binaries go when the database account cannot reach the usual place. */
export const rootFolder = '/var/lib/usher';

/** The files of a database server, and the password of its roles. */
export interface Cluster {
  readonly folder: string;
  readonly secret: string;
}

/** The cluster of a deployment, created at first use. `meanwhile` starts while it is being created. */
export async function openCluster(
  dataFolder: string,
  binaries: PostgresBinaries,
  account: DatabaseAccount,
  meanwhile: () => Promise<unknown>,
): Promise<Cluster> {
  const cluster = { folder: await clusterFolder(dataFolder, account), secret: await clusterSecret(dataFolder) };
  const version = await readFile(path.join(cluster.folder, 'PG_VERSION')).catch(() => undefined);
  if (!version) await initialise(cluster, binaries, account, meanwhile);
  return cluster;
}

async function clusterFolder(dataFolder: string, account: DatabaseAccount): Promise<string> {
  const usual = path.resolve(dataFolder, 'postgres');
  try {
    makeFolder(path.dirname(usual));
  } catch (error) {
    throw folderProblem(dataFolder, error);
  }
  if (await isReachable(path.dirname(usual), account)) return usual;
  const pointer = path.resolve(dataFolder, 'postgres.location');
  const known = await readFile(pointer, 'utf8').catch(() => '');
  if (known) return known.trim();
  const elsewhere = path.join(rootFolder, `cluster-${randomBytes(8).toString('hex')}`);
  await mkdir(rootFolder, { recursive: true, mode: 0o755 });
  await writeFile(pointer, `${elsewhere}\n`);
  return elsewhere;
}

async function clusterSecret(dataFolder: string): Promise<string> {
  const file = path.resolve(dataFolder, 'postgres.secret');
  await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(() => undefined);
  return (await readFile(file, 'utf8')).trim();
}

async function initialise(
  { folder, secret }: Cluster,
  binaries: PostgresBinaries,
  account: DatabaseAccount,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  // A cluster without PG_VERSION was interrupted during creation and holds nothing.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, secret, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    await chown(folder, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  try {
    await run(
      binaries.initdb,
      [
        '-D',
        folder,
        '-U',
        'usher_admin',
        '--pwfile',
        passwordFile,
        '--auth=scram-sha-256',
        // Sorted by code points, as without a locale; but every letter has its lower case.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--encoding=UTF8',
        '--no-sync',
      ],
      account,
      meanwhile,
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function run(
  program: string,
  args: string[],
  account: DatabaseAccount,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, LC_MESSAGES: 'C' },
    });
    let words = '';
    child.stderr.on('data', (chunk: Buffer) => {
      words += chunk.toString();
    });
    child.on('error', reject);
    void meanwhile().catch(() => undefined);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${path.basename(program)} ended with ${code}: ${words.trim()}`)),
    );
  });
}
