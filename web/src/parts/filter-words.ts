/** The API's own filter: for each field an operator and its value. */
export type Filter = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface FilterWords {
  readonly filter: Filter;
  /** What names no field: free text, for lists that search. */
  readonly words: string;
}

/** No part of an address of a device or of IPv6: two colons with nothing but hexadecimal digits before them. */
const term = /(-?)(?!(?:[0-9a-f]{0,4}:){2})([a-z_][a-z0-9_]*):(>=|<=|>|<|~)?("[^"]*"|\S*)|"[^"]*"|\S+/gi;
const comparisons: Readonly<Record<string, string>> = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' };

/**
 * Reads the filter box: `status:held -connector:fias name:~nov* created_at:>2026-11-01 412`.
 *
 * `field:a,b` is any of several, `-field:a` is not a, `field:~text` contains the text, `>` and `<` compare. A field's
 * last word wins, except that comparisons join into a range.
 */
export function filterOf(text: string): FilterWords {
  const filter: Record<string, Record<string, unknown>> = {};
  const words: string[] = [];
  for (const match of text.matchAll(term)) {
    const [whole, not, field, operator, quoted] = match;
    if (field === undefined || quoted === undefined) {
      words.push(unquoted(whole));
      continue;
    }
    const value = unquoted(quoted);
    if (value === '') continue;
    const compared = operator === undefined ? undefined : comparisons[operator];
    if (compared) filter[field] = { ...filter[field], [compared]: valueOf(value) };
    else filter[field] = conditionOf(value, not === '-', operator === '~', quoted.startsWith('"'));
  }
  return { filter, words: words.join(' ') };
}

function conditionOf(value: string, isNot: boolean, isLike: boolean, isWhole: boolean): Record<string, unknown> {
  if (isLike) return { like: `%${value.replaceAll('*', '%')}%` };
  if (isNot) return { ne: valueOf(value) };
  const several = isWhole ? [value] : value.split(',').filter((each) => each !== '');
  return several.length > 1 ? { in: several.map(valueOf) } : { eq: valueOf(several[0] ?? value) };
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, text.endsWith('"') && text.length > 1 ? -1 : undefined) : text;
}

/** Numbers as numbers; a number with a leading zero is a name. */
function valueOf(text: string): string | number | null {
  if (text === 'empty') return null;
  return /^(0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}
