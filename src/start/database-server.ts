import { type ServerWatcher, startEmbeddedPostgres } from '../database/embedded/embedded-postgres.js';
import type { Log } from '../kernel/log.js';
import type { Settings } from '../kernel/settings.js';
import { folderProblem } from '../kernel/start-problem.js';

/** A PostgreSQL that answers. */
export interface DatabaseServer {
  readonly url: string;
  /** Stops the bundled server when nobody else uses it; any other is not ours to stop. */
  stop(): Promise<void>;
}

/**
 * The PostgreSQL of the settings, else the bundled one, started or found. Runs `meanwhile` while its processes start.
 */
export async function databaseServer(
  settings: Settings,
  log: Log,
  meanwhile?: () => Promise<unknown>,
): Promise<DatabaseServer> {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl) return { url: databaseUrl, stop: async () => undefined };
  const bundled = await startEmbeddedPostgres({
    dataFolder: dataDir,
    log: (line) => log.debug({ part: 'postgres' }, line),
    watcher: watcherWith(log),
    meanwhile,
  }).catch((error: unknown) => {
    throw inFolder(error, dataDir);
  });
  bundled.keepAlive();
  return bundled;
}

function watcherWith(log: Log): ServerWatcher {
  const part = 'postgres';
  return {
    died: (recentOutput) => log.error({ part, recentOutput }, 'the bundled PostgreSQL is gone: it is started again'),
    revived: () => log.warn({ part }, 'the bundled PostgreSQL runs again'),
    stayedDown: ({ message }) => log.error({ part, error: message }, 'the bundled PostgreSQL does not start'),
  };
}

/** A folder that is not writable is named in the error; any other error is PostgreSQL's own. */
function inFolder(error: unknown, folder: string): unknown {
  return (error as NodeJS.ErrnoException).path?.startsWith(folder) ? folderProblem(folder, error) : error;
}
