import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { type MessageQueue, WakeUps } from '../../database/wake-ups.js';
import type { Queue } from '../../database/queue/queue.js';
import { WorkQueue } from '../../database/queue/work-queue.js';
import type { Instant } from '../../kernel/clock.js';
import { systemContext, usherOrganizationId } from '../../kernel/context.js';
import { type LeasedQueue, sendingLeaseSeconds, type SendingRoom } from '../../kernel/sending/leased-sender.js';

const due: Queue = {
  name: 'password_resets',
  table: 'password_resets',
  key: 'id',
  due: () => "q.status = 'pending' and q.due_at <= $2",
  orderBy: 'due_at',
  leaseSeconds: sendingLeaseSeconds,
  returning: `q.id, q.content_sealed as "contentSealed", q.attempts, q.ends_at as "endsAt",
    q.created_at as "createdAt"`,
};

const add = statement(
  'password_resets_add',
  `
  insert into password_resets (organization_id, id, content_sealed, status, due_at, ends_at, created_at)
  values ($1, $2, $3, 'pending', $4, $5, $4)`,
);
/** The content goes with the last attempt. */
const settle = statement(
  'password_resets_settle',
  `
  update password_resets set status = $4, attempts = $5, due_at = $6,
    content_sealed = case when $4 = 'pending' then content_sealed end, lease_owner = null, lease_until_at = null
  where organization_id = $1 and id = $2 and lease_owner = $3 and status = 'pending'`,
);
const handBack = statement(
  'password_resets_hand_back',
  `
  update password_resets set lease_until_at = null where organization_id = $1 and id = $2 and lease_owner = $3
    and status = 'pending'`,
);

export interface ClaimedReset {
  readonly id: string;
  readonly contentSealed: string | null;
  readonly attempts: number;
  readonly endsAt: Instant;
  readonly createdAt: Instant;
}

export interface ResetSettlement {
  readonly status: 'pending' | 'done' | 'failed';
  readonly attempts: number;
  readonly dueAt: Instant;
}

/** Mails with a link for a new password, on their way. */
@Injectable()
export class PasswordResetQueueRepository implements LeasedQueue<ClaimedReset, 'email'> {
  readonly name: MessageQueue = 'password_resets';
  private readonly context = systemContext(usherOrganizationId, 'password resets');
  private readonly queue: WorkQueue<ClaimedReset>;

  constructor(
    private readonly database: Database,
    private readonly wakeUps: WakeUps,
  ) {
    this.queue = new WorkQueue(database, due);
  }

  async add(id: string, sealed: string, at: Instant, endsAt: Instant): Promise<void> {
    await this.database.query(this.context, add, [usherOrganizationId, id, sealed, at, endsAt]);
    this.wakeUps.publishMessages(usherOrganizationId, this.name);
  }

  claim(_lane: 'email', owner: string, now: Instant, room: SendingRoom): Promise<ClaimedReset[]> {
    return this.queue.claim({ owner, now, ...room });
  }

  async settle(id: string, owner: string, { status, attempts, dueAt }: ResetSettlement): Promise<void> {
    await this.database.query(this.context, settle, [usherOrganizationId, id, owner, status, attempts, dueAt]);
  }

  async handBack(id: string, owner: string): Promise<void> {
    await this.database.query(this.context, handBack, [usherOrganizationId, id, owner]);
  }
}
