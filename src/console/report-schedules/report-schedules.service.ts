import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { DepartedAddresses } from '../departed/departed-addresses.js';
import { changed, newRecord } from '../crud/record-life.js';
import { ReportCatalogue } from '../reports/definitions/report-catalogue.js';
import { reportScheduleTable } from './report-schedule.entity.js';
import type { ReportSchedule, ReportScheduleFields } from './report-schedule.js';
import { ReportSchedulesRepository } from './report-schedules.repository.js';
import { scheduledRequest } from './scheduled-request.js';
import { nextTime } from './timetable.js';

type NewSchedule = Partial<ReportScheduleFields> &
  Pick<ReportScheduleFields, 'name' | 'reportId' | 'every' | 'recipients'>;

const mostSchedules = 100;
const usual = { ...(reportScheduleTable.usual as Omit<ReportSchedule, keyof NewSchedule>), parameters: {} };

/** Reports that are mailed on schedule. Refusals are Problems. */
@Injectable()
export class ReportSchedulesService {
  constructor(
    private readonly schedules: ReportSchedulesRepository,
    private readonly catalogue: ReportCatalogue,
    private readonly alarms: Alarms,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly departed: DepartedAddresses,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<ReportSchedule>> {
    return this.schedules.table.list(context, list);
  }

  read(context: Context, id: string): Promise<ReportSchedule> {
    return this.schedules.table.read(context, id);
  }

  create(context: Context, values: NewSchedule): Promise<ReportSchedule> {
    return this.database.transaction(context, async (inside) => {
      if ((await this.schedules.count(inside)) >= mostSchedules)
        throw new Problem('conflict', `An organization has at most ${mostSchedules} report schedules: delete one`);
      const timeZone = values.timeZone ?? (await this.schedules.timeZone(inside));
      const fields = { ...usual, ...values, timeZone, nextAt: null, lastSentAt: null, problem: null };
      const schedule = this.planned(
        inside,
        newRecord(fields, this.ids.next(), this.clock.instant()) as unknown as ReportSchedule,
      );
      await this.schedules.table.insert(inside, schedule);
      await this.departed.welcome(inside, schedule.recipients);
      return schedule;
    });
  }

  change(
    context: Context,
    id: string,
    changes: Partial<ReportScheduleFields>,
    expected: Expected,
  ): Promise<ReportSchedule> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.schedules.table.held(inside, id, expected);
      const schedule = changed(before, changes, this.clock.instant());
      if (schedule === before) return before;
      const problem = await this.problem(inside, before, schedule);
      const planned = this.planned(inside, { ...schedule, problem });
      await this.schedules.table.update(inside, planned);
      await this.departed.welcome(
        inside,
        planned.recipients.filter((each) => !before.recipients.includes(each)),
      );
      if (before.disabled || planned.disabled || (before.problem !== null && problem === null))
        await this.alarms.end(inside, ['report.undelivered'], [id]);
      return planned;
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      await this.schedules.table.held(inside, id, expected);
      await this.schedules.table.remove(inside, id);
      await this.alarms.end(inside, ['report.undelivered'], [id]);
    });
  }

  /** It begins anew when it is switched on; what is left of it when a recipient is taken off is the others'. */
  private async problem(inside: Context, before: ReportSchedule, schedule: ReportSchedule): Promise<string | null> {
    if (before.disabled || before.problem === null) return null;
    const isTakenOff = before.recipients.some((each) => !schedule.recipients.includes(each));
    return isTakenOff ? this.schedules.problem(inside, schedule.id, schedule.recipients) : before.problem;
  }

  /** Checks it against the report with the caller's permissions, and adds the next time. */
  private planned(context: Context, schedule: ReportSchedule): ReportSchedule {
    const report = this.reportOf(context, schedule.reportId);
    const now = this.clock.instant();
    scheduledRequest(report, schedule, { at: now, timeZone: schedule.timeZone });
    return { ...schedule, reportId: report.id, nextAt: schedule.disabled ? null : nextTime(now, schedule) };
  }

  private reportOf(context: Context, id: string) {
    if (!this.catalogue.find(id)) throw Problem.invalidField('report_id', 'is no report; GET /reports lists them');
    return this.catalogue.permitted(context, id);
  }
}
