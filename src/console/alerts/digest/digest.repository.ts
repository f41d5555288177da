import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import type { AlarmEvent } from '../../../kernel/alarms.js';
import type { Instant } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import { type Alert, alertColumns } from '../alert/alert.js';
import { mostNamed } from '../message/notified-list.js';

const due = statement(
  'alert_digests_due',
  'select organization_id as id from alert_rounds where digest_at <= $1 order by digest_at limit 1000',
);

/** Certificates of a deleted user or device: the database revokes those itself. */
const endRevoked = replanned(
  'alert_digests_end_revoked',
  `
  update alerts a set resolved_at = c.revoked_at from certificates c
  where a.resolved_at is null and a.event = 'certificate.expiring' and c.organization_id = a.organization_id
    and c.id = a.subject_id and c.revoked_at is not null`,
);

/** Not acknowledged. */
const isOpen = 'a.resolved_at is null and a.acknowledged_at is null';

const open = replanned(
  'alert_digests_open',
  `
  select ${alertColumns} from alerts a where a.organization_id = $1 and ${isOpen} order by a.raised_at, a.id
    limit ${mostNamed}`,
);

const ended = replanned(
  'alert_digests_ended',
  `
  select ${alertColumns} from alerts a where a.organization_id = $1 and a.resolved_at >= $2 and a.resolved_at < $3
    order by a.resolved_at, a.id limit ${mostNamed}`,
);

const left = replanned(
  'alert_digests_left',
  `
  select ${alertColumns} from alerts a where a.organization_id = $1 and a.in_digest
    and (a.resolved_at is not null or a.acknowledged_at is null)
    and ((a.raised_at >= $2 and a.raised_at < $3) or (a.resolved_at >= $2 and a.resolved_at < $3)) order by a.raised_at,
      a.id limit 1000`,
);

const counts = replanned(
  'alert_digests_counts',
  `
  select count(*) filter (where resolved_at is null)::int as standing, count(*) filter (where ${isOpen})::int as open,
    count(*) filter (where ${isOpen} and event = any ($4))::int as reminded,
    count(*) filter (where resolved_at >= $2 and resolved_at < $3)::int as ended,
    count(*) filter (where raised_at >= $2 and raised_at < $3 and (resolved_at is not null or ${isOpen}))::int as raised
  from alerts a where organization_id = $1 and (resolved_at is null or resolved_at >= $2)`,
);

const done = statement(
  'alert_digests_done',
  'update alert_rounds set digest_since_at = $2, digest_at = $3 where organization_id = $1',
);

export interface DigestCounts {
  /** Not over, whether acknowledged or not. */
  readonly standing: number;
  readonly open: number;
  /** The open ones that are repeated every day. */
  readonly reminded: number;
  readonly ended: number;
  readonly raised: number;
}

/** What happened in an organization from `since` until just before `now`. */
@Injectable()
export class DigestRepository {
  constructor(private readonly database: Database) {}

  /** Organizations whose digest is due. */
  async organizations(now: Instant): Promise<string[]> {
    return (await this.database.query<{ id: string }>(systemContext(everyOrganization, 'alerts'), due, [now])).map(
      ({ id }) => id,
    );
  }

  /** Ends the alerts of certificates that were revoked. */
  async endRevoked(): Promise<void> {
    await this.database.query(systemContext(everyOrganization, 'alerts'), endRevoked);
  }

  open(inside: Context): Promise<Alert[]> {
    return this.database.query<Alert>(inside, open, [inside.organizationId]);
  }

  ended(inside: Context, since: Instant, now: Instant): Promise<Alert[]> {
    return this.database.query<Alert>(inside, ended, [inside.organizationId, since, now]);
  }

  left(inside: Context, since: Instant, now: Instant): Promise<Alert[]> {
    return this.database.query<Alert>(inside, left, [inside.organizationId, since, now]);
  }

  async counts(inside: Context, since: Instant, now: Instant, reminded: readonly AlarmEvent[]): Promise<DigestCounts> {
    const row = await this.database.one<DigestCounts>(inside, counts, [inside.organizationId, since, now, reminded]);
    return row ?? { standing: 0, open: 0, reminded: 0, ended: 0, raised: 0 };
  }

  /** Null if no digest is due until something happens. */
  async done(inside: Context, now: Instant, nextAt: Instant | null): Promise<void> {
    await this.database.query(inside, done, [inside.organizationId, now, nextAt]);
  }
}
