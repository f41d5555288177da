import anyAscii from 'any-ascii';
import bidiFactory, { type Bidi } from 'bidi-js';
import { facesOf, type LetterFace, type PrintedWeight } from './paper-faces.js';

/** One line of any script. pdfkit sets only from the left, in one font, and knows no letter that this font lacks. */
export interface PrintedLine {
  /** At a size of 1. */
  readonly width: number;
  /** From the left, and from above. */
  draw(document: PDFKit.PDFDocument, left: number, top: number, size: number): void;
}

interface Run {
  readonly face: LetterFace;
  /** Odd: from right to left. */
  readonly level: number;
  readonly from: number;
  readonly to: number;
}

/** Of the font of other lines, beside which it stands. */
const ascent = 0.928;

// The module is the function itself, whatever its types say.
const bidi = (bidiFactory as unknown as () => Bidi)();
/** Say which way to read, and are not drawn. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** To be awaited before they are printed: fonts are opened one at a time, and others get their turn between. */
export async function readyToPrint(texts: readonly string[], weight: PrintedWeight): Promise<void> {
  for (const text of texts) if (!isPlainLine(text, weight)) await facesOf(text, weight).open(text);
}

/** Whether pdfkit sets it rightly by itself, in the font of Latin, Greek and Cyrillic. */
export function isPlainLine(text: string, weight: PrintedWeight): boolean {
  return !rightToLeft.test(text) && facesOf(text, weight).hasPlain(text);
}

/** Letters in the order in which they are seen, each in a font that has it; what none has is spelled in Latin. */
export function printedLine(text: string, weight: PrintedWeight): PrintedLine {
  const faces = facesOf(text, weight);
  const isKept = (letter: string) => directions.test(letter) || faces.of(letter) !== undefined;
  const spelled = [...text.normalize('NFC')].map((each) => (isKept(each) ? each : anyAscii(each))).join('');
  const levels = bidi.getEmbeddingLevels(spelled);
  const mirrored = bidi.getMirroredCharactersMap(spelled, levels.levels);
  const laid = runsOf(spelled, levels.levels, bidi.getReorderedIndices(spelled, levels), faces.of).map((run) => {
    const units = spelled.slice(run.from, run.to + 1).split('');
    const letters = units.map((unit, at) => mirrored.get(run.from + at) ?? unit).join('');
    const direction = run.level % 2 === 1 ? 'rtl' : 'ltr';
    const { glyphs, positions } = run.face.font.layout(letters, undefined, undefined, undefined, direction);
    const unit = 1 / run.face.font.unitsPerEm;
    return glyphs.map((glyph, at) => {
      const { xAdvance, xOffset, yOffset } = positions[at];
      const place = { right: xOffset * unit, up: yOffset * unit };
      return { outline: glyph.path.toSVG(), width: xAdvance * unit, unit, stroke: run.face.stroke, ...place };
    });
  });
  const glyphs = laid.flat();
  return {
    width: glyphs.reduce((sum, { width }) => sum + width, 0),
    draw(document, left, top, size) {
      // What stands here, for who cannot see it.
      document.save().markContent('Span', { actual: text.replaceAll(new RegExp(directions, 'gu'), '') });
      const baseline = top + ascent * size;
      let x = left;
      for (const { outline, width, unit, stroke, right, up } of glyphs) {
        if (outline !== '') {
          document
            .save()
            .translate(x + right * size, baseline - up * size)
            .scale(unit * size, -unit * size)
            .path(outline);
          if (stroke === 0) document.fill('#000');
          else document.lineJoin('round').lineWidth(stroke).fillAndStroke('#000', '#000');
          document.restore();
        }
        x += width * size;
      }
      document.endMarkedContent().restore();
    },
  };
}

/** In the order in which they are seen. */
function runsOf(
  text: string,
  levels: Uint8Array,
  order: readonly number[],
  faceOf: (letter: string) => LetterFace | undefined,
): Run[] {
  // For each of its units of 16 bits.
  const faces = [...text].flatMap((letter) => {
    const face = directions.test(letter) ? undefined : faceOf(letter);
    return Array.from({ length: letter.length }, () => face);
  });
  const runs: Run[] = [];
  for (const index of order) {
    const [face, level] = [faces[index], levels[index]];
    if (!face) continue;
    const last = runs.at(-1);
    const isNext = last && last.face === face && last.level === level;
    if (isNext && level % 2 === 0 && index === last.to + 1) runs[runs.length - 1] = { ...last, to: index };
    else if (isNext && level % 2 === 1 && index === last.from - 1) runs[runs.length - 1] = { ...last, from: index };
    else runs.push({ face, level, from: index, to: index });
  }
  return runs;
}
