import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import type { Queue } from '../../../database/queue/queue.js';
import { type Claimant, WorkQueue } from '../../../database/queue/work-queue.js';
import { type Instant, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { Attempt, WebhookDeliveryStatus } from '../deliveries/delivery.js';
import type { DisabledReason, Endpoint } from '../webhook/webhook.js';
import type { OutgoingEvent } from '../transport/transport.js';

const columns = `q.organization_id as "organizationId", q.id, q.type, q.url, q.events, q.description,
  q.tls_ca as "tlsCa", q.disabled,
  q.disabled_reason as "disabledReason",
  q.url_sealed as "urlSealed", q.secret_sealed as "secretSealed", q.old_secrets as "oldSecrets",
  q.failing_since_at as "failingSinceAt",
  q.failures_in_row as "failuresInRow",
  q.revision, q.created_at as "createdAt", q.updated_at as "updatedAt"`;
/** Endpoints as queues. One process at a time works on each. */
const lanes: Queue = {
  name: 'webhooks',
  table: 'webhooks',
  key: 'id',
  due: () => 'q.due_at <= $2 and not q.disabled',
  orderBy: 'due_at',
  leaseSeconds: 45,
  returning: columns,
};

const renew = statement(
  'lanes_renew',
  `
  update webhooks q set lease_until_at = $4
  where q.organization_id = $1 and q.id = $2 and q.lease_owner = $3 and not q.disabled returning ${columns}`,
);

const lock = statement(
  'lanes_lock',
  `
  select id from webhooks where organization_id = $1 and id = $2 and lease_owner = $3 for no key update`,
);

const release = replanned(
  'lanes_release',
  `
  update webhooks q set lease_owner = null, lease_until_at = null,
    due_at = (
      select greatest(d.due_at, q.paused_until_at) from webhook_deliveries d
      where d.organization_id = $1 and d.webhook_id = $2 and d.status = 'pending' order by d.due_at limit 1)
  where q.organization_id = $1 and q.id = $2 returning q.due_at as "dueAt"`,
);

const due = replanned(
  'lanes_due',
  `
  select d.id as "deliveryId", d.event_id as "eventId", d.event, d.is_test as "isTest", d.attempts, e.payload,
    w.revision
  from webhook_deliveries d join outbox_events e on e.organization_id = d.organization_id and e.id = d.event_id
  join webhooks w on w.organization_id = d.organization_id and w.id = d.webhook_id
  where d.organization_id = $1 and d.webhook_id = $2 and d.status = 'pending' and d.due_at <= $3
    and d.id <> all ($4::uuid[])
  order by d.due_at, d.id limit $5`,
);

/**
 * The ids appear twice: through the list the rows are found one by one, while a join alone would read everything that
 * waits.
 */
const settle = replanned(
  'lanes_settle',
  `
  update webhook_deliveries d set status = s.status, attempts = s.attempts, due_at = s.due_at,
    attempted_at = s.attempted_at, response_status = s.response_status,
    log = (case when jsonb_array_length(d.log) >= 12 then d.log - 0 else d.log end) || s.attempt
  from jsonb_to_recordset($2::jsonb) as s (id uuid, status text, attempts int, due_at timestamptz,
    attempted_at timestamptz, response_status int, attempt jsonb)
  where d.organization_id = $1 and d.id = any ($3::uuid[]) and d.id = s.id and d.status = 'pending'`,
);

const setHealth = statement(
  'lanes_set_health',
  `
  update webhooks set failing_since_at = $3, failures_in_row = $4, paused_until_at = $5 where organization_id = $1
    and id = $2`,
);

const hurry = replanned(
  'lanes_hurry',
  `
  update webhook_deliveries set due_at = $3 where organization_id = $1 and webhook_id = $2 and status = 'pending'
    and due_at > $3`,
);

const disable = statement(
  'lanes_disable',
  `
  update webhooks set disabled = true, disabled_reason = $3, updated_at = $4, revision = revision + 1
  where organization_id = $1 and id = $2 and not disabled returning id`,
);

/** The state of a delivery after an attempt. */
export interface DeliverySettlement {
  readonly id: string;
  readonly status: WebhookDeliveryStatus;
  readonly attempts: number;
  readonly dueAt: Instant;
  readonly attempt: Attempt;
}

/** An event that is due, and its endpoint's revision when it was read. */
export interface DueEvent extends OutgoingEvent {
  readonly revision: number;
}

export interface Health {
  readonly failingSinceAt: Instant | null;
  readonly failuresInRow: number;
  readonly pausedUntilAt: Instant | null;
}

@Injectable()
export class LaneRepository {
  private readonly queue: WorkQueue<Endpoint>;

  constructor(private readonly database: Database) {
    this.queue = new WorkQueue(database, lanes);
  }

  /** Endpoints of any organization with something due. */
  claim(claimant: Claimant, limit: number): Promise<Endpoint[]> {
    return this.queue.claim({ ...claimant, limit });
  }

  claimOne(context: Context, id: string, claimant: Claimant): Promise<Endpoint | undefined> {
    return this.queue.claimOne(context, id, claimant);
  }

  /** As it is now. Undefined if it is gone, disabled, or another process's. */
  renew(context: Context, id: string, { owner, now }: Claimant): Promise<Endpoint | undefined> {
    return this.database.one(context, renew, [context.organizationId, id, owner, laterBy(now, lanes.leaseSeconds)]);
  }

  /**
   * Releases the endpoint and returns when something is due for it next. The lock comes first, so that a concurrent
   * dispatch is either seen or waits.
   */
  release(context: Context, id: string, owner: string): Promise<Instant | null> {
    return this.database.transaction(context, async (inside) => {
      if (!(await this.database.one(inside, lock, [inside.organizationId, id, owner]))) return null;
      return (
        (await this.database.one<{ dueAt: Instant | null }>(inside, release, [inside.organizationId, id]))?.dueAt ??
        null
      );
    });
  }

  due(context: Context, id: string, now: Instant, except: readonly string[], limit: number): Promise<DueEvent[]> {
    return this.database.query(context, due, [context.organizationId, id, now, except, limit]);
  }

  async settle(context: Context, settlements: readonly DeliverySettlement[]): Promise<void> {
    const rows = settlements.map(({ id, status, attempts, dueAt, attempt }) => ({
      id,
      status,
      attempts,
      due_at: dueAt,
      attempted_at: attempt.at,
      response_status: attempt.status,
      attempt,
    }));
    await this.database.query(context, settle, [
      context.organizationId,
      JSON.stringify(rows),
      rows.map(({ id }) => id),
    ]);
  }

  async setHealth(
    context: Context,
    id: string,
    { failingSinceAt, failuresInRow, pausedUntilAt }: Health,
  ): Promise<void> {
    await this.database.query(context, setHealth, [
      context.organizationId,
      id,
      failingSinceAt,
      failuresInRow,
      pausedUntilAt,
    ]);
  }

  /** Everything that waits for a later attempt may go now. */
  async hurry(context: Context, id: string, now: Instant): Promise<void> {
    await this.database.query(context, hurry, [context.organizationId, id, now]);
  }

  /** False if it was already disabled. */
  async disable(context: Context, id: string, reason: DisabledReason, now: Instant): Promise<boolean> {
    return (await this.database.query(context, disable, [context.organizationId, id, reason, now])).length > 0;
  }
}
