import { SaxesParser, type SaxesTagNS } from 'saxes';

const svg = 'http://www.w3.org/2000/svg';
const drawing = new Set(
  (
    'svg g defs symbol use title desc metadata path rect circle ellipse line polyline polygon text tspan textPath ' +
    'linearGradient radialGradient stop clipPath mask pattern marker style filter feGaussianBlur feOffset feBlend ' +
    'feColorMatrix feComposite feFlood feMerge feMergeNode feDropShadow feMorphology'
  ).split(' '),
);

/**
 * Finds what makes an SVG more than a drawing: script, event handlers, embedded documents, or anything from elsewhere.
 * The answer continues `The SVG …`; undefined if nothing was found. Whatever is not known to be harmless is refused.
 */
export function scriptIn(content: Buffer): string | undefined {
  let found: string | undefined;
  let openStyles = 0;
  let style = '';
  const note = (words: string) => (found ??= words);
  const parser = new SaxesParser({ xmlns: true });
  parser.on('doctype', () => note('has a document type'));
  parser.on('processinginstruction', () => note('has a processing instruction'));
  parser.on('error', () => note('is not well-formed'));
  parser.on('opentag', (tag: SaxesTagNS) => {
    if (tag.uri !== svg || !drawing.has(tag.local)) note(`has an element ${tag.name.slice(0, 40)}`);
    if (tag.local === 'style') openStyles += 1;
    for (const { local, name, value } of Object.values(tag.attributes)) {
      if (/^on/i.test(local)) note(`handles an event, ${name.slice(0, 40)}`);
      if (local === 'href' && !value.startsWith('#')) note('leads elsewhere');
      if (fetches(value) && !name.startsWith('xmlns')) note('fetches from elsewhere');
    }
  });
  // Comments, CDATA and elements within divide the text, and not the style.
  const read = (text: string) => {
    if (openStyles > 0) style += text;
  };
  parser.on('text', read);
  parser.on('cdata', read);
  parser.on('closetag', ({ local }) => {
    if (local === 'style') openStyles -= 1;
  });
  try {
    parser.write(content.toString('utf8')).close();
  } catch {
    note('is not well-formed');
  }
  if (fetches(style)) note('fetches from elsewhere');
  return found;
}

/** `url(#gradient)` refers to a part of the drawing itself. A backslash can write any of these differently. */
function fetches(text: string): boolean {
  return /@import|(?:expression|image|image-set|cross-fade|src)\(|javascript:|\\|url\((?!\s*["']?#)/i.test(text);
}
