/** Under which names are unique and found: one form of each letter, without regard to case. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
