import { createHash } from 'node:crypto';
import type { Clock, Instant } from '../../kernel/clock.js';
import { ConnectorProblem } from '../../provisioning/connector/connector-problem.js';
import type { Cursor } from '../../provisioning/connector/cursor.js';
import type { VendorClient } from './vendor-client.js';
import type { VendorList } from './vendor-file.js';
import { isNumbered, type PlaceInVendorList, type VendorPage } from './vendor-paging.js';

const mostPages = 10_000;
const mostCompared = 16;

export interface ListCursor extends Cursor {
  /** Where the next page begins; absent at the beginning of a list. */
  readonly place?: PlaceInVendorList;
  readonly pages?: number;
}

export interface ReadPage {
  readonly answer: VendorPage;
  readonly readAt: Instant;
  /** Null behind the last page. */
  readonly next: ListCursor | null;
}

/**
 * The pages of a list, of everything or of what changed since an instant. One that leads in a circle, repeats itself or
 * never ends is an error.
 */
export async function* vendorPagesOf(
  { client, clock }: { readonly client: VendorClient; readonly clock: Clock },
  list: VendorList,
  { place: resumed, pages: before = 0 }: ListCursor,
  since: string | null,
  signal: AbortSignal,
): AsyncGenerator<ReadPage> {
  const visited = new Set<number | string>(resumed ? [resumed.at] : []);
  let place = resumed ?? null;
  let digest = '';
  for (let pages = before + 1; ; pages += 1) {
    if (pages > mostPages) throw new ConnectorProblem('upstream_broken', `list: it has more than ${mostPages} pages`);
    const readAt = clock.instant();
    const answer = await client.page(list, place, since, signal).catch((error: unknown) => {
      throw place === resumed ? asExpired(error, place) : error;
    });
    checkNumbers(list, place, answer);
    const seen = digestOf(answer.records);
    if (answer.records.length > 0 && seen === digest)
      throw new ConnectorProblem('upstream_broken', 'list: the same page came twice');
    digest = seen;
    place = answer.next;
    if (place && visited.has(place.at))
      throw new ConnectorProblem('upstream_broken', 'list: its pages lead back to one that was read');
    if (place) visited.add(place.at);
    yield { answer, readAt, next: place && { place, pages } };
    if (!place) return;
    signal.throwIfAborted();
  }
}

/**
 * A record that leaves a numbered list moves all later ones up, and one of them is skipped: the vendor's count shows
 * it. So it shows that a list has pages where nobody knew of any.
 */
function checkNumbers(
  { paging }: VendorList,
  place: PlaceInVendorList | null,
  { total, next, records }: VendorPage,
): void {
  if (total === undefined) return;
  if (paging.style === 'none' && records.length < total)
    throw new ConnectorProblem('upstream_broken', `list: the answer holds ${records.length} of ${total} records`);
  if (!isNumbered(paging)) return;
  const seen = (place?.seen ?? 0) + records.length;
  if ((place?.total ?? total) !== total || (next === null && seen < total))
    throw new ConnectorProblem('cursor_expired', 'list: it changed while it was read');
}

/** A place of an older cursor may no longer be valid; a number always is. */
function asExpired(error: unknown, place: PlaceInVendorList | null | undefined): unknown {
  const isKept = typeof place?.at === 'string';
  return isKept && error instanceof ConnectorProblem && error.code === 'settings_invalid'
    ? new ConnectorProblem('cursor_expired', error.message)
    : error;
}

/** Of some records spread over the page, each with its key: two pages that share these are one. */
function digestOf(records: readonly unknown[]): string {
  const step = Math.max(1, Math.floor(records.length / mostCompared));
  const compared = records.filter((_, index) => index % step === 0 || index === records.length - 1);
  return createHash('sha256')
    .update(`${records.length} ${JSON.stringify(compared)}`)
    .digest('base64');
}
