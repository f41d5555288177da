import type { CsvField, CsvRow } from './csv.wire.js';

const groupFields = ['site', 'legal_entity', 'department'] as const;
const mostGroups = 2_000;
type Groups = Readonly<Record<string, number>>;

/** Totals of a file, for comparison with the next one. Contains nothing about a person. */
export interface CsvFigures {
  readonly encoding: string;
  readonly fields: readonly CsvField[];
  readonly ignored: readonly string[];
  readonly endsWithLineEnd: boolean;
  readonly rows: number;
  readonly active: number;
  readonly emptyEmails: number;
  readonly emptyEnds: number;
  readonly groups: Readonly<Record<(typeof groupFields)[number], Groups>>;
  readonly invalid: number;
  /** Sequence number of the last row of a delta. */
  readonly lastSeq: number | null;
}

/** Counts while the file streams through. */
export class FigureCounter {
  rows = 0;
  active = 0;
  emptyEmails = 0;
  emptyEnds = 0;
  private readonly groups = {
    site: new Map<string, number>(),
    legal_entity: new Map<string, number>(),
    department: new Map<string, number>(),
  };

  count(row: CsvRow, isActive: boolean): void {
    this.rows += 1;
    if (isActive) this.active += 1;
    if (!row.email) this.emptyEmails += 1;
    if (!row.end_date) this.emptyEnds += 1;
    for (const field of groupFields) {
      const name = row[field];
      const counts = this.groups[field];
      if (name && (counts.has(name) || counts.size < mostGroups)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }

  figures(
    rest: Pick<CsvFigures, 'encoding' | 'fields' | 'ignored' | 'endsWithLineEnd' | 'invalid' | 'lastSeq'>,
  ): CsvFigures {
    const { rows, active, emptyEmails, emptyEnds } = this;
    const groups = Object.fromEntries(
      groupFields.map((field) => [field, Object.fromEntries(this.groups[field])]),
    ) as Record<(typeof groupFields)[number], Groups>;
    return { rows, active, emptyEmails, emptyEnds, groups, ...rest };
  }
}

/** Groups of five or more, of any kind, that have lost more than half. */
export function lostGroups(before: CsvFigures, now: CsvFigures): readonly string[] {
  return groupFields
    .filter((field) => now.fields.includes(field) && before.fields.includes(field))
    .flatMap((field) =>
      Object.entries(before.groups[field])
        .filter(([name, count]) => count >= 5 && (now.groups[field][name] ?? 0) < count / 2)
        .map(([name]) => `${field} ${name}`),
    );
}
