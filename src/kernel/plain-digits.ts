import anyAscii from 'any-ascii';

/** Digits as any script writes them (٤١٢, ४१२, ４１２) as 412, and full-width letters and signs as the usual ones. */
export function withPlainDigits(text: string): string {
  return text.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => anyAscii(digit));
}
