import { DateTime } from 'luxon';
import { dayEnd, instantIn, isDay } from '../../access/moment.js';
import { Unreadable } from './effort.js';

export const datetimeForms = ['site', 'utc', 'epoch-s', 'epoch-ms', 'sql', 'odata'] as const;
export const dateForms = ['site', 'written', 'dmy', 'mdy', 'odata'] as const;

const longestMoment = 40;

/**
 * UTC with milliseconds. `site`, `utc`: ISO 8601, without an offset in the site's zone or in UTC; `sql`: `2026-05-14
 * 13:00:00` in the site's zone; `epoch-s`, `epoch-ms`: seconds or milliseconds since 1970; `odata`: `/Date(0+0000)/`.
 * @throws Unreadable
 */
export function instantOf(text: string, form: string, zone: string): string {
  const moment = text.length > longestMoment ? null : instantIn(readAs(text.trim(), form, zone));
  if (!moment) throw new Unreadable(`is no instant of the form datetime:${form}`);
  return moment;
}

/** With an offset no zone has to be asked, which costs a hundred times as much. */
const exact = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d\d:[0-5]\d)$/;

function readAs(text: string, form: string, zone: string): string | null {
  if (form === 'site' || form === 'utc') {
    const [, day] = exact.exec(text) ?? [];
    if (day) return isDay(day) ? text : null;
  }
  if (form === 'odata') return odataInstant(text);
  if (form.startsWith('epoch')) {
    const milliseconds = /^-?\d{1,16}(\.\d{1,6})?$/.test(text)
      ? Math.round(Number(text) * (form === 'epoch-s' ? 1000 : 1))
      : NaN;
    return Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : null;
  }
  const read =
    form === 'sql' ? DateTime.fromSQL(text, { zone }) : DateTime.fromISO(text, { zone: form === 'utc' ? 'utc' : zone });
  return read.isValid ? read.toUTC().toISO() : null;
}

/**
 * YYYY-MM-DD. `site`: a day as it is, an instant as the day it falls on there; `written`: the day that an instant
 * names, whatever its offset (some vendors send days as midnights of their own); `dmy`, `mdy`: 31.12.2026, 12/31/2026;
 * `odata`: `/Date(1772409600000)/`, midnight in UTC.
 * @throws Unreadable
 */
export function dayOf(text: string, form: string, zone: string): string {
  const day = text.length > longestMoment ? null : dayIn(text.trim(), form, zone);
  if (!isDay(day)) throw new Unreadable(`is no day of the form date:${form}`);
  return day;
}

function dayIn(text: string, form: string, zone: string): string | null {
  if (form === 'site') return siteDay(text, zone);
  if (form === 'odata') return odataInstant(text)?.slice(0, 10) ?? null;
  return form === 'written' ? (/^(\d{4}-\d\d-\d\d)([T ]|$)/.exec(text)?.[1] ?? null) : writtenDay(text, form);
}

/** OData 2: milliseconds since 1970. The offset in minutes that may follow does not change the instant. */
function odataInstant(text: string): string | null {
  const [, milliseconds] = /^\/Date\((-?\d{1,15})([+-]\d{1,4})?\)\/$/.exec(text) ?? [];
  return milliseconds ? new Date(Number(milliseconds)).toISOString() : null;
}

function siteDay(text: string, zone: string): string | null {
  if (isDay(text)) return text;
  return DateTime.fromISO(text, { zone }).toISODate();
}

function writtenDay(text: string, form: string): string | null {
  const [, first, second, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  const [day, month] = form === 'dmy' ? [first, second] : [second, first];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null;
}

/** The time of day at the start of a text, by the site's clock. @throws Unreadable */
export function dayAt(text: string, time: string, zone: string): string {
  const moment = DateTime.fromISO(`${dayOf(text, 'written', zone)}T${time}`, { zone });
  if (!moment.isValid) throw new Unreadable(`is no day that has a time ${time}`);
  return moment.toUTC().toISO();
}

/** The moment after the last moment of a day at the site. @throws Unreadable */
export function dateEnd(text: string, zone: string): string {
  const end = dayEnd(dayOf(text, 'site', zone), zone);
  if (!end) throw new Unreadable('is no day that ends');
  return end;
}
