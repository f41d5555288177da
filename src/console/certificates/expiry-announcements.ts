import { type Instant, laterBy } from '../../kernel/clock.js';
import { daySeconds } from './certificate.js';

/** Days before the end at which it is announced, once each. */
export const announcementDays = [30, 7, 1] as const;

/** The first announcement after `after`; null when none is left. One that lies before the certificate's start is never due. */
export function nextAnnouncement(startsAt: Instant, expiresAt: Instant, after: Instant): Instant | null {
  const instants = announcementDays.map((days) => laterBy(expiresAt, -days * daySeconds));
  return instants.find((each) => each > startsAt && each > after) ?? null;
}

/** Which of the days' marks is passed at `now`: 30, 7 or 1. After a long standstill only the last one counts. */
export function announcedDays(expiresAt: Instant, now: Instant): number {
  const passed = announcementDays.filter((days) => laterBy(expiresAt, -days * daySeconds) <= now);
  return passed.at(-1) ?? announcementDays[0];
}
