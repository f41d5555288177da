import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { axeFindings } from '../portal/axe-findings.js';
import { consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { makeNarrow } from './page-check.js';

inBrowser('the console in Chromium', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
    await world.made(201, 'POST', '/connections', {
      body: {
        name: 'Lindenhof',
        connector: 'mews',
        enabled: false,
        access: { preset: 'hotel' },
        secrets: { client_token: 'client', access_token: 'access', webhook_token: 'a-webhook-token-of-some-length' },
      },
    });
  });
  afterAll(() => world?.close());

  test('a browser that opens / is led to the sign-in, and from there to the page it wanted', async () => {
    const page = await world.signedIn('anna@example.com', '/');
    expect(new URL(page.url()).pathname).toMatch(/^\/console\//);
    await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('a page is sent with the names of its script and of the texts in the language that is asked for', async () => {
    const service = `http://127.0.0.1:${world.port}`;
    const headers = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };
    const sent = await (await fetch(`${service}/console/connections/new`, { headers })).text();
    const named = [...sent.matchAll(/modulepreload"[^>]* href="([^"]+)"/g)].map(([, file = '']) => file);
    expect(named.filter((file) => /\/[a-z]{2}-[^/]+\.js$/.test(file))).toEqual([expect.stringMatching(/\/de-/)]);
    expect(named.some((file) => /\/page-/.test(file))).toBe(true);
    for (const file of named) expect((await fetch(service + file)).status).toBe(200);
  });

  test('the list is filtered by the words in the address, and the address by what is typed', async () => {
    const page = await world.signedIn('anna@example.com', '/console/connections?q=status:active');
    await page.getByText('No results match this filter').waitFor();
    await page.getByRole('combobox', { name: 'Filter' }).fill('connector:mews ');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'Lindenhof' }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('connector:mews');
    await page.context().close();
  });

  test('a word that names no field finds nobody, and is told how to be one', async () => {
    const page = await world.signedIn('anna@example.com', '/console/connections');
    await page.getByRole('cell', { name: 'Lindenhof' }).waitFor();
    await page.getByRole('combobox', { name: 'Filter' }).fill('See hof');
    await page.keyboard.press('Enter');
    await page.getByText('“See hof” is not a field').waitFor();
    await page.getByText('name:~"See hof"').waitFor();
    expect(await page.getByRole('cell').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Filter' }).fill('name:~hof');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'Lindenhof' }).waitFor();
    await page.context().close();
  });

  test('beyond the last page is the last one, not an empty list', async () => {
    const page = await world.signedIn('anna@example.com', '/console/connections?page=9');
    await page.getByRole('cell', { name: 'Lindenhof' }).waitFor();
    await page.context().close();
  });

  test('the menu has nothing that axe finds in dark, nor has the page at 320 px', async () => {
    const page = await world.signedIn('anna@example.com', '/console/connections', { colorScheme: 'dark' });
    await page.getByRole('cell', { name: 'Lindenhof' }).waitFor();
    await page.getByRole('button', { name: 'anna' }).click();
    await page.getByLabel('Language').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await makeNarrow(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  test('who leaves a page whose session has ended comes to the sign-in, and back to where she was', async () => {
    const page = await world.signedIn('anna@example.com', '/console/connections?size=50');
    await page.getByRole('cell', { name: 'Lindenhof' }).waitFor();
    // What may open over the page comes after it.
    await page.waitForLoadState('networkidle');
    await world.sql('delete from operator_sessions');
    await page.getByRole('button', { name: 'Name' }).click();
    await page.getByRole('button', { name: 'Leave page' }).click();
    await page.getByRole('heading', { name: 'Sign in to Usher' }).waitFor();
    expect(new URL(page.url()).searchParams.get('to')).toContain('size=50');
    await page.context().close();
  });
});

test('a program that asks for / is told what there is; without the console a browser too', async () => {
  const { usherWorld } = await import('../api/usher-world.js');
  const world = await usherWorld({ settings: { hasConsole: false } });
  const told = await fetch(`http://127.0.0.1:${world.port}/`, { headers: { accept: 'text/html' }, redirect: 'manual' });
  expect(told.status).toBe(200);
  expect(await told.json()).toMatchObject({ _links: { users: { href: expect.stringMatching(/\/users$/) } } });
  expect((await fetch(`http://127.0.0.1:${world.port}/console/`)).status).toBe(404);
  await world.close();
});
