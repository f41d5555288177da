import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { axeFindings } from '../portal/axe-findings.js';
import { type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

const secret = 'a-secret-of-the-visitor-desk';
const mapping = {
  version: 1,
  kind: 'visit',
  match: [{ when: [{ field: '/type', op: 'eq', value: 'arrival' }], status: 'active' }],
  key: { path: '/visit' },
  fields: { last_name: { path: '/name' } },
};

/** What messages mean is written while three of a system's own records show what becomes of them. */
inBrowser('what messages mean', () => {
  let world: ConsoleWorld;
  let id: string;
  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
    const { id: made } = await world.made(201, 'POST', '/connections', {
      body: {
        name: 'Visitor desk',
        connector: 'webhook',
        settings: { verifier: { type: 'bearer' }, mapping },
        secrets: { secret },
      },
    });
    id = made;
    await tells({ type: 'coffee', visit: 'v-0' });
    for (const [visit, name, mail] of visitors) await tells({ type: 'arrival', visit, name, mail });
  });
  afterAll(() => world?.close());

  const tells = (body: object) =>
    world.made(200, 'POST', `/hooks/${id}`, { body, token: null, headers: { authorization: `Bearer ${secret}` } });
  const tried = (body: object) => world.made(200, 'POST', `/connections/${id}/mapping/preview`, { body });
  const saved = async () => (await world.made(200, 'GET', `/connections/${id}`)).settings.mapping;
  const opened = async (): Promise<ConsolePage> => {
    const page = await world.signedIn('anna@example.com', `/console/connections/${id}/mapping`);
    await page.getByRole('table', { name: 'Preview of its records' }).waitFor();
    await page.waitForLoadState('networkidle');
    return page;
  };
  const group = (page: ConsolePage, name: string) => page.getByRole('group', { name, exact: true });
  const row = (page: ConsolePage, name: RegExp) =>
    page
      .getByRole('table', { name: 'Preview of its records' })
      .getByRole('row', { name })
      .getByRole('cell')
      .allInnerTexts();

  test('the API answers value by value: a fault in one hides no other', async () => {
    const email = { path: '/mail', transform: ['email'] };
    const { records } = await tried({ mapping: { ...mapping, fields: { ...mapping.fields, email } }, limit: 2 });
    expect(records).toMatchObject([
      {
        key: 'v-3',
        outcome: 'problem',
        status: null,
        values: [
          { place: 'key', value: 'v-3', detail: null },
          { place: 'fields/last_name', value: 'Nováková', detail: null },
          { place: 'fields/email', value: null, detail: 'what is at "/mail" is no e-mail address' },
        ],
      },
      { key: 'v-2', outcome: 'record', status: 'active', detail: null },
    ]);
    expect(records[0].event_id).toMatch(/^[0-9a-f-]{36}$/);
    const given = await tried({ payload: '{"type": "coffee"' });
    expect(given.records).toMatchObject([{ outcome: 'problem', event_id: null, values: [] }]);
    const refused = await world.made(422, 'POST', `/connections/${id}/mapping/preview`, {
      body: { mapping: { ...mapping, key: { path: 'visit' } } },
    });
    expect(refused.errors[0].pointer).toBe('#/settings/mapping/key/path');
    const other = await world.made(201, 'POST', '/connections', {
      body: { name: 'Staff', connector: 'csv', enabled: false, settings: { time_zone: 'Europe/Vienna' } },
    });
    await world.made(422, 'POST', `/connections/${other.id}/mapping/preview`, { body: {} });
    expect(await saved()).toEqual(mapping);
  });

  test('what is typed shows what three visits become; a fault is beside its field; only that is saved', async () => {
    const page = await opened();
    expect(await row(page, /^last_name/)).toEqual(['Nováková', 'Berger', 'Adler']);
    await expectNoFindings(page);
    const path = group(page, 'last_name').getByRole('textbox', { name: 'Path' });
    await path.fill('name');
    await page.getByText('must be a JSON Pointer').waitFor();
    expect(await path.getAttribute('aria-invalid')).toBe('true');
    await path.fill('/name');
    await page.getByText('must be a JSON Pointer').waitFor({ state: 'detached' });
    await group(page, 'Fields').getByRole('combobox', { name: 'Value from' }).click();
    await page.getByRole('option', { name: 'email', exact: true }).click();
    await group(page, 'email').getByRole('textbox', { name: 'Path' }).fill('/mail');
    const steps = group(page, 'email').getByRole('combobox', { name: 'Made of it by' });
    await steps.fill('email');
    await steps.press('Enter');
    await steps.press('Tab');
    await group(page, 'email').getByText('v-3: what is at "/mail" is no e-mail address').waitFor();
    await page.getByRole('cell', { name: 'eva@example.com' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // Nothing is saved by typing.
    expect(await saved()).toEqual(mapping);
    await group(page, 'email').getByRole('switch', { name: 'What cannot be read counts as absent' }).press('Space');
    await page.getByText('is known · active').nth(2).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const email = { path: '/mail', transform: ['email'], lenient: true };
    expect(await saved()).toEqual({ ...mapping, fields: { ...mapping.fields, email } });
    await page.getByRole('textbox', { name: 'Test message' }).fill('{"type": "arrival", "visit": 9, "name": "Zorn"}');
    await page.getByRole('columnheader', { name: '9', exact: true }).waitFor();
    expect(await row(page, /^last_name/)).toEqual(['Zorn']);
    await expectNoFindings(page);
    await page.context().close();
  });

  test('two who write one mapping at once both see both versions', async () => {
    const page = await opened();
    await group(page, 'last_name').getByRole('textbox', { name: 'Path' }).fill('/surname');
    const theirs = { ...mapping, fields: { last_name: { path: '/family' } } };
    await world.made(200, 'PATCH', `/connections/${id}`, { body: { settings: { mapping: theirs } } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this in the meantime' });
    await dialog.getByRole('cell', { name: '/family' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await saved()).fields.last_name).toEqual({ path: '/surname' });
    await page.context().close();
  });
});

const visitors = [
  ['v-1', 'Adler', 'Eva@example.com'],
  ['v-2', 'Berger', 'jan@example.com'],
  ['v-3', 'Nováková', 'none'],
] as const;
