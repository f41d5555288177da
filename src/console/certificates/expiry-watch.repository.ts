import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import type { Certificate } from './certificate.js';
import { certificateColumns } from './certificates.repository.js';

const organizations = statement('certificate_watch_organizations', `
  select distinct c.organization_id as id from certificates c where c.announce_at <= $1 order by 1 limit 1000`);
// What another process announces at this moment is left to it.
const due = statement('certificate_watch_due', `
  select ${certificateColumns} from certificates c where c.organization_id = $1 and c.announce_at <= $2
  order by c.announce_at, c.id limit $3 for update skip locked`);
const announced = statement('certificate_watch_announced', `
  update certificates c set announce_at = n.announce_at
  from unnest($2::uuid[], $3::timestamptz[]) as n (id, announce_at) where c.organization_id = $1 and c.id = n.id`);

@Injectable()
export class ExpiryWatchRepository {
  constructor(private readonly database: Database) {}

  /** Organizations that have something to announce at `now`, at most 1,000. */
  async organizations(now: Instant): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(systemContext(everyOrganization, 'certificate-watch'), organizations, [now]);
    return rows.map(({ id }) => id);
  }

  /** In a transaction: certificates to announce, which no other process announces. */
  due(inside: Context, now: Instant, most: number): Promise<Certificate[]> {
    return this.database.query<Certificate>(inside, due, [inside.organizationId, now, most]);
  }

  /** Notes when each is to be announced next; null: never again. */
  async announced(inside: Context, next: readonly { readonly id: string; readonly announceAt: Instant | null }[]): Promise<void> {
    await this.database.query(inside, announced, [inside.organizationId, next.map(({ id }) => id), next.map(({ announceAt }) => announceAt)]);
  }
}
