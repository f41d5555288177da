import { type Instant, laterBy } from '../../../kernel/clock.js';
import type { DeliveredFile } from '../../../provisioning/connector/files.js';

/** `receivedAt`: when the file was seen. */
type Dated = Pick<DeliveredFile, 'name' | 'modifiedAt' | 'receivedAt'>;

/** A clock may be off by that much, and it is tomorrow already in another time zone. */
const aheadSeconds = 2 * 86_400;

/** The last date in a file's name, with its time if there is one, as digits; null: none. */
export function dateIn(name: string): string | null {
  const found = [
    ...name.matchAll(
      /(?<!\d)(20\d{2})[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?:[T_. -]?([01]\d|2[0-3])[-_.:h]?([0-5]\d)(?:[-_.:m]?([0-5]\d))?)?(?!\d)/g,
    ),
  ].at(-1);
  return found
    ? found
        .slice(1)
        .map((part) => part ?? '00')
        .join('')
        .padEnd(14, '0')
    : null;
}

/**
 * By the date in the name if both have one, else by file time; 0 when neither decides. A time to come says nothing of
 * age: believed, one wrong date would make every later file an old one.
 */
export function compareAge(left: Dated, right: Dated): number {
  const [a, b] = [credibleDate(left), credibleDate(right)];
  if (a && b && a !== b) return a < b ? -1 : 1;
  if (!hasCredibleTime(left) || !hasCredibleTime(right) || left.modifiedAt === right.modifiedAt) return 0;
  return left.modifiedAt! < right.modifiedAt! ? -1 : 1;
}

/** The oldest first. Files whose time cannot be believed come before the others, in the order of their times. */
export function byAge<T extends Dated>(files: readonly T[]): T[] {
  return files.toSorted(
    (left, right) =>
      compareAge(left, right) ||
      Number(hasCredibleTime(left)) - Number(hasCredibleTime(right)) ||
      (left.modifiedAt ?? '').localeCompare(right.modifiedAt ?? ''),
  );
}

function credibleDate({ name, receivedAt }: Dated): string | null {
  const date = dateIn(name);
  return date !== null && date <= latest(receivedAt).replaceAll(/\D/g, '').slice(0, 14) ? date : null;
}

function hasCredibleTime({ modifiedAt, receivedAt }: Dated): boolean {
  return modifiedAt !== null && modifiedAt <= latest(receivedAt);
}

function latest(receivedAt: Instant): Instant {
  return laterBy(receivedAt, aheadSeconds);
}
