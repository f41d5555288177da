import { type Instant, laterBy } from '../../kernel/clock.js';
import { daySeconds } from './certificate.js';

/** Days before the end; each is announced once. */
const announcementDays: readonly number[] = [30, 7, 1];
/**
 * When an authority expires, so do all certificates that it issued, and every device stops trusting them. Its end is
 * announced while there is time to plan.
 */
export const authorityAnnouncementDays: readonly number[] = [365, 90, ...announcementDays];

/**
 * The first announcement after `after`; null if none is left. One that lies before the certificate's start is never
 * due.
 */
export function nextAnnouncement(
  startsAt: Instant,
  expiresAt: Instant,
  after: Instant,
  marks = announcementDays,
): Instant | null {
  const instants = marks.map((days) => laterBy(expiresAt, -days * daySeconds));
  return instants.find((each) => each > startsAt && each > after) ?? null;
}

/** The threshold passed at `now`, such as 30, 7 or 1 days. After a long standstill only the last one counts. */
export function announcedDays(expiresAt: Instant, now: Instant, marks = announcementDays): number {
  const passed = marks.filter((days) => laterBy(expiresAt, -days * daySeconds) <= now);
  return passed.at(-1) ?? marks[0];
}
