import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { listFields } from '../../../http/list/list-fields.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { type Alert, alertColumns } from './alert.js';

export const alertListFields = listFields({
  id: 'a.id',
  sort: 'raised_at:desc',
  fields: {
    id: { column: 'a.id', type: 'uuid' },
    event: { column: 'a.event', type: 'text' },
    status: {
      column:
        "(case when a.resolved_at is not null then 'resolved' when a.acknowledged_at is not null then 'acknowledged' " +
        "else 'open' end)",
      type: 'text',
    },
    subject_id: { column: 'a.subject_id', type: 'uuid' },
    subject_name: { column: 'a.subject_name', type: 'text' },
    raised_at: { column: 'a.raised_at', type: 'instant' },
    resolved_at: { column: 'a.resolved_at', type: 'instant' },
    told_at: { column: 'a.notified_at', type: 'instant' },
    end_told_at: { column: 'a.end_notified_at', type: 'instant' },
    acknowledged_at: { column: 'a.acknowledged_at', type: 'instant' },
    acknowledged_until: { column: 'a.acknowledged_until', type: 'instant' },
    acknowledged_by: { column: 'a.acknowledged_by', type: 'text' },
  },
});

const find = statement(
  'alerts_find',
  `select ${alertColumns} from alerts a where a.organization_id = $1 and a.id = $2`,
);

/** Returns no row if it is over or not the organization's. */
const acknowledge = statement(
  'alerts_acknowledge',
  `
  update alerts a set acknowledged_at = $3, acknowledged_by = $4, comment = $5, acknowledged_until = $6
  where a.organization_id = $1 and a.id = $2 and a.resolved_at is null returning ${alertColumns}`,
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

  /** Null withdraws the acknowledgement. Returns undefined if the alert is over or not the organization's. */
  acknowledge(
    context: Context,
    id: string,
    said: {
      readonly at: Instant;
      readonly by: string;
      readonly comment: string | null;
      readonly until: Instant | null;
    } | null,
  ): Promise<Alert | undefined> {
    const { organizationId } = context;
    const { at = null, by = null, comment = null, until = null } = said ?? {};
    return this.database.one<Alert>(context, acknowledge, [organizationId, id, at, by, comment, until]);
  }
}
