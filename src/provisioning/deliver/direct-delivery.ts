import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { Secrets } from '../../kernel/secrets.js';
import { contentContext, type CredentialContent } from './delivery/delivery.js';

export interface DirectMessage {
  readonly connectionId: string;
  readonly subjectId: string;
  readonly via: 'email' | 'sms';
  /** Null: the person's own. */
  readonly address: string | null;
  readonly content: CredentialContent;
}

/** Kept apart from the positions of a connection's own rules, whose latest delivery says what was sent last. */
const position = 1_000;

const add = statement(
  'direct_delivery_add',
  `
  insert into credential_deliveries (organization_id, id, connection_id, subject_id, identity_id, kind, via, position,
    address_template, content_sealed, status, due_at, created_at)
  select $1, $2, $3, s.id, s.identity_id, 'user', $5, ${position}, $6, $7, 'pending', $8, $8
  from subjects s where s.organization_id = $1 and s.connection_id = $3 and s.id = $4`,
);

/** Credentials that reception sends once, whatever the connection's own rules are. */
@Injectable()
export class DirectDelivery {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly wakeUps: WakeUps,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Queues it like any other: sent once, retried, listed among the record's deliveries. Returns its id. */
  async send(inside: Context, { connectionId, subjectId, via, address, content }: DirectMessage): Promise<string> {
    const id = this.ids.next();
    const { organizationId } = inside;
    await this.database.query(inside, add, [
      organizationId,
      id,
      connectionId,
      subjectId,
      via,
      address,
      this.secrets.seal(JSON.stringify(content), contentContext(id)),
      this.clock.instant(),
    ]);
    this.database.afterCommit(inside, () => this.wakeUps.publishMessages(organizationId, 'credential_deliveries'));
    return id;
  }
}
