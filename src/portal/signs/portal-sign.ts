import PDFDocument from 'pdfkit';
import type { Readable } from 'node:stream';
import { drawCode, registerFonts } from '../../console/paper/card-sheet.js';
import { labelled } from '../../console/paper/sheet-words.js';
import { isPlainLine, printedLine, readyToPrint } from '../../console/paper/printed-line.js';
import type { ServedPicture } from '../visit/visited-portals.js';
import type { SignLayout } from './sign-layout.js';
import type { SignTexts } from './sign-texts.js';

export interface SignContent {
  readonly house: string;
  readonly logo: Pick<ServedPicture, 'mediaType' | 'content'> | undefined;
  readonly ssid: string | null;
  /** In the QR code. */
  readonly code: string;
  /** The address that people type. */
  readonly address: string;
  readonly texts: readonly SignTexts[];
}

/** Lengths in points (1/72 inch) of A4; A5 is the same, smaller. */
const [width, height, margin] = [595.28, 841.89, 42];
const room = width - 2 * margin;
const logoHeight = 96;
const codeSide = 236;
/** Up to this many lines are printed larger. */
const fewLanguages = 4;
const scales: Readonly<Record<SignLayout, number>> = { a4: 1, a5: Math.SQRT1_2 };
/** Image formats that a PDF can embed. */
const drawable: readonly string[] = ['image/png', 'image/jpeg'];

/** A sign for the reception, a room or a lift: how to get online here. */
export async function portalSign(content: SignContent, layout: SignLayout): Promise<Readable> {
  const { house, ssid, texts } = content;
  await readyToPrint([house], 'bold');
  await readyToPrint([ssid ?? '', ...texts.flatMap(({ join, open }) => [join, open])], 'plain');
  const scale = scales[layout];
  const document = new PDFDocument({
    size: [width * scale, height * scale],
    margin: 0,
    info: { Title: house, Creator: 'Usher' },
  });
  registerFonts(document);
  document.scale(scale);
  draw(document, content);
  document.end();
  return document;
}

function draw(document: PDFKit.PDFDocument, { house, logo, ssid, code, address, texts }: SignContent): void {
  const line = { width: room, align: 'center', ellipsis: true } as const;
  let top = margin;
  if (logo && drawable.includes(logo.mediaType) && drawLogo(document, logo.content, top)) top += logoHeight + 14;
  const say = (text: string, font: 'plain' | 'bold', size: number, lines = 1): void => {
    if (!isPlainLine(text, font)) {
      const printed = printedLine(text, font);
      const fitted = Math.min(size, room / printed.width);
      printed.draw(document, margin + (room - printed.width * fitted) / 2, top, fitted);
      top += fitted * 1.2 + size * 0.3;
      return;
    }
    document
      .fillColor('#000')
      .font(font)
      .fontSize(fitting(document, text, size, lines))
      .text(text, margin, top, { ...line, height: size * 1.3 * lines });
    top = Math.max(document.y, top + size) + size * 0.3;
  };
  say(house, 'bold', 28, 2);
  if (ssid !== null) say(labelled('Wi-Fi', ssid), 'plain', 22);
  drawCode(document, code, codeSide, (width - codeSide) / 2, top);
  top += codeSide + 4;
  say(address, 'bold', 20);
  const size = texts.length > fewLanguages ? 10.5 : 14;
  for (const { join, open } of texts) say(ssid === null ? open : `${join} ${open}`, 'plain', size, 2);
}

/** Names and what people type must be complete, so the text gets smaller before it is cut. */
function fitting(document: PDFKit.PDFDocument, text: string, size: number, lines: number): number {
  const share = (room * lines * 0.95) / document.fontSize(size).widthOfString(text);
  return Math.max(8, Math.min(size, size * share));
}

/** @returns whether it could be drawn: a PDF takes fewer formats than a browser */
function drawLogo(document: PDFKit.PDFDocument, content: Buffer, top: number): boolean {
  try {
    document.image(content, margin, top, { fit: [room, logoHeight], align: 'center', valign: 'center' });
    return true;
  } catch {
    return false;
  }
}
