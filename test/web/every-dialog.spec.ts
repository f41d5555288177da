import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { Lobby } from '../people/lobby.js';
import { missingPackages } from '../radius/around.js';
import { buildPages, type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { FurnishedHouse, pageAddresses, settled } from './furnished-house.js';
import { findingsInLightAndDark, makeNarrow } from './page-check.js';

const withHotel = missingPackages().length > 0 && !process.env.CI ? describeNothing : inBrowser;

/** What says of itself that it opens a dialog: of a table, the first row's. */
const openers = [
  'main [aria-haspopup=dialog]:not(:disabled):not(tbody *)',
  'main tbody tr:first-child [aria-haspopup=dialog]:not(:disabled)',
];
const usual = { width: 1280, height: 720 };
const onTop = '[role=dialog]';

withHotel('everything that opens over a page', () => {
  let lobby: Lobby;
  let world: ConsoleWorld;
  let house: FurnishedHouse;
  let page: ConsolePage;

  beforeAll(async () => {
    await buildPages();
    lobby = await Lobby.open();
    world = await consoleWorld(lobby.house.world);
    await world.operator('anna@example.com');
    house = await FurnishedHouse.of(world, lobby);
    page = await world.signedIn('anna@example.com');
  });
  afterAll(async () => {
    await world?.browser.close();
    await lobby?.close();
  });

  /** All of a page are told at once. */
  let findings: unknown[] = [];
  const seen = new Set<string>();

  /** Of what lies on top, as it is: every-page.spec looks at what is beneath. */
  async function looksWell(where: string): Promise<void> {
    await settled(page);
    const { light, dark } = await findingsInLightAndDark(page, onTop);
    if (light.length + dark.length > 0) findings.push({ where, light, dark });
  }

  /** The same above every list: once is enough. */
  const above = new Set<string>();

  async function lookInto(opener: Locator, path: string): Promise<void> {
    const name = (await opener.innerText()).trim();
    if (above.has(name)) return;
    if (['Views', 'Columns', 'Show as curl'].includes(name)) above.add(name);
    await opener.click();
    const dialog = page.getByRole('dialog');
    await dialog.first().waitFor();
    // What is pointed at may have its own words in a tooltip.
    await page.mouse.move(0, 0);
    await looksWell(`${path}, ${name}`);
    await makeNarrow(page).catch(() => findings.push(`${path}, ${name}: wider than 320 px`));
    await page.setViewportSize(usual);
    const inner = dialog.locator('[aria-haspopup=dialog]:not(:disabled)').filter({ hasNotText: 'Show as curl' });
    for (let at = 0; at < (await inner.count()); at += 1) {
      const asked = await inner.nth(at).innerText();
      await inner.nth(at).click();
      await dialog.nth(1).waitFor();
      await looksWell(`${path}, ${name}, ${asked}`);
      await page.keyboard.press('Escape');
      await dialog.nth(1).waitFor({ state: 'detached' });
    }
    await page.keyboard.press('Escape');
    await dialog.first().waitFor({ state: 'detached' });
    seen.add(`${path}, ${name}`);
  }

  test.each(pageAddresses)(
    '%s: axe finds nothing, light and dark; each fits 320 px and is closed by Escape',
    async (path) => {
      findings = [];
      await page.setViewportSize(usual);
      await house.goTo(page, path);
      for (const opener of openers) {
        const found = page.locator(opener);
        for (let at = 0; at < (await found.count()); at += 1) await lookInto(found.nth(at), path);
      }
      expect(findings).toEqual([]);
      // One page's are not the next one's.
      expect(page.complaints.splice(0)).toEqual([]);
    },
  );

  // Else nothing would be proven.
  test('most pages have something that opens over them', () => {
    expect(seen.size).toBeGreaterThan(pageAddresses.length / 2);
  });
});

function describeNothing(): void {
  test.skip('for want of FreeRADIUS', () => undefined);
}
