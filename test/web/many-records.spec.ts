import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ConsolePage, type ConsoleWorld, consoleWorld, inBrowser } from './console-world.js';

inBrowser('many records in the console', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
    const create = (username: string) => ({ op: 'create', data: { username, disabled: 0 } });
    const named = (word: string, count: number) =>
      Array.from({ length: count }, (_, index) => create(`${word}-${String(index).padStart(2, '0')}`));
    await world.made(200, 'POST', '/bulk/users', {
      body: { operations: [...named('fair', 60), ...named('staff', 40)] },
    });
  });
  afterAll(() => world?.close());

  const users = (query: string): Promise<ConsolePage> => world.signedIn('anna@example.com', `/console/users${query}`);
  const filterFor = async (page: ConsolePage, words: string) => {
    await page.getByRole('combobox', { name: 'Filter' }).fill(words);
    await page.keyboard.press('Enter');
  };
  const selectAll = async (page: ConsolePage, count: number) => {
    await page.getByRole('checkbox', { name: 'Select page' }).press('Space');
    await page.getByRole('button', { name: `Select all ${count} that match` }).click();
    await page.getByText(`All ${count} matches`).waitFor();
  };
  const left = async () => (await world.made(200, 'GET', '/users?page_size=1')).total_items;

  test('all that matched one filter are not all that match another', async () => {
    const page = await users('?q=username:~fair-');
    await selectAll(page, 60);
    await filterFor(page, 'username:~staff-');
    await page.getByText('40 total').waitFor();
    expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
    expect(await page.getByText(/All 40 matches/).count()).toBe(0);
    await selectAll(page, 40);
    await page.goBack();
    await page.getByText('60 total').waitFor();
    expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
    await page.goForward();
    await page.getByText('40 total').waitFor();
    expect(await left()).toBe(100);
    await page.context().close();
  });

  test('rows that a filter hides are not deleted with those in sight', async () => {
    const page = await users('?q=username:~fair-');
    await page.getByRole('checkbox', { name: 'Select page' }).press('Space');
    await page.getByText('25 selected').waitFor();
    await filterFor(page, 'username:~staff-');
    await page.getByText('40 total').waitFor();
    await page.getByRole('checkbox', { name: 'Select', exact: true }).first().press('Space');
    await page.getByText('1 selected', { exact: true }).waitFor();
    await page.context().close();
  });

  test('a page that there is not, as somebody types it into the address, is the first one', async () => {
    const page = await users('?page=0');
    const at = (query: string) => page.goto(`http://127.0.0.1:${world.port}/console/users?${query}`);
    for (const query of ['page=abc', 'page=-3&size=7', 'page=2.5', 'page=0']) {
      await at(query);
      await page.getByText('100 total').waitFor();
      expect([query, await page.getByRole('row').count()]).toEqual([query, 26]);
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.getByRole('button', { name: 'Page 2', exact: true }).click();
      await page.waitForURL(/page=2$/);
    }
    await at('page=2');
    await page.getByText('100 total').waitFor();
    expect(new URL(page.url()).search).toBe('?page=2');
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('two pages are selected one after the other, then all; what is done is asked of all that match', async () => {
    const page = await users('?q=username:~fair-');
    await page.getByRole('checkbox', { name: 'Select page' }).press('Space');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL(/page=2/);
    await page.getByRole('checkbox', { name: 'Select page', checked: false }).press('Space');
    await page.getByText('50 selected').waitFor();
    await page.getByRole('button', { name: 'Select all 60 that match' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Delete' });
    await question.getByText('60 records').waitFor();
    await question.getByRole('textbox', { name: 'Type 60 to confirm' }).fill('60');
    const asked = page.waitForRequest((request) => request.url().endsWith('/bulk/users/async'));
    await question.getByRole('button', { name: 'Delete' }).click();
    const { op, filter } = (await asked).postDataJSON() as { op: string; filter: object };
    expect([op, JSON.stringify(filter)]).toEqual(['delete', expect.stringContaining('fair-')]);
    await question.getByRole('status').waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });
});
