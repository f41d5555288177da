// Groups of two, four or six digits with one kind of separator, or none.
const digits =
  /^(?:[0-9a-f]{12}|[0-9a-f]{2}([:. -])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|[0-9a-f]{4}([:. -])[0-9a-f]{4}\2[0-9a-f]{4}|[0-9a-f]{6}[:. -][0-9a-f]{6})$/i;
// Some systems drop leading zeros; with colons the address is still unambiguous.
const shortened = /^[0-9a-f]{1,2}(?::[0-9a-f]{1,2}){5}$/i;

/**
 * A MAC address in any notation (`AA-BB-…`, `aabb.ccdd.eeff`, `aabbccddeeff`) as 12 lower-case digits, or undefined.
 */
export function macDigits(text: string): string | undefined {
  const trimmed = text.trim();
  if (digits.test(trimmed)) return trimmed.replaceAll(/[:. -]/g, '').toLowerCase();
  if (shortened.test(trimmed))
    return trimmed
      .split(':')
      .map((each) => each.padStart(2, '0'))
      .join('')
      .toLowerCase();
  return undefined;
}

/**
 * What to compare with 12 digits: the digits of an address in any notation, or a pattern such as `AA:bb-%` without its
 * separators.
 */
export function macPattern(text: string): string {
  return macDigits(text) ?? text.replaceAll(/[:. -]/g, '').toLowerCase();
}

/** 12 digits as the API and events show them: `aa:bb:cc:dd:ee:ff`. */
export function macWithColons(twelveDigits: string): string {
  const pair = (at: number) => twelveDigits.slice(at, at + 2);
  return `${pair(0)}:${pair(2)}:${pair(4)}:${pair(6)}:${pair(8)}:${pair(10)}`;
}
