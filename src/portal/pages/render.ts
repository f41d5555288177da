import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Liquid, type Template } from 'liquidjs';

const folder = fileURLToPath(new URL('templates/', import.meta.url));
const ending = '.liquid';

const templates = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => [name.slice(0, -ending.length), readFileSync(`${folder}${name}`, 'utf8')]),
);

/** Whatever a template writes is escaped; no template says `raw`. */
const liquid = new Liquid({
  templates,
  outputEscape: 'escape',
  ownPropertyOnly: true,
  relativeReference: false,
  cache: true,
});
liquid.unregisterFilter('raw');

const parsed = new Map<string, Template[]>(
  Object.keys(templates).map((name) => [name, liquid.parse(templates[name], name)]),
);

export type TemplateName = 'sign-in' | 'message';

/** HTML of one page. `values` may hold anybody's text. */
export function render(name: TemplateName, values: object): string {
  return liquid.renderSync(parsed.get(name) ?? [], values) as string;
}
