import { withPlainDigits } from '../../kernel/plain-digits.js';

const words =
  'rooms?|zimmer|zi|chambre|camera|stanza|habitaci[oó]n|hab|quarto|kamer|pok[oó]j|nr|no|n°|nº|#|(?:ال)?غرفة|房间|房間';
const before = new RegExp(String.raw`^\s*(?:${words})(?!\p{L})[\s.:]*`, 'u');
const after = /(?:[号號][室房]?|室|房间|房間|房|호실?)\s*$/u;

/**
 * The compared form of a room number: `Room 0101`, `Zi. 101`, `101号室`, full-width `１０１` and Arabic `١٠١` are the
 * same; so are `4-238` and `4238`.
 */
export function roomKey(room: string): string {
  const plain = withPlainDigits(room).toUpperCase().toLowerCase().replace(before, '').replace(after, '');
  const kept = plain.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return kept.replace(/^0+(?=.)/, '');
}
