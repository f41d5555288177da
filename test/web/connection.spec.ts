import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import { eventually } from '../kernel/manual-clock.js';
import { axeFindings } from '../portal/axe-findings.js';
import { type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser, password } from './console-world.js';
import { followLink } from './furnished-house.js';

inBrowser('the page of a connection', () => {
  let world: ConsoleWorld;
  let id: string;
  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
    const made = await world.made(201, 'POST', '/connections', {
      body: {
        name: 'Lindenhof',
        connector: 'mews',
        enabled: false,
        access: { preset: 'hotel' },
        secrets: { client_token: 'client', access_token: 'access', webhook_token: 'a-webhook-token-of-some-length' },
      },
    });
    id = made.id;
    await world.organization('Seehof', world.organizationId);
  });
  afterAll(() => world?.close());

  const opened = async (options?: Parameters<ConsoleWorld['signedIn']>[2]): Promise<ConsolePage> => {
    const page = await world.signedIn('anna@example.com', `/console/connections/${id}`, options);
    await page.getByRole('heading', { level: 2, name: 'Settings' }).waitFor();
    // What may open over the page comes after it.
    await page.waitForLoadState('networkidle');
    return page;
  };

  test("fields are those of the connector's schema, and only what was changed is sent", async () => {
    const page = await opened();
    expect(await page.getByLabel('Client token').getAttribute('placeholder')).toContain('Set.');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lindenhof Salzburg');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({ name: 'Lindenhof Salzburg' });
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await world.made(200, 'GET', `/connections/${id}`)).toMatchObject({ name: 'Lindenhof Salzburg' });
    await world.made(200, 'PATCH', `/connections/${id}`, { body: { name: 'Lindenhof' } });
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('it is shown though how its link fared has to be asked for again', async () => {
    const page = await world.signedIn('anna@example.com');
    const held: Route[] = [];
    const health = `**/connections/${id}/health`;
    await page.route(health, (route) => void held.push(route));
    await page.route(health, (route) => route.abort(), { times: 1 });
    await page.goto(`http://127.0.0.1:${world.port}/console/connections/${id}`);
    await page.getByRole('heading', { level: 2, name: 'Settings' }).waitFor();
    await eventually('it is asked for again', () => held.length > 0);
    await held[0]!.continue();
    await page.getByRole('slider', { name: /^Lindenhof/ }).waitFor();
    await page.context().close();
  });

  test('its access is shown though the page before takes back what both have asked for', async () => {
    const page = await world.signedIn('anna@example.com', '/console/alerts');
    const held: Route[] = [];
    await page.route(`http://127.0.0.1:${world.port}/connections/${id}`, (route) => void held.push(route));
    await followLink(page, `/connections/${id}`);
    await eventually('the connection is asked for', () => held.length === 1);
    await followLink(page, `/connections/${id}/access`);
    await eventually('it is asked for anew', () => held.length === 2);
    await held[1]!.continue();
    await page.getByRole('heading', { level: 1, name: 'Access rules' }).waitFor();
    await page.context().close();
  });

  test('what the service refuses is told beside its field, and stays typed', async () => {
    const page = await opened();
    const limit = page.getByRole('textbox', { name: 'Maximum removals at once', exact: true });
    await limit.fill('-1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('[aria-invalid="true"]') !== null);
    expect(await limit.getAttribute('aria-invalid')).toBe('true');
    expect(await limit.inputValue()).toBe('-1');
    await page.context().close();
  });

  test('which personal fields it keeps is chosen in words', async () => {
    const page = await opened();
    await page.getByRole('link', { name: 'Privacy', exact: true }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
    const kept = page.getByRole('region', { name: 'Personal data' });
    await kept.getByRole('switch', { name: 'All personal fields' }).press('Space');
    for (const field of ['Last name', 'E-mail address']) {
      await kept.getByRole('combobox', { name: 'Keep only these' }).fill(field);
      await page.getByRole('option', { name: field, exact: true }).click();
    }
    await kept.getByLabel('Keep messages for (days)').fill('31');
    await kept.getByRole('button', { name: 'Save' }).click();
    await page.waitForFunction(() => document.querySelector('[aria-invalid="true"]') !== null);
    await kept.getByLabel('Keep messages for (days)').fill('7');
    await kept.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const privacy = await world.made(200, 'GET', `/connections/${id}/privacy`);
    expect(privacy).toMatchObject({ fields: ['last_name', 'email'], payload_days: 7 });
    expect(await axeFindings(page)).toEqual([]);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('two who change one record both see both versions, and neither loses a field', async () => {
    const page = await opened();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Anna says');
    await world.made(200, 'PATCH', `/connections/${id}`, { body: { safety: { max_removals: 7 } } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this in the meantime' });
    await dialog.getByRole('cell', { name: 'Anna says' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const now = await world.made(200, 'GET', `/connections/${id}`);
    expect(now).toMatchObject({ name: 'Anna says', safety: { max_removals: 7 } });
    await world.made(200, 'PATCH', `/connections/${id}`, { body: { name: 'Lindenhof' } });
    await page.context().close();
  });

  test('a session that ends keeps what was typed: one signs in again over the page', async () => {
    const page = await opened();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed before');
    // Still, so that nothing but the click finds out.
    await page.getByRole('button', { name: /^(Live|Reconnecting)$/ }).click();
    await world.sql('delete from operator_sessions');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.locator('input[type=password]').fill(password);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Typed before');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await world.made(200, 'PATCH', `/connections/${id}`, { body: { name: 'Lindenhof' } });
    await page.context().close();
  });

  test('keys alone: to a page, to a row, to what a name says, and they can be switched off', async () => {
    const page = await opened();
    const row = page.getByRole('link', { name: 'Lindenhof' });
    // The page keeps keys for ten seconds until it hears them: pressed again before, they would lead here twice.
    await eventually('the keys lead to the list', async () => {
      await page.keyboard.type('gc');
      return row.waitFor({ timeout: 15_000 }).then(
        () => true,
        () => false,
      );
    });
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Lindenhof' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Go to…' }).fill('Connec');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/connections(\?|$)/);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    expect(await keys.count()).toBe(0);
    await page.context().close();
  });

  test('an organization beneath is chosen in the frame, and is in the address', async () => {
    const page = await opened();
    await page.getByRole('combobox', { name: 'Organization' }).click();
    await page.getByRole('option', { name: 'Seehof' }).click();
    await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    await page.getByRole('link', { name: 'Connections', exact: true }).click();
    await page.getByText('No systems connected yet').waitFor();
    expect(new URL(page.url()).searchParams.get('org')).toMatch(/^[0-9a-f-]{36}$/);
    await page.context().close();
  });
});
