import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import { eventually } from '../kernel/manual-clock.js';
import { type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';

const folder = fileURLToPath(new URL('../../web/src/pages/', import.meta.url));

/** The address of every list in the navigation: its route says that its rows are asked for ahead. */
const lists = readdirSync(folder, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => readFileSync(`${folder}${name}/route.ts`, 'utf8'))
  .filter((route) => route.includes('rows: ('))
  .map((route) => /path: '([^']+)'/.exec(route)![1]!)
  .filter((path) => !path.includes('$'))
  .sort();

inBrowser('the rows of a list', () => {
  let world: ConsoleWorld;
  let page: ConsolePage;
  let asked: string[] = [];

  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
    page = await world.signedIn('anna@example.com');
    // What was read is read again when the stream of changes opens.
    await page.route(/\/live\?/, (route) => route.abort());
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (searchParams.has('page')) asked.push(`${pathname}?page=${searchParams.get('page')}`);
    });
  });
  afterAll(() => world?.close());

  const shown = async () => {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
  };

  test.each(lists)('%s: are asked for before it is known who is signed in, and once', async (path) => {
    asked = [];
    const held: Route[] = [];
    await page.route('**/sessions/current', (route) => void held.push(route), { times: 1 });
    await page.goto(`http://127.0.0.1:${world.port}/console${path}`);
    await eventually('the rows are asked for', () => asked.length > 0);
    expect(held).toHaveLength(1);
    await held[0]!.continue();
    await shown();
    expect(asked).toHaveLength(1);
  });

  test('are asked for once by whoever comes from another page, and again for another filter', async () => {
    await page.goto(`http://127.0.0.1:${world.port}/console/alerts`);
    await shown();
    asked = [];
    await page.getByRole('link', { name: 'Devices', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
    await shown();
    expect(asked).toEqual(['/devices?page=1']);
    await page.getByRole('combobox', { name: 'Filter' }).fill('name:lobby');
    await page.keyboard.press('Enter');
    await page.getByText('No results match this filter').waitFor();
    await shown();
    expect(asked).toEqual(['/devices?page=1', '/devices?page=1']);
  });

  test('are there before the browser asks for what stands around the page', async () => {
    const order: string[] = [];
    page.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname === '/devices') order.push('rows');
    });
    page.on('request', (request) => {
      if (/(around|above-the)-page[^/]*\.js$/.test(request.url())) order.push('around');
    });
    await page.goto(`http://127.0.0.1:${world.port}/console/devices`);
    await eventually('it asks for that', () => order.includes('around'));
    expect(order).toEqual(['rows', 'around']);
  });
});
