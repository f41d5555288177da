import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

const folder = fileURLToPath(new URL('templates/', import.meta.url));
const ending = '.eta';

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
  /** What stands before each of `filled`, and after the last. */
  private readonly fixed: readonly Buffer[];
  /** Places of the marks, in the order of the page. */
  private readonly filled: readonly number[];

  constructor(name: TemplateName, values: object, marks: readonly string[]) {
    const pieces = renderTemplate(name, values).split(new RegExp(`(${marks.join('|')})`));
    this.fixed = pieces.filter((_, index) => index % 2 === 0).map((piece) => Buffer.from(piece));
    this.filled = pieces.filter((_, index) => index % 2 === 1).map((mark) => marks.indexOf(mark));
  }

  /** @param values in the order of the marks. */
  filledWith(values: readonly string[]): Buffer {
    const escaped = values.map((value) => Buffer.from(eta.config.escapeFunction(value)));
    const parts = [this.fixed[0]];
    this.filled.forEach((place, index) => parts.push(escaped[place], this.fixed[index + 1]));
    return Buffer.concat(parts);
  }
}

/** HTML of one page. `values` may hold anybody's text. */
export function renderTemplate(name: TemplateName, values: object): string {
  return eta.render(`@${name}`, values);
}
