import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AuthoritiesService } from '../console/certificates/authorities.service.js';
import { CertificateIssueService } from '../console/certificates/certificate-issue.service.js';
import { serverIdentity } from '../console/certificates/server-identity.js';
import { Clock } from '../kernel/clock.js';
import { systemContext } from '../kernel/context.js';
import { Problem } from '../kernel/errors.js';
import type { Log } from '../kernel/log.js';
import { StartProblem } from '../kernel/start-problem.js';
import { writeAuthorityFolder } from '../radius/freeradius/authority-folder.js';
import { keptIdentity, renewalAt } from '../radius/freeradius/kept-identity.js';
import type { RunningServers } from '../radius/freeradius/running-servers.js';
import { forgetIdentities, type ServerIdentity, writeIdentity } from '../radius/freeradius/run-folder.js';
import { showCertificates } from '../radius/freeradius/shown-certificates.js';
import { type ServedOrganization, ServedRepository } from '../radius/freeradius/served.repository.js';

/** Delay until a new pair of ports, an organization's first certificate, or another authority is served. */
const lookEveryMilliseconds = 5_000;

interface Shown {
  /** The ids of the authorities, as they were when the certificate was made. */
  readonly authorities: string;
  readonly certificates: readonly string[];
  readonly renewAt: number;
}

/**
 * Keeps what a running FreeRADIUS shows and trusts as the database says, and opens its ports. Nothing of it restarts
 * it: certificates are files that it reads when a session begins, access points are asked for when they first speak.
 */
export class FreeRadiusSupervisor {
  private readonly certificates: CertificateIssueService;
  private readonly authorities: AuthoritiesService;
  private readonly clock: Clock;
  private readonly served: ServedRepository;
  private readonly shown = new Map<string, Shown>();
  private first: string | undefined;

  constructor(
    app: NestFastifyApplication,
    private readonly servers: RunningServers,
    private readonly runFolder: string,
    private readonly ports: { readonly auth: number; readonly radsec: number },
    private readonly log: Log,
  ) {
    this.certificates = app.get(CertificateIssueService);
    this.authorities = app.get(AuthoritiesService);
    this.clock = app.get(Clock);
    this.served = app.get(ServedRepository);
  }

  /** Serves until `stop` is aborted. */
  async run(stop: AbortSignal): Promise<void> {
    // Waits for the next check or the end of FreeRADIUS, whichever comes first; an interval would miss the latter.
    while (!stop.aborted) await this.serveUntilNextLook(stop);
  }

  private async serveUntilNextLook(stop: AbortSignal): Promise<void> {
    await this.look().catch((error: unknown) => {
      if (!this.servers.isRunning || error instanceof StartProblem) throw error;
      // An unreachable database is no reason to stop: FreeRADIUS finds it again by itself.
      this.log.warn({ error: String(error) }, 'reading the organizations to serve failed; the next round retries');
    });
    const ended = await Promise.race([
      ...(this.servers.isRunning ? [this.servers.ended] : []),
      this.clock.sleep(lookEveryMilliseconds, stop).then(() => undefined),
    ]);
    if (ended && !stop.aborted) throw new StartProblem(`FreeRADIUS ended by itself:\n${ended.said}`);
  }

  private async look(): Promise<void> {
    this.first ??= await this.served.first();
    const { first } = this;
    // There is nobody yet.
    if (first === undefined) return;
    const organizations = await this.organizationsWithAuthorities(first);
    const now = this.clock.milliseconds();
    const due = organizations.filter(({ id, authorities }) => {
      const known = this.shown.get(id);
      return known?.authorities !== authorities.join(' ') || known.renewAt <= now;
    });
    const isFirstLook = this.shown.size === 0;
    if (due.length > 0 || organizations.length !== this.shown.size) await this.show(organizations, due, first);
    await this.servers.serve(await this.served.ports(this.ports.auth));
    await this.serveRadsec();
    if (isFirstLook) this.log.info({ organizations: organizations.length }, 'FreeRADIUS answers');
  }

  /** A port that is taken must not end logins by UDP. */
  private async serveRadsec(): Promise<void> {
    const port = (await this.served.servesRadsec()) ? this.ports.radsec : undefined;
    await this.servers.serveRadsec(port).catch((error: unknown) => {
      if (!(error instanceof StartProblem)) throw error;
      this.log.warn({ port, error: error.message }, 'RADIUS over TLS is not served; it is tried again in a moment');
    });
  }

  /** Each certificate counts as soon as it is written: the first ones do not wait for a thousand others. */
  private async show(
    organizations: readonly ServedOrganization[],
    due: readonly ServedOrganization[],
    first: string,
  ): Promise<void> {
    const ids = due.map(({ id }) => id);
    const trusted = await this.served.certificates(ids, this.clock.instant());
    const ofOthers = [...this.shown].filter(([id]) => !trusted.has(id)).flatMap(([, { certificates }]) => certificates);
    writeAuthorityFolder(path.join(this.runFolder, 'authorities'), [...ofOthers, ...[...trusted.values()].flat()]);
    for (const { id, authorities } of due) {
      const certificates = trusted.get(id) ?? [];
      const identity = await this.identityOf(id, certificates).catch((error: unknown) => this.withoutOne(id, error));
      if (!identity) continue;
      writeIdentity(this.runFolder, identity, id === first);
      // RadSec and sessions of nobody show the first one's: from then on FreeRADIUS can start.
      if (id === first && !this.servers.isRunning) {
        showCertificates(this.runFolder, [first]);
        await this.servers.serve();
      }
      this.shown.set(id, {
        certificates,
        authorities: authorities.join(' '),
        // An authority that ends soon issues certificates that end soon: then once a day.
        renewAt: Math.max(renewalAt(identity.certificate), this.clock.milliseconds() + 86_400_000),
      });
    }
    const served = new Set(organizations.map(({ id }) => id));
    for (const id of this.shown.keys()) if (!served.has(id)) this.shown.delete(id);
    forgetIdentities(this.runFolder, served);
    if (showCertificates(this.runFolder, served)) this.servers.lookAgain();
  }

  /** An organization whose authority cannot issue, as one that ended, keeps nobody else from theirs. */
  private withoutOne(organizationId: string, error: unknown): undefined {
    if (!(error instanceof Problem)) throw error;
    this.log.warn({ organizationId, error: error.message }, 'no certificate for the RADIUS server of an organization');
  }

  /** Those that have access points, and the first one, whose certificate is shown where no organization is named. */
  private async organizationsWithAuthorities(first: string): Promise<readonly ServedOrganization[]> {
    const found = await this.served.organizations(first, this.clock.instant());
    const without = found.filter((each) => each.authorities.length === 0);
    for (const { id } of without) await this.authorities.issuing(systemContext(id, 'radius'));
    return without.length === 0 ? found : this.served.organizations(first, this.clock.instant());
  }

  private async identityOf(organizationId: string, trusted: readonly string[]): Promise<ServerIdentity> {
    return (
      keptIdentity(this.runFolder, organizationId, trusted, this.clock.instant()) ??
      serverIdentity(systemContext(organizationId, 'radius'), this.certificates, this.authorities)
    );
  }
}
