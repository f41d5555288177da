import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { listFields } from '../../../http/list/list-fields.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { type AlertMessage, messageColumns } from '../message/alert-message.js';

export const messageListFields = listFields({
  id: 'm.id',
  sort: 'created_at:desc',
  fields: {
    id: { column: 'm.id', type: 'uuid' },
    way: { column: 'm.way', type: 'text' },
    kind: { column: 'm.kind', type: 'text' },
    status: { column: 'm.status', type: 'text' },
    attempts: { column: 'm.attempts', type: 'integer' },
    last_attempt_at: { column: 'm.attempted_at', type: 'instant' },
    created_at: { column: 'm.created_at', type: 'instant' },
  },
});

const organization = statement(
  'contact_messages_organization',
  'select id, name, time_zone as "timeZone" from organizations where id = $1',
);

const tests = statement(
  'contact_messages_tests',
  `
  select count(*)::int as count from alert_messages where organization_id = $1 and kind = 'test' and created_at > $2`,
);

const byIds = statement(
  'contact_messages_by_ids',
  `
  select ${messageColumns} from alert_messages m where m.organization_id = $1 and m.id = any ($2::uuid[])
    order by m.id`,
);

@Injectable()
export class ContactMessagesRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, contactId: string, list: ListQuery): Promise<ListedRows<AlertMessage>> {
    return listRows<AlertMessage>(this.database, context, list, {
      name: 'alert_messages',
      select: messageColumns,
      from: 'alert_messages m',
      where: 'm.organization_id = $1 and m.contact_id = $2',
      values: [context.organizationId, contactId],
    });
  }

  /** The existing ones among `ids`. */
  some(context: Context, ids: readonly string[]): Promise<AlertMessage[]> {
    return this.database.query<AlertMessage>(context, byIds, [context.organizationId, ids]);
  }

  async organization(context: Context): Promise<AlertMessage['content']['organization']> {
    const found = await this.database.one<AlertMessage['content']['organization']>(context, organization, [
      context.organizationId,
    ]);
    return found ?? { id: context.organizationId, name: '', timeZone: 'UTC' };
  }

  /** Number of test messages in the whole organization since then. */
  async testsSince(context: Context, since: Instant): Promise<number> {
    return (await this.database.one<{ count: number }>(context, tests, [context.organizationId, since]))?.count ?? 0;
  }
}
