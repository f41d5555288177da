import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { AnswerBytes } from '../../http/answer-bytes.js';

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
  /** What stands before each of `filled`, and after the last: each character a byte. */
  private readonly fixed: readonly string[];
  /** Places of the marks, in the order of the page. */
  private readonly filled: readonly number[];

  constructor(name: TemplateName, values: object, marks: readonly string[]) {
    const pieces = renderTemplate(name, values).split(new RegExp(`(${marks.join('|')})`));
    this.fixed = pieces.filter((_, index) => index % 2 === 0).map(bytesOf);
    this.filled = pieces.filter((_, index) => index % 2 === 1).map((mark) => marks.indexOf(mark));
  }

  /** @param values in the order of the marks. */
  filledWith(values: readonly string[]): AnswerBytes {
    const { fixed, filled } = this;
    const written = values.map(writtenIn);
    let [bytes] = fixed;
    for (let at = 0; at < filled.length; at += 1) bytes += written[filled[at]] + fixed[at + 1];
    return new AnswerBytes(bytes);
  }
}

/** Nothing to escape, and each character is one byte. */
const plain = /^[\w.%=+*-]*$/;

function writtenIn(value: string): string {
  return plain.test(value) ? value : bytesOf(eta.config.escapeFunction(value));
}

/** Of UTF-8, each byte as a character. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** HTML of one page. `values` may hold anybody's text. */
export function renderTemplate(name: TemplateName, values: object): string {
  return eta.render(`@${name}`, values);
}
