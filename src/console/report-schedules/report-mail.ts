import { DateTime } from 'luxon';
import type { Instant } from '../../kernel/clock.js';
import { oneLine } from '../../kernel/sending/one-line.js';
import type { OutgoingMail } from '../../kernel/sending/smtp-mail.js';
import type { ReportPageAddress } from './report-address.js';
import type { ReportSchedule } from './report-schedule.js';

/** The part of a report that goes into its mail. */
export interface ReportedRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** More rows exist. */
  readonly isCut: boolean;
}

interface About {
  readonly schedule: ReportSchedule;
  readonly organization: string;
  readonly title: string;
  readonly earliestAt: Instant;
  readonly latestAt: Instant;
  readonly page: ReportPageAddress;
  /** The address of the service, if it is set. */
  readonly baseUrl: string | null;
}

/** The text of the mail; as HTML with the rows, if the schedule says so. */
export function reportMail(
  about: About,
  { columns, rows, isCut }: ReportedRows,
): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const { schedule, organization, title, earliestAt, latestAt, page, baseUrl } = about;
  const zone = schedule.timeZone;
  const place = baseUrl?.replace(/\/+$/, '');
  const lines = [
    `${title}, ${localTime(earliestAt, zone)} to ${localTime(latestAt, zone)} (${zone})`,
    isCut ? `The first ${rows.length} rows.` : `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}.`,
    ...(place
      ? [`${page.isSame ? 'The whole report' : 'The report, with more rows than here'}: ${place}${page.path}`]
      : []),
  ];
  const stop =
    `You get this because somebody who runs the Wi-Fi of ${organization} put your address on the report ` +
    `"${schedule.name}". To stop it, ask them to take it off` +
    (place ? `, or do it yourself if you may: ${place}/console/report-schedules?id=${schedule.id}` : '') +
    '.';
  const table = schedule.format === 'html' ? tableOf(columns, rows, zone) : '';
  return {
    subject: oneLine(`[Usher] ${organization}: ${schedule.name}`, 200),
    text: [...lines, '', '--', stop, ''].join('\n'),
    html:
      `<!doctype html><html lang="en"><body style="font-family:sans-serif">` +
      `${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}${table}` +
      `<p><small>${escaped(stop)}</small></p></body></html>`,
  };
}

function tableOf(columns: readonly string[], rows: readonly (readonly unknown[])[], zone: string): string {
  const look = 'style="text-align:left;padding:2px 8px"';
  const row = (tag: string, values: readonly unknown[]) =>
    `<tr>${values.map((value) => `<${tag} ${look}>${escaped(shown(value, zone))}</${tag}>`).join('')}</tr>`;
  return `<table>${row('th', columns)}${rows.map((values) => row('td', values)).join('')}</table>`;
}

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function shown(value: unknown, zone: string): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  return instantForm.test(text) ? localTime(text, zone) : text;
}

function localTime(at: Instant, zone: string): string {
  return DateTime.fromISO(at, { zone }).toFormat('yyyy-MM-dd HH:mm');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]);
}
