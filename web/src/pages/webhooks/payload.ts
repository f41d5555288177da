/** A payload's values by their places: `user.username`. */
export function placesOf(value: unknown, at = ''): readonly (readonly [place: string, value: string])[] {
  if (typeof value !== 'object' || value === null)
    return [[at, typeof value === 'string' ? value : `${value as null}`]];
  return Object.entries(value).flatMap(([name, inner]) => placesOf(inner, at === '' ? name : `${at}.${name}`));
}

/** As it is read best: a payload is JSON. */
export function payloadText(payload: string): string {
  return JSON.stringify(JSON.parse(payload), null, 2);
}
