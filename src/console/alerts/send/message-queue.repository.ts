import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import type { MessageWay } from '../../alert-contacts/ways.js';
import { messageColumns, type MessageStatus } from '../message/alert-message.js';
import type { OutgoingMessage } from './outgoing-message.js';

const claim = replanned(
  'alert_messages_claim',
  `
  update alert_messages m set lease_owner = $2, lease_until_at = $4
  from (
    select organization_id, id from alert_messages
    where way = $1 and status = 'pending' and due_at <= $3 and (lease_until_at is null or lease_until_at <= $3)
      order by due_at limit $5 for update skip locked
  ) as free, alert_contacts c
  where m.organization_id = free.organization_id and m.id = free.id and c.organization_id = m.organization_id
    and c.id = m.contact_id
  returning ${messageColumns}, m.organization_id as "organizationId", c.email, c.url_sealed as "urlSealed",
    c.secret_sealed as "secretSealed", c.disabled as "isContactDisabled"`,
);

const owners = statement(
  'alert_messages_owners',
  `
  select distinct lease_owner as owner from alert_messages where status = 'pending' and lease_until_at > $1`,
);

const inherit = statement(
  'alert_messages_inherit',
  `
  update alert_messages set lease_owner = null, lease_until_at = null where status = 'pending' and lease_owner = $1`,
);

const settle = statement(
  'alert_messages_settle',
  `
  update alert_messages set status = $4, attempts = $5, due_at = $6, attempted_at = $7, error = $8, lease_owner = null,
    lease_until_at = null
  where organization_id = $1 and id = $2 and lease_owner = $3 and status = 'pending' returning id`,
);

/** What waits for the same address finds it as dead as this one did. */
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

const everywhere = systemContext(everyOrganization, 'alert messages');

/** Messages as a queue over all organizations; a message is one process's at a time, by a lease on its row. */
@Injectable()
export class MessageQueueRepository {
  constructor(private readonly database: Database) {}

  claim(way: MessageWay, owner: string, now: Instant, untilAt: Instant, limit: number): Promise<OutgoingMessage[]> {
    return this.database.query<OutgoingMessage>(everywhere, claim, [way, owner, now, untilAt, limit]);
  }

  async owners(now: Instant): Promise<string[]> {
    return (await this.database.query<{ owner: string }>(everywhere, owners, [now])).map(({ owner }) => owner);
  }

  /** Frees what a process had in hand that is no more. */
  async inherit(owner: string): Promise<void> {
    await this.database.query(everywhere, inherit, [owner]);
  }

  /** False when it is somebody else's by now. */
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
