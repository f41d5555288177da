import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}
declare const axe: { run(document: unknown, options: object): Promise<{ violations: readonly Finding[] }> };
declare const document: { readonly documentElement: { readonly scrollWidth: number } };

/** What axe finds on a page: which rule, where, why. */
export async function axeFindings(page: Page, besides: readonly string[] = []): Promise<unknown[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    ([values, off]) => {
      const disabled = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
      return axe.run(document, { runOnly: { type: 'tag', values }, rules: disabled });
    },
    [rules, [...besides]] as const,
  );
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }));
}

export function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
