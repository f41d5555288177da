import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import { systemContext } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { CertificateExpiring } from './certificate-expiring.js';
import { announcedDays, nextAnnouncement } from './expiry-announcements.js';
import { ExpiryWatchRepository } from './expiry-watch.repository.js';

const batch = 200;

/** Announces certificates 30, 7 and 1 days before their end, once each, however many processes watch. */
@Injectable()
export class ExpiryWatch extends Periodic {
  readonly name = 'certificate expiry watch';
  protected readonly everyMilliseconds = 300_000;

  constructor(
    private readonly repository: ExpiryWatchRepository,
    private readonly expiring: CertificateExpiring,
    private readonly database: Database,
    clock: Clock,
    log: Log,
  ) {
    super(clock, log);
  }

  /** Announces all that is due now; answers how many. */
  async round(signal?: AbortSignal): Promise<number> {
    let count = 0;
    for (const organizationId of await this.repository.organizations(this.clock.instant())) {
      for (let announced = batch; announced === batch && !signal?.aborted;) {
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
}
