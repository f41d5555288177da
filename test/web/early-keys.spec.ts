import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import { eventually } from '../kernel/manual-clock.js';
import { type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser, password } from './console-world.js';

inBrowser('keys that are pressed before the page hears them', () => {
  let world: ConsoleWorld;
  let page: ConsolePage;

  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
    page = await world.anybody();
  });
  afterAll(() => world?.close());

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const filter = () => page.getByRole('combobox', { name: 'Filter' });

  /** The script that knows the keys comes when it is let through. */
  async function holdKeys(): Promise<() => Promise<void>> {
    const held: Route[] = [];
    await page.route('**/around-page*.js', (route) => void held.push(route), { times: 1 });
    return async () => {
      await eventually('the script is asked for', () => held.length > 0);
      await held[0]!.continue();
    };
  }

  test('while somebody signs in: they lead to the page, and to its filter', async () => {
    await page.goto(`http://127.0.0.1:${world.port}/console/sign-in`);
    const letThrough = await holdKeys();
    const held: Route[] = [];
    await page.route('**/console/session', (route) => void held.push(route), { times: 1 });
    await page.getByLabel('E-mail address').fill('anna@example.com');
    await page.locator('input[type=password]').fill(password);
    await page.keyboard.press('Enter');
    await eventually('the sign-in is on its way', () => held.length > 0);
    await page.keyboard.type('gp');
    await held[0]!.continue();
    await heading('Now');
    await page.keyboard.type('/adl');
    await letThrough();
    await heading('People');
    await eventually('the filter has what was typed', async () => (await filter().inputValue()) === 'adl');
  });

  test('while a page is loaded', async () => {
    const letThrough = await holdKeys();
    await page.goto(`http://127.0.0.1:${world.port}/console/devices`);
    await heading('Devices');
    await page.keyboard.press('?');
    await letThrough();
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    const isAtDialog = (is: boolean) =>
      page.waitForFunction((wanted) => Object.hasOwn(window.history.state ?? {}, 'usher.dialog') === wanted, is);
    await isAtDialog(true);
    await page.keyboard.press('Escape');
    // What closes a dialog goes one step back, which would break off the next test's way to its page.
    await isAtDialog(false);
  });

  test('a slash on a page that has no filter keeps no other key from being heard', async () => {
    const letThrough = await holdKeys();
    await page.goto(`http://127.0.0.1:${world.port}/console/me`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.type('/gv');
    await letThrough();
    await heading('Vouchers');
  });

  test('a refused sign-in leaves the cursor where it was, and nothing is pressed later', async () => {
    const other = await world.anybody();
    await other.goto(`http://127.0.0.1:${world.port}/console/sign-in`);
    const held: Route[] = [];
    await other.route('**/console/session', (route) => void held.push(route), { times: 1 });
    await other.getByLabel('E-mail address').fill('anna@example.com');
    const field = other.locator('input[type=password]');
    await field.fill('not this one');
    await field.press('Enter');
    await eventually('the sign-in is on its way', () => held.length > 0);
    await other.keyboard.type('gp');
    await held[0]!.continue();
    await other.getByRole('alert').waitFor();
    await eventually('the cursor is back', () => field.evaluate((each) => each === document.activeElement));
    await field.fill(password);
    await field.press('Enter');
    await other.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    await other.keyboard.press('?');
    await other.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(new URL(other.url()).pathname).toBe('/console/now');
  });
});
