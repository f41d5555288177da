import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { listFields } from '../../../http/list/list-fields.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { OldSecret, Webhook } from './webhook.js';

export const webhookFields = listFields({
  id: 'w.id',
  fields: {
    id: { column: 'w.id', type: 'uuid' },
    type: { column: 'w.type', type: 'text' },
    // As it is shown: by scheme, host and port.
    url: { column: 'w.url', type: 'text' },
    description: { column: 'w.description', type: 'text' },
    disabled: { column: 'w.disabled', type: 'flag' },
    disabled_reason: { column: 'w.disabled_reason', type: 'text' },
    failing_since: { column: 'w.failing_since_at', type: 'instant' },
    created_at: { column: 'w.created_at', type: 'instant' },
    updated_at: { column: 'w.updated_at', type: 'instant' },
  },
});

const columns = `w.id, w.type, w.url, w.events, w.description, w.tls_ca as "tlsCa", w.disabled,
  w.disabled_reason as "disabledReason",
  w.failing_since_at as "failingSinceAt", w.revision, w.created_at as "createdAt", w.updated_at as "updatedAt"`;
const secretColumns = 'w.url_sealed as "urlSealed", w.secret_sealed as "secretSealed", w.old_secrets as "oldSecrets"';

const find = statement('webhooks_find', `select ${columns} from webhooks w where w.organization_id = $1 and w.id = $2`);
const findForChange = statement(
  'webhooks_find_for_change',
  `
  select ${columns}, ${secretColumns} from webhooks w where w.organization_id = $1 and w.id = $2 for no key update`,
);
const count = statement('webhooks_count', 'select count(*)::int as count from webhooks where organization_id = $1');
const insert = statement(
  'webhooks_insert',
  `
  insert into webhooks (organization_id, id, type, url, events, description, tls_ca, disabled, url_sealed,
    secret_sealed, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
);
/** Whoever changes an endpoint has a reason to try it now: its pause is over, and what waits is due. */
const update = statement(
  'webhooks_update',
  `
  update webhooks set url = $3, events = $4, description = $5, tls_ca = $6, disabled = $7, disabled_reason = $8,
    failing_since_at = $9, url_sealed = coalesce($11, url_sealed),
    paused_until_at = null, due_at = case when $7 then due_at else $10::timestamptz end, updated_at = $10,
    revision = revision + 1
  where organization_id = $1 and id = $2`,
);
const setSecrets = statement(
  'webhooks_set_secrets',
  `
  update webhooks set secret_sealed = $3, old_secrets = $4, updated_at = $5, revision = revision + 1
    where organization_id = $1 and id = $2`,
);
const remove = statement('webhooks_remove', 'delete from webhooks where organization_id = $1 and id = $2');

export interface SealedSecrets {
  readonly urlSealed: string;
  readonly secretSealed: string;
  readonly oldSecrets: readonly OldSecret[];
}

@Injectable()
export class WebhooksRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Webhook>> {
    return listRows<Webhook>(this.database, context, list, {
      name: 'webhooks',
      select: columns,
      from: 'webhooks w',
      where: 'w.organization_id = $1',
      values: [context.organizationId],
    });
  }

  find(context: Context, id: string): Promise<Webhook | undefined> {
    return this.database.one(context, find, [context.organizationId, id]);
  }

  findForChange(inside: Context, id: string): Promise<(Webhook & SealedSecrets) | undefined> {
    return this.database.one(inside, findForChange, [inside.organizationId, id]);
  }

  async count(inside: Context): Promise<number> {
    return (await this.database.one<{ count: number }>(inside, count, [inside.organizationId]))?.count ?? 0;
  }

  async insert(
    inside: Context,
    { id, type, url, events, description, tlsCa, disabled, createdAt }: Webhook,
    { urlSealed, secretSealed }: Omit<SealedSecrets, 'oldSecrets'>,
  ): Promise<void> {
    await this.database.query(inside, insert, [
      inside.organizationId,
      id,
      type,
      url,
      events,
      description,
      tlsCa,
      disabled,
      urlSealed,
      secretSealed,
      createdAt,
    ]);
  }

  /** `urlSealed`: null keeps the address. */
  async update(inside: Context, webhook: Webhook, urlSealed: string | null): Promise<void> {
    const { id, url, events, description, tlsCa, disabled, disabledReason, failingSinceAt, updatedAt } = webhook;
    const values = [
      inside.organizationId,
      id,
      url,
      events,
      description,
      tlsCa,
      disabled,
      disabledReason,
      failingSinceAt,
      updatedAt,
      urlSealed,
    ];
    await this.database.query(inside, update, values);
  }

  async setSecrets(
    inside: Context,
    id: string,
    { secretSealed, oldSecrets }: Omit<SealedSecrets, 'urlSealed'>,
    now: Instant,
  ): Promise<void> {
    await this.database.query(inside, setSecrets, [
      inside.organizationId,
      id,
      secretSealed,
      JSON.stringify(oldSecrets),
      now,
    ]);
  }

  /** With everything that was to be sent to it. */
  async remove(inside: Context, id: string): Promise<void> {
    await this.database.query(inside, remove, [inside.organizationId, id]);
  }
}
