import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { axeFindings } from '../portal/axe-findings.js';
import { type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

/** Settings that are objects and lists are filled in as forms, as the connector's schema says. */
inBrowser('settings with parts', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
  });
  afterAll(() => world?.close());

  const group = (page: ConsolePage, name: string) => page.getByRole('group', { name, exact: true });
  const choose = async (page: ConsolePage, within: string, label: string, option: string) => {
    await group(page, within).getByRole('combobox', { name: label }).first().click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const connection = async (name: string) =>
    (await world.made(200, 'GET', '/connections'))._embedded.connections.find(
      (each: { readonly name: string }) => each.name === name,
    );

  test('a webhook is connected without a line of JSON; what is wrong is told beside its part', async () => {
    const page = await world.signedIn('anna@example.com', '/console/connections/new?connector=webhook');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Door');
    await choose(page, 'Verifier', 'Type', 'Signature in a header (HMAC)');
    const header = group(page, 'Verifier').getByRole('textbox', { name: 'Header', exact: true });
    await header.fill('X-Signature');
    await choose(page, 'Verifier', 'Encoding of the signature', 'base64');
    await page.getByLabel('Secret', { exact: true }).fill('a-secret-of-the-door');
    await choose(page, 'Mapping', 'What the records are', 'visit');
    await page.getByRole('button', { name: 'Add to list: Rules' }).click();
    await choose(page, 'Rule 1', 'Status', 'active');
    await page.getByRole('button', { name: 'Add: Where' }).click();
    await page.getByRole('button', { name: 'Add to list: Where' }).click();
    await group(page, 'Condition 1').getByRole('textbox', { name: 'Field' }).fill('/type');
    await page.getByRole('button', { name: 'Add: Value' }).click();
    await group(page, 'Value').getByRole('textbox', { name: 'Text' }).fill('arrival');
    await choose(page, 'Key', 'Type', 'One value');
    await group(page, 'Key').getByRole('textbox', { name: 'Path' }).fill('/id');
    await choose(page, 'Fields', 'Value from', 'email');
    const path = group(page, 'email').getByRole('textbox', { name: 'Path' });
    await path.fill('mail');
    await page.getByRole('button', { name: 'Add: Handshake' }).click();
    await choose(page, 'Handshake', 'Type', 'In a query parameter');
    await group(page, 'Handshake').getByRole('textbox', { name: 'Parameter' }).fill('challenge');
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // The first of them has the cursor.
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    expect(await header.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByText('must be the name of a header in lower case').waitFor();
    expect(await path.getAttribute('aria-invalid')).toBe('true');
    expect(await axeFindings(page)).toEqual([]);
    await header.fill('x-signature');
    await path.fill('/mail');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Set up Door' }).waitFor();
    expect((await connection('Door')).settings).toEqual({
      verifier: { type: 'hmac', header: 'x-signature', encoding: 'base64' },
      mapping: {
        version: 1,
        kind: 'visit',
        match: [{ status: 'active', when: [{ field: '/type', op: 'eq', value: 'arrival' }] }],
        key: { path: '/id' },
        fields: { email: { path: '/mail' } },
      },
      handshake: { type: 'query', name: 'challenge' },
    });
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('only the part that was changed is sent; what may be left out is taken away', async () => {
    const { id, settings } = await connection('Door');
    const page = await world.signedIn('anna@example.com', `/console/connections/${id}`);
    await page.getByRole('button', { name: 'Remove: Handshake' }).click();
    const handshake = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await handshake).postDataJSON()).toEqual({ settings: { handshake: null } });
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Mapping' }).click();
    await page.getByRole('button', { name: 'Add: Tables' }).click();
    await group(page, 'Tables').getByRole('textbox', { name: 'Value from' }).fill('floors');
    await group(page, 'Tables').getByRole('button', { name: 'Add', exact: true }).click();
    await group(page, 'floors').getByRole('textbox', { name: 'Value from' }).fill('E');
    await group(page, 'floors').getByRole('button', { name: 'Add', exact: true }).click();
    await group(page, 'floors').getByRole('textbox', { name: 'E', exact: true }).fill('ground');
    await page.getByRole('button', { name: 'Add: Sample' }).waitFor({ state: 'detached' });
    const sample = page.getByRole('textbox', { name: 'Sample' });
    await sample.fill('{"type": "arrival", ');
    await page.getByText('This is not JSON').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    await sample.fill('{"type": "arrival", "id": 7, "mail": "eva@example.com"}');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const mapping = {
      ...settings.mapping,
      tables: { floors: { E: 'ground' } },
      sample: { type: 'arrival', id: 7, mail: 'eva@example.com' },
    };
    expect((await sent).postDataJSON()).toEqual({ settings: { mapping } });
    await page.getByText('Saved', { exact: true }).last().waitFor();
    await page.getByRole('cell', { name: 'eva@example.com' }).waitFor();
    expect((await connection('Door')).settings).toEqual({ verifier: settings.verifier, mapping });
    await expectNoFindings(page);
    await page.context().close();
  });

  test('a list that is asked: how it is paged is chosen, and what both ways have stays', async () => {
    const page = await world.signedIn('anna@example.com', '/console/connections/new?connector=rest-poll');
    await choose(page, 'Paging', 'Type', 'Pages by number');
    await group(page, 'Paging').getByRole('textbox', { name: 'Parameter of the page' }).fill('start');
    await group(page, 'Paging').getByRole('textbox', { name: 'Records on a page' }).fill('50');
    await choose(page, 'Paging', 'Type', 'Pages by offset');
    const parameter = group(page, 'Paging').getByRole('textbox', { name: 'Parameter of the offset' });
    expect(await parameter.inputValue()).toBe('start');
    expect(await group(page, 'Paging').getByRole('textbox', { name: 'Records on a page' }).inputValue()).toBe('50');
    await page.context().close();
  });
});
