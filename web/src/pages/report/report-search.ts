import { type ListSearch, listSearch } from '../../parts/list-search';

/** Which time a report is of, as the API takes it: `-24h`, `-1d@d`, `2026-05-14T13:00`. */
export interface SpanSearch {
  readonly earliest?: string;
  readonly latest?: string;
}

/** What of a report is in the address. */
export interface ReportSearch extends SpanSearch, ListSearch {
  /** What the chart adds up. */
  readonly measure?: string;
  /** The column that its lines are told apart by; `none`: one line. */
  readonly by?: string;
  readonly step?: number;
  /** Beside the period before, of equal length. */
  readonly compare?: boolean;
  /** The chart as a table. */
  readonly numbers?: boolean;
  /** Hours that a row of the table sums up. */
  readonly period?: number;
}

export function spanSearch({ earliest, latest }: Record<string, unknown>): SpanSearch {
  return { ...textOf({ earliest }), ...textOf({ latest }) };
}

export function reportSearch(search: Record<string, unknown>): ReportSearch {
  const { measure, by, step, compare, numbers, period } = search;
  return {
    ...listSearch(search),
    ...spanSearch(search),
    ...textOf({ measure }),
    ...textOf({ by }),
    ...wholeOf({ step }),
    ...wholeOf({ period }),
    ...(compare === true ? { compare } : {}),
    ...(numbers === true ? { numbers } : {}),
  };
}

function textOf(named: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => {
      // The router reads a number where one is typed: 1778763600 are seconds since 1970.
      const text = typeof value === 'number' ? String(value) : value;
      return typeof text === 'string' && text !== '' ? [[name, text]] : [];
    }),
  );
}

function wholeOf(named: Record<string, unknown>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(named).filter(
      (entry): entry is [string, number] => Number.isInteger(entry[1]) && Number(entry[1]) > 0,
    ),
  );
}
