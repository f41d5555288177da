import { inflateSync } from 'node:zlib';

/**
 * As much of a PDF as these tests ask about: its pages, and its text by the fonts' own tables (ToUnicode) or, where
 * letters are drawn as outlines, by what stands beside them (ActualText).
 */
export class Pdf {
  readonly pages: number;
  readonly text: string;
  /** Lines that are drawn as outlines: what they say, and the outline of each glyph from left to right. */
  readonly drawn: readonly { readonly text: string; readonly outlines: readonly string[] }[];

  constructor(file: Buffer) {
    const raw = file.toString('latin1');
    this.pages = [...raw.matchAll(/\/Type \/Page\b/g)].length;
    const streams = [...raw.matchAll(/^(\d+) 0 obj\n<<((?:(?!endobj)[^])*?)>>\nstream\n/gm)].map((match) => {
      const begin = match.index + match[0].length;
      const body = file.subarray(begin, file.indexOf('\nendstream', begin));
      return { id: match[1], content: match[2].includes('FlateDecode') ? inflated(body) : body.toString('latin1') };
    });
    const content = new Map(streams.map((each) => [each.id, each.content]));
    const fonts = new Map(
      [...raw.matchAll(/\/ToUnicode (\d+) 0 R/g)].map((match, index) => [index, mapOf(content.get(match[1]) ?? '')]),
    );
    const maps = [...fonts.values()];
    this.drawn = streams.flatMap((each) => drawnIn(each.content));
    const typed = streams
      .filter((each) => each.content.includes(' TJ'))
      .map((each) => maps.map((map) => textOf(each.content, map)).join('\n'));
    this.text = [...typed, ...this.drawn.map(({ text }) => text)].join('\n');
  }
}

const spans = /\/ActualText \(((?:\\[^]|[^\\)])*)\)\s*>> BDC([^]*?)\nEMC/g;

function drawnIn(content: string): { text: string; outlines: string[] }[] {
  return [...content.matchAll(spans)].map(([, said, drawing]) => ({
    text: saidBy(said),
    // Each glyph has a place of its own, and begins at nought there.
    outlines: [...drawing.matchAll(/ cm\n([^]*?)\n(?:f|B)\n/g)].map(([, each]) => each.replaceAll(/^.* cm\n/gm, '')),
  }));
}

/** A string of PDF 32000-1, 7.9.2.2: UTF-16 after its mark, else as it is. */
function saidBy(literal: string): string {
  const ends: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  const bytes = Buffer.from(
    literal.replaceAll(/\\([^])/g, (_, sign: string) => ends[sign] ?? sign),
    'latin1',
  );
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? bytes.subarray(2).swap16().toString('utf16le')
    : bytes.toString('latin1');
}

function inflated(body: Buffer): string {
  try {
    return inflateSync(body).toString('latin1');
  } catch {
    return '';
  }
}

function mapOf(cmap: string): Map<number, string> {
  const map = new Map<number, string>();
  for (const [, from, , list] of cmap.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    for (const [index, unicode] of [...list.matchAll(/<([\w ]+)>/g)].entries())
      map.set(
        parseInt(from, 16) + index,
        unicode[1]
          .trim()
          .split(/\s+/)
          .map((unit) => String.fromCharCode(parseInt(unit, 16)))
          .join(''),
      );
  }
  return map;
}

function textOf(content: string, map: Map<number, string>): string {
  return [...content.matchAll(/\[([^\]]*)\] TJ/g)]
    .map(([, parts]) =>
      [...parts.matchAll(/<([0-9a-f]+)>/g)]
        .map(([, glyphs]) => (glyphs.match(/.{4}/g) ?? []).map((glyph) => map.get(parseInt(glyph, 16)) ?? '').join(''))
        .join(''),
    )
    .join('\n');
}
