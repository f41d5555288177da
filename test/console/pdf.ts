import { inflateSync } from 'node:zlib';

/** As much of a PDF as these tests ask about: its pages, and its text by the fonts' own tables (ToUnicode). */
export class Pdf {
  readonly pages: number;
  readonly text: string;

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
    this.text = streams
      .filter((each) => each.content.includes(' TJ'))
      .map((each) => maps.map((map) => textOf(each.content, map)).join('\n'))
      .join('\n');
  }
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
