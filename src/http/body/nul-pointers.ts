/** JSON Pointers to every text in `value` (and every name) that contains U+0000, which PostgreSQL cannot store. */
export function nulPointers(value: unknown, above = '#'): string[] {
  if (typeof value === 'string') return value.includes('\0') ? [above] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const pointer = `${above}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
    return name.includes('\0') ? [pointer] : nulPointers(inner, pointer);
  });
}
