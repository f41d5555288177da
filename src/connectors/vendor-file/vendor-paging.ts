import { ConnectorProblem } from '../../provisioning/connector/connector-problem.js';
import { pointerIn, valueIn } from '../../provisioning/connector/mapping/pointer.js';
import { nextLink, sameOrigin } from '../generic/rest-poll/rest-poll.wire.js';
import { filled } from './template.js';
import type { VendorList, VendorPaging, VendorSince } from './vendor-file.js';

/** Where a page begins, and what was seen before it; stored as a cursor. */
export interface PlaceInVendorList {
  /** Number of the page, offset, cursor or address, as the style has it. */
  readonly at: number | string;
  readonly seen: number;
  readonly total?: number;
}

export interface VendorPage {
  /** The whole answer, for pointers beside the list. */
  readonly body: unknown;
  readonly records: readonly unknown[];
  /** Null on the last page. */
  readonly next: PlaceInVendorList | null;
  readonly total?: number;
}

export type PageParameter = readonly [name: string, value: string | number];

const longestCursor = 4000;
/** For one page; a longer list has to be paged. */
const mostRecords = 50_000;

export function isNumbered({ style }: VendorPaging): boolean {
  return style === 'page' || style === 'offset';
}

/** What asks for the page at a place. An address as place has everything in it. */
export function pageParameters(paging: VendorPaging, place: PlaceInVendorList | null): readonly PageParameter[] {
  const { style, parameter = '', size_parameter: sizeParameter, size = 0, first = 1 } = paging;
  const sized: PageParameter[] = sizeParameter ? [[sizeParameter, size]] : [];
  if (style === 'page') return [...sized, [parameter, place?.at ?? first]];
  if (style === 'offset') return [...sized, [parameter, place?.at ?? 0]];
  return (style === 'cursor' || style === 'after') && place ? [...sized, [parameter, place.at]] : sized;
}

/** What asks for the changes since an instant. */
export function sinceParameter({ parameter, text, ...since }: VendorSince, instant: string): PageParameter {
  const written = writtenInstant(since, instant);
  return [parameter, text === undefined ? written : filled(text, { since: written })];
}

function writtenInstant(
  { format, overlap_seconds: overlap }: Pick<VendorSince, 'format' | 'overlap_seconds'>,
  instant: string,
): string | number {
  const milliseconds = Date.parse(instant) - overlap * 1000;
  const iso = new Date(milliseconds).toISOString();
  switch (format) {
    case 'iso':
      return `${iso.slice(0, 19)}Z`;
    case 'iso-bare':
      return iso.slice(0, 19);
    case 'iso-minute':
      return iso.slice(0, 16);
    case 'sql':
      return iso.slice(0, 19).replace('T', ' ');
    case 'epoch-s':
      return Math.floor(milliseconds / 1000);
    case 'epoch-ms':
      return milliseconds;
    case 'date':
      return iso.slice(0, 10);
  }
}

/**
 * The page in an answer.
 * @throws ConnectorProblem upstream_broken when the list is not where it should be
 */
export function pageInAnswer(
  answer: { readonly body: unknown; readonly headers: Readonly<Record<string, string>>; readonly url: string },
  { records: at, paging }: VendorList,
  place: PlaceInVendorList | null,
): VendorPage {
  const records = valueIn(answer.body, pointerIn(at)!);
  if (!Array.isArray(records)) throw broken(`there is no list at "${at}" in the answer`);
  if (records.length > mostRecords) throw broken(`more than ${mostRecords} records in one page`);
  const total = totalOf(answer, paging);
  const seen = (place?.seen ?? 0) + (paging.style === 'after' ? countedAfter(records, paging.key!) : records.length);
  const at_ = nextPlace(answer, paging, place, records, total !== undefined && seen >= total);
  return {
    body: answer.body,
    records,
    next: at_ === null ? null : { at: at_, seen, ...(total === undefined ? {} : { total }) },
    total,
  };
}

function nextPlace(
  { body, headers, url }: Parameters<typeof pageInAnswer>[0],
  paging: VendorPaging,
  place: PlaceInVendorList | null,
  records: readonly unknown[],
  isAll: boolean,
): number | string | null {
  switch (paging.style) {
    case 'none':
      return null;
    // A short page may just be the most that the vendor returns: the end is an empty one, or the vendor's own count.
    case 'page':
      return records.length === 0 || isAll ? null : Number(place?.at ?? paging.first ?? 1) + 1;
    case 'offset':
      return records.length === 0 || isAll ? null : Number(place?.at ?? 0) + records.length;
    case 'after':
      return records.length === 0 || isAll ? null : lastOf(records, paging.key!);
    case 'cursor':
      return textAt(body, paging.next!);
    case 'next-url': {
      const next = textAt(body, paging.next!);
      return next && sameOrigin(next, url);
    }
    case 'link': {
      const next = nextLink(headers.link ?? '');
      return next && sameOrigin(next, url);
    }
  }
}

/** The last value to ask after. What stands behind it and has none comes again with the next page. */
function lastOf(records: readonly unknown[], key: string): string {
  const last = textAt(records.at(lastIndexWith(records, key)), key);
  if (last === null) throw broken(`no record of a page has anything at "${key}"`);
  return last;
}

function countedAfter(records: readonly unknown[], key: string): number {
  const last = lastIndexWith(records, key);
  return last === -1 ? records.length : last + 1;
}

function lastIndexWith(records: readonly unknown[], key: string): number {
  return records.findLastIndex((record) => textAt(record, key) !== null);
}

function textAt(body: unknown, at: string): string | null {
  const value = valueIn(body, pointerIn(at)!);
  if (value === undefined || value === null || value === '' || value === false) return null;
  if (!['string', 'number'].includes(typeof value) || String(value).length > longestCursor)
    throw broken(`what is at "${at}" cannot be asked for`);
  return String(value);
}

function totalOf(
  { body, headers }: Parameters<typeof pageInAnswer>[0],
  { style, total, total_header: header }: VendorPaging,
): number | undefined {
  if (total === undefined && header === undefined) return undefined;
  const said = header ? headers[header] : valueIn(body, pointerIn(total!)!);
  // One answer is all there is: that it counts itself is a bonus.
  if (style === 'none' && (said === undefined || said === null)) return undefined;
  const count = typeof said === 'number' || (typeof said === 'string' && /^\d{1,9}$/.test(said)) ? Number(said) : NaN;
  if (!Number.isSafeInteger(count) || count < 0) throw broken(`there is no number of records at "${header ?? total}"`);
  return count;
}

function broken(detail: string): ConnectorProblem {
  return new ConnectorProblem('upstream_broken', `list: ${detail}`);
}
