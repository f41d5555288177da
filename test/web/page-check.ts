import { expect } from '@jest/globals';
import { axeFindings } from '../portal/axe-findings.js';
import type { ConsolePage } from './console-world.js';

declare const document: {
  getAnimations(): readonly object[];
  readonly documentElement: { readonly scrollWidth: number };
};
/** A window of 1280 × 1024 at 400 %. */
const narrow = { width: 320, height: 256 };

/**
 * Nothing that axe finds; nothing to scroll sideways at 400 %; no complaint of the browser.
 * every-page.spec looks at every page in dark, too. The page is left as it was found.
 */
export async function expectNoFindings(page: ConsolePage): Promise<void> {
  // What is still on its way is dimmed, as it should be.
  await page.locator('[data-loading]').first().waitFor({ state: 'detached' });
  expect(await axeFindings(page)).toEqual([]);
  await expectFits(page);
  expect(page.complaints).toEqual([]);
}

/** What light and dark change. */
export const contrast = { only: ['color-contrast'] };

export type Colours = 'light' | 'dark';

/** As the system asks for; the page follows a moment later. */
export async function inColours(page: ConsolePage, colorScheme: Colours): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
  // Colours that are still on their way from one to the other.
  await page.waitForFunction(() => document.getAnimations().every((each) => !('transitionProperty' in each)));
}

async function expectFits(page: ConsolePage): Promise<void> {
  const before = page.viewportSize();
  await makeNarrow(page);
  if (before) await page.setViewportSize(before);
}

/**
 * What axe finds, in light and in dark. A page that is dark already is looked at in dark first, and left light: to
 * change its colours costs as much as to look at them.
 */
export async function findingsInLightAndDark(page: ConsolePage, within?: string): Promise<Record<Colours, unknown[]>> {
  const isDark = (await page.locator('html[data-mantine-color-scheme=dark]').count()) > 0;
  const everything = await axeFindings(page, { within });
  await inColours(page, isDark ? 'light' : 'dark');
  const colours = await axeFindings(page, { ...contrast, within });
  return isDark ? { dark: everything, light: colours } : { light: everything, dark: colours };
}

/**
 * At 400 %; fails where something is to be scrolled sideways. Pictures follow the width of the window a moment later.
 */
export async function makeNarrow(page: ConsolePage): Promise<void> {
  await page.setViewportSize(narrow);
  const fits = (width: number) => document.documentElement.scrollWidth <= width;
  await page.waitForFunction(fits, narrow.width, { timeout: 30_000 });
}
