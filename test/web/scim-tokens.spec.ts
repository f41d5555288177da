import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { axeFindings } from '../portal/axe-findings.js';
import { type ScimWorld, scimWorld } from '../scim/scim-world.js';
import { ScimClient } from '../simulators/scim/scim-client.js';
import { buildPages, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

inBrowser('the tokens of directories', () => {
  let scim: ScimWorld;
  let world: ConsoleWorld;
  beforeAll(async () => {
    await buildPages();
    scim = await scimWorld({ settings: { rateLimitPerMinute: 0, consoleRateLimitPerMinute: 0 } });
    world = await consoleWorld(scim);
    await world.operator('anna@example.com');
  });
  afterAll(async () => {
    await world?.browser.close();
    await scim?.close();
  });

  test('a token that is made on the page opens SCIM; the old one does until there is another', async () => {
    const page = await world.signedIn('anna@example.com', '/console/scim-tokens');
    await page.getByText(`Your directory sends its users to ${scim.scimUrl}`).waitFor();
    const row = page.getByRole('row', { name: /^Contoso directory/ });
    await expectNoFindings(page);
    const tokens: string[] = [scim.scimToken];
    for (const _ of ['a second', 'a third']) {
      await row.getByRole('button', { name: 'New token' }).click();
      const question = page.getByRole('dialog', { name: 'New token for Contoso directory?' });
      await question.getByRole('button', { name: 'New token' }).click();
      await question.waitFor({ state: 'detached' });
      const shown = page
        .getByRole('status')
        .filter({ hasNotText: tokens.at(-1)! })
        .locator('code');
      tokens.push((await shown.textContent()) ?? '');
    }
    expect(await axeFindings(page)).toEqual([]);
    const ada = { userName: 'Ada', name: { givenName: 'Ada', familyName: 'Lovelace' }, active: true };
    await scim.client(tokens[2]).expect([201], 'POST', '/Users', ada);
    const answers = tokens.map(async (token) => {
      const client = new ScimClient(scim.scimUrl, token);
      const { status } = await client.send('GET', '/Users');
      client.stop();
      return status;
    });
    expect(await Promise.all(answers)).toEqual([401, 200, 200]);
    await page.reload();
    await row.getByText(/seconds? ago|now/).waitFor();
    for (const token of tokens) expect(await page.content()).not.toContain(token);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });
});
