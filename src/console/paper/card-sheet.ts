import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import { geometries, type SheetGeometry, type SheetLayout } from './sheet-layout.js';

// Covers Latin, Greek and Cyrillic; only the glyphs used go into the file.
const fonts = path.join(path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const quietZone = 2;

/** The content of one card, for a person or voucher. */
export interface PaperCard {
  /** Content of the QR code; null: no code. */
  readonly code: string | null;
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

/** `plain` and `bold`. */
export function registerFonts(document: PDFKit.PDFDocument): void {
  document
    .registerFont('plain', path.join(fonts, 'DejaVuSans.ttf'))
    .registerFont('bold', path.join(fonts, 'DejaVuSans-Bold.ttf'));
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
    const [left, top] = [margin + (place % columns) * cardWidth, margin + Math.floor(place / columns) * cardHeight];
    if (columns > 1)
      document
        .rect(left, top, cardWidth, cardHeight)
        .dash(2, { space: 2 })
        .lineWidth(0.3)
        .strokeColor('#999')
        .stroke()
        .undash();
    drawCard(document, house, card, geometry, { left: left + 6, top: top + 6, width: cardWidth - 12 });
  }
}

function drawCard(
  document: PDFKit.PDFDocument,
  house: string,
  { code, before, large, after }: PaperCard,
  { codeSide, isBeside, textSize, codeTextSize }: SheetGeometry,
  { left, top, width }: { left: number; top: number; width: number },
): void {
  const side = code === null ? 0 : codeSide;
  if (code !== null) drawCode(document, code, side, isBeside ? left : left + (width - side) / 2, top);
  const [x, room] = isBeside && side > 0 ? [left + side + 6, width - side - 6] : [left, width];
  const align = isBeside ? 'left' : 'center';
  // Text must stay inside its card, however long the name of the house is.
  const line = { width: room, align, ellipsis: true, lineBreak: true, height: textSize * 2.6 } as const;
  document
    .fillColor('#000')
    .font('bold')
    .fontSize(textSize + 1)
    .text(house, x, isBeside ? top : top + side + 6, { ...line, height: textSize * 4 });
  document.font('plain').fontSize(textSize);
  for (const each of before) document.text(each, { ...line, height: textSize * 1.3 });
  document
    .font('bold')
    .fontSize(Math.min(codeTextSize, (room / large.length) * 1.45))
    .text(large, { width: room, align, lineBreak: false });
  document.font('plain').fontSize(textSize);
  for (const each of after) document.text(each, line);
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
