import { pointerIn, valueIn } from '../../../provisioning/connector/mapping/pointer.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { Paging, Since } from './rest-poll.rules.js';

/** Where in the list a page begins; stored as a cursor. */
export type PlaceInList =
  { readonly page: number } | { readonly offset: number } | { readonly cursor: string } | { readonly url: string };

export interface VendorAnswer {
  /** The whole answer, for pointers to values beside the list. */
  readonly body: unknown;
  readonly records: readonly unknown[];
  /** Null on the last page. */
  readonly next: PlaceInList | null;
  readonly total?: number;
}

const longestCursor = 4000;
/** For one page; a longer list has to be paged. */
const mostRecords = 50_000;

/** The address of a page: the list's address with parameters, or the one that the system gave for the next page. */
export function pageAddress(
  list: string,
  paging: Paging,
  place: PlaceInList | null,
  changed: readonly [name: string, value: string] | null,
): string {
  if (place && 'url' in place) return sameOrigin(place.url, list);
  const url = new URL(list);
  if (paging.size_parameter) url.searchParams.set(paging.size_parameter, String(paging.size));
  if (changed) url.searchParams.set(...changed);
  if (paging.style === 'page')
    url.searchParams.set(paging.parameter!, String(place && 'page' in place ? place.page : (paging.first ?? 1)));
  if (paging.style === 'offset')
    url.searchParams.set(paging.parameter!, String(place && 'offset' in place ? place.offset : 0));
  if (paging.style === 'cursor' && place && 'cursor' in place) url.searchParams.set(paging.parameter!, place.cursor);
  return url.href;
}

/** The parameter that asks for what changed since `instant`. */
export function changedSince({ parameter, format = 'iso' }: Since, instant: string): readonly [string, string] {
  const milliseconds = Date.parse(instant);
  switch (format) {
    case 'iso':
      return [parameter, `${instant.slice(0, 19)}Z`];
    case 'epoch-s':
      return [parameter, String(Math.floor(milliseconds / 1000))];
    case 'epoch-ms':
      return [parameter, String(milliseconds)];
    case 'date':
      return [parameter, instant.slice(0, 10)];
  }
}

/**
 * The content of an answer. A numbered list ends with an empty page and nothing else: a short page may just be the most
 * that the system returns.
 * @throws ConnectorProblem upstream_broken when the list is not where it should be
 */
export function pageIn(
  body: unknown,
  headers: Readonly<Record<string, string>>,
  asked: {
    readonly address: string;
    readonly records: string;
    readonly paging: Paging;
    readonly place: PlaceInList | null;
  },
): VendorAnswer {
  const { paging, place } = asked;
  const records = valueIn(body, pointerIn(asked.records)!);
  if (!Array.isArray(records))
    throw new ConnectorProblem('upstream_broken', `list: there is no list at "${asked.records}" in the answer`);
  if (records.length > mostRecords)
    throw new ConnectorProblem(
      'upstream_broken',
      `list: more than ${mostRecords} records in one page; ask for smaller pages`,
    );
  return {
    body,
    records,
    next: nextOf(body, headers, paging, place, records.length, asked.address),
    total: totalOf(body, headers, paging),
  };
}

function nextOf(
  body: unknown,
  headers: Readonly<Record<string, string>>,
  paging: Paging,
  place: PlaceInList | null,
  count: number,
  address: string,
): PlaceInList | null {
  switch (paging.style) {
    case 'none':
      return null;
    case 'page':
      return count === 0 ? null : { page: (place && 'page' in place ? place.page : (paging.first ?? 1)) + 1 };
    case 'offset':
      return count === 0 ? null : { offset: (place && 'offset' in place ? place.offset : 0) + count };
    case 'cursor': {
      const cursor = textAt(body, paging.next!);
      return cursor ? { cursor } : null;
    }
    case 'next-url': {
      const url = textAt(body, paging.next!);
      return url ? { url: sameOrigin(url, address) } : null;
    }
    case 'link': {
      const url = nextLink(headers.link ?? '');
      return url === null ? null : { url: sameOrigin(url, address) };
    }
  }
}

function textAt(body: unknown, path: string): string | null {
  const value = valueIn(body, pointerIn(path)!);
  if (value === undefined || value === null || value === '' || value === false) return null;
  if (!['string', 'number'].includes(typeof value) || String(value).length > longestCursor)
    throw new ConnectorProblem('upstream_broken', `list: what is at "${path}" cannot be asked for`);
  return String(value);
}

/** `<…>; rel="next"` (RFC 8288). An address may contain commas, so this splits at the brackets. */
export function nextLink(header: string): string | null {
  for (const part of header.slice(0, longestCursor * 2).split(/,\s*(?=<)/, 20)) {
    const end = part.indexOf('>');
    if (
      part.startsWith('<') &&
      end > 0 &&
      /;\s*rel\s*=\s*"?([^"]*\s)?next(\s[^"]*)?"?\s*(;|$)/i.test(part.slice(end + 1, end + 200))
    )
      return part.slice(1, end);
  }
  return null;
}

/** Credentials go to the configured host and nowhere else. */
export function sameOrigin(url: string, base: string): string {
  const next = URL.canParse(url, base) ? new URL(url, base) : null;
  if (!next || next.origin !== new URL(base).origin || next.username || next.href.length > longestCursor)
    throw new ConnectorProblem('upstream_broken', 'list: the next page is said to be at another address than the list');
  return next.href;
}

function totalOf(
  body: unknown,
  headers: Readonly<Record<string, string>>,
  { total, total_header: header }: Paging,
): number | undefined {
  const said = header ? headers[header] : total === undefined ? undefined : valueIn(body, pointerIn(total)!);
  if (header === undefined && total === undefined) return undefined;
  const count = typeof said === 'number' || (typeof said === 'string' && /^\d{1,9}$/.test(said)) ? Number(said) : NaN;
  if (!Number.isSafeInteger(count) || count < 0)
    throw new ConnectorProblem('upstream_broken', `list: there is no number of records at "${header ?? total}"`);
  return count;
}
