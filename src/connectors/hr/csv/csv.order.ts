import type { DeliveredFile } from '../../../provisioning/connector/files.js';

type Dated = Pick<DeliveredFile, 'name' | 'modifiedAt'>;

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

/** By the date in the name if both have one, else by file time; 0 when neither decides. */
export function compareAge(left: Dated, right: Dated): number {
  const [a, b] = [dateIn(left.name), dateIn(right.name)];
  if (a && b && a !== b) return a < b ? -1 : 1;
  if (!left.modifiedAt || !right.modifiedAt || left.modifiedAt === right.modifiedAt) return 0;
  return left.modifiedAt < right.modifiedAt ? -1 : 1;
}
