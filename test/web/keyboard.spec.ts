import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { Lobby } from '../people/lobby.js';
import { missingPackages } from '../radius/around.js';
import { eventually } from '../kernel/manual-clock.js';
import { buildPages, type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser, password } from './console-world.js';

const withHotel = missingPackages().length > 0 && !process.env.CI ? describeNothing : inBrowser;

/** More than any page has; who needs more presses is lost. */
const mostPresses = 150;

/** A day's work without a mouse: nothing here points at anything, and nothing is focused but by its keys. */
withHotel('a day by the keyboard alone', () => {
  let lobby: Lobby;
  let world: ConsoleWorld;
  let page: ConsolePage;
  let stay: string;

  beforeAll(async () => {
    await buildPages();
    lobby = await Lobby.open();
    world = await consoleWorld(lobby.house.world);
    await world.operator('anna@example.com');
    stay = await lobby.checkIn('101', 'Adler', '101-adler');
    await lobby.made('/user-groups', { name: 'Day guests' });
    page = await world.anybody();
  });
  afterAll(async () => {
    await world?.browser.close();
    await lobby?.close();
  });

  async function tabTo(wanted: Locator): Promise<void> {
    await wanted.waitFor();
    const isThere = () => wanted.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < mostPresses; presses += 1) {
      if (await isThere()) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Not reached by Tab: ${String(wanted)}`);
  }

  async function press(wanted: Locator, key = 'Enter'): Promise<void> {
    await tabTo(wanted);
    await page.keyboard.press(key);
  }

  async function type(wanted: Locator, text: string): Promise<void> {
    await tabTo(wanted);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  }

  /** Of the list that is open, by its arrows. */
  async function choose(name: string): Promise<void> {
    const option = page.getByRole('option', { name, exact: true });
    await option.waitFor();
    const isMarked = () => option.evaluate((element) => 'comboboxSelected' in (element as HTMLElement).dataset);
    for (let presses = 0; presses < mostPresses && !(await isMarked()); presses += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }

  const button = (name: string | RegExp, within: Locator | ConsolePage = page) =>
    within.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' });

  test('one signs in', async () => {
    await page.goto(`http://127.0.0.1:${world.port}/console/`);
    await type(page.getByLabel('E-mail address'), 'anna@example.com');
    await type(page.locator('input[type=password]'), password);
    await page.keyboard.press('Enter');
    await heading('Now');
  });

  test('a guest is found, and gets a password that lets her in', async () => {
    await page.keyboard.type('gp');
    await heading('People');
    await page.keyboard.press('/');
    await page.keyboard.type('adl');
    await page.keyboard.press('Enter');
    await press(page.getByRole('button', { name: 'Eva Adler' }));
    await press(button('New password', page.getByRole('dialog')));
    const shown = page.getByRole('status').filter({ hasText: 'shown only once' });
    const given = (await shown.locator('code').textContent()) ?? '';
    expect((await lobby.tries('101-adler', given, 'AA-BB-CC-00-00-01')).packet).toBe('Access-Accept');
    await page.keyboard.press('Escape');
    await closed();
    // Who closes what lay beside the list is back where she was.
    await eventually('the focus is back', async () => (await focused()) === 'Eva Adler');
  });

  test('an account is changed', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Accounts');
    await page.keyboard.press('Enter');
    await heading('Accounts');
    await press(page.getByRole('button', { name: '101-adler' }));
    const dialog = page.getByRole('dialog');
    await type(dialog.getByRole('textbox', { name: 'Note', exact: true }), 'Asked for a quiet room');
    await press(button('Save', dialog));
    await page.getByText('Saved', { exact: true }).waitFor();
    const { users } = (await lobby.get('/users?filter[username]=101-adler'))._embedded;
    expect(users[0]).toMatchObject({ comment: 'Asked for a quiet room' });
    await page.keyboard.press('Escape');
    await closed();
  });

  test('ten vouchers are made', async () => {
    await page.keyboard.type('gv');
    await heading('Vouchers');
    await press(button('Create vouchers'));
    const dialog = page.getByRole('dialog');
    await press(dialog.getByRole('combobox', { name: 'Count' }));
    await choose('10');
    await tabTo(dialog.getByRole('combobox', { name: 'Group' }));
    await page.keyboard.type('Day');
    await choose('Day guests');
    await type(dialog.getByRole('textbox', { name: 'Note' }), 'Spa');
    await press(button('Save', dialog));
    await page.getByRole('dialog', { name: 'Spa' }).waitFor();
    await eventually('they are there', async () => (await lobby.get('/vouchers'))._embedded.vouchers.length === 10);
    await page.keyboard.press('Escape');
    await closed();
  });

  test('a plan that is held is read and approved', async () => {
    const connection = `/connections/${lobby.house.connectionId}`;
    await lobby.checkIn('102', 'Berg', '102-berg');
    const safety = { max_removals: 0, max_removals_percent: 0 };
    await world.made(200, 'PATCH', connection, { body: { safety } });
    lobby.hotel.leaveUnnoticed(stay);
    const asked = { body: { mode: 'full', dry_run: false } };
    const run = await world.made(202, 'POST', `${connection}/sync`, asked);
    await eventually('the run is held', async () => (await lobby.get(`/runs/${run.id}`)).status === 'held');
    await page.keyboard.type('gn');
    await heading('Now');
    await press(page.getByRole('link', { name: 'Plans awaiting approval' }));
    await heading('Runs');
    await page.getByRole('link', { name: 'Full list' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await heading('Full list');
    await press(button('Approve this plan'));
    const dialog = page.getByRole('dialog');
    await type(dialog.getByRole('textbox', { name: 'Why' }), 'She left by the back door');
    await press(button('Approve', dialog));
    await eventually('the account is off', async () => (await lobby.house.accounts())['101-adler'] !== 'enabled');
    expect(page.complaints).toEqual([]);
  });
});

function describeNothing(): void {
  test.skip('for want of FreeRADIUS', () => undefined);
}
