import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import type { MessageQueue } from '../../../database/wake-ups.js';
import { type ClaimedKey, eachOrganization } from '../../../database/queue/claimed-key.js';
import type { Queue } from '../../../database/queue/queue.js';
import { WorkQueue } from '../../../database/queue/work-queue.js';
import type { Instant } from '../../../kernel/clock.js';
import { type Context, systemContext } from '../../../kernel/context.js';
import { type LeasedQueue, sendingLeaseSeconds, type SendingRoom } from '../../../kernel/sending/leased-sender.js';
import type { DeliveryWay } from '../delivery/delivery.js';
import { isOverNow } from '../delivery/present-credential.js';
import type { ClaimedDelivery, CredentialSettlement } from './claimed-delivery.js';

/**
 * How many deliveries that waited for a way to be set up leave in one round: hundreds at once look like spam to a mail
 * server, and surprise everybody.
 */
const waitingAtOnce = 1;

/** $4: the way to send it. A claim that finds an old lease may repeat what was already sent. */
const dueDeliveries: Queue = {
  name: 'credential_deliveries',
  table: 'credential_deliveries',
  key: 'id',
  due: () => "q.via = $4 and q.status = 'pending' and q.due_at <= $2 and q.waiting_since_at is null",
  parameters: 1,
  orderBy: 'due_at',
  leaseSeconds: sendingLeaseSeconds,
  set: 'is_uncertain = q.is_uncertain or q.lease_owner is not null',
  returning: 'q.organization_id as "organizationId", q.id',
};

const waitingDeliveries: Queue = {
  ...dueDeliveries,
  name: 'credential_deliveries_waiting',
  due: () => "q.via = $4 and q.status = 'pending' and q.due_at <= $2 and q.waiting_since_at is not null",
};

const withFacts = replanned(
  'credential_deliveries_with_facts',
  `
  select d.organization_id as "organizationId", d.id, d.connection_id as "connectionId", d.subject_id as "subjectId",
    d.identity_id as "identityId", d.event_id as "eventId",
    d.kind, d.via, d.outcome, d.reason, d.address_template as "addressTemplate", d.content_sealed as "contentSealed",
    d.repeats, d.attempts, d.waiting_since_at as "waitingSinceAt", d.created_at as "createdAt",
    s.facts, s.source_key as "sourceKey", ${isOverNow} as "isOver"
  from credential_deliveries d
  left join subjects s on s.organization_id = $1 and s.id = d.subject_id
  left join entitlements e on e.organization_id = $1 and e.subject_id = d.subject_id and e.kind = d.kind
  where d.organization_id = $1 and d.id = any ($2::uuid[]) order by d.due_at, d.id`,
);

/** By its key, not by the partial index of pending deliveries (see CredentialOutbox). */
const settle = statement(
  'credential_deliveries_settle',
  `
  update credential_deliveries set status = $4, attempts = $5, due_at = $6, attempted_at = $7, error = $8, address = $9,
    language = $10,
    delivered_at = case when $4 = 'delivered' then $7::timestamptz end, content_sealed = case when $4 = 'pending'
    then content_sealed end,
    waiting_since_at = $11, lease_owner = null, lease_until_at = null
  where organization_id = $1 and id = $2 and lease_owner = $3 and status || '' = 'pending' returning id`,
);

const handBack = statement(
  'credential_deliveries_hand_back',
  `
  update credential_deliveries set lease_until_at = null where organization_id = $1 and id = $2 and lease_owner = $3
    and status = 'pending'`,
);

/** Deliveries as a queue over all organizations; one process at a time holds a delivery, by a lease on its row. */
@Injectable()
export class DeliveryQueueRepository implements LeasedQueue<ClaimedDelivery, DeliveryWay> {
  readonly name: MessageQueue = 'credential_deliveries';
  private readonly due: WorkQueue<ClaimedKey>;
  private readonly waiting: WorkQueue<ClaimedKey>;

  constructor(private readonly database: Database) {
    this.due = new WorkQueue(database, dueDeliveries);
    this.waiting = new WorkQueue(database, waitingDeliveries);
  }

  async claim(way: DeliveryWay, owner: string, now: Instant, room: SendingRoom): Promise<ClaimedDelivery[]> {
    const request = { owner, now, values: [way], lane: way };
    const claimed = [
      ...(await this.due.claim({ ...request, ...room })),
      ...(await this.waiting.claim({ ...request, limit: waitingAtOnce })),
    ];
    return eachOrganization(claimed, (organizationId, ids) =>
      this.database.query<ClaimedDelivery>(systemContext(organizationId, 'credential deliveries'), withFacts, [
        organizationId,
        ids,
        now,
      ]),
    );
  }

  /** False when another process has it now. */
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
