import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Chance } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import { systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { ReportCatalogue } from '../reports/definitions/report-catalogue.js';
import type { ReportSchedule } from './report-schedule.js';
import { ReportSchedulesRepository } from './report-schedules.repository.js';
import { scheduledRequest } from './scheduled-request.js';
import { nextTime } from './timetable.js';

/**
 * Queues the mails of due schedules, one for each recipient, in the transaction that moves the schedule to its next
 * time. If a process dies before that, the next one does it; none does it twice. Times missed while nothing ran make
 * one mail.
 */
@Injectable()
export class ReportMailPlanner extends Periodic {
  readonly name = 'report schedules';
  protected readonly everyMilliseconds = 15_000;

  constructor(
    private readonly schedules: ReportSchedulesRepository,
    private readonly catalogue: ReportCatalogue,
    private readonly database: Database,
    private readonly ids: Ids,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
  }

  async round(signal: AbortSignal): Promise<void> {
    const due = await this.schedules.due(this.clock.instant());
    await this.each(due, signal, ({ organizationId, id }) => this.plan(organizationId, id), {
      facts: ({ organizationId, id }) => ({ organizationId, scheduleId: id }),
      failure: 'planning a scheduled report failed',
    });
  }

  private plan(organizationId: string, id: string): Promise<void> {
    return this.database.transaction(systemContext(organizationId, this.name), async (inside) => {
      const now = this.clock.instant();
      const schedule = await this.schedules.table.lock(inside, id);
      if (!schedule || schedule.nextAt === null || schedule.nextAt > now) return;
      const span = this.spanOf(schedule, schedule.nextAt);
      const mails = schedule.recipients.map((recipient) => ({ id: this.ids.next(), recipient }));
      if (span) await this.schedules.insertMails(inside, id, { scheduledAt: schedule.nextAt, ...span }, mails, now);
      await this.schedules.planned(inside, id, nextTime(now, schedule));
    });
  }

  /** Undefined if this version no longer has the report or one of its columns. */
  private spanOf(schedule: ReportSchedule, at: string) {
    const report = this.catalogue.find(schedule.reportId);
    try {
      return report && scheduledRequest(report, schedule, { at, timeZone: schedule.timeZone });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.log.warn({ scheduleId: schedule.id, reason: error.detail }, 'scheduled report refused');
      return undefined;
    }
  }
}
