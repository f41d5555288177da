import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { Alarms } from '../../kernel/alarms.js';
import { Chance } from '../../kernel/chance.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { Log } from '../../kernel/log.js';
import { LeasedSender } from '../../kernel/sending/leased-sender.js';
import { messageRetry, type SendOutcome } from '../../kernel/sending/send-outcome.js';
import { SmtpMail } from '../../kernel/sending/smtp-mail.js';
import { Settings } from '../../kernel/settings.js';
import { departedWords } from '../alert-contacts/ways.js';
import { DepartedAddresses } from '../departed/departed-addresses.js';
import { ReportCatalogue } from '../reports/definitions/report-catalogue.js';
import type { ReportRequest } from '../reports/query/report-request.js';
import { csvOf } from '../reports/query/report-stream.js';
import { ReportsRepository } from '../reports/query/reports.repository.js';
import { reportPageAddress } from './report-address.js';
import { type ReportedRows, reportMail } from './report-mail.js';
import { type ClaimedReportMail, ReportMailQueueRepository } from './report-mail-queue.repository.js';
import type { MailFormat, ReportSchedule } from './report-schedule.js';
import { ReportSchedulesRepository, unwantedWords } from './report-schedules.repository.js';
import { scheduledRequest } from './scheduled-request.js';

const mostRows: Readonly<Record<MailFormat, number>> = { csv: 20_000, html: 200 };
/** A schedule whose report reached nobody this many times in a row is disabled. */
const mostMissed = 3;
const organizationName = statement('report_mails_organization', 'select name from organizations where id = $1');

/**
 * Sends scheduled reports. A mail that a dead process held is sent again under the same Message-ID, so that a recipient
 * who gets it twice sees it once.
 */
@Injectable()
export class ReportMailSender extends LeasedSender<ClaimedReportMail, 'email'> {
  readonly name = 'report mails';
  protected readonly slots = { email: 3 };

  constructor(
    protected readonly queue: ReportMailQueueRepository,
    private readonly schedules: ReportSchedulesRepository,
    private readonly catalogue: ReportCatalogue,
    private readonly reports: ReportsRepository,
    private readonly mail: SmtpMail,
    private readonly alarms: Alarms,
    private readonly departed: DepartedAddresses,
    private readonly database: Database,
    private readonly settings: Settings,
    wakeUps: WakeUps,
    ids: Ids,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(wakeUps, ids, clock, chance, log);
  }

  protected async attempt(mail: ClaimedReportMail): Promise<void> {
    const context = systemContext(mail.organizationId, this.name);
    const outcome = await this.send(context, mail);
    await this.written(() => this.settle(context, mail, outcome));
  }

  protected async handBack({ organizationId, id }: ClaimedReportMail): Promise<void> {
    await this.queue.handBack(systemContext(organizationId, this.name), id, this.owner);
  }

  protected unwritten({ id }: ClaimedReportMail, error: unknown): void {
    this.log.warn({ mailId: id, error: String(error) }, 'storing the outcome of a report mail failed');
  }

  private async send(
    context: Context,
    { id, scheduleId, recipient, createdAt, earliestAt, latestAt }: ClaimedReportMail,
  ): Promise<SendOutcome> {
    const span = { earliestAt, latestAt };
    const schedule = await this.schedules.table.find(context, scheduleId);
    if (!schedule || schedule.disabled) return switchedOff;
    if (!schedule.recipients.includes(recipient)) return takenOff;
    const [gone] = (await this.departed.among(context, [recipient])).values();
    if (gone) return { error: departedWords[gone], isFinal: true };
    try {
      const request = { ...this.requestOf(schedule), ...span };
      const rows = await this.rowsOf(context, schedule, request);
      const organization = await this.database.one<{ name: string }>(context, organizationName, [
        context.organizationId,
      ]);
      const title = this.catalogue.find(schedule.reportId)?.title ?? schedule.reportId;
      const { baseUrl } = this.settings;
      const page = reportPageAddress(request, schedule.parameters.sort);
      const about = { schedule, organization: organization?.name ?? '', title, page, baseUrl, ...span };
      const words = reportMail(about, rows);
      // The byte order mark: without one Excel takes CSV for the code page of the machine.
      const content = Buffer.from(`\ufeff${csvOf([rows.columns, ...rows.rows])}`);
      const file = { fileName: `report-${schedule.reportId}.csv`, contentType: 'text/csv', content };
      return await this.mail.send({
        ...words,
        id,
        to: recipient,
        createdAt,
        files: schedule.format === 'csv' ? [file] : [],
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { error: error.detail, isFinal: true };
    }
  }

  private requestOf(schedule: ReportSchedule): ReportRequest {
    const report = this.catalogue.find(schedule.reportId);
    if (!report) throw new Problem('not_found', `There is no report ${schedule.reportId} any more`);
    return scheduledRequest(report, schedule, { at: this.clock.instant(), timeZone: schedule.timeZone });
  }

  private async rowsOf(
    context: Context,
    { format }: Pick<ReportSchedule, 'format'>,
    request: ReportRequest,
  ): Promise<ReportedRows> {
    const most = mostRows[format];
    const rows: unknown[][] = [];
    for await (const batch of this.reports.batches(context, request)) {
      rows.push(...(JSON.parse(batch) as unknown[][]));
      if (rows.length > most) break;
    }
    return {
      columns: request.columns.map(({ name }) => name),
      rows: rows.slice(0, most),
      isCut: rows.length > most,
    };
  }

  private settle(context: Context, mail: ClaimedReportMail, outcome: SendOutcome): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const { id, scheduleId } = mail;
      const { error, isFinal, isWaiting = false } = outcome;
      const now = this.clock.instant();
      const attempts = mail.attempts + 1;
      const delaySeconds = isFinal ? undefined : messageRetry.nextDelaySeconds(attempts, this.chance);
      const status = error === null ? 'delivered' : delaySeconds === undefined ? 'failed' : 'pending';
      // In the same order of locks as the planner: the schedule first.
      const schedule = await this.schedules.table.lock(inside, scheduleId);
      const settlement = { status, attempts, dueAt: laterBy(now, delaySeconds ?? 0), error } as const;
      if (!(await this.queue.settle(inside, id, this.owner, settlement)) || !schedule) return;
      const problem = await this.schedules.problem(inside, scheduleId, schedule.recipients);
      if (error === null) {
        await this.queue.arrived(inside, scheduleId, now, problem);
        if (problem === null) await this.alarms.end(inside, ['report.undelivered'], [scheduleId]);
      } else if (isWaiting) await this.undelivered(inside, schedule, `${mail.recipient}: ${error}`, error);
      else if (status === 'failed' && problem !== null && !unwanted.includes(outcome))
        await this.undelivered(inside, schedule, problem, error);
    });
  }

  /** The schedule says who does not get it; log and alert name nobody. */
  private async undelivered(
    inside: Context,
    { id, name }: ReportSchedule,
    problem: string,
    error: string,
  ): Promise<void> {
    const isOver = (await this.queue.missed(inside, id)) >= mostMissed;
    if (isOver) await this.queue.stop(inside, id, problem);
    else await this.queue.troubled(inside, id, problem);
    const state = isOver ? 'stopped' : 'failing';
    this.log.warn({ scheduleId: id, state, reason: error }, 'scheduled report not delivered');
    const about = { subjectId: id, subjectName: name, state, detail: error };
    await this.alarms.raise(inside, [{ event: 'report.undelivered', ...about }]);
  }
}

const switchedOff: SendOutcome = { error: unwantedWords.switchedOff, isFinal: true };
const takenOff: SendOutcome = { error: unwantedWords.takenOff, isFinal: true };
/** Wanted by a person, so they raise no alert. */
const unwanted: readonly SendOutcome[] = [switchedOff, takenOff];
