import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { MessageQueue } from '../../database/wake-ups.js';
import type { Queue } from '../../database/queue/queue.js';
import { WorkQueue } from '../../database/queue/work-queue.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { type LeasedQueue, sendingLeaseSeconds, type SendingRoom } from '../../kernel/sending/leased-sender.js';
import type { ClaimedMessage, PortalMessageWay } from './portal-message.js';

/** $4: the channel. */
const due: Queue = {
  name: 'portal_messages',
  table: 'portal_messages',
  key: 'id',
  due: () => "q.via = $4 and q.status = 'pending' and q.due_at <= $2",
  parameters: 1,
  orderBy: 'due_at',
  leaseSeconds: sendingLeaseSeconds,
  returning: `q.organization_id as "organizationId", q.id, q.captive_portal_id as "portalId", q.via, q.address,
    q.content_sealed as "contentSealed", q.attempts, q.ends_at as "endsAt", q.created_at as "createdAt"`,
};

/** The last attempt deletes the content. */
const settle = statement(
  'portal_messages_settle',
  `
  update portal_messages set status = $4, attempts = $5, due_at = $6, error = $7,
    content_sealed = case when $4 = 'pending' then content_sealed end, lease_owner = null, lease_until_at = null
  where organization_id = $1 and id = $2 and lease_owner = $3 and status = 'pending'`,
);

const handBack = statement(
  'portal_messages_hand_back',
  `
  update portal_messages set lease_until_at = null where organization_id = $1 and id = $2 and lease_owner = $3
    and status = 'pending'`,
);

export interface PortalMessageSettlement {
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly dueAt: Instant;
  readonly error: string | null;
}

/** The queue of portal messages, across all organizations. */
@Injectable()
export class PortalMessageQueueRepository implements LeasedQueue<ClaimedMessage, PortalMessageWay> {
  readonly name: MessageQueue = 'portal_messages';
  private readonly queue: WorkQueue<ClaimedMessage>;

  constructor(private readonly database: Database) {
    this.queue = new WorkQueue(database, due);
  }

  claim(via: PortalMessageWay, owner: string, now: Instant, room: SendingRoom): Promise<ClaimedMessage[]> {
    return this.queue.claim({ owner, now, ...room, values: [via], lane: via });
  }

  async settle(
    context: Context,
    id: string,
    owner: string,
    { status, attempts, dueAt, error }: PortalMessageSettlement,
  ): Promise<void> {
    await this.database.query(context, settle, [context.organizationId, id, owner, status, attempts, dueAt, error]);
  }

  async handBack(context: Context, id: string, owner: string): Promise<void> {
    await this.database.query(context, handBack, [context.organizationId, id, owner]);
  }
}
