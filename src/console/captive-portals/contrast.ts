/** Colour of the pages behind the buttons. */
const page = '#ffffff';
/** The same in dark mode. */
export const darkPage = '#1b1b1b';
/** Contrast needed beside a control, and of the text on it (WCAG 2.2, 1.4.11 and 1.4.3). */
export const leastOfControls = 3;

/** Contrast ratio, 1 to 21, of two colours written #rrggbb: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

export function contrastWithPage(colour: string): number {
  return contrast(colour, page);
}

/** White or black, whichever reads better on the colour. One of the two always reaches 4.5. */
export function textColourOn(colour: string): '#ffffff' | '#000000' {
  return contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000';
}

/** A button's border on the dark page: its own colour if that is visible there, else a grey. */
export function edgeOnDark(colour: string): string {
  return contrast(colour, darkPage) >= leastOfControls ? colour : '#949494';
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
