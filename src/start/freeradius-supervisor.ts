import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AuthoritiesService } from '../console/certificates/authorities.service.js';
import { CertificateIssueService } from '../console/certificates/certificate-issue.service.js';
import { serverIdentity } from '../console/certificates/server-identity.js';
import { SessionWriter } from '../console/sessions/accounting/session-writer.js';
import { WrongSecrets } from '../console/networks/contacts/wrong-secrets.js';
import { Clock } from '../kernel/clock.js';
import { systemContext } from '../kernel/context.js';
import type { Log } from '../kernel/log.js';
import { Secrets } from '../kernel/secrets.js';
import type { Settings } from '../kernel/settings.js';
import { StartProblem } from '../kernel/start-problem.js';
import { DirectoryLogins } from '../portal/logins/directory-logins.js';
import { LoginDoor } from '../radius/door/login-door.js';
import { type RadiusLogin, radiusLogin, requireOwnSession } from '../radius/freeradius/database-login.js';
import { FreeRadius } from '../radius/freeradius/freeradius.js';
import { keptIdentity, renewalAt } from '../radius/freeradius/kept-identity.js';
import { type ListenOn, type ServerIdentity, writeRunFolder } from '../radius/freeradius/run-folder.js';
import { ServedRepository } from '../radius/freeradius/served.repository.js';
import type { OpenDatabase } from './open-database.js';

/** Delay until an organization's first network, a new pair of ports, or another authority is served. */
const lookEveryMilliseconds = 5_000;
const rejectDelaySeconds = 1;
const configFolder = fileURLToPath(new URL('../../deploy/freeradius', import.meta.url));

/** Runs FreeRADIUS for everything the database says is served, and restarts it when that changes. */
export class FreeRadiusSupervisor {
  private readonly certificates: CertificateIssueService;
  private readonly authorities: AuthoritiesService;
  private readonly clock: Clock;
  private readonly served: ServedRepository;
  private readonly wrongSecrets: WrongSecrets;
  private readonly runFolder: string;
  private freeRadius: FreeRadius | null = null;
  private current: string | null = null;
  private renewal = Infinity;

  private constructor(
    app: NestFastifyApplication,
    private readonly binary: string,
    settings: Settings,
    private readonly listen: ListenOn,
    private readonly login: RadiusLogin,
    private readonly door: LoginDoor,
    private readonly log: Log,
  ) {
    this.certificates = app.get(CertificateIssueService);
    this.authorities = app.get(AuthoritiesService);
    this.clock = app.get(Clock);
    this.served = app.get(ServedRepository);
    this.wrongSecrets = app.get(WrongSecrets);
    this.runFolder = path.join(settings.dataDir, 'freeradius');
  }

  /** Serves until `stop` is aborted, then closes the application too. */
  static async run(
    app: NestFastifyApplication,
    database: OpenDatabase,
    binary: string,
    settings: Settings,
    log: Log,
    stop: AbortSignal,
  ): Promise<void> {
    const { address, authPort, acctPort } = settings.radius ?? { address: '0.0.0.0', authPort: 1812, acctPort: 1813 };
    const login = await radiusLogin(database.dataSource, database.url, app.get(Secrets));
    await requireOwnSession(login);
    const listen = { address, auth: authPort, acct: acctPort };
    const logins = app.get(DirectoryLogins, { strict: false });
    const door = await LoginDoor.open((asked) => logins.judge(asked), app.get(Clock));
    const server = new FreeRadiusSupervisor(app, binary, settings, listen, login, door, log);
    // What is stored here is written also while no service runs.
    const sessions = app.get(SessionWriter, { strict: false });
    sessions.start();
    try {
      // Waits for the next check or the end of FreeRADIUS, whichever comes first; an interval would miss the latter.
      while (!stop.aborted) await server.serveUntilNextLook(stop);
    } finally {
      // Must not be left behind on its ports.
      await server.freeRadius?.stop();
      await sessions.stop();
      door.close();
      await app.close();
    }
  }

  private async serveUntilNextLook(stop: AbortSignal): Promise<void> {
    await this.look().catch((error: unknown) => {
      if (!this.freeRadius || error instanceof StartProblem) throw error;
      // An unreachable database is no reason to stop: FreeRADIUS finds it again by itself.
      this.log.warn({ error: String(error) }, 'reading the organizations to serve failed; the next round retries');
    });
    const ended = await Promise.race([
      this.freeRadius?.end.then(() => true),
      this.clock.sleep(lookEveryMilliseconds, stop).then(() => false),
    ]);
    if (ended && !stop.aborted) throw new StartProblem(`FreeRADIUS ended by itself:\n${this.freeRadius?.said ?? ''}`);
  }

  private async look(): Promise<void> {
    const [organizations, pairs] = await Promise.all([
      this.organizationsWithAuthorities(),
      this.served.ports(this.listen.auth),
    ]);
    const whom = JSON.stringify([organizations, pairs]);
    if (whom === this.current && this.clock.milliseconds() < this.renewal) return;
    const identities: ServerIdentity[] = [];
    for (const { id } of organizations) identities.push(await this.identityOf(id));
    await this.freeRadius?.stop();
    writeRunFolder(this.runFolder, identities, this.listen, pairs);
    this.freeRadius = await FreeRadius.start({
      binary: this.binary,
      configFolder,
      runFolder: this.runFolder,
      listen: this.listen,
      login: this.login,
      directory: this.door,
      rejectDelaySeconds,
      onOutput: (text) => {
        this.log.debug({ part: 'freeradius' }, text.trim());
        void this.wrongSecrets.heard(text);
      },
    });
    this.current = whom;
    // An authority that ends soon issues certificates that end soon: then once a day.
    this.renewal = Math.max(
      Math.min(...identities.map(({ certificate }) => renewalAt(certificate))),
      this.clock.milliseconds() + 86_400_000,
    );
    const { address, auth: authPort, acct: acctPort } = this.listen;
    this.log.info({ address, authPort, acctPort, organizations: organizations.length }, 'FreeRADIUS answers');
  }

  /** Makes new organizations' first authority here; otherwise the next check would find it and restart FreeRADIUS. */
  private async organizationsWithAuthorities() {
    const found = await this.served.organizations(this.clock.instant());
    const without = found.filter((each) => each.authorities.length === 0);
    for (const { id } of without) await this.authorities.issuing(systemContext(id, 'radius'));
    return without.length === 0 ? found : this.served.organizations(this.clock.instant());
  }

  private async identityOf(organizationId: string): Promise<ServerIdentity> {
    const context = systemContext(organizationId, 'radius');
    const trusted = (await this.authorities.trusted(context)).map(({ certificate }) => certificate);
    return (
      keptIdentity(this.runFolder, organizationId, trusted, this.clock.instant()) ??
      serverIdentity(context, this.certificates, this.authorities)
    );
  }
}
