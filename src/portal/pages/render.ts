import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

const folder = fileURLToPath(new URL('templates/', import.meta.url));
const ending = '.eta';
const empty = Buffer.alloc(0);

/**
 * Compiled once, to functions: every phone that joins asks for a page. Whatever a template writes by `<%=` is escaped;
 * only the parts of a page itself, its body and its style, are put in as they are.
 */
const eta = new Eta({ autoEscape: true, cache: true });
for (const name of readdirSync(folder).filter((each) => each.endsWith(ending)))
  eta.loadTemplate(`@${name.slice(0, -ending.length)}`, readFileSync(`${folder}${name}`, 'utf8'));

export type TemplateName = 'sign-in' | 'message' | 'code' | 'mail';

/**
 * A page rendered once, with marks in place of what differs from one guest to the next. A mark is a word that nobody
 * can guess, so no text of a portal holds one; what it stands for is escaped as the templates escape.
 */
export class PreparedPage {
  private readonly parts: readonly (Buffer | string)[];

  constructor(name: TemplateName, values: object, marks: readonly string[]) {
    const pieces = renderTemplate(name, values).split(new RegExp(`(${marks.join('|')})`));
    this.parts = pieces.map((piece, index) => (index % 2 === 0 ? Buffer.from(piece) : piece));
  }

  /** @param values by mark. */
  filledWith(values: Readonly<Record<string, string>>): Buffer {
    const filled = new Map(
      Object.entries(values).map(([mark, value]) => [mark, Buffer.from(eta.config.escapeFunction(value))]),
    );
    return Buffer.concat(this.parts.map((part) => (typeof part === 'string' ? (filled.get(part) ?? empty) : part)));
  }
}

/** HTML of one page. `values` may hold anybody's text. */
export function renderTemplate(name: TemplateName, values: object): string {
  return eta.render(`@${name}`, values);
}
