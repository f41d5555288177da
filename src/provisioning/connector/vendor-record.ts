import { type Instant, instantAt } from '../../kernel/clock.js';
import { readJson } from '../../kernel/json/read-json.js';
import { isZone } from '../access/moment.js';
import type { Change } from './change.js';

/**
 * Reads values of vendors' records. A field has the expected form, or it is undefined: one odd field keeps nobody out.
 * A record without an indispensable field is malformed, which its connector decides.
 */

/**
 * JSON of an unknown system.
 * @throws NotJson
 */
export function strictJson(body: Buffer): unknown {
  return readJson(body, { deepest: 20, namesOnce: true, reservedNames: 'all' });
}

/** The object in a body from a verified sender; undefined when there is none. */
export function vendorObject<Named extends object = Readonly<Record<string, unknown>>>(
  body: Buffer,
): Partial<Named> | undefined {
  try {
    const value = JSON.parse(body.toString('utf8')) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Partial<Named>) : undefined;
  } catch {
    return undefined;
  }
}

/** A text as written. NUL and halves of surrogate pairs cannot be stored; nothing is lost with them. */
export function vendorText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return (
    value
      .replaceAll(/\p{Surrogate}/gu, '')
      .replaceAll('\u0000', '')
      .trim() || undefined
  );
}

/** What somebody typed at a desk: without control characters, and cut to the limit of a fact. */
export function vendorLine(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return (
    value
      .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
      .trim()
      .slice(0, 500) || undefined
  );
}

/** Ids are texts at some vendors, numbers at others, and both at some. */
export function vendorId(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^[\w-]{1,64}$/.test(text) ? text : undefined;
}

/** Many leave out milliseconds; ours sort as text. */
export function vendorInstant(value: unknown): Instant | undefined {
  return typeof value === 'string' ? instantAt(Date.parse(value)) : undefined;
}

/** An IANA name. For anything else ("W. Europe Standard Time", an offset) a setting stands in. */
export function vendorZone(value: unknown): string | undefined {
  const zone = vendorLine(value);
  return zone && /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(zone) && isZone(zone) ? zone : undefined;
}

/** `de` of a locale such as de-AT. */
export function vendorLanguage(locale: unknown): string | undefined {
  return typeof locale === 'string' ? /^([A-Za-z]{2})(-|$)/.exec(locale)?.[1].toLowerCase() : undefined;
}

/** People type one name; its last word is taken for the surname. */
export function vendorNames(value: unknown): {
  readonly displayName?: string;
  readonly firstName?: string;
  readonly lastName?: string;
} {
  const displayName = vendorLine(value);
  if (!displayName) return {};
  const at = displayName.lastIndexOf(' ');
  return at < 0
    ? { displayName, lastName: displayName }
    : { displayName, firstName: displayName.slice(0, at).trim(), lastName: displayName.slice(at + 1) };
}

/** A record that cannot be understood; the person known by `key` keeps what they have. */
export function malformedRecord(detail: string, key?: string): Change {
  return { kind: 'malformed', problem: { code: 'record_malformed', detail, ...(key ? { key } : {}) } };
}

export function withoutUndefined<Whole extends object>(whole: Whole): Whole {
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)) as Whole;
}

/** Whether a member of a cursor is one. */
export function isInstant(value: unknown): value is Instant {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
