import { ApiProperty, PartialType } from '@nestjs/swagger';
import { isTimeZone } from 'class-validator';
import { Field, NumericFlagField, OneOfField, TextField, WholeNumberField } from '../../http/body/fields.js';
import { readEmail, readListOf, readObject, Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { answerOf } from '../crud/answer-of.js';
import { reportScheduleTable } from './report-schedule.entity.js';
import { frequencies, mailFormats, mostRecipients, type ReportSchedule } from './report-schedule.js';

@BodyExample({
  name: 'Rejected logins of the week',
  report_id: '7',
  every: 'week',
  weekday: 1,
  hour: 7,
  time_zone: 'Europe/Vienna',
  recipients: ['desk@example.com'],
  format: 'html',
})
export class ReportScheduleInputDto {
  /** A name for people, also the subject of its mails. */
  @TextField(100, { example: 'Rejected logins of the week' })
  name: string;

  /** As in GET /reports. */
  @TextField(8, { example: '7' })
  report_id: string;

  /**
   * `earliest`, `latest`, `period`, `columns`, `filter` and `sort` as in POST /reports/{report_id}/tasks. Without
   * times, the day, week or month before.
   */
  @Field(readObject, {
    selfRequired: false,
    type: 'object',
    additionalProperties: true,
    example: { filter: { reason: 'wrong_password' } },
  })
  parameters?: object;

  /** How often. */
  @OneOfField(frequencies, { example: 'week' })
  every: string;

  /** 1 is Monday, 7 Sunday; used if `every` is week. */
  @WholeNumberField(1, 7, { required: false, default: 1 })
  weekday?: number;

  /** Day of the month; used if `every` is month. */
  @WholeNumberField(1, 28, { required: false, default: 1 })
  month_day?: number;

  /** Hour of the day in `time_zone`. */
  @WholeNumberField(0, 23, { required: false, default: 7 })
  hour?: number;

  /** Default: the organization's. Days and weeks of the report are in this zone. */
  @Field(timeZone, { required: false, type: String, example: 'Europe/Vienna' })
  time_zone?: string;

  /** E-mail addresses; each gets a mail of its own. */
  @Field(recipients, {
    type: [String],
    minItems: 1,
    maxItems: mostRecipients,
    example: ['desk@example.com'],
  })
  recipients: string[];

  /** csv: a file of up to 20,000 rows; html: a table of up to 200 in the mail itself. */
  @OneOfField(mailFormats, { required: false, default: 'csv', example: 'csv' })
  format?: string;

  /** 1: nothing is sent. Also set when a report reached nobody three times in a row. */
  @NumericFlagField({ required: false, default: 0, example: 0 })
  disabled?: number;
}

@BodyExample({ hour: 6, recipients: ['desk@example.com', 'owner@example.com'] })
export class ReportScheduleChangeDto extends PartialType(ReportScheduleInputDto, { skipNullProperties: false }) {}

export class ReportScheduleDto extends LinksDto {
  id: string;
  name: string;
  report_id: string;
  /** As given. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  parameters: object;
  @ApiProperty({ enum: frequencies })
  every: string;
  /** 1 is Monday, 7 Sunday. */
  weekday: number;
  /** Day of the month. */
  month_day: number;
  /** By the clock of `time_zone`. */
  hour: number;
  time_zone: string;
  recipients: string[];
  @ApiProperty({ enum: mailFormats })
  format: string;
  /** 1: nothing is sent. */
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  disabled: number;
  /** Next time; null: disabled. */
  next_at: Instant | null;
  /** When the mail server last accepted a mail. */
  last_sent_at: Instant | null;
  /** Recipients whose latest mail did not arrive, and why; null: each arrived, or there was none. */
  problem: string | null;
  created_at: Instant;
  updated_at: Instant;
}

class EmbeddedReportSchedulesDto {
  report_schedules: ReportScheduleDto[];
}

export class ReportSchedulePageDto extends PageDto {
  _embedded: EmbeddedReportSchedulesDto;
}

const ownColumns = answerOf<Omit<ReportScheduleDto, '_links'>>(reportScheduleTable);

export function reportScheduleDto(schedule: ReportSchedule): Omit<ReportScheduleDto, '_links'> {
  return ownColumns(schedule);
}

function timeZone(value: unknown): unknown {
  return isTimeZone(value) ? value : new Wrong('must be an IANA time zone such as Europe/Vienna');
}

function recipients(value: unknown): unknown {
  const read = readListOf(readEmail, 1, mostRecipients)(value);
  if (read instanceof Wrong) return read;
  const lower = (read as string[]).map((address) => address.toLowerCase());
  return new Set(lower).size < lower.length ? new Wrong('must name each address once') : read;
}
