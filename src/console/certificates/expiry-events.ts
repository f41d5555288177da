import { Injectable } from '@nestjs/common';
import { Database, replanned } from '../../database/database.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { Certificate, CertificatePurpose } from './certificate.js';
import { Events } from '../events/events.js';

/** A certificate, or an authority's own, which has no owner. */
export interface EndingCertificate extends Pick<
  Certificate,
  'id' | 'serial' | 'commonName' | 'subject' | 'userId' | 'deviceId' | 'expiresAt'
> {
  readonly purpose: CertificatePurpose | 'authority';
  /** For an authority: whether a successor issues already. */
  readonly hasSuccessor?: boolean;
}

export interface ExpiringCertificate {
  readonly certificate: EndingCertificate;
  /** The threshold that was passed: 30, 7 or 1; for an authority also 365 or 90. */
  readonly days: number;
}

const holders = replanned(
  'expiry_events_holders',
  `
  select id, username, null as mac, null as type, null as os from users where organization_id = $1
    and id = any ($2::uuid[])
  union all
  select id, null, mac, type, os from devices where organization_id = $1 and id = any ($2::uuid[])`,
);

interface Holder {
  readonly id: string;
  readonly username: string | null;
  readonly mac: string | null;
  readonly type: string | null;
  readonly os: string | null;
}

const daySeconds = 86_400;

/** certificate.expiring: the event names the certificate's owner, the alarm does not. */
@Injectable()
export class ExpiryEvents {
  constructor(
    private readonly events: Events,
    private readonly alarms: Alarms,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction that records the announcement, so both are written exactly once. */
  async announce(inside: Context, expiring: readonly ExpiringCertificate[]): Promise<void> {
    const ids = expiring
      .flatMap(({ certificate }) => [certificate.userId, certificate.deviceId])
      .filter((id) => id !== null);
    const rows = await this.database.query<Holder>(inside, holders, [inside.organizationId, ids]);
    const holderOf = new Map(rows.map((row) => [row.id, row]));
    await this.events.emitMany(
      inside,
      expiring.map(({ certificate }) => {
        const { id, serial, subject, purpose, expiresAt, userId, deviceId } = certificate;
        const secondsLeft = (Date.parse(expiresAt) - this.clock.milliseconds()) / 1000;
        return {
          event: 'certificate.expiring',
          user: { username: holderOf.get(userId ?? '')?.username, authMethod: 'EAP-TLS' },
          device: holderOf.get(deviceId ?? ''),
          certificate: {
            id,
            serial,
            subject,
            usage: purpose,
            expiresAt,
            daysLeft: Math.max(0, Math.round(secondsLeft / daySeconds)),
          },
        } as const;
      }),
    );
    await this.alarms.raise(
      inside,
      expiring.map(({ certificate: { id, serial, purpose, expiresAt, hasSuccessor }, days }) => ({
        event: 'certificate.expiring',
        subjectId: id,
        subjectName: serial,
        state: String(days),
        detail:
          `The ${purpose === 'authority' ? 'certificate authority' : 'certificate'} ends on ` +
          `${expiresAt.slice(0, 10)}`,
        facts: { serial, usage: purpose, expires_at: expiresAt, ...(hasSuccessor ? { has_successor: 1 } : {}) },
        endsAt: expiresAt,
      })),
    );
  }
}
