/**
 * Text from elsewhere as one line without control or direction characters, cut at `longest` characters: fit for a
 * mail's header.
 */
export function oneLine(text: string, longest: number): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffd]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}
