/**
 * Outside text as one line without control or direction characters, cut to `longest` characters: safe for a mail
 * header.
 */
export function oneLine(text: string, longest: number): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffd]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}
