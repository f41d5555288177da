import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Background } from '../../kernel/background.js';
import { Clock } from '../../kernel/clock.js';
import { systemContext } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { CertificateExpiring } from './certificate-expiring.js';
import { announcedDays, nextAnnouncement } from './expiry-announcements.js';
import { ExpiryWatchRepository } from './expiry-watch.repository.js';

const everyMilliseconds = 300_000;
const batch = 200;

/** Announces certificates 30, 7 and 1 days before their end, once each, however many processes watch. */
@Injectable()
export class ExpiryWatch extends Background {
  readonly name = 'certificate expiry watch';
  private stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: ExpiryWatchRepository,
    private readonly expiring: CertificateExpiring,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  start(): void {
    this.stopping = new AbortController();
    this.running = this.run(this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Announces all that is due now; answers how many. */
  async sweep(): Promise<number> {
    let count = 0;
    for (const organizationId of await this.repository.organizations(this.clock.instant())) {
      for (let announced = batch; announced === batch && !this.stopping.signal.aborted;) {
        announced = await this.announce(organizationId);
        count += announced;
      }
    }
    return count;
  }

  private announce(organizationId: string): Promise<number> {
    return this.database.transaction(systemContext(organizationId, 'certificate-watch'), async (inside) => {
      const now = this.clock.instant();
      const due = await this.repository.due(inside, now, batch);
      if (due.length === 0) return 0;
      await this.repository.announced(inside, due.map(({ id, startsAt, expiresAt }) => ({ id, announceAt: nextAnnouncement(startsAt, expiresAt, now) })));
      // Nobody can act on what ended while no process was watching.
      const expiring = due.filter(({ expiresAt }) => expiresAt > now).map((certificate) => ({ certificate, days: announcedDays(certificate.expiresAt, now) }));
      if (expiring.length > 0) await this.expiring.announce(inside, expiring);
      return due.length;
    });
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.sweep().catch((error: unknown) => this.log.warn({ error: String(error) }, 'expiring certificates could not be announced'));
      await this.clock.sleep(everyMilliseconds, signal);
    }
  }
}
