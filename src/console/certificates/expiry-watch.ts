import { X509Certificate } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Chance } from '../../kernel/chance.js';
import { Clock, type Instant } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { type EndingCertificate, ExpiryEvents, type ExpiringCertificate } from './expiry-events.js';
import { announcedDays, authorityAnnouncementDays, nextAnnouncement } from './expiry-announcements.js';
import { type DueAuthority, ExpiryWatchRepository } from './expiry-watch.repository.js';

const batch = 200;

/**
 * Announces certificates 30, 7 and 1 days before they expire, authorities earlier too. Each announcement is made once,
 * however many processes watch.
 */
@Injectable()
export class ExpiryWatch extends Periodic {
  readonly name = 'certificate expiry watch';
  protected readonly everyMilliseconds = 300_000;

  constructor(
    private readonly repository: ExpiryWatchRepository,
    @Inject(ExpiryEvents) private readonly events: Pick<ExpiryEvents, 'announce'>,
    private readonly database: Database,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
  }

  /** Announces everything that is due now, and returns how many. */
  async round(signal?: AbortSignal): Promise<number> {
    let count = 0;
    for (const organizationId of await this.repository.organizations(this.clock.instant())) {
      for (let announced = batch; announced >= batch && !signal?.aborted;) {
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
      const authorities = await this.authorities(inside, now);
      if (due.length + authorities.length === 0) return 0;
      await this.repository.announced(
        inside,
        due.map(({ id, startsAt, expiresAt }) => ({ id, announceAt: nextAnnouncement(startsAt, expiresAt, now) })),
      );
      // Nobody can act on what expired while no process was watching.
      const certificates = due.map((certificate) => ({ certificate, days: announcedDays(certificate.expiresAt, now) }));
      const expiring = [...certificates, ...authorities].filter(({ certificate }) => certificate.expiresAt > now);
      if (expiring.length > 0) await this.events.announce(inside, expiring);
      return due.length + authorities.length;
    });
  }

  private async authorities(inside: Context, now: Instant): Promise<ExpiringCertificate[]> {
    const due = await this.repository.dueAuthorities(inside, now);
    for (const { id, createdAt, expiresAt } of due)
      await this.repository.authorityAnnounced(
        inside,
        id,
        nextAnnouncement(createdAt, expiresAt, now, authorityAnnouncementDays),
      );
    return due.map((authority) => ({
      certificate: endingAuthority(authority),
      days: announcedDays(authority.expiresAt, now, authorityAnnouncementDays),
    }));
  }
}

function endingAuthority({ id, subject, certificate, supersededAt, expiresAt }: DueAuthority): EndingCertificate {
  const serial = new X509Certificate(certificate).serialNumber.toLowerCase();
  return {
    id,
    serial,
    subject,
    commonName: subject,
    purpose: 'authority',
    userId: null,
    deviceId: null,
    expiresAt,
    hasSuccessor: supersededAt !== null,
  };
}
