import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { listFieldsOf } from '../../../http/list/list-fields-of.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { webhookTable } from './webhook.entity.js';
import type { OldSecret, Webhook } from './webhook.js';

export const webhookFields = listFieldsOf(webhookTable, 'w', {
  // Nobody searches by a certificate.
  tls_ca: null,
});

const columns = webhookTable.select('w');
const columnsAndSecrets = webhookTable.select('w', 'urlSealed', 'secretSealed', 'oldSecrets');
const written = webhookTable.without(
  ...(['organizationId', 'id', 'createdAt', 'urlSealed', 'secretSealed', 'oldSecrets'] as const),
  ...(['failuresInRow', 'pausedUntilAt', 'dueAt', 'leaseOwner', 'leaseUntilAt'] as const),
);

const find = statement('webhooks_find', `select ${columns} from webhooks w where w.organization_id = $1 and w.id = $2`);
const findForChange = statement(
  'webhooks_find_for_change',
  `
  select ${columnsAndSecrets} from webhooks w where w.organization_id = $1 and w.id = $2 for no key update`,
);
const count = statement('webhooks_count', 'select count(*)::int as count from webhooks where organization_id = $1');
const insert = statement(
  'webhooks_insert',
  `
  insert into webhooks (organization_id, id, url_sealed, secret_sealed, created_at, ${written.names})
  select $1, $2, $4, $5, $6::timestamptz, r.* from json_to_recordset($3::json) as r (${written.types})
  returning id`,
);
/** Whoever changes an endpoint wants it tried now: its pause ends, and what waits is due. */
const update = statement(
  'webhooks_update',
  `
  update webhooks w set ${written.setFrom('r')}, url_sealed = coalesce($4, w.url_sealed), paused_until_at = null,
    due_at = case when r.disabled then w.due_at else r.updated_at end
  from json_to_recordset($3::json) as r (${written.types}) where w.organization_id = $1 and w.id = $2`,
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
    webhook: Webhook,
    { urlSealed, secretSealed }: Omit<SealedSecrets, 'oldSecrets'>,
  ): Promise<void> {
    const { id, createdAt } = webhook;
    const values = [inside.organizationId, id, rowOf(webhook), urlSealed, secretSealed, createdAt];
    await this.database.query(inside, insert, values);
  }

  /** `urlSealed`: null keeps the address. */
  async update(inside: Context, webhook: Webhook, urlSealed: string | null): Promise<void> {
    await this.database.query(inside, update, [inside.organizationId, webhook.id, rowOf(webhook), urlSealed]);
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

function rowOf(webhook: Webhook): string {
  return JSON.stringify([written.rowOf(webhook)]);
}
