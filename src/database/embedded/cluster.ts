import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { madeOnce } from '../../kernel/made-once.js';
import { makeFolder } from '../../kernel/make-folder.js';
import { isRunning } from '../../kernel/process-name.js';
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
  const cluster = { folder: await clusterFolder(dataFolder, account), secret: clusterSecret(dataFolder) };
  if (!(await isThere(cluster))) await initialise(cluster, binaries, account, meanwhile);
  return cluster;
}

async function isThere({ folder }: Cluster): Promise<boolean> {
  return readFile(path.join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

async function clusterFolder(dataFolder: string, account: DatabaseAccount): Promise<string> {
  const usual = path.resolve(dataFolder, 'postgres');
  try {
    makeFolder(path.dirname(usual));
  } catch (error) {
    throw folderProblem(dataFolder, error);
  }
  if (await isReachable(path.dirname(usual), account)) return usual;
  await mkdir(rootFolder, { recursive: true, mode: 0o755 });
  return kept(dataFolder, 'postgres.location', () =>
    path.join(rootFolder, `cluster-${randomBytes(8).toString('hex')}`),
  );
}

function clusterSecret(dataFolder: string): string {
  return kept(dataFolder, 'postgres.secret', () => randomBytes(24).toString('base64url'));
}

function kept(dataFolder: string, name: string, make: () => string): string {
  try {
    return madeOnce(path.resolve(dataFolder, name), make);
  } catch (error) {
    throw folderProblem(dataFolder, error);
  }
}

/**
 * Each process makes a cluster of its own, and the first one that is whole is everybody's: processes that start
 * together do not write into each other's, and what was interrupted is never taken for one.
 */
async function initialise(
  cluster: Cluster,
  binaries: PostgresBinaries,
  account: DatabaseAccount,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  await removeInterrupted(cluster.folder);
  const draft = { ...cluster, folder: `${cluster.folder}.${process.pid}` };
  try {
    await make(draft, binaries, account, meanwhile);
    await publish(draft, cluster);
  } finally {
    await rm(draft.folder, { recursive: true, force: true });
  }
}

/** What killed processes left. */
async function removeInterrupted(folder: string): Promise<void> {
  const [above, name] = [path.dirname(folder), path.basename(folder)];
  for (const each of await readdir(above)) {
    const pid = each.startsWith(`${name}.`) ? /^(\d+)(\.password)?$/.exec(each.slice(name.length + 1))?.[1] : undefined;
    if (pid && !isRunning(Number(pid))) await rm(path.join(above, each), { recursive: true, force: true });
  }
}

/** A folder with files cannot be replaced by another one. */
async function publish(draft: Cluster, cluster: Cluster): Promise<void> {
  const isDone = () =>
    rename(draft.folder, cluster.folder).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
        return false;
      },
    );
  if ((await isDone()) || (await isThere(cluster))) return;
  // An earlier version was interrupted while it made the cluster in its place: it holds nothing.
  await rm(cluster.folder, { recursive: true, force: true });
  await isDone();
}

async function make(
  { folder, secret }: Cluster,
  binaries: PostgresBinaries,
  account: DatabaseAccount,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
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
    child.on('exit', (code) => {
      if (code === 0) return resolve();
      const problem = new Error(`${path.basename(program)} ended with ${code}: ${words.trim()}`);
      // As the file system would have said it, so that the start names the remedy.
      const isFull = words.includes('No space left on device');
      return reject(isFull ? Object.assign(problem, { code: 'ENOSPC', path: args[1] }) : problem);
    });
  });
}
