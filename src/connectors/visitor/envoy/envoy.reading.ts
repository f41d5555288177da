import type { Instant } from '../../../kernel/clock.js';
import { instantAt } from '../../../kernel/clock.js';

/**
 * A text that says something, without control characters and cut to what a fact may be; undefined for everything else.
 */
export function envoyText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
    .trim()
    .slice(0, 500);
  return text === '' ? undefined : text;
}

/** Ids are texts in events of today, numbers in older ones. */
export function envoyId(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^[\w-]{1,64}$/.test(text) ? text : undefined;
}

/**
 * `2026-11-20 08:58:41` is how Envoy's database writes UTC; ISO with an offset comes too. What has no offset is UTC.
 */
export function envoyInstant(value: unknown): Instant | undefined {
  if (typeof value !== 'string') return undefined;
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|UTC|[+-]\d{2}:?\d{2})?$/.exec(
    value.trim(),
  );
  if (!match) return undefined;
  const [, day, time, zone = 'Z'] = match;
  const offset = zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  return instantAt(Date.parse(`${day}T${time}${offset}`));
}

/** Anything else is no zone: the setting stands in. */
export function envoyZone(value: unknown): string | undefined {
  const zone = envoyText(value);
  if (!zone) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    return zone;
  } catch {
    return undefined;
  }
}

/**
 * The value of the sign-in field with this label; labels are the tenant's own words. `user-data` and `customFields`
 * have one form.
 */
export function fieldIn(fields: unknown, label: string): string | undefined {
  if (!Array.isArray(fields)) return undefined;
  const wanted = label.trim().toLowerCase();
  const found = (fields as readonly unknown[]).find(
    (each) => envoyText((each as { field?: unknown } | null)?.field)?.toLowerCase() === wanted,
  );
  return envoyText((found as { value?: unknown } | undefined)?.value);
}

/** Visitors type one name; what stands last is taken for the surname. */
export function namesIn(value: unknown): {
  readonly displayName?: string;
  readonly firstName?: string;
  readonly lastName?: string;
} {
  const displayName = envoyText(value);
  if (!displayName) return {};
  const at = displayName.lastIndexOf(' ');
  return at < 0
    ? { displayName, lastName: displayName }
    : { displayName, firstName: displayName.slice(0, at).trim(), lastName: displayName.slice(at + 1) };
}
