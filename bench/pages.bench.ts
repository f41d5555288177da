import type { Page } from 'playwright-core';
import { launchBrowser } from '../test/browser/installed-browser.js';
import { type Figure, median } from './report.js';
import { fillConsole } from './pages-fill.js';
import { tabFigures } from './pages-tab.js';
import { ask, type World } from './world.js';

const rounds = 20;
/** To the first row, of the pages of a list one after the other. */
const goal = '100 ms';
const password = 'a long enough password';

/** In the browser: performance's entries of calls to the API. */
interface Call {
  readonly name: string;
  readonly duration: number;
}

/**
 * 100,000 people with their accounts, 1,000,000 entries of the provisioning log, as many logins: each list of the
 * console in Chromium, from the change of the address to its first row; and a tab that is open for an hour.
 */
export async function pagesBench(world: World): Promise<Figure[]> {
  const connectionId = await fillConsole(world);
  const browser = await launchBrowser();
  try {
    const page = await signedIn(world, await browser.newPage({ locale: 'en', reducedMotion: 'reduce' }));
    const figures: Figure[] = [];
    for (const address of lists(connectionId)) {
      const figure = await listFigure(page, address);
      process.stderr.write(`${figure.name}: ${figure.ours}\n`);
      figures.push(figure);
    }
    return [...figures, ...(await tabFigures(world, page))];
  } finally {
    await browser.close();
  }
}

function lists(connectionId: string): string[] {
  const filtered = [
    '/people?q=guest7',
    '/users?sort=last_name:asc',
    '/operations?q=user:guest777',
    '/logins?since=-7d',
  ];
  const whole = ['people', 'users', 'operations', 'logins', 'online', 'devices', 'vouchers', 'voucher-batches', 'runs'];
  const others = ['deliveries', 'audit', 'connections', 'links', 'user-groups', 'operators'];
  return [...[...whole, ...others].map((name) => `/${name}`), ...filtered, `/connections/${connectionId}/messages`];
}

async function signedIn(world: World, page: Page): Promise<Page> {
  const email = 'bench@example.com';
  const owner = '00000000-0000-7000-8000-000000000101';
  const invited = await ask(world, 'POST', '/operators', { email, name: 'Bench', role_id: owner });
  await ask(world, 'POST', '/invitations/accept', { token: invited.invitation_token, password });
  await page.goto(`${world.service.url}/console/`);
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
  return page;
}

async function listFigure(page: Page, address: string): Promise<Figure> {
  const toRow: number[] = [];
  const toAnswer: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await go(page, '/me');
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    // Another page of the list each time: what was shown before is remembered.
    const { milliseconds, calls } = await toFirstRow(
      page,
      `/console${address}${address.includes('?') ? '&' : '?'}page=${round + 1}`,
    );
    // The first round loads the page's own scripts.
    if (round === 0) continue;
    toRow.push(milliseconds);
    toAnswer.push(Math.max(0, ...calls.map(({ duration }) => duration)));
  }
  return {
    name: `${address}: to the first row; its longest call`,
    ours: `p50 ${whole(median(toRow))}, p95 ${whole(p95(toRow))} ms; p95 ${whole(p95(toAnswer))} ms`,
    goal,
  };
}

const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), `/console${path}`);

/** From the change of the address until a row, or that there is none, is painted. */
function toFirstRow(page: Page, address: string): Promise<{ milliseconds: number; calls: Call[] }> {
  return page.evaluate(async (to) => {
    performance.clearResourceTimings();
    const startedAt = performance.now();
    history.pushState(null, '', to);
    await new Promise<void>((resolve) => {
      const isThere = () => document.querySelector('main tbody tr, main .mantine-Stack-root > p') !== null;
      const isThisPage = () => document.querySelector('main h1')?.textContent !== 'Your account';
      const watch = new MutationObserver(() => {
        if (!isThisPage() || !isThere()) return;
        watch.disconnect();
        requestAnimationFrame(() => resolve());
      });
      watch.observe(document.body, { childList: true, subtree: true });
    });
    const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return {
      milliseconds: performance.now() - startedAt,
      calls: calls
        .filter(({ initiatorType }) => initiatorType === 'fetch')
        .map(({ name, duration }) => ({ name, duration })),
    };
  }, address);
}

function p95(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? 0;
}

const whole = (milliseconds: number) => String(Math.round(milliseconds));
