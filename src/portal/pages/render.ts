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

export type TemplateName = 'sign-in' | 'message';

/** HTML of one page. `values` may hold anybody's text. */
export function renderTemplate(name: TemplateName, values: object): string {
  return eta.render(`@${name}`, values);
}
