import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import type { LeasedQueue } from '../../../kernel/sending/leased-sender.js';
import type { DeliveryWay } from '../delivery/delivery.js';
import { isOverNow } from '../delivery/present-credential.js';
import type { ClaimedDelivery, CredentialSettlement } from './claimed-delivery.js';

/**
 * Of those that waited for a way to be set up, in one round: hundreds at once look like spam to a mail server, and are
 * a surprise to everybody.
 */
const waitingAtOnce = 1;

const free = "via = $1 and status = 'pending' and due_at <= $3 and (lease_until_at is null or lease_until_at <= $3)";

/** What is claimed with the lease of somebody else still on it may have been sent already. */
const claim = replanned(
  'credential_deliveries_claim',
  `
  with due as (select organization_id, id from credential_deliveries where ${free} and waiting_since_at is null
    order by due_at limit $5 for update skip locked),
  waiting as (select organization_id, id from credential_deliveries where ${free} and waiting_since_at is not null
    order by due_at limit ${waitingAtOnce} for update skip locked),
  claimed as (
    update credential_deliveries d set lease_owner = $2, lease_until_at = $4, is_uncertain = d.is_uncertain
      or d.lease_owner is not null
    from (select * from due union all select * from waiting) as free
    where d.organization_id = free.organization_id and d.id = free.id
    returning d.*)
  select d.organization_id as "organizationId", d.id, d.connection_id as "connectionId", d.subject_id as "subjectId",
    d.identity_id as "identityId", d.event_id as "eventId",
    d.kind, d.via, d.outcome, d.reason, d.address_template as "addressTemplate", d.content_sealed as "contentSealed",
    d.repeats, d.attempts, d.waiting_since_at as "waitingSinceAt", d.created_at as "createdAt",
    s.facts, s.source_key as "sourceKey", ${isOverNow} as "isOver"
  from claimed d
  left join subjects s on s.organization_id = d.organization_id and s.id = d.subject_id
  left join entitlements e on e.organization_id = d.organization_id and e.subject_id = d.subject_id
    and e.kind = d.kind`,
);

const owners = statement(
  'credential_deliveries_owners',
  `
  select distinct lease_owner as owner from credential_deliveries where status = 'pending' and lease_until_at > $1`,
);

const inherit = statement(
  'credential_deliveries_inherit',
  `
  update credential_deliveries set lease_until_at = null where status = 'pending' and lease_owner = $1`,
);

const settle = statement(
  'credential_deliveries_settle',
  `
  update credential_deliveries set status = $4, attempts = $5, due_at = $6, attempted_at = $7, error = $8, address = $9,
    language = $10,
    delivered_at = case when $4 = 'delivered' then $7::timestamptz end, content_sealed = case when $4 = 'pending'
    then content_sealed end,
    waiting_since_at = $11, lease_owner = null, lease_until_at = null
  where organization_id = $1 and id = $2 and lease_owner = $3 and status = 'pending' returning id`,
);

const handBack = statement(
  'credential_deliveries_hand_back',
  `
  update credential_deliveries set lease_until_at = null where organization_id = $1 and id = $2 and lease_owner = $3
    and status = 'pending'`,
);

const everywhere = systemContext(everyOrganization, 'credential deliveries');

/** Deliveries as a queue over all organizations; one is one process's at a time, by a lease on its row. */
@Injectable()
export class DeliveryQueueRepository implements LeasedQueue<ClaimedDelivery, DeliveryWay> {
  constructor(private readonly database: Database) {}

  claim(way: DeliveryWay, owner: string, now: Instant, untilAt: Instant, limit: number): Promise<ClaimedDelivery[]> {
    return this.database.query<ClaimedDelivery>(everywhere, claim, [way, owner, now, untilAt, limit]);
  }

  async owners(now: Instant): Promise<string[]> {
    return (await this.database.query<{ owner: string }>(everywhere, owners, [now])).map(({ owner }) => owner);
  }

  async inherit(owner: string): Promise<void> {
    await this.database.query(everywhere, inherit, [owner]);
  }

  /** False when it is somebody else's by now. */
  async settle(
    context: Context,
    id: string,
    owner: string,
    { status, attempts, dueAt, at, error, waitingSinceAt, address, language }: CredentialSettlement,
  ): Promise<boolean> {
    return (
      (
        await this.database.query(context, settle, [
          context.organizationId,
          id,
          owner,
          status,
          attempts,
          dueAt,
          at,
          error,
          address,
          language,
          waitingSinceAt,
        ])
      ).length > 0
    );
  }

  async handBack(context: Context, id: string, owner: string): Promise<void> {
    await this.database.query(context, handBack, [context.organizationId, id, owner]);
  }
}
