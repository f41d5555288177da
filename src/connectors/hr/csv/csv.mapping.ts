import type { Change, SourceRecord } from '../../../provisioning/connector/change.js';
import type { Employment } from '../../../provisioning/facts/facts.js';
import { malformedRecord } from '../../../provisioning/connector/vendor-record.js';
import type { CsvSettings } from './csv.settings.js';
import { actions, type CsvField, type CsvRow, type DateFormat, statuses, workerTypes } from './csv.wire.js';

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

/** Words and zones of one connection, prepared once for many rows. */
export class CsvMapping {
  private readonly statuses: ReadonlyMap<string, string>;
  private readonly workerTypes: ReadonlyMap<string, string>;
  private readonly zones: ReadonlyMap<string, string>;

  constructor(private readonly settings: CsvSettings) {
    this.statuses = words(statuses, settings.statuses);
    this.workerTypes = words(workerTypes, settings.worker_types);
    this.zones = new Map(settings.site_time_zones.map((each) => each.split('=', 2) as [string, string]));
  }

  /** Pure. A row that cannot be understood still counts as present: its person keeps the access they have. */
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
        // An unknown word is never guessed: access stays as it is.
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

  /** A D row says only that somebody left: on its date, or at once. */
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
    // Excel's form of 417000000000: the person can no longer be identified.
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

const forms: Readonly<Record<Exclude<DateFormat, 'excel'>, RegExp>> = {
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  'DD.MM.YYYY': /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
  'DD/MM/YYYY': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
  'MM/DD/YYYY': /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
};
const excelEpoch = Date.UTC(1899, 11, 30);
/** What HR systems write for "no end": the year 0, and years from here on. */
const openFromYear = 2099;

/** `open`: a date that means "none". Null: not a date in this format. */
export function csvDay(text: string, format: DateFormat): { readonly day: string } | 'open' | null {
  if (format === 'excel') return fromSerial(text);
  const parts = forms[format].exec(text)?.groups;
  if (!parts) return null;
  if (Number(parts.year) === 0) return 'open';
  const day = `${parts.year}-${parts.month.padStart(2, '0')}-${parts.day.padStart(2, '0')}`;
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return null;
  return Number(parts.year) >= openFromYear ? 'open' : { day };
}

function fromSerial(text: string): { readonly day: string } | 'open' | null {
  if (!/^\d{1,7}$/.test(text)) return null;
  if (Number(text) === 0) return 'open';
  const at = new Date(excelEpoch + Number(text) * 86_400_000);
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return null;
  return at.getUTCFullYear() >= openFromYear ? 'open' : { day: at.toISOString().slice(0, 10) };
}
