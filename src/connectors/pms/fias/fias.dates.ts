import { DateTime } from 'luxon';
import type { Instant } from '../../../kernel/clock.js';
import type { Reading } from './fias.reading.js';
import { valueOf, type FiasRecord } from './fias.record.js';
import { field } from './fias.wire.js';

export interface StayDates {
  readonly arrivalAt?: Instant;
  readonly departureAt?: Instant;
}

/**
 * Local days (YYMMDD) to instants. Arrival is the start of its day. Departure is the check-out time of its day; a guest who is
 * reported in house after that (late check-out, day use, arrival after midnight) stays to the end of the day of the report.
 * @returns the dates, or which field is wrong
 */
export function datesOf(record: FiasRecord, reading: Reading, receivedAt: Instant): StayDates | string {
  const arrival = dayOf(record, field.arrivalDate, reading.timeZone);
  if (typeof arrival === 'string') return arrival;
  const departure = dayOf(record, field.departureDate, reading.timeZone);
  if (typeof departure === 'string') return departure;
  return {
    ...(arrival ? { arrivalAt: instantOf(arrival) } : {}),
    ...(departure ? { departureAt: instantOf(endOfStay(departure, arrival, reading, receivedAt)) } : {}),
  };
}

function endOfStay(departure: DateTime, arrival: DateTime | undefined, reading: Reading, receivedAt: Instant): DateTime {
  const [hour, minute] = reading.checkOutTime.split(':').map(Number);
  const checkOut = departure.set({ hour, minute });
  const received = DateTime.fromISO(receivedAt, { zone: reading.timeZone });
  const isDayUse = arrival !== undefined && departure <= arrival;
  if (!isDayUse && checkOut > received) return checkOut;
  return DateTime.max(departure, received).startOf('day').plus({ days: 1 });
}

function dayOf(record: FiasRecord, id: typeof field.arrivalDate | typeof field.departureDate, zone: string): DateTime | undefined | string {
  const text = valueOf(record, id)?.trim();
  if (text === undefined) return undefined;
  const date = /^\d{6}$/.test(text) ? DateTime.fromFormat(`20${text}`, 'yyyyMMdd', { zone }) : null;
  return date?.isValid ? date : `${record.id}: ${id} is not a date (YYMMDD)`;
}

function instantOf(date: DateTime): Instant {
  return date.toJSDate().toISOString();
}
