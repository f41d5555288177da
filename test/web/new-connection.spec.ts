import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SystemClock } from '../../src/kernel/clock.js';
import { WorkingService } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { axeFindings } from '../portal/axe-findings.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { MewsSimulator } from '../simulators/mews/mews-simulator.js';
import { buildPages, type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();

/** Systems are connected in the browser, from the catalogue to the first account. */
inBrowser('a system is connected', () => {
  let service: WorkingService;
  let world: ConsoleWorld;
  let mews: MewsSimulator;
  let hotel: SimulatedHotel;

  beforeAll(async () => {
    await buildPages();
    mews = await MewsSimulator.start({ clock: new SystemClock(), rooms: ['112', '118'] });
    for (const [room, lastName] of [
      ['112', 'Nováková'],
      ['118', 'Müller'],
    ]) {
      const guest = { firstName: 'Jana', lastName };
      mews.hotel.checkIn(mews.hotel.book({ guest, room, arrival: days(-1), departure: days(2) }));
    }
    hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
    await hotel.start();
    service = await WorkingService.start({
      allowPrivateTargets: true,
      rateLimitPerMinute: 0,
      consoleRateLimitPerMinute: 0,
    });
    world = await consoleWorld(service.world);
    await world.operator('anna@example.com');
  });
  afterAll(async () => {
    await world?.browser.close();
    await service?.stop();
    await hotel?.stop();
    await mews?.stop();
  });

  const accounts = async (): Promise<string[]> =>
    (await world.made(200, 'GET', '/users?sort=username:asc'))._embedded.users.map(
      ({ username }: { username: string }) => username,
    );
  const connections = async () => (await world.made(200, 'GET', '/connections'))._embedded.connections;
  const saved = async (page: ConsolePage, name: string) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: `Set up ${name}` }).waitFor();
    await page.getByText('Draft', { exact: true }).waitFor();
  };

  test('a hotel that is asked: found by a part of its name, tested, seen before anybody gets access', async () => {
    const page = await world.signedIn('anna@example.com', '/console/connections');
    await page.getByText('No systems connected yet').waitFor();
    await page.waitForLoadState('networkidle');
    // The key of it.
    await page.keyboard.type('gw');
    await page.getByRole('heading', { level: 1, name: 'Connect a system' }).waitFor();
    await page.getByRole('region', { name: 'Hotels' }).getByRole('link', { name: 'Mews' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('mew');
    await page.getByRole('region', { name: 'Staff' }).waitFor({ state: 'detached' });
    await expectNoFindings(page);
    await page.getByRole('link', { name: 'Mews' }).click();
    await page.getByRole('heading', { level: 1, name: 'Connect Mews' }).waitFor();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await page.getByRole('textbox', { name: 'Platform address' }).fill('nowhere');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // Beside their fields; the cursor is in the first of them.
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
    await name.fill('Lindenhof');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('is required').first().waitFor();
    const address = page.getByRole('textbox', { name: 'Platform address' });
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await address.fill(mews.url);
    await page.getByLabel('Client token').fill(mews.clientToken);
    await page.getByLabel('Access token').fill(mews.accessToken);
    await page.getByRole('combobox', { name: 'Access', exact: true }).click();
    await page.getByRole('option', { name: /802.1X/ }).click();
    await expectNoFindings(page);
    await saved(page, 'Lindenhof');
    expect(await connections()).toMatchObject([
      { status: 'setup', enabled: false, access: { preset: 'hotel-enterprise' }, settings: { expected_days: 7 } },
    ]);
    await page.getByRole('button', { name: 'Test saved settings' }).click();
    await page.getByText('All good').waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    const plan = page.getByRole('table', { name: 'Preview' });
    await plan.getByRole('row', { name: /112 Jana Nováková|112-novakova/ }).waitFor();
    await page.getByText('account created: 2').waitFor();
    expect(await accounts()).toEqual([]);
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lindenhof' }).waitFor();
    await eventually('both guests have accounts', async () => (await accounts()).length === 2);
    expect(await accounts()).toEqual(['112-novakova', '118-mueller']);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('a hotel that tells of itself: it listens and gives nobody access, until it is switched on', async () => {
    const page = await world.signedIn('anna@example.com', '/console/connections/new?connector=fias');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Seehof');
    await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
    await page.getByLabel('Port', { exact: false }).first().fill(String(hotel.port));
    await page.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Vienna');
    await page.getByRole('combobox', { name: 'Access', exact: true }).click();
    await page.getByRole('option', { name: /802.1X/ }).click();
    await saved(page, 'Seehof');
    await page.getByRole('button', { name: 'Listen without giving access' }).click();
    await page.getByText('The link is up.').waitFor();
    hotel.checkIn({ room: '201', lastName: 'Adler', firstName: 'Eva' });
    await page
      .getByRole('table', { name: 'Preview' })
      .getByRole('row', { name: /201 Eva Adler account created/ })
      .waitFor();
    await page.getByText('account created: 1').waitFor();
    expect(await accounts()).not.toContain('201-adler');
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('heading', { level: 1, name: 'Seehof' }).waitFor();
    await eventually('the guest has an account', async () => (await accounts()).includes('201-adler'));
    await page.getByRole('button', { name: 'Remove the connection' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Seehof?' });
    // Back closes what lies over the page, and leads nowhere; so does Escape, which leaves no step to go back to.
    const address = page.url();
    for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
      await question.waitFor();
      await leave();
      await question.waitFor({ state: 'detached' });
      expect(page.url()).toBe(address);
      await page.getByRole('button', { name: 'Remove the connection' }).click();
    }
    await question.waitFor();
    expect(await question.getByRole('button', { name: 'Remove', exact: true }).isDisabled()).toBe(true);
    await question.getByRole('radio', { name: 'They are deleted' }).check();
    expect(await axeFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor();
    await eventually('its account is gone', async () => !(await accounts()).includes('201-adler'));
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('a list of staff is handed over as a file, and read before it counts', async () => {
    const page = await world.signedIn('anna@example.com', '/console/connections/new?connector=csv');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Office');
    await page.getByRole('textbox', { name: 'Time zone', exact: true }).fill('Europe/Vienna');
    await saved(page, 'Office');
    await page.getByRole('button', { name: 'Accept files without giving access' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'staff-2026-03-01.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'employee_number,first_name,last_name,work_email,status,start_date\n' +
          '7,Eva,Moser,eva.moser@example.com,active,2020-01-01\n',
      ),
    });
    await page.getByText('staff-2026-03-01.csv was received and is being processed.').waitFor();
    await page
      .getByRole('row', { name: /Eva Moser account created/ })
      .first()
      .waitFor();
    expect(await accounts()).not.toContain('eva.moser@example.com');
    await expectNoFindings(page);
    await page.context().close();
  });

  test('a directory gets its token, shown once; a draft is removed and takes nobody along', async () => {
    const page = await world.signedIn('anna@example.com', '/console/connections/new?connector=scim');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Directory');
    await saved(page, 'Directory');
    await page.getByText('Secret of Directory, shown only once').waitFor();
    await page.getByText('/scim/v2').first().waitFor();
    await expectNoFindings(page);
    const steps = () => page.evaluate(() => window.history.length);
    const before = { steps: await steps(), address: page.url(), accounts: await accounts() };
    await page.getByRole('button', { name: 'Remove the draft' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Directory?' });
    await question.getByText('It has created no accounts').waitFor();
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor();
    await page.getByRole('link', { name: 'Lindenhof' }).waitFor();
    expect((await connections()).map(({ name }: { name: string }) => name)).not.toContain('Directory');
    expect(await accounts()).toEqual(before.accounts);
    expect(page.complaints).toEqual([]);
    // The dialog left no step of its own behind: one back is the page beneath it.
    expect(await steps()).toBe(before.steps + 1);
    await page.goBack();
    expect(page.url()).toBe(before.address);
    await page.context().close();
  });
});
