/** The form in which names are unique and looked up: Unicode-normalized, in one case. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
