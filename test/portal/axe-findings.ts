import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}
declare const axe: { run(within: string, options: object): Promise<{ readonly violations: readonly Finding[] }> };
declare const document: {
  readonly documentElement: { readonly scrollWidth: number };
  querySelectorAll(selector: string): Iterable<{ hidden: boolean }>;
};

interface Asked {
  /** Rules that are not asked. */
  readonly besides?: readonly string[];
  /** Rules that alone are asked. */
  readonly only?: readonly string[];
  /** Nothing else is looked at; a CSS selector. */
  readonly within?: string;
}

/** What axe finds on a page: which rule, where, why. */
export async function axeFindings(page: Page, { besides = [], only, within = 'html' }: Asked = {}): Promise<unknown[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
  const disabled = Object.fromEntries(besides.map((rule) => [rule, { enabled: false }]));
  const runOnly = only ? { type: 'rule', values: only } : { type: 'tag', values: rules };
  // What passes is not asked for, and findings are told by their HTML: both cost more than the rules. No rule of these
  // reads style sheets, and a frame has no axe that would answer.
  const costly = {
    resultTypes: ['violations'],
    selectors: false,
    iframes: false,
    preload: { assets: ['media'], timeout: 10_000 },
  };
  const options = { runOnly, ...costly, ...(only ? {} : { rules: disabled }) };
  return page.evaluate(violationsWithoutTooltips, { within, options });
}

/**
 * A tooltip stands where the pointer happens to be, at the end of the document; it belongs to its control. To leave it
 * out is not enough: of what is outside of landmarks, axe tells the outermost, in which the tooltip stands.
 */
async function violationsWithoutTooltips({ within, options }: { within: string; options: object }): Promise<unknown[]> {
  const tooltips = [...document.querySelectorAll('[role="tooltip"]')];
  for (const each of tooltips) each.hidden = true;
  const { violations } = await axe.run(within, options);
  for (const each of tooltips) each.hidden = false;
  // Of each rule axe also tells where it does not apply, which nobody reads.
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }));
}

/** The same of a page of a portal, and whether it can be read on a phone that is dark. */
export async function findingsInBoth(page: Page, besides: readonly string[] = []): Promise<unknown[]> {
  const light = await axeFindings(page, { besides });
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFindings(page, { only: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark];
}

export function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
