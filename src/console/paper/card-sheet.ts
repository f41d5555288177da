import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import { plainFontFiles, type PrintedWeight } from './paper-faces.js';
import { isPlainLine, type PrintedLine, printedLine, readyToPrint } from './printed-line.js';
import { geometries, type SheetGeometry, type SheetLayout } from './sheet-layout.js';

const quietZone = 2;

/** The content of one card, for a person or voucher. */
export interface PaperCard {
  /** Content of the QR code; null: no code. */
  readonly code: string | null;
  /** Whose card it is, in one line; what does not fit is cut. */
  readonly name?: string | null;
  /** What people type or look for: never cut. */
  readonly before: readonly string[];
  /** What people type, printed large. */
  readonly large: string;
  readonly after: readonly string[];
}

/** A PDF, drawn page by page as it is read, so that only one page is in memory. */
export function cardSheet(house: string, cards: readonly PaperCard[], layout: SheetLayout): Readable {
  const geometry = geometries[layout];
  const document = new PDFDocument({
    size: [...geometry.page],
    margin: 0,
    autoFirstPage: false,
    info: { Title: house, Creator: 'Usher' },
  });
  askToPrint(document);
  registerFonts(document);
  const body = new PassThrough();
  const gone = new AbortController();
  body.once('close', () => gone.abort());
  document.pipe(body);
  drawn(document, house, cards, geometry, body, gone.signal).then(
    () => document.end(),
    (error: unknown) => {
      if (!gone.signal.aborted) body.destroy(error as Error);
    },
  );
  return body;
}

/** `plain` and `bold`; only the glyphs used go into the file. */
export function registerFonts(document: PDFKit.PDFDocument): void {
  document.registerFont('plain', plainFontFiles.plain).registerFont('bold', plainFontFiles.bold);
}

/** Viewers that support it open the print dialog at once: PDF 32000-1, 12.6.4.11, a named action. */
function askToPrint(document: PDFKit.PDFDocument): void {
  const { _root: root } = document as unknown as { _root: { data: Record<string, unknown> } };
  const action = document.ref({ Type: 'Action', S: 'Named', N: 'Print' });
  root.data.OpenAction = action;
  action.end(undefined);
}

async function drawn(
  document: PDFKit.PDFDocument,
  house: string,
  cards: readonly PaperCard[],
  geometry: SheetGeometry,
  body: PassThrough,
  signal: AbortSignal,
): Promise<void> {
  const {
    page: [width, height],
    margin,
    columns,
    rows,
  } = geometry;
  const [cardWidth, cardHeight] = [(width - 2 * margin) / columns, (height - 2 * margin) / rows];
  for (const [index, card] of cards.entries()) {
    const place = index % (columns * rows);
    if (place === 0) {
      // Lets the page before be sent.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      if (body.writableNeedDrain) await once(body, 'drain', { signal });
      signal.throwIfAborted();
      document.addPage();
    }
    const { name = null, before, large, after } = card;
    await readyToPrint([...(name === null ? [] : [name]), ...before, ...after], 'plain');
    await readyToPrint([house, large], 'bold');
    const [left, top] = [margin + (place % columns) * cardWidth, margin + Math.floor(place / columns) * cardHeight];
    if (columns > 1)
      document
        .rect(left, top, cardWidth, cardHeight)
        .dash(2, { space: 2 })
        .lineWidth(0.3)
        .strokeColor('#999')
        .stroke()
        .undash();
    const inside = { left: left + 6, top: top + 6, width: cardWidth - 12, height: cardHeight - 12 };
    drawCard(document, house, card, geometry, inside);
  }
}

interface Line {
  readonly text: string;
  readonly font: PrintedWeight;
  readonly size: number;
  /** Set by us, in one line: of a script that pdfkit does not set. */
  readonly printed?: PrintedLine;
  /** Lines that it may take; the rest is cut. */
  readonly most?: number;
  /** In one line, as small as that takes. */
  readonly isOneLine?: boolean;
}

/** Of the usual size of the text: the largest with which everything fits is taken. */
const scales = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

function drawCard(
  document: PDFKit.PDFDocument,
  house: string,
  { code, name = null, before, large, after }: PaperCard,
  { codeSide, isBeside, textSize, codeTextSize }: SheetGeometry,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): void {
  const side = code === null ? 0 : codeSide;
  if (code !== null) drawCode(document, code, side, isBeside ? left : left + (width - side) / 2, top);
  const [x, room] = isBeside && side > 0 ? [left + side + 6, width - side - 6] : [left, width];
  const align = isBeside ? 'left' : 'center';
  const plain = (text: string): Line => ({ text, font: 'plain', size: textSize });
  const lines = [
    { text: house, font: 'bold', size: textSize + 1, most: 2 } as const,
    ...(name === null ? [] : [{ ...plain(name), most: 1 }]),
    ...before.map(plain),
    { text: large, font: 'bold', size: codeTextSize, isOneLine: true } as const,
    ...after.map(plain),
  ].map((line: Line): Line =>
    isPlainLine(line.text, line.font) ? line : { ...line, isOneLine: true, printed: printedLine(line.text, line.font) },
  );
  const bottom = top + height;
  const begin = isBeside ? top : top + side + 6;
  const isFitting = (scale: number) =>
    lines.reduce((sum, line) => sum + heightOf(document, line, room, scale), begin) <= bottom;
  const scale = scales.find(isFitting) ?? scales.at(-1)!;
  document.fillColor('#000');
  let y = begin;
  for (const line of lines) {
    const needed = heightOf(document, line, room, scale);
    // Another page would be another label.
    if (y + needed > bottom + 1) break;
    const kept = line.isOneLine ? { lineBreak: false } : { height: needed * 1.02, ellipsis: true };
    const size = sizeOf(document, line, room, scale);
    if (line.printed) {
      const free = align === 'center' ? (room - line.printed.width * size) / 2 : 0;
      line.printed.draw(document, x + free, y, size);
    } else document.fontSize(size).text(line.text, x, y, { width: room, align, ...kept });
    y += needed;
  }
}

/** Sets font and size, too. */
function heightOf(document: PDFKit.PDFDocument, line: Line, room: number, scale: number): number {
  document.fontSize(sizeOf(document, line, room, scale));
  const one = document.currentLineHeight(true);
  if (line.isOneLine || line.most === 1 || document.widthOfString(line.text) <= room) return one;
  return Math.min(document.heightOfString(line.text, { width: room }), (line.most ?? Infinity) * one);
}

/** Sets the font, too. */
function sizeOf(
  document: PDFKit.PDFDocument,
  { text, font, size, isOneLine, printed }: Line,
  room: number,
  scale: number,
): number {
  document.font(font).fontSize(size * scale);
  const wide = printed ? printed.width * size * scale : document.widthOfString(text);
  return isOneLine && wide > room ? (size * scale * room) / wide : size * scale;
}

/** As lines of squares: sharp on any printer, and small. */
export function drawCode(document: PDFKit.PDFDocument, text: string, side: number, left: number, top: number): void {
  const {
    modules: { size, data },
  } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const unit = side / (size + 2 * quietZone);
  for (let row = 0; row < size; row += 1) {
    for (let begin = 0; begin < size; begin += 1) {
      let end = begin;
      while (end < size && data[row * size + end]) end += 1;
      if (end > begin)
        document.rect(left + (quietZone + begin) * unit, top + (quietZone + row) * unit, (end - begin) * unit, unit);
      begin = Math.max(begin, end);
    }
  }
  document.fillColor('#000').fill();
}
