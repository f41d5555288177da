export const sheetLayouts = [
  'a4',
  'receipt',
  'badge',
  'card_85x54',
  'label_89x36',
  'label_89x28',
  'label_54x25',
  'label_90x29',
  'label_62x29',
] as const;
export type SheetLayout = (typeof sheetLayouts)[number];

/** Lengths in points (1/72 inch). */
export interface SheetGeometry {
  readonly page: readonly [width: number, height: number];
  readonly margin: number;
  readonly columns: number;
  readonly rows: number;
  /** Side length of the QR code. */
  readonly codeSide: number;
  /** The QR code beside the text, or above it. */
  readonly isBeside: boolean;
  readonly textSize: number;
  readonly codeTextSize: number;
}

const millimetres = 72 / 25.4;

/** A label or card with the code beside the text. */
function beside(width: number, height: number, textSize: number): SheetGeometry {
  return {
    page: [width * millimetres, height * millimetres],
    margin: 2 * millimetres,
    columns: 1,
    rows: 1,
    codeSide: Math.min(height - 8, width * 0.38) * millimetres,
    isBeside: true,
    textSize,
    codeTextSize: textSize + 4,
  };
}

/**
 * 24 cards to a sheet; a slip of a roll of 80 mm; a label of 62 mm × 100 mm as badge printers take it; a business card
 * for the folder of a key; labels as Dymo (99012, 99010, 11352) and Brother (DK-11201, DK-11209; DK-22205 is 62 mm
 * endless, cut at 29) print them.
 */
export const geometries: Readonly<Record<SheetLayout, SheetGeometry>> = {
  a4: {
    page: [595.28, 841.89],
    margin: 24,
    columns: 3,
    rows: 8,
    codeSide: 64,
    isBeside: true,
    textSize: 7,
    codeTextSize: 11,
  },
  receipt: {
    page: [80 * millimetres, 110 * millimetres],
    margin: 12,
    columns: 1,
    rows: 1,
    codeSide: 130,
    isBeside: false,
    textSize: 9,
    codeTextSize: 18,
  },
  badge: {
    page: [62 * millimetres, 100 * millimetres],
    margin: 10,
    columns: 1,
    rows: 1,
    codeSide: 120,
    isBeside: false,
    textSize: 9,
    codeTextSize: 16,
  },
  card_85x54: beside(85, 54, 8),
  label_89x36: beside(89, 36, 7),
  label_89x28: beside(89, 28, 6.5),
  label_54x25: beside(54, 25, 5),
  label_90x29: beside(90, 29, 6.5),
  label_62x29: beside(62, 29, 5.5),
};
