import { DateTime } from 'luxon';
import type { Instant } from '../../../kernel/clock.js';
import { type Change, versionAsRead } from '../../../provisioning/connector/change.js';
import type { Employment } from '../../../provisioning/facts/facts.js';
import { malformedRecord, vendorText } from '../../../provisioning/connector/vendor-record.js';
import type { BambooHrSettings } from './bamboohr.settings.js';
import type { BambooEmployee, BambooStatusRow } from './bamboohr.wire.js';

export interface ReadEmployee {
  readonly employee: BambooEmployee;
  /** This person's rows of employmentStatus; null: not visible, so the fields have to do. */
  readonly rows: readonly BambooStatusRow[] | null;
  readonly readAt: Instant;
}

type Settings = Pick<
  BambooHrSettings,
  'time_zone' | 'location_time_zones' | 'site' | 'last_day' | 'employment_statuses'
>;

/** The one word of the customer's own list that always means the same. */
const terminated = 'terminated';

/**
 * Pure. The status says how it is today, the rows what will be: only they have a termination entered for a later date.
 */
export function changeOf({ employee, rows, readAt }: ReadEmployee, settings: Settings): Change {
  const key = employee.id;
  const hireDate = dayOf(employee.hireDate);
  if (hireDate === null) return malformedRecord('hireDate: is no date', key);
  const left = lastDayOf(employee, rows);
  if (left === null) return malformedRecord('employmentStatus: a row has no date', key);
  const changedAt = vendorText(employee.lastChanged)
    ? DateTime.fromISO(vendorText(employee.lastChanged)!, { zone: 'utc' })
    : null;
  const location = vendorText(employee.location);
  const site = location ?? settings.site;
  const timeZone = zoneOf(location, settings);
  const today = DateTime.fromISO(readAt, { zone: timeZone }).toISODate() ?? readAt.slice(0, 10);
  const endDate =
    left && settings.last_day === 'day_before'
      ? (DateTime.fromISO(left, { zone: 'utc' }).minus({ days: 1 }).toISODate() ?? left)
      : left;
  const meaning = meaningOf(vendorText(employee.employmentHistoryStatus), settings);
  return {
    kind: 'record',
    mode: 'replace',
    record: {
      key,
      // Rows can be deleted without a new stamp: among readings of one stamp, the later is the newer truth.
      version: versionAsRead(changedAt?.isValid ? changedAt.toUTC().toISO() : '0000', readAt),
      facts: {
        kind: 'employment',
        status: statusOf(employee, meaning, hireDate, today),
        employeeNumber: vendorText(employee.employeeNumber),
        firstName: vendorText(employee.preferredName) ?? vendorText(employee.firstName),
        lastName: vendorText(employee.lastName),
        email: vendorText(employee.workEmail)?.toLowerCase(),
        department: vendorText(employee.department),
        companyName: vendorText(employee.division),
        jobTitle: vendorText(employee.jobTitle),
        workerType: meaning === 'contractor' || meaning === 'intern' || meaning === 'other' ? meaning : 'employee',
        site,
        timeZone,
        startDate: hireDate,
        endDate,
      },
    },
  };
}

/** People hired for a later date are Inactive until then, just like people who left. */
function statusOf(
  { status }: BambooEmployee,
  meaning: string | undefined,
  hireDate: string | undefined,
  today: string,
): Employment['status'] {
  switch (vendorText(status)?.toLowerCase()) {
    case 'active':
      return meaning === 'leave' || meaning === 'suspended' ? meaning : 'active';
    case 'inactive':
      return hireDate && hireDate > today ? 'prehire' : 'terminated';
    default:
      return 'unknown';
  }
}

/** The day of the last row when that says Terminated; a later row is a return. Null: it has no date. */
function lastDayOf({ terminationDate, status }: BambooEmployee, rows: ReadEmployee['rows']): string | undefined | null {
  const ended = dayOf(terminationDate) ?? undefined;
  if (!rows) return ended;
  const dated = rows.map(({ date, employmentStatus }) => ({
    day: dayOf(date),
    isEnd: vendorText(employmentStatus)?.toLowerCase() === terminated,
  }));
  if (dated.some(({ day, isEnd }) => isEnd && !day)) return null;
  const last = dated
    .filter(({ day }) => day)
    .sort((one, other) =>
      one.day! < other.day! ? -1 : one.day! > other.day! ? 1 : Number(one.isEnd) - Number(other.isEnd),
    )
    .at(-1);
  if (last?.isEnd) return last.day ?? undefined;
  // For somebody who is gone without such a row, the field says when.
  return vendorText(status)?.toLowerCase() === 'inactive' ? ended : undefined;
}

function meaningOf(status: string | undefined, settings: Settings): string | undefined {
  const pairs = settings.employment_statuses.map((each) => each.split('=', 2).map((part) => part.trim().toLowerCase()));
  return pairs.find(([name]) => name === status?.toLowerCase())?.[1];
}

function zoneOf(location: string | undefined, settings: Settings): string {
  const pairs = settings.location_time_zones.map((each) => each.split('=', 2).map((part) => part.trim()));
  return pairs.find(([name]) => name === location)?.[1] ?? settings.time_zone;
}

/** null, '' and 0000-00-00 all mean none; null: not a date. */
function dayOf(value: string | null | undefined): string | undefined | null {
  const day = vendorText(value);
  if (!day || day.startsWith('0000')) return undefined;
  return DateTime.fromISO(day, { zone: 'utc' }).isValid && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
}
