import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import type { MessageQueue } from '../../../database/wake-ups.js';
import { type ClaimedKey, eachOrganization } from '../../../database/queue/claimed-key.js';
import type { Queue } from '../../../database/queue/queue.js';
import { WorkQueue } from '../../../database/queue/work-queue.js';
import type { Instant } from '../../../kernel/clock.js';
import { type Context, systemContext } from '../../../kernel/context.js';
import { type LeasedQueue, sendingLeaseSeconds, type SendingRoom } from '../../../kernel/sending/leased-sender.js';
import type { MessageWay } from '../../alert-contacts/ways.js';
import { messageColumns, type MessageStatus } from '../message/alert-message.js';
import type { OutgoingMessage } from './outgoing-message.js';

/** $4 is the way to send it. */
const messages: Queue = {
  name: 'alert_messages',
  table: 'alert_messages',
  key: 'id',
  due: () => "q.way = $4 and q.status = 'pending' and q.due_at <= $2",
  parameters: 1,
  orderBy: 'due_at',
  leaseSeconds: sendingLeaseSeconds,
  returning: 'q.organization_id as "organizationId", q.id',
};

const withContacts = replanned(
  'alert_messages_with_contacts',
  `
  select ${messageColumns}, m.organization_id as "organizationId", c.email, c.url_sealed as "urlSealed",
    c.secret_sealed as "secretSealed", c.disabled as "isContactDisabled"
  from alert_messages m join alert_contacts c on c.organization_id = $1 and c.id = m.contact_id
  where m.organization_id = $1 and m.id = any ($2::uuid[]) order by m.due_at, m.id`,
);

const settle = statement(
  'alert_messages_settle',
  `
  update alert_messages set status = $4, attempts = $5, due_at = $6, attempted_at = $7, error = $8, lease_owner = null,
    lease_until_at = null
  where organization_id = $1 and id = $2 and lease_owner = $3 and status = 'pending' returning id`,
);

/** Messages waiting for the same address would find it just as dead. */
const postpone = statement(
  'alert_messages_postpone',
  `
  update alert_messages set due_at = $4
  where organization_id = $1 and contact_id = $2 and way = $3 and status = 'pending' and due_at < $4
    and lease_owner is null`,
);

const handBack = statement(
  'alert_messages_hand_back',
  `
  update alert_messages set lease_owner = null, lease_until_at = null where organization_id = $1 and id = $2
    and lease_owner = $3`,
);

export interface MessageSettlement {
  readonly status: MessageStatus;
  readonly attempts: number;
  readonly dueAt: Instant;
  readonly attemptedAt: Instant;
  readonly error: string | null;
}

/** The queue of messages over all organizations. A lease on its row gives a message to one process at a time. */
@Injectable()
export class MessageQueueRepository implements LeasedQueue<OutgoingMessage, MessageWay> {
  readonly name: MessageQueue = 'alert_messages';
  private readonly queue: WorkQueue<ClaimedKey>;

  constructor(private readonly database: Database) {
    this.queue = new WorkQueue(database, messages);
  }

  async claim(way: MessageWay, owner: string, now: Instant, room: SendingRoom): Promise<OutgoingMessage[]> {
    const claimed = await this.queue.claim({ owner, now, ...room, values: [way], lane: way });
    return eachOrganization(claimed, (organizationId, ids) =>
      this.database.query<OutgoingMessage>(systemContext(organizationId, 'alert messages'), withContacts, [
        organizationId,
        ids,
      ]),
    );
  }

  /** False if another process holds it by now. */
  async settle(
    context: Context,
    id: string,
    owner: string,
    { status, attempts, dueAt, attemptedAt, error }: MessageSettlement,
  ): Promise<boolean> {
    const values = [context.organizationId, id, owner, status, attempts, dueAt, attemptedAt, error];
    return (await this.database.query(context, settle, values)).length > 0;
  }

  async postpone(context: Context, { contactId, way }: OutgoingMessage, untilAt: Instant): Promise<void> {
    await this.database.query(context, postpone, [context.organizationId, contactId, way, untilAt]);
  }

  async handBack(context: Context, id: string, owner: string): Promise<void> {
    await this.database.query(context, handBack, [context.organizationId, id, owner]);
  }
}
