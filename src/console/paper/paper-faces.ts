import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';

export type PrintedWeight = 'plain' | 'bold';

/** A font, and how much thicker its strokes are drawn, in its units. */
export interface LetterFace {
  readonly font: Font;
  readonly stroke: number;
}

export interface LetterFaces {
  /** Undefined: no font has it. */
  of(letter: string): LetterFace | undefined;
  /** Unpacks the fonts of its letters: each takes some 50 ms of work, once. */
  open(text: string): Promise<void>;
  /** Whether the font of Latin, Greek and Cyrillic has all of its letters. */
  hasPlain(text: string): boolean;
}

const own = createRequire(import.meta.url);
const folderOf = (name: string) => path.dirname(own.resolve(`${name}/package.json`));

/** Latin, Greek, Cyrillic, Arabic and Hebrew. */
export const plainFontFiles: Readonly<Record<PrintedWeight, string>> = {
  plain: path.join(folderOf('dejavu-fonts-ttf'), 'ttf/DejaVuSans.ttf'),
  bold: path.join(folderOf('dejavu-fonts-ttf'), 'ttf/DejaVuSans-Bold.ttf'),
};

type Script = 'sc' | 'jp' | 'kr' | 'thai';
/** Of the variable weights the files draw one: the thinnest, or in Thai the plain one. A stroke makes it stronger. */
const strokes: Readonly<Record<PrintedWeight, number>> = { plain: 36, bold: 76 };
const thaiStrokes: Readonly<Record<PrintedWeight, number>> = { plain: 0, bold: 40 };
/** A name takes a few of the 350 files into which the letters are divided. */
const opened = new LRUCache<string, LetterFace>({ max: 60 });
const parts = new Map<Script, readonly FontPart[]>();

interface FontPart {
  readonly name: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/** Chinese, Japanese and Korean share letters and differ in their shapes: kana and hangul tell which these are. */
export function facesOf(text: string, weight: PrintedWeight): LetterFaces {
  const order: readonly Script[] = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? ['jp', 'sc', 'kr', 'thai']
    : /\p{Script=Hangul}/u.test(text)
      ? ['kr', 'sc', 'jp', 'thai']
      : ['sc', 'jp', 'kr', 'thai'];
  const plain = faceAt(plainFontFiles[weight], 0);
  const hasPlain = (letter: string) => plain.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  const of = (letter: string) => (hasPlain(letter) ? plain : otherFace(letter.codePointAt(0) ?? 0, order, weight));
  return {
    of,
    open: async (all) => {
      for (const letter of new Set(all)) {
        if (hasPlain(letter)) continue;
        void of(letter)?.font.layout(letter).glyphs[0]?.path;
        await setImmediate();
      }
    },
    hasPlain: (all) => [...all].every(hasPlain),
  };
}

function otherFace(letter: number, order: readonly Script[], weight: PrintedWeight): LetterFace | undefined {
  for (const script of order) {
    const part = partsOf(script).find(({ ranges }) => ranges.some(([from, to]) => letter >= from && letter <= to));
    if (!part) continue;
    const name = `noto-sans-${script}`;
    const file = path.join(folderOf(`@fontsource-variable/${name}`), `files/${name}-${part.name}-wght-normal.woff2`);
    const face = faceAt(file, (script === 'thai' ? thaiStrokes : strokes)[weight]);
    if (face.font.hasGlyphForCodePoint(letter)) return face;
  }
  return undefined;
}

function faceAt(file: string, stroke: number): LetterFace {
  const key = `${file} ${stroke}`;
  const known = opened.get(key);
  if (known) return known;
  const font = create(readFileSync(file));
  if (!('layout' in font)) throw new Error(`${file} holds several fonts`);
  const face = { font, stroke };
  opened.set(key, face);
  return face;
}

/** From the list that comes with the files: { "[4]": "U+1f1e9-1f1f5,U+1f21a", … } */
function partsOf(script: Script): readonly FontPart[] {
  const known = parts.get(script);
  if (known) return known;
  const list = path.join(folderOf(`@fontsource-variable/noto-sans-${script}`), 'unicode.json');
  const read = Object.entries(JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>).map(
    ([name, ranges]) => ({
      name: name.replaceAll(/[[\]]/g, ''),
      ranges: [...ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(
        ([, from, to]) => [parseInt(from, 16), parseInt(to ?? from, 16)] as const,
      ),
    }),
  );
  parts.set(script, read);
  return read;
}
