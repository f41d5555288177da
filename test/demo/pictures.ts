import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type Page } from 'playwright-core';
import { launchBrowser } from '../browser/installed-browser.js';
import { startService } from '../e2e/service.js';
import { openConsole } from './demo-console.js';
import { demoFolder, removeDataFolder } from './demo-folder.js';
import { DemoView } from './demo-view.js';
import { type DemoWorld, openDemo } from './demo-world.js';
import { hotelDay } from './hotel-day.js';
import { officeDay } from './office-day.js';

/**
 * `npm run pictures`: the pages of the console as the demo's day leaves them, for README.md and docs/console.md.
 * Written to docs/pictures/, each at the moment of the day when there is something to see.
 */
interface Picture {
  readonly name: string;
  readonly when: 'a plan is held' | 'all is over';
  address(world: DemoWorld): Promise<string>;
  /** What is opened before it is taken, and waited for. */
  open?(page: Page): Promise<void>;
}

type Row = Record<string, unknown>;
const first = async (world: DemoWorld, path: string, list: string): Promise<Row> =>
  (await world.api('GET', path))._embedded![list]![0]!;
const at = (path: string) => () => Promise.resolve(path);
const idAt = (prefix: string, path: string, list: string, id = 'id') => ({
  address: async (world: DemoWorld) => `${prefix}${String((await first(world, path, list))[id])}`,
});

const full = 'a plan is held';
const over = 'all is over';
const pictures: readonly Picture[] = [
  {
    name: 'now',
    when: full,
    address: at('/console/now'),
    open: async (page) => {
      // The service gives the same figures for five seconds, and the page looks again by itself.
      await page.getByText(/^1$/).first().waitFor();
      await page.waitForFunction(() => !/Plans that wait for approval\s+0\b/.test(document.body.innerText));
    },
  },
  {
    name: 'online',
    when: full,
    address: at('/console/online'),
    open: async (page) => {
      await page
        .getByRole('button', { name: /Nov.kov/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'timeline', when: full, ...idAt('/console/people/', '/guests?search=518', 'guests') },
  { name: 'held-plan', when: full, ...idAt('/console/runs/', '/runs?filter[status]=held', 'runs') },
  {
    name: 'connection',
    when: full,
    ...idAt('/console/connections/', '/connections?filter[connector]=fias', 'connections'),
  },
  { name: 'connections', when: full, address: at('/console/connections') },
  {
    name: 'desk',
    when: full,
    address: at('/desk/'),
    open: async (page) => {
      await page.getByRole('searchbox', { name: 'Guest' }).fill('518');
      await page
        .getByRole('button', { name: /Nov.kov/ })
        .first()
        .click();
      await page.getByRole('region', { name: 'The guest' }).waitFor();
    },
  },
  { name: 'portal', when: full, ...idAt('/console/portals/', '/captive-portals', 'captive_portals') },
  { name: 'refused-login', when: over, ...idAt('/console/logins/', '/reports/13', 'rows', 'login_id') },
  { name: 'reports', when: over, address: at('/console/reports/110?earliest=-4h') },
  { name: 'operations', when: over, address: at('/console/operations') },
];

const view = new DemoView(true);
const environment = { USHER_DATA_DIR: demoFolder, USHER_MASTER_KEY: randomBytes(32).toString('base64') };
const folder = 'docs/pictures';
mkdirSync(folder, { recursive: true });
const service = await startService(environment);
const world = await openDemo(service, view, environment);
const browser = await launchBrowser();
try {
  const people = await openConsole(service);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Vienna',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(await people.link());
  await page.getByRole('button').first().click();
  await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
  // The fullest moment of the day: the house is full, and a person is about to decide.
  const watched: DemoWorld = {
    ...world,
    api: async (method, path, body) => {
      if (path.endsWith('/reject')) await takeAll(page, full);
      return world.api(method, path, body);
    },
  };
  for (const act of [...hotelDay, ...officeDay]) {
    view.title(act.title);
    await act.play(watched);
  }
  await takeAll(page, over);
} finally {
  await browser.close();
  await world.close();
  await service.stop();
  await removeDataFolder(demoFolder);
}

async function takeAll(page: Page, when: Picture['when']): Promise<void> {
  for (const picture of pictures.filter((each) => each.when === when)) await take(page, picture);
}

async function take(page: Page, { name, address, open }: Picture): Promise<void> {
  await page.goto(service.url + (await address(world)));
  await open?.(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${folder}/${name}.png` });
  view.say(`${folder}/${name}.png`);
}
