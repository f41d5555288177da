import type { Instant } from '../../../kernel/clock.js';
import { instantAt } from '../../../kernel/clock.js';
import { vendorLine } from '../../../provisioning/connector/vendor-record.js';

/**
 * Envoy's database writes UTC as `2026-11-20 08:58:41`; ISO with an offset also occurs. A time without an offset is
 * UTC.
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

/**
 * The value of the sign-in field with this label; the tenant chooses labels. `user-data` and `customFields` have one
 * form.
 */
export function fieldIn(fields: unknown, label: string): string | undefined {
  if (!Array.isArray(fields)) return undefined;
  const wanted = label.trim().toLowerCase();
  const found = (fields as readonly unknown[]).find(
    (each) => vendorLine((each as { field?: unknown } | null)?.field)?.toLowerCase() === wanted,
  );
  return vendorLine((found as { value?: unknown } | undefined)?.value);
}
