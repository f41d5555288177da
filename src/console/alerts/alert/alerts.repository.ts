import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import { listFields } from '../../../http/list/list-fields.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Instant } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import { type Alert, alertColumns } from './alert.js';

export const alertListFields = listFields({
  id: 'a.id',
  sort: 'raised_at:desc',
  fields: {
    id: { column: 'a.id', type: 'uuid' },
    event: { column: 'a.event', type: 'text' },
    status: { column: "(case when a.resolved_at is null then 'open' else 'resolved' end)", type: 'text' },
    subject_id: { column: 'a.subject_id', type: 'uuid' },
    subject_name: { column: 'a.subject_name', type: 'text' },
    raised_at: { column: 'a.raised_at', type: 'instant' },
    resolved_at: { column: 'a.resolved_at', type: 'instant' },
    told_at: { column: 'a.told_at', type: 'instant' },
    end_told_at: { column: 'a.end_told_at', type: 'instant' },
  },
});

const find = statement(
  'alerts_find',
  `select ${alertColumns} from alerts a where a.organization_id = $1 and a.id = $2`,
);

const purgeAlerts = replanned(
  'alerts_purge',
  `
  delete from alerts where (organization_id, id) in (
    select organization_id, id from alerts where resolved_at < $1 and dispatched_at is not null limit 5000
      for update skip locked) returning 1`,
);

const purgeMessages = replanned(
  'alert_messages_purge',
  `
  delete from alert_messages where (organization_id, id) in (
    select organization_id, id from alert_messages where created_at < $1 limit 5000 for update skip locked)
      returning 1`,
);

@Injectable()
export class AlertsRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Alert>> {
    return listRows<Alert>(this.database, context, list, {
      name: 'alerts',
      select: alertColumns,
      from: 'alerts a',
      where: 'a.organization_id = $1',
      values: [context.organizationId],
    });
  }

  find(context: Context, id: string): Promise<Alert | undefined> {
    return this.database.one<Alert>(context, find, [context.organizationId, id]);
  }

  /** Alerts that ended before `endedBefore`, messages from before `sentBefore`; true when there may be more. */
  async purge(endedBefore: Instant, sentBefore: Instant): Promise<boolean> {
    const everywhere = systemContext(everyOrganization, 'alerts');
    const alerts = await this.database.query(everywhere, purgeAlerts, [endedBefore]);
    const messages = await this.database.query(everywhere, purgeMessages, [sentBefore]);
    return alerts.length === 5_000 || messages.length === 5_000;
  }
}
