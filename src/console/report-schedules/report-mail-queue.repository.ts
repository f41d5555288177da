import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import type { MessageQueue } from '../../database/wake-ups.js';
import type { Queue } from '../../database/queue/queue.js';
import { WorkQueue } from '../../database/queue/work-queue.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { type LeasedQueue, sendingLeaseSeconds, type SendingRoom } from '../../kernel/sending/leased-sender.js';
import { unwantedWords } from './report-schedules.repository.js';

export interface ClaimedReportMail {
  readonly organizationId: string;
  readonly id: string;
  readonly scheduleId: string;
  readonly recipient: string;
  readonly earliestAt: Instant;
  readonly latestAt: Instant;
  readonly attempts: number;
  readonly createdAt: Instant;
}

const due: Queue = {
  name: 'report_mails',
  table: 'report_mails',
  key: 'id',
  due: () => "q.status = 'pending' and q.due_at <= $2",
  orderBy: 'due_at',
  leaseSeconds: sendingLeaseSeconds,
  returning: `q.organization_id as "organizationId", q.id, q.schedule_id as "scheduleId", q.recipient,
    q.earliest_at as "earliestAt", q.latest_at as "latestAt", q.attempts, q.created_at as "createdAt"`,
};

const settle = statement(
  'report_mails_settle',
  `
  update report_mails set status = $4, attempts = $5, due_at = $6, error = $7, lease_owner = null, lease_until_at = null
  where organization_id = $1 and id = $2 and lease_owner = $3 and status = 'pending' returning id`,
);

const handBack = statement(
  'report_mails_hand_back',
  `
  update report_mails set lease_owner = null, lease_until_at = null where organization_id = $1 and id = $2
    and lease_owner = $3`,
);

const arrived = statement(
  'report_schedules_arrived',
  'update report_schedules set problem = $4, last_sent_at = $3 where organization_id = $1 and id = $2',
);

const troubled = statement(
  'report_schedules_troubled',
  'update report_schedules set problem = $3 where organization_id = $1 and id = $2',
);

const stopped = statement(
  'report_schedules_stopped',
  `
  update report_schedules set problem = $3, disabled = true, next_at = null, revision = revision + 1
  where organization_id = $1 and id = $2`,
);

/** How many times in a row the report has reached nobody since the schedule last changed. */
const missed = replanned(
  'report_mails_missed',
  `
  select count(distinct m.scheduled_at)::int as times
  from report_mails m join report_schedules s on s.organization_id = $1 and s.id = $2
  where m.organization_id = $1 and m.schedule_id = $2 and m.status = 'failed' and m.created_at >= s.updated_at
    and m.scheduled_at > coalesce((select max(d.scheduled_at) from report_mails d
      where d.organization_id = $1 and d.schedule_id = $2 and d.status = 'delivered'), '-infinity')`,
);

/** Mails of a disabled schedule wait. */
const givenUp = statement(
  'report_mails_give_up',
  `
  update report_mails set status = 'failed', error = '${unwantedWords.switchedOff}'
  where organization_id = $1 and schedule_id = $2 and status = 'pending' and lease_owner is null`,
);

export interface ReportMailSettlement {
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly dueAt: Instant;
  readonly error: string | null;
}

/** The queue of report mails, over all organizations. */
@Injectable()
export class ReportMailQueueRepository implements LeasedQueue<ClaimedReportMail, 'email'> {
  readonly name: MessageQueue = 'report_mails';
  private readonly queue: WorkQueue<ClaimedReportMail>;

  constructor(private readonly database: Database) {
    this.queue = new WorkQueue(database, due);
  }

  claim(_lane: 'email', owner: string, now: Instant, room: SendingRoom): Promise<ClaimedReportMail[]> {
    return this.queue.claim({ owner, now, ...room, values: [] });
  }

  /** False if another process has claimed it. */
  async settle(
    inside: Context,
    id: string,
    owner: string,
    { status, attempts, dueAt, error }: ReportMailSettlement,
  ): Promise<boolean> {
    const values = [inside.organizationId, id, owner, status, attempts, dueAt, error];
    return (await this.database.query(inside, settle, values)).length > 0;
  }

  async handBack(context: Context, id: string, owner: string): Promise<void> {
    await this.database.query(context, handBack, [context.organizationId, id, owner]);
  }

  /** `problem`: of the other recipients. */
  async arrived(inside: Context, scheduleId: string, at: Instant, problem: string | null): Promise<void> {
    await this.database.query(inside, arrived, [inside.organizationId, scheduleId, at, problem]);
  }

  /** How many times in a row the report reached nobody. */
  async missed(inside: Context, scheduleId: string): Promise<number> {
    const row = await this.database.one<{ times: number }>(inside, missed, [inside.organizationId, scheduleId]);
    return row?.times ?? 0;
  }

  async troubled(inside: Context, scheduleId: string, problem: string): Promise<void> {
    await this.database.query(inside, troubled, [inside.organizationId, scheduleId, problem]);
  }

  async stop(inside: Context, scheduleId: string, problem: string): Promise<void> {
    await this.database.query(inside, stopped, [inside.organizationId, scheduleId, problem]);
    await this.database.query(inside, givenUp, [inside.organizationId, scheduleId]);
  }
}
