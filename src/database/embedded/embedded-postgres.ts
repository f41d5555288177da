import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isRunning } from '../../kernel/process-name.js';
import { databaseAccount } from './account.js';
import { findBinaries } from './binaries.js';
import { openCluster, rootFolder } from './cluster.js';
import { RecentOutput } from './recent-output.js';
import { address, type Server, startServer } from './server.js';

/** A running PostgreSQL. `url` is for an ordinary role (no superuser) that owns the database `usher`. */
export interface EmbeddedPostgres {
  readonly url: string;
  /** A role that may create databases; for tests and tools only. */
  readonly adminUrl: string;
  /** Restarts the server at the same address whenever it dies before `stop`. */
  keepAlive(): void;
  /**
   * Fast shutdown (about 15 ms), by the last user: a server that other processes still use keeps running, unless
   * forced.
   */
  stop(how?: 'when-unused' | 'at-once'): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder of this deployment; the cluster goes to `postgres/` beneath it. */
  readonly dataFolder: string;
  /** Extra `-c name=value` settings; tests switch fsync off here. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
  /** Hears what becomes of a server that is kept alive and dies. */
  readonly watcher?: ServerWatcher;
  /**
   * Started once, as soon as a process of PostgreSQL is starting; it may block this process. PostgreSQL is not asked
   * anything before it ends.
   */
  readonly meanwhile?: () => Promise<unknown>;
}

/** `recentOutput`: what it said on its standard error, if this process started it. */
export interface ServerWatcher {
  /** It is gone, and started again now. */
  died(recentOutput: string): void;
  revived(): void;
  /** It does not start; it is tried again. */
  stayedDown(error: Error): void;
}

const lookMilliseconds = 500;

/**
 * Starts the bundled PostgreSQL and creates its cluster at first use. Safe after kill -9 of this process: it adopts a
 * server that still runs, and waits out the lock file of a dead one while its last processes end.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const account = await databaseAccount();
  const binaries = await findBinaries(account, rootFolder);
  const meanwhile = once(options.meanwhile);
  const cluster = await openCluster(options.dataFolder, binaries, account, meanwhile);
  const { settings, log } = options;
  const words = new RecentOutput();
  const start = (port?: number) => startServer(cluster, binaries, account, { settings, log, words, meanwhile, port });
  const server = running(await start(), cluster.secret, start, words, options.watcher);
  return meanwhile().then(
    () => server,
    async (error: unknown) => {
      await server.stop();
      throw error;
    },
  );
}

/** Runs the same work once, however often it is called. */
function once(work: () => Promise<unknown> = async () => undefined): () => Promise<unknown> {
  let underWay: Promise<unknown> | undefined;
  return () => (underWay ??= work());
}

function running(
  first: Server,
  secret: string,
  start: (port: number) => Promise<Server>,
  words: RecentOutput,
  watcher?: ServerWatcher,
): EmbeddedPostgres {
  const { port } = first;
  const adminUrl = address('usher_admin', secret, port, 'postgres');
  let { pid } = first;
  let watch: NodeJS.Timeout | undefined;
  let starting: Promise<void> | undefined;
  let isDown = false;
  const restart = async () => {
    try {
      ({ pid } = await start(port));
      isDown = false;
      watcher?.revived();
    } catch (error) {
      watcher?.stayedDown(error as Error);
    }
  };
  const look = () => {
    if (starting || isRunning(pid)) return;
    if (!isDown) watcher?.died(words.text);
    isDown = true;
    starting = restart().finally(() => {
      starting = undefined;
    });
  };
  return {
    url: address('usher', secret, port, 'usher'),
    adminUrl,
    keepAlive: () => {
      // Not @nestjs/schedule: it begins before the application, which needs a database to start.
      watch ??= setInterval(look, lookMilliseconds).unref();
    },
    stop: async (how = 'when-unused') => {
      clearInterval(watch);
      await starting;
      if (how === 'when-unused' && (await isInUse(adminUrl))) return;
      if (isRunning(pid)) process.kill(pid, 'SIGINT');
      while (isRunning(pid)) await pause(10);
    },
  };
}

/** Connections that just closed may still be listed for a moment. */
async function isInUse(adminUrl: string): Promise<boolean> {
  for (let looks = 0; looks < 5; looks += 1) {
    if (!(await hasClients(adminUrl))) return false;
    await pause(50);
  }
  return true;
}

async function hasClients(adminUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("select 1 from pg_stat_activity where application_name like 'usher%' limit 1");
    return rows.length > 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
