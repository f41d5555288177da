import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import { isOwnerGone } from '../../kernel/lease-owner.js';

const leased = statement(
  'abandoned_work_leased',
  `
  select distinct organization_id as "organizationId", lease_owner as owner from identities where due_at <= $1
    and lease_until_at > $1`,
);

const handBack = statement(
  'abandoned_work_hand_back',
  `
  update identities set lease_owner = null, lease_until_at = null where organization_id = $1 and due_at <= $2
    and lease_owner = $3`,
);

/** Hands back what a process killed on this machine had claimed, so that nobody waits for its lease to expire. */
@Injectable()
export class AbandonedWork {
  constructor(private readonly database: Database) {}

  async handBack(now: Instant): Promise<void> {
    const everywhere = systemContext(everyOrganization, 'abandoned-work');
    const owners = await this.database.query<{ organizationId: string; owner: string }>(everywhere, leased, [now]);
    for (const { organizationId, owner } of owners) {
      if (isOwnerGone(owner))
        await this.database.query({ ...everywhere, organizationId }, handBack, [organizationId, now, owner]);
    }
  }
}
