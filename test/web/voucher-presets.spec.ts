import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { axeFindings } from '../portal/axe-findings.js';
import { consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings, inColours } from './page-check.js';

inBrowser('what a batch of vouchers usually is', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
    await world.made(201, 'POST', '/user-groups', { body: { name: 'Day guests' } });
  });
  afterAll(() => world?.close());

  test('it is said once, and made at a touch from then on', async () => {
    const page = await world.signedIn('anna@example.com', '/console/voucher-presets');
    await page.getByText('No presets yet').waitFor();
    await page.getByRole('button', { name: 'Add a preset' }).click();
    const form = page.getByRole('dialog', { name: 'New preset' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Meeting');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('is required').waitFor();
    await form.getByRole('combobox', { name: 'Group' }).fill('day');
    await page.getByRole('option', { name: 'Day guests' }).click();
    await form.getByRole('textbox', { name: 'Count' }).fill('3');
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog', { name: 'Meeting' }).getByRole('button', { name: 'Create vouchers: 3' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Meeting Day guests 3 1 day/ }).waitFor();
    await expectNoFindings(page);
    await inColours(page, 'dark');
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(`http://127.0.0.1:${world.port}/console/voucher-batches`);
    await page.getByRole('button', { name: 'Meeting · 3' }).click();
    await page.getByRole('dialog', { name: 'Meeting' }).getByText('On paper').waitFor();
    expect((await world.made(200, 'GET', '/vouchers')).total_items).toBe(3);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });
});
