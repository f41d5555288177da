import type { AccessCondition } from '../../provisioning/access/access-condition.dto.js';
import { pointerIn, valueIn } from '../../provisioning/connector/mapping/pointer.js';
import type { VendorList, VendorSince } from '../vendor-file/vendor-file.js';
import { setAt } from './set-at.js';
import type { SimulatedRecord } from './simulated-record.js';

/** What a request says, as far as lists look at it. */
export interface AskedList {
  readonly url: URL;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface SimulatedPage {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** From 0. */
  readonly begins: number;
}

const usualSize = 25;
const place = 'after';

/** One page of a list in the vendor's paging. */
export function simulatedPage(
  { paging, records: at }: VendorList,
  records: readonly SimulatedRecord[],
  asked: AskedList,
  healthy: readonly AccessCondition[],
): SimulatedPage {
  const given = (name: string | undefined) =>
    name === undefined ? null : ((paging.in === 'body' ? asked.body[name] : asked.url.searchParams.get(name)) ?? null);
  const key = pointerIn(paging.key ?? '')!;
  const size = Math.min(Number(given(paging.size_parameter) ?? usualSize) || usualSize, paging.size ?? usualSize);
  const begins = beginning();
  const shown = paging.style === 'none' ? records : records.slice(begins, begins + size);
  const end = begins + shown.length;
  const next = end < records.length ? String(end) : null;
  const body: unknown = at === '' ? shown.map(({ record }) => record) : bodyOf(shown, next);
  return { body, headers: headersOf(next), begins };

  function beginning(): number {
    switch (paging.style) {
      case 'none':
        return 0;
      case 'page':
        return (Number(given(paging.parameter)) - (paging.first ?? 1)) * size;
      case 'offset':
      case 'cursor':
        return Number(given(paging.parameter) ?? 0);
      case 'after': {
        const last = given(paging.parameter);
        return last === null ? 0 : records.findIndex(({ record }) => String(valueIn(record, key)) === String(last)) + 1;
      }
      case 'next-url':
      case 'link':
        return Number(asked.url.searchParams.get(place) ?? 0);
    }
  }

  function bodyOf(page: readonly SimulatedRecord[], nextPlace: string | null): Record<string, unknown> {
    const answer = healthyBody(healthy);
    setAt(
      answer,
      at,
      page.map(({ record }) => record),
    );
    if (paging.total) setAt(answer, paging.total, records.length);
    // Behind the last page some say null, some nothing; null would be the wrong type in the words of a few.
    if (paging.next && nextPlace !== null)
      setAt(answer, paging.next, paging.style === 'next-url' ? addressOf(nextPlace) : nextPlace);
    return answer;
  }

  function headersOf(nextPlace: string | null): Record<string, string> {
    const address = paging.style === 'link' ? addressOf(nextPlace) : null;
    return {
      ...(paging.total_header ? { [paging.total_header]: String(records.length) } : {}),
      ...(address ? { link: `<${address}>; rel="next"` } : {}),
    };
  }

  function addressOf(nextPlace: string | null): string | null {
    if (nextPlace === null) return null;
    const url = new URL(asked.url);
    for (const name of paging.keep ?? []) url.searchParams.delete(name);
    url.searchParams.set(place, nextPlace);
    return url.href;
  }
}

/** The records that changed since the instant that was asked for; undefined: none was. */
export function askedSince(since: VendorSince, { url, body }: AskedList): number | undefined {
  const given = (since.in === 'body' ? body[since.parameter] : url.searchParams.get(since.parameter)) ?? null;
  if (given === null) return undefined;
  const text = instantIn(since, String(given));
  switch (since.format) {
    case 'epoch-s':
      return Number(text) * 1000;
    case 'epoch-ms':
      return Number(text);
    case 'iso-bare':
    case 'iso-minute':
    case 'sql':
      return Date.parse(`${text}Z`);
    case 'iso':
    case 'date':
      return Date.parse(text);
  }
}

/** The instant in a text of a language of filters; any text where it is not this filter. */
function instantIn({ text }: VendorSince, given: string): string {
  const [before, behind = ''] = (text ?? '{since}').split('{since}');
  return given.startsWith(before) && given.endsWith(behind)
    ? given.slice(before.length, given.length - behind.length)
    : '';
}

/** A body in which the conditions of a healthy answer hold; what must only be there is `present`. */
export function healthyBody(healthy: readonly AccessCondition[], present: unknown = {}): Record<string, unknown> {
  const body = {};
  for (const { field, op, value } of healthy) {
    if (op === 'eq') setAt(body, field, value);
    if (op === 'in') setAt(body, field, (value as unknown[])[0]);
    if (op === 'like') setAt(body, field, String(value).replaceAll('%', ''));
    if (op === 'present' && value !== false) setAt(body, field, present);
  }
  return body;
}
