import type { Change, SourceRecord } from '../../../provisioning/connector/change.js';
import type { Employment } from '../../../provisioning/facts/facts.js';
import { malformedRecord } from '../../../provisioning/connector/vendor-record.js';
import { csvDay } from './csv.dates.js';
import type { CsvSettings } from './csv.settings.js';
import { actions, type CsvField, type CsvRow, statuses, workerTypes } from './csv.wire.js';

type Invalid = { readonly key?: string; readonly field: CsvField; readonly detail: string };
export type Understood =
  | { readonly change: Change; readonly key: string; readonly action: 'insert' | 'update' | 'delete' | null }
  | { readonly invalid: Invalid };

const dates = {
  start_date: 'startDate',
  end_date: 'endDate',
  last_working_day: 'lastWorkingDay',
  contract_end_date: 'contractEndDate',
} as const;
type Dates = Pick<Employment, 'startDate' | 'endDate' | 'lastWorkingDay' | 'contractEndDate'>;

/** Words and zones of one connection, made ready for many rows. */
export class CsvMapping {
  private readonly statuses: ReadonlyMap<string, string>;
  private readonly workerTypes: ReadonlyMap<string, string>;
  private readonly zones: ReadonlyMap<string, string>;

  constructor(private readonly settings: CsvSettings) {
    this.statuses = words(statuses, settings.statuses);
    this.workerTypes = words(workerTypes, settings.worker_types);
    this.zones = new Map(settings.site_time_zones.map((each) => each.split('=', 2) as [string, string]));
  }

  /** Pure. A row that cannot be understood is still there: whoever it is about keeps the access they have. */
  understand(row: CsvRow): Understood {
    const key = this.keyOf(row);
    if (typeof key !== 'string') return { invalid: key };
    const invalid = (field: CsvField, detail: string): Understood => ({ invalid: { key, field, detail } });
    const odd = (Object.keys(row) as CsvField[]).find(
      (field) => /\p{Cc}/u.test(row[field] ?? '') || (row[field] ?? '').length > 500,
    );
    if (odd) return invalid(odd, 'holds control characters, or is longer than 500 characters');
    if (row.email && !/^[^\s@]+@[^\s@]+$/.test(row.email)) return invalid('email', 'is not an e-mail address');
    const action = row.action === undefined ? null : actions[row.action.toLowerCase()];
    if (action === undefined) return invalid('action', 'is none of I, U, D (A, C)');
    const days: Record<string, string> = {};
    for (const [field, name] of Object.entries(dates) as [keyof typeof dates, string][]) {
      const text = row[field];
      const read = text ? csvDay(text, this.settings.date_format) : 'open';
      if (read === null) return invalid(field, `is not a date written ${this.settings.date_format}`);
      if (read !== 'open') days[name] = read.day;
    }
    if (action === 'delete') return this.leaver(key, row, days);
    return { key, action, change: { kind: 'record', mode: 'replace', record: this.recordOf(key, row, days) } };
  }

  private recordOf(key: string, row: CsvRow, days: Dates): SourceRecord<Employment> {
    const text = (field: CsvField) => row[field] || undefined;
    const site = text('site') ?? this.settings.site;
    return {
      key,
      facts: {
        kind: 'employment',
        // A word nobody taught us is never guessed: access stays as it is.
        status: row.status
          ? ((this.statuses.get(row.status.toLowerCase()) ?? 'unknown') as Employment['status'])
          : 'active',
        employeeNumber: key,
        firstName: text('preferred_name') ?? text('first_name'),
        lastName: text('last_name'),
        email: text('email')?.toLowerCase(),
        userName: text('user_name'),
        department: text('department'),
        companyName: text('legal_entity'),
        jobTitle: text('job_title'),
        workerType: row.worker_type
          ? ((this.workerTypes.get(row.worker_type.toLowerCase()) ?? 'other') as Employment['workerType'])
          : undefined,
        site,
        timeZone: this.zones.get(site ?? '') ?? this.settings.time_zone,
        ...days,
      },
    };
  }

  /** A D row says no more than that somebody left: on its date, or at once. */
  private leaver(key: string, row: CsvRow, days: Dates): Understood {
    const effective = row.effective_date ? csvDay(row.effective_date, this.settings.date_format) : 'open';
    if (effective === null)
      return {
        invalid: { key, field: 'effective_date', detail: `is not a date written ${this.settings.date_format}` },
      };
    const endDate = days.lastWorkingDay ?? days.endDate ?? (effective === 'open' ? undefined : effective.day);
    return {
      key,
      action: 'delete',
      change: { kind: 'patch', key, facts: { status: 'terminated', ...(endDate ? { endDate } : { revokeNow: true }) } },
    };
  }

  private keyOf(row: CsvRow): string | Invalid {
    const text = row.employee_number ?? '';
    if (text === '') return { field: 'employee_number', detail: 'is empty' };
    // What Excel makes of 417000000000: which person it was cannot be told any more.
    if (/^\d([.,]\d+)?E\+?\d+$/i.test(text) && /[.,+]/.test(text))
      return { field: 'employee_number', detail: 'is in scientific notation; export the column as text' };
    if (text.length > 64 || /[\s\p{Cc}]/u.test(text))
      return { field: 'employee_number', detail: 'holds blanks or control characters, or is longer than 64' };
    return this.settings.key_width && /^\d+$/.test(text) ? text.padStart(this.settings.key_width, '0') : text;
  }
}

function words(usual: Readonly<Record<string, string>>, own: readonly string[]): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(usual),
    ...own
      .map((each) => each.split('=', 2).map((part) => part.trim()))
      .map(([word, meaning]) => [word.toLowerCase(), meaning] as const),
  ]);
}

export function malformedRow({ key, field, detail }: Invalid, row: number): Change {
  return malformedRecord(`row ${row}: ${field} ${detail}`, key);
}
