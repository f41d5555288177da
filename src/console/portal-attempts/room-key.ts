/**
 * The compared form of a room number: `Room 0101`, `Zi. 101` and full-width `１０１` are the same; so are `4-238` and
 * `4238`.
 */
export function roomKey(room: string): string {
  const plain = room
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replace(/^\s*(?:rooms?|zimmer|zi|chambre|camera|habitaci[oó]n|hab|pokoj|nr|no|n°|nº|#)(?![\p{L}])[\s.:]*/u, '');
  const kept = plain.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return kept.replace(/^0+(?=.)/, '');
}
