import 'reflect-metadata';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppModule } from './app.module.js';
import { AuthoritiesService } from './console/certificates/authorities.service.js';
import { CertificateIssueService } from './console/certificates/certificate-issue.service.js';
import { ignoreBrokenOutput } from './ignore-broken-output.js';
import { createHttpApplication } from './http/edge/http-application.js';
import { Clock } from './kernel/clock.js';
import { systemContext } from './kernel/context.js';
import { PinoLog } from './kernel/pino-log.js';
import { Secrets } from './kernel/secrets.js';
import type { Log } from './kernel/log.js';
import type { Settings } from './kernel/settings.js';
import { StartProblem } from './kernel/start-problem.js';
import { reportFatal } from './start/report-fatal.js';
import { requireMasterKeys } from './master-key-check.js';
import { type OpenDatabase, openDatabase } from './open-database.js';
import { radiusLogin } from './radius/freeradius/database-login.js';
import { FreeRadius, installedFreeRadius } from './radius/freeradius/freeradius.js';
import { keptIdentity, renewalAt } from './radius/freeradius/kept-identity.js';
import { type ServerIdentity, writeRunFolder } from './radius/freeradius/run-folder.js';
import { ServedRepository } from './radius/freeradius/served.repository.js';
import { serverIdentity } from './server-identity.js';
import { loadSettings } from './settings/load-settings.js';

/** How soon an organization's first network, a new pair of ports, or another authority is served. */
const lookEveryMilliseconds = 5_000;
const rejectDelaySeconds = 1;

ignoreBrokenOutput();

/**
 * `npm run radius`: the installed FreeRADIUS in the foreground, on the service's database, until it is told to stop.
 */
try {
  await serve();
  process.exit(0);
} catch (error) {
  reportFatal(error);
}

async function serve(): Promise<void> {
  const settings = loadSettings(process.env);
  const binary = installedFreeRadius();
  if (!binary)
    throw new StartProblem(
      'FreeRADIUS is not installed here. On Debian and Ubuntu: apt-get install freeradius freeradius-postgresql',
    );
  const log = PinoLog.create(settings.logLevel, process.stdout.isTTY ?? false);
  const database = await openDatabase(settings, log);
  try {
    await requireMasterKeys(database.database, settings.masterKeys);
    await serveFrom(database, binary, settings, log);
  } finally {
    await database.close();
  }
}

async function serveFrom(database: OpenDatabase, binary: string, settings: Settings, log: Log): Promise<void> {
  const app = await createHttpApplication(AppModule.with(settings, log, database));
  await app.init();
  const [certificates, authorities, clock, served] = [
    app.get(CertificateIssueService),
    app.get(AuthoritiesService),
    app.get(Clock),
    app.get(ServedRepository),
  ];
  const runFolder = path.join(settings.dataDir, 'freeradius');
  const configFolder = fileURLToPath(new URL('../deploy/freeradius', import.meta.url));
  const { address, authPort, acctPort } = settings.radius ?? { address: '0.0.0.0', authPort: 1812, acctPort: 1813 };
  const listen = { address, auth: authPort, acct: acctPort };
  const login = await radiusLogin(database.dataSource, database.url, app.get(Secrets));

  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

  const identityOf = async (organizationId: string): Promise<ServerIdentity> => {
    const context = systemContext(organizationId, 'radius');
    const trusted = (await authorities.trusted(context)).map(({ certificate }) => certificate);
    return (
      keptIdentity(runFolder, organizationId, trusted, clock.instant()) ??
      serverIdentity(context, certificates, authorities)
    );
  };

  /**
   * With their authorities, of which new ones get their first here: else the next look would find it and start
   * FreeRADIUS again.
   */
  const organizationsNow = async () => {
    const found = await served.organizations(clock.instant());
    const without = found.filter((each) => each.authorities.length === 0);
    for (const { id } of without) await authorities.issuing(systemContext(id, 'radius'));
    return without.length === 0 ? found : served.organizations(clock.instant());
  };

  let current: string | null = null;
  let renewal = Infinity;
  let server = null as FreeRadius | null;
  const follow = async (): Promise<void> => {
    const [organizations, pairs] = await Promise.all([organizationsNow(), served.ports(authPort)]);
    const whom = JSON.stringify([organizations, pairs]);
    if (whom === current && clock.milliseconds() < renewal) return;
    const identities: ServerIdentity[] = [];
    for (const { id } of organizations) identities.push(await identityOf(id));
    await server?.stop();
    writeRunFolder(runFolder, identities, listen, pairs);
    server = await FreeRadius.start({
      binary,
      configFolder,
      runFolder,
      listen,
      login,
      rejectDelaySeconds,
      onOutput: (text) => {
        log.debug({ part: 'freeradius' }, text.trim());
      },
    });
    current = whom;
    // An authority that ends soon gives certificates that end soon: then once a day.
    renewal = Math.max(
      Math.min(...identities.map(({ certificate }) => renewalAt(certificate))),
      clock.milliseconds() + 86_400_000,
    );
    log.info({ address, authPort, acctPort, organizations: organizations.length }, 'FreeRADIUS answers');
  };
  try {
    // Whichever comes first, the next look or the end of FreeRADIUS: an interval would not hear the latter.
    while (!stopping.signal.aborted) {
      await follow().catch((error: unknown) => {
        if (!server || error instanceof StartProblem) throw error;
        // A database that is away is no reason to end: FreeRADIUS finds it again by itself.
        log.warn({ error: String(error) }, 'whom to serve cannot be looked up; the next look tries again');
      });
      const ended = await Promise.race([
        server?.end.then(() => true),
        clock.sleep(lookEveryMilliseconds, stopping.signal).then(() => false),
      ]);
      if (ended && !stopping.signal.aborted)
        throw new StartProblem(`FreeRADIUS ended by itself:\n${server?.said ?? ''}`);
    }
  } finally {
    // Not to be left behind on its ports.
    await server?.stop();
    await app.close();
  }
}
