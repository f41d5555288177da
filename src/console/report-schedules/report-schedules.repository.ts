import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import { WakeUps } from '../../database/wake-ups.js';
import type { Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import { RecordTable } from '../crud/record-table.js';
import { reportScheduleTable } from './report-schedule.entity.js';
import type { ReportSchedule } from './report-schedule.js';

export const reportScheduleListFields = listFieldsOf(reportScheduleTable, 'report_schedules');

const due = statement(
  'report_schedules_due',
  `
  select organization_id as "organizationId", id from report_schedules where next_at <= $1 order by next_at limit 1000`,
);

const zone = statement('report_schedules_zone', 'select time_zone as "timeZone" from organizations where id = $1');

/** The key (schedule, time, recipient) prevents duplicates. */
const insertMails = replanned(
  'report_mails_insert',
  `
  insert into report_mails (organization_id, id, schedule_id, scheduled_at, recipient, earliest_at, latest_at, due_at,
    created_at)
  select $1, n.id, $2, $3, n.recipient, $4, $5, $6, $6
  from jsonb_to_recordset($7::jsonb) as n (id uuid, recipient text)
  on conflict do nothing`,
);

const count = statement(
  'report_schedules_count',
  'select count(*)::int as count from report_schedules where organization_id = $1',
);

const planned = statement(
  'report_schedules_planned',
  'update report_schedules set next_at = $3 where organization_id = $1 and id = $2',
);

/** What a person wanted: a mail that ended so is no problem of its recipient. */
export const unwantedWords = {
  switchedOff: 'The schedule was switched off',
  takenOff: 'The address was taken off',
} as const;

/** $3 recipients. Of each the latest mail whose fate is known, where it did not arrive. */
const undelivered = replanned(
  'report_schedules_undelivered',
  `
  select m.recipient, m.error from (
    select distinct on (recipient) recipient, status, error from report_mails
    where organization_id = $1 and schedule_id = $2 and recipient = any ($3::text[])
      and (status = 'delivered' or status = 'failed' and error <> all ($4::text[]))
    order by recipient, scheduled_at desc) m
  where m.status = 'failed' order by m.recipient`,
);

export interface ReportSpanOfMails {
  readonly scheduledAt: Instant;
  readonly earliestAt: Instant;
  readonly latestAt: Instant;
}

@Injectable()
export class ReportSchedulesRepository {
  readonly table: RecordTable<ReportSchedule>;

  constructor(
    private readonly database: Database,
    private readonly wakeUps: WakeUps,
  ) {
    this.table = new RecordTable<ReportSchedule>(database, reportScheduleTable, 'report schedule');
  }

  /** Of all organizations. */
  due(now: Instant): Promise<{ readonly organizationId: string; readonly id: string }[]> {
    return this.database.query(systemContext(everyOrganization, 'report schedules'), due, [now]);
  }

  async timeZone(context: Context): Promise<string> {
    const row = await this.database.one<{ timeZone: string }>(context, zone, [context.organizationId]);
    return row?.timeZone ?? 'UTC';
  }

  async count(context: Context): Promise<number> {
    return (await this.database.one<{ count: number }>(context, count, [context.organizationId]))?.count ?? 0;
  }

  async insertMails(
    inside: Context,
    scheduleId: string,
    { scheduledAt, earliestAt, latestAt }: ReportSpanOfMails,
    mails: readonly { readonly id: string; readonly recipient: string }[],
    now: Instant,
  ): Promise<void> {
    const values = [inside.organizationId, scheduleId, scheduledAt, earliestAt, latestAt, now, JSON.stringify(mails)];
    await this.database.query(inside, insertMails, values);
    this.database.afterCommit(inside, () => this.wakeUps.publishMessages(inside.organizationId, 'report_mails'));
  }

  /** Who of the recipients does not get it, and why; null: each got the latest one, or none was sent yet. */
  async problem(inside: Context, id: string, recipients: readonly string[]): Promise<string | null> {
    const values = [inside.organizationId, id, recipients, Object.values(unwantedWords)];
    const found = await this.database.query<{ recipient: string; error: string }>(inside, undelivered, values);
    return found.map(({ recipient, error }) => `${recipient}: ${error}`).join('; ') || null;
  }

  async planned(inside: Context, id: string, nextAt: Instant): Promise<void> {
    await this.database.query(inside, planned, [inside.organizationId, id, nextAt]);
  }
}
