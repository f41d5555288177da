import { DateTime } from 'luxon';
import { type Instant, instantAt } from '../../kernel/clock.js';

/** As FreeRADIUS writes dates, and as people do. */
const formats = ['MMMM d yyyy', 'MMM d yyyy', 'd MMMM yyyy', 'd MMM yyyy'].flatMap((day) => [
  `${day} HH:mm:ss`,
  `${day} HH:mm`,
  day,
]);

/**
 * `May 16 2026 11:00:00`, in the organization's zone unless it ends in one (`UTC`, `+02:00`); ISO 8601; seconds since
 * 1970.
 */
export function readExpiration(text: string, timeZone: string): Instant | undefined {
  if (/^\d{9,11}$/.test(text)) return instantAt(Number(text) * 1000);
  const iso = DateTime.fromISO(text, { zone: timeZone });
  if (iso.isValid) return instantAt(iso.toMillis());
  const [, words = '', zone = timeZone] = /^(.*?)\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i.exec(text.trim()) ?? [];
  const read = formats
    .map((format) => DateTime.fromFormat(words, format, { zone: zoneName(zone), locale: 'en' }))
    .find(({ isValid }) => isValid);
  return read && instantAt(read.toMillis());
}

/** In UTC, which `readExpiration` reads again. */
export function expirationText(at: unknown): string | undefined {
  return typeof at === 'string'
    ? DateTime.fromISO(at, { zone: 'UTC' }).setLocale('en').toFormat("MMM d yyyy HH:mm:ss 'UTC'")
    : undefined;
}

function zoneName(zone: string): string {
  if (/^(Z|GMT)$/i.test(zone)) return 'UTC';
  return /^[+-]/.test(zone) ? `UTC${zone}` : zone;
}
