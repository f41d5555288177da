import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

inBrowser('certificates in the console', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
  });
  afterAll(() => world?.close());

  test('the months in which something expires lead to it', async () => {
    const { id: userId } = await world.made(201, 'POST', '/users', { body: { username: 'eva' } });
    const issue = (days: number) =>
      world.made(201, 'POST', '/certificates', { body: { user_id: userId, validity_days: days } });
    const soon = await issue(40);
    await issue(200);
    const page = await world.signedIn('anna@example.com', '/console/certificates');
    const months = page.getByRole('region', { name: 'Expiring in the next 12 months' });
    const inWords = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
    const month = new Date(soon.expires_at).toLocaleDateString('en', inWords);
    await expectNoFindings(page);
    await months.getByRole('link', { name: `${month}: 1` }).click();
    await page.waitForURL(/expires_at/);
    await page.getByRole('row', { name: /^eva/ }).first().waitFor();
    await page.waitForFunction(() => document.querySelectorAll('main tbody tr').length === 1);
    expect(await months.getByRole('link').count()).toBe(2);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });
});
