/** Names of what stands in an event, whatever the values are; a condition's own is a text or a list. */
export function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf);
  if (value === null || typeof value !== 'object') return 'a value';
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, name === 'value' ? 'a value' : formOf(each)]),
  );
}
