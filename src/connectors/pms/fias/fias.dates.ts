import { DateTime } from 'luxon';
import type { Instant } from '../../../kernel/clock.js';
import type { FiasReading } from './fias.reading.js';
import { fieldOf, type FiasRecord } from './fias.record.js';
import { field } from './fias.wire.js';

export interface StayDates {
  readonly arrivalAt?: Instant;
  readonly departureAt?: Instant;
}

/**
 * Local days (YYMMDD) to instants: arrival is the start of its day, departure the check-out time of its day. Day use,
 * arrival after midnight and late check-out produce dates in the past. Presence comes from the status, so such dates
 * are passed on unchanged.
 * @returns the dates, or which field is wrong
 */
export function datesOf(record: FiasRecord, { timeZone, checkOutTime }: FiasReading): StayDates | string {
  const arrival = dayOf(record, field.arrivalDate, timeZone);
  if (typeof arrival === 'string') return arrival;
  const departure = dayOf(record, field.departureDate, timeZone);
  if (typeof departure === 'string') return departure;
  const [hour, minute] = checkOutTime.split(':').map(Number);
  return {
    ...(arrival ? { arrivalAt: instantOf(arrival) } : {}),
    ...(departure ? { departureAt: instantOf(departure.set({ hour, minute })) } : {}),
  };
}

function dayOf(
  record: FiasRecord,
  id: typeof field.arrivalDate | typeof field.departureDate,
  zone: string,
): DateTime | undefined | string {
  const text = fieldOf(record, id)?.trim();
  if (text === undefined) return undefined;
  const date = /^\d{6}$/.test(text) ? DateTime.fromFormat(`20${text}`, 'yyyyMMdd', { zone }) : null;
  return date?.isValid ? date : `${record.id}: ${id} is not a date (YYMMDD)`;
}

function instantOf(date: DateTime): Instant {
  return date.toJSDate().toISOString();
}
