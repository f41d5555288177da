import { acceptedLastNames, foldName, typedForms } from '../../provisioning/access/accepted-last-names.js';
import { withPlainDigits } from '../../kernel/plain-digits.js';
import type { GuestInRoom } from '../../provisioning/wifi-console/built-in/guests-in-house.js';

type Person = GuestInRoom['person'];

/**
 * Whether a guest of this name may have typed that. Hotel systems swap first and last names: the first name alone
 * counts where there is no other, and both together in either order. A record without a name fits nobody.
 */
export function fitsSurname(typed: string, person: Pick<Person, 'firstName' | 'lastName' | 'otherLastNames'>): boolean {
  const lastNames = acceptedLastNames(person);
  const firstNames = acceptedLastNames({ lastName: person.firstName });
  const accepted = new Set(lastNames);
  if (!person.lastName?.trim()) for (const each of firstNames) accepted.add(each);
  for (const last of lastNames)
    for (const first of firstNames) {
      accepted.add(first + last);
      accepted.add(last + first);
    }
  return typedForms(typed).some((form) => accepted.has(form));
}

/**
 * A further fact: the day of departure, however it is written (its digits, with or without the year), or the number of
 * the booking.
 */
export function fitsThirdFact(
  written: string,
  person: Pick<Person, 'departureAt' | 'reservationNumber' | 'timeZone'>,
): boolean {
  const typed = withPlainDigits(written.slice(0, 100));
  const number = foldName(person.reservationNumber ?? '');
  if (number.length >= 4 && foldName(typed) === number) return true;
  if (!person.departureAt) return false;
  const [year, month, day] = localDay(person.departureAt, person.timeZone ?? 'UTC')
    .split('-')
    .map(Number);
  const numbers = (typed.match(/\d+/g) ?? []).map(Number);
  const joined = typed.replaceAll(/\D/g, '');
  const two = (value: number): string => String(value).padStart(2, '0');
  const isSplit =
    (numbers.length === 2 || (numbers.length === 3 && numbers.some((each) => each === year || each === year % 100))) &&
    [`${day}-${month}`, `${month}-${day}`].includes(
      (numbers.length === 3 && numbers[0] === year ? numbers.slice(1) : numbers.slice(0, 2)).join('-'),
    );
  return (
    isSplit ||
    [
      `${year}${two(month)}${two(day)}`,
      `${two(day)}${two(month)}${year}`,
      `${two(month)}${two(day)}${year}`,
      `${two(day)}${two(month)}`,
      `${two(month)}${two(day)}`,
    ].includes(joined)
  );
}

function localDay(instant: string, timeZone: string): string {
  // The Swedish way to write a day is ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(instant));
}
