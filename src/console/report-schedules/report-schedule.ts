import type { Instant } from '../../kernel/clock.js';
import type { RecordLife } from '../crud/record-life.js';

export const frequencies = ['day', 'week', 'month'] as const;
export type Frequency = (typeof frequencies)[number];

export const mailFormats = ['csv', 'html'] as const;
export type MailFormat = (typeof mailFormats)[number];

export const mostRecipients = 10;

/** When a report is sent, in its time zone. */
export interface Timetable {
  readonly every: Frequency;
  /** 1 is Monday, 7 Sunday; for `week`. */
  readonly weekday: number;
  /** 1 to 28; for `month`. */
  readonly monthDay: number;
  readonly hour: number;
  readonly timeZone: string;
}

export interface ReportScheduleFields extends Timetable {
  readonly name: string;
  readonly reportId: string;
  /** As in the query of GET /reports/{report_id}, with lists and objects as JSON. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly recipients: readonly string[];
  readonly format: MailFormat;
  readonly disabled: boolean;
}

export interface ReportSchedule extends ReportScheduleFields, RecordLife {
  readonly nextAt: Instant | null;
  readonly lastSentAt: Instant | null;
  readonly problem: string | null;
}
