import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { DateTime } from 'luxon';
import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import { wifiCode } from '../../kernel/wifi-code.js';
import type { Voucher } from './voucher.js';
import { geometries, type SheetGeometry, type SheetLayout } from './sheet-layout.js';
import { type SheetLanguage, sheetWords } from './sheet-words.js';

// Covers Latin, Greek and Cyrillic; the part that is used goes into the file.
const fonts = path.join(path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const quietZone = 2;

/** Printed on every card. */
export interface SheetOrganization {
  readonly name: string;
  readonly timeZone: string | null;
  /** SSID of the network behind a captive portal, where vouchers are typed. */
  readonly ssid: string | null;
}

export interface SheetRequest {
  readonly vouchers: readonly Voucher[];
  readonly house: SheetOrganization;
  readonly layout: SheetLayout;
  readonly language: SheetLanguage;
}

type Card = Pick<SheetRequest, 'house' | 'language'> & { readonly voucher: Voucher };

/** A PDF, drawn page by page as fast as it is read: never more than one page is in memory. */
export function voucherSheet(request: SheetRequest): Readable {
  const geometry = geometries[request.layout];
  const document = new PDFDocument({
    size: [...geometry.page],
    margin: 0,
    autoFirstPage: false,
    info: { Title: request.house.name, Creator: 'Usher' },
  });
  document
    .registerFont('plain', path.join(fonts, 'DejaVuSans.ttf'))
    .registerFont('bold', path.join(fonts, 'DejaVuSans-Bold.ttf'));
  const body = new PassThrough();
  const gone = new AbortController();
  body.once('close', () => gone.abort());
  document.pipe(body);
  drawn(document, request, geometry, body, gone.signal).then(
    () => document.end(),
    (error: unknown) => {
      if (!gone.signal.aborted) body.destroy(error as Error);
    },
  );
  return body;
}

async function drawn(
  document: PDFKit.PDFDocument,
  { vouchers, house, language }: SheetRequest,
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
  for (const [index, voucher] of vouchers.entries()) {
    const place = index % (columns * rows);
    if (place === 0) {
      // The page before is sent while this one waits.
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
    drawCard(document, { voucher, house, language }, geometry, { left: left + 6, top: top + 6, width: cardWidth - 12 });
  }
}

function drawCard(
  document: PDFKit.PDFDocument,
  card: Card,
  { codeSide, isBeside, textSize, codeTextSize }: SheetGeometry,
  { left, top, width }: { left: number; top: number; width: number },
): void {
  const { ssid } = card.house;
  drawCode(
    document,
    (ssid && wifiCode({ ssid, security: 'open' }, { username: null, password: null })) || card.voucher.code,
    codeSide,
    isBeside ? left : left + (width - codeSide) / 2,
    top,
  );
  const [x, room] = isBeside ? [left + codeSide + 6, width - codeSide - 6] : [left, width];
  const align = isBeside ? 'left' : 'center';
  // Text must stay inside its card, however long the name of the house is.
  const line = { width: room, align, ellipsis: true, lineBreak: true, height: textSize * 2.6 } as const;
  document
    .fillColor('#000')
    .font('bold')
    .fontSize(textSize + 1)
    .text(card.house.name, x, isBeside ? top : top + codeSide + 6, { ...line, height: textSize * 4 });
  const words = linesOf(card);
  document.font('plain').fontSize(textSize);
  for (const each of words.before) document.text(each, { ...line, height: textSize * 1.3 });
  const { code } = card.voucher;
  document
    .font('bold')
    .fontSize(Math.min(codeTextSize, (room / code.length) * 1.45))
    .text(code, { width: room, align, lineBreak: false });
  document.font('plain').fontSize(textSize);
  for (const each of words.after) document.text(each, line);
}

function linesOf({ voucher: { validUntil, durationSeconds }, house: { ssid, timeZone }, language }: Card): {
  before: string[];
  after: string[];
} {
  const words = sheetWords(language);
  const at = (instant: string): string =>
    DateTime.fromISO(instant, { zone: timeZone ?? 'utc' })
      .setLocale(language)
      .toLocaleString(DateTime.DATETIME_MED);
  return {
    before: [...(ssid ? [`${words.network}: ${ssid}`] : []), `${words.code}:`],
    after: [
      ...(durationSeconds === null
        ? []
        : [`${words.duration}: ${Math.round(durationSeconds / 360) / 10} ${words.hours}`]),
      ...(validUntil === null ? [] : [`${words.valid_until}: ${at(validUntil)}`]),
    ],
  };
}

/** As lines of squares: sharp on any printer, and small. */
function drawCode(document: PDFKit.PDFDocument, text: string, side: number, left: number, top: number): void {
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
