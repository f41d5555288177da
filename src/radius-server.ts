import 'reflect-metadata';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppModule } from './app.module.js';
import { AuthoritiesService } from './console/certificates/authorities.service.js';
import { CertificateIssueService } from './console/certificates/certificate-issue.service.js';
import { createHttpApplication } from './http/http-application.js';
import { Clock } from './kernel/clock.js';
import { systemContext } from './kernel/context.js';
import { PinoLog } from './kernel/pino-log.js';
import { Secrets } from './kernel/secrets.js';
import { openDatabase } from './open-database.js';
import { radiusLogin } from './radius/freeradius/database-login.js';
import { FreeRadius, installedFreeRadius } from './radius/freeradius/freeradius.js';
import { keptIdentity, renewalAt } from './radius/freeradius/kept-identity.js';
import { type ServerIdentity, writeRunFolder } from './radius/freeradius/run-folder.js';
import { ServedRepository } from './radius/freeradius/served.repository.js';
import { serverIdentity } from './server-identity.js';
import { loadSettings, SettingsRefused } from './settings/load-settings.js';

/** How soon an organization's first network, or a new pair of ports, is served. */
const lookEveryMilliseconds = 5_000;
const rejectDelaySeconds = 1;

/** `npm run radius`: the installed FreeRADIUS in the foreground, on the service's database, until it is told to stop. */
try {
  await serve();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof SettingsRefused ? 78 : 1);
}

async function serve(): Promise<void> {
  const settings = loadSettings(process.env);
  const binary = installedFreeRadius();
  if (!binary) throw new Error('FreeRADIUS is not installed here. On Debian and Ubuntu: apt-get install freeradius freeradius-postgresql');
  const log = PinoLog.create(settings.logLevel, process.stdout.isTTY ?? false);
  const database = await openDatabase(settings, log);
  const app = await createHttpApplication(AppModule.with(settings, log, database));
  await app.init();
  const [certificates, authorities, clock, served] = [app.get(CertificateIssueService), app.get(AuthoritiesService), app.get(Clock), app.get(ServedRepository)];
  const runFolder = path.join(settings.dataDir, 'freeradius');
  const configFolder = fileURLToPath(new URL('../deploy/freeradius', import.meta.url));
  const { address, authPort, acctPort } = settings.radius ?? { address: '0.0.0.0', authPort: 1812, acctPort: 1813 };
  const listen = { address, auth: authPort, acct: acctPort };
  const login = await radiusLogin(database.dataSource, database.url, app.get(Secrets));

  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

  const identityOf = async (organizationId: string): Promise<ServerIdentity> => {
    const context = systemContext(organizationId, 'radius');
    const { certificate: authority } = await authorities.current(context);
    return keptIdentity(runFolder, organizationId, authority, clock.instant()) ?? serverIdentity(context, certificates, authorities);
  };

  let current: string | null = null;
  let renewal = Infinity;
  let server: FreeRadius | null = null;
  while (!stopping.signal.aborted) {
    const [organizations, pairs] = await Promise.all([served.organizations(), served.ports(authPort)]);
    const whom = JSON.stringify([organizations, pairs]);
    if (whom !== current || clock.milliseconds() >= renewal) {
      await server?.stop();
      const identities: ServerIdentity[] = [];
      for (const each of organizations) identities.push(await identityOf(each));
      writeRunFolder(runFolder, identities, listen, pairs);
      server = await FreeRadius.start({ binary, configFolder, runFolder, listen, database: login, rejectDelaySeconds, onOutput: (text) => { log.debug({ part: 'freeradius' }, text.trim()); } });
      current = whom;
      // An authority that ends soon gives certificates that end soon: then once a day.
      renewal = Math.max(Math.min(...identities.map(({ certificate }) => renewalAt(certificate))), clock.milliseconds() + 86_400_000);
      log.info({ address, authPort, acctPort, organizations: organizations.length }, 'FreeRADIUS answers');
    }
    const ended = await Promise.race([server?.end.then(() => true), clock.sleep(lookEveryMilliseconds, stopping.signal).then(() => false)]);
    if (ended && !stopping.signal.aborted) throw new Error(`FreeRADIUS ended by itself:\n${server?.said ?? ''}`);
  }
  await server?.stop();
  await app.close();
  await database.close();
  process.exit(0);
}
