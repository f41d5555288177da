import type { FilterCondition } from '../../http/list/filter.js';
import type { ReportRequest } from '../reports/query/report-request.js';

export interface ReportPageAddress {
  /** After the address of the service. */
  readonly path: string;
  /** False: a condition that the page has no words for is left out, and the page shows more than the mail. */
  readonly isSame: boolean;
}

/** The console's page of a report as the mail has it: its time, its filter and its order. */
export function reportPageAddress(
  { report, earliestAt, latestAt, list, periodMinutes }: ReportRequest,
  sort: unknown,
): ReportPageAddress {
  const said = list.conditions.map((each) => wordsOf(each, list.conditions));
  const words = said.filter((each) => each !== null).join(' ');
  const query = new URLSearchParams({
    earliest: earliestAt,
    latest: latestAt,
    ...(words === '' ? {} : { q: words }),
    ...(typeof sort === 'string' ? { sort } : {}),
    ...(periodMinutes === null ? {} : { period: String(periodMinutes / 60) }),
  });
  return { path: `/console/reports/${report.id}?${query}`, isSame: !said.includes(null) };
}

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/**
 * As the filter box of a list reads it (`web/src/parts/filter-words.ts`, which `test/web/filter-words.spec.ts` holds to
 * it); null: it has no words for that.
 */
function wordsOf({ field, operator, values }: FilterCondition, all: readonly FilterCondition[]): string | null {
  const others = all.filter((each) => each.field === field && each.operator !== operator);
  const isCompared = operator in comparisons;
  // Its last word about a field wins, but for comparisons.
  if (!/^[a-z_][a-z0-9_]*$/i.test(field) || others.some((each) => !isCompared || !(each.operator in comparisons)))
    return null;
  const texts = values.map((value) => (value === null ? 'empty' : String(value)));
  if (texts.some((text) => text === '' || text.includes('"')) || (texts.includes('empty') && !values.includes(null)))
    return null;
  const [text] = texts;
  switch (operator) {
    case 'eq':
      return `${field}:${quoted(text)}`;
    case 'ne':
      return `-${field}:${quoted(text)}`;
    case 'in':
      return texts.every(isPlain) ? `${field}:${texts.join(',')}` : null;
    case 'like':
      return /^%[^*]+%$/.test(text) ? `${field}:~${quoted(text.slice(1, -1).replaceAll('%', '*'))}` : null;
    default:
      return `${field}:${comparisons[operator]}${quoted(text)}`;
  }
}

function quoted(text: string): string {
  return isPlain(text) ? text : `"${text}"`;
}

function isPlain(text: string): boolean {
  return /^[^\s,"<>~]+$/.test(text);
}
