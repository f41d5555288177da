import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Lobby } from '../people/lobby.js';
import { missingPackages } from '../radius/around.js';
import { axeFindings } from '../portal/axe-findings.js';
import { buildPages, type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { FurnishedHouse, mark, pageAddresses } from './furnished-house.js';
import { contrast, findingsInLightAndDark, makeNarrow } from './page-check.js';

const withHotel = missingPackages().length > 0 && !process.env.CI ? describeNothing : inBrowser;
withHotel('every page of the console', () => {
  let lobby: Lobby;
  let world: ConsoleWorld;
  let house: FurnishedHouse;
  let page: ConsolePage;
  let berta: ConsolePage;
  /** Pages on which the one house saw what is hers. */
  const shown = new Set<string>();

  beforeAll(async () => {
    await buildPages();
    lobby = await Lobby.open();
    world = await consoleWorld(lobby.house.world);
    await world.operator('anna@example.com');
    house = await FurnishedHouse.of(world, lobby);
    const { token } = await world.organization('Seeblick');
    await world.operator('berta@example.com', { token });
    page = await world.signedIn('anna@example.com');
    berta = await world.signedIn('berta@example.com');
  });
  afterAll(async () => {
    await world?.browser.close();
    await lobby?.close();
  });

  test.each(pageAddresses)(
    '%s: axe finds nothing in light, dark, forced colours, from right to left at 320 px',
    async (path) => {
      await page.setViewportSize(usual);
      await house.show(page, path);
      if ((await wordsOf(page)).includes(mark)) shown.add(path);
      const { light, dark } = await findingsInLightAndDark(page);
      await page.emulateMedia({ forcedColors: 'active' });
      const forced = await axeFindings(page, contrast);
      await page.emulateMedia({ forcedColors: 'none' });
      await page.evaluate(`document.documentElement.dir = 'rtl'`);
      await makeNarrow(page);
      const narrow = await axeFindings(page, { only: ['target-size'] });
      expect({ light, dark, forced, narrow }).toEqual({ light: [], dark: [], forced: [], narrow: [] });
      // One page's are not the next one's.
      expect(page.complaints.splice(0)).toEqual([]);
    },
  );

  test.each(pageAddresses)('%s: an operator of one house sees nothing of another', async (path) => {
    await house.goTo(berta, path);
    const words = await wordsOf(berta);
    expect([words.includes(mark), /desk@|aa:bb:cc/i.test(words)]).toEqual([false, false]);
  });

  // Else nothing would be proven.
  test('most pages showed the one house what is hers', () => {
    expect(shown.size).toBeGreaterThan(pageAddresses.length / 2);
  });
});

const usual = { width: 1280, height: 720 };
const wordsOf = (page: ConsolePage) => page.locator('body').innerText();

function describeNothing(): void {
  test.skip('for want of FreeRADIUS', () => undefined);
}
