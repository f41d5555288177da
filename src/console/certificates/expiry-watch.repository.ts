import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import type { Authority } from './authority.js';
import type { Certificate } from './certificate.js';
import { certificateTable } from './certificate.entity.js';

const organizations = statement(
  'certificate_watch_organizations',
  `
  select organization_id as id from certificates where announce_at <= $1
  union select organization_id from certificate_authorities where announce_at <= $1 order by 1 limit 1000`,
);
// What another process announces at this moment is left to it.
const due = statement(
  'certificate_watch_due',
  `
  select ${certificateTable.select('c')} from certificates c where c.organization_id = $1 and c.announce_at <= $2
  order by c.announce_at, c.id limit $3 for update skip locked`,
);
const announced = statement(
  'certificate_watch_announced',
  `
  update certificates c set announce_at = n.announce_at
  from unnest($2::uuid[], $3::timestamptz[]) as n (id, announce_at) where c.organization_id = $1 and c.id = n.id`,
);

const dueAuthorities = statement(
  'certificate_watch_due_authorities',
  `
  select a.id, a.certificate, a.subject, a.created_at as "createdAt", a.expires_at as "expiresAt", a.superseded_at
    as "supersededAt" from certificate_authorities a
  where a.organization_id = $1 and a.announce_at <= $2 for update skip locked`,
);
const authorityAnnounced = statement(
  'certificate_watch_authority_announced',
  `
  update certificate_authorities set announce_at = $3 where organization_id = $1 and id = $2`,
);

export type DueAuthority = Pick<
  Authority,
  'id' | 'certificate' | 'subject' | 'createdAt' | 'expiresAt' | 'supersededAt'
>;

@Injectable()
export class ExpiryWatchRepository {
  constructor(private readonly database: Database) {}

  /** Organizations that have something to announce at `now`, at most 1,000. */
  async organizations(now: Instant): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      systemContext(everyOrganization, 'certificate-watch'),
      organizations,
      [now],
    );
    return rows.map(({ id }) => id);
  }

  /** In a transaction: certificates to announce, which no other process announces. */
  due(inside: Context, now: Instant, most: number): Promise<Certificate[]> {
    return this.database.query<Certificate>(inside, due, [inside.organizationId, now, most]);
  }

  /** In a transaction: the organization's authorities that are to be announced, which no other process does. */
  dueAuthorities(inside: Context, now: Instant): Promise<DueAuthority[]> {
    return this.database.query<DueAuthority>(inside, dueAuthorities, [inside.organizationId, now]);
  }

  async authorityAnnounced(inside: Context, id: string, announceAt: Instant | null): Promise<void> {
    await this.database.query(inside, authorityAnnounced, [inside.organizationId, id, announceAt]);
  }

  /** Notes when each is to be announced next; null: never again. */
  async announced(
    inside: Context,
    next: readonly { readonly id: string; readonly announceAt: Instant | null }[],
  ): Promise<void> {
    await this.database.query(inside, announced, [
      inside.organizationId,
      next.map(({ id }) => id),
      next.map(({ announceAt }) => announceAt),
    ]);
  }
}
