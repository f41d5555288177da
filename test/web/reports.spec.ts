import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Lobby } from '../people/lobby.js';
import { until } from '../e2e/until.js';
import { axeFindings } from '../portal/axe-findings.js';
import { missingPackages } from '../radius/around.js';
import { buildPages, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

const withRadius = missingPackages().length > 0 && !process.env.CI ? describeNothing : inBrowser;

/** In the browser: what has just happened is a bar as wide as any other, at the picture's right end. */
const lastBarIsPainted = `(() => {
  const canvas = document.querySelector('main canvas');
  if (!canvas?.width) return false;
  const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const inked = new Array(width).fill(0);
  for (let at = 0; at < data.length; at += 4)
    if (Math.max(data[at], data[at + 1], data[at + 2]) - Math.min(data[at], data[at + 1], data[at + 2]) > 60)
      inked[(at / 4) % width] += 1;
  return inked.filter((pixels) => pixels > canvas.height / 4).length >= 4;
})()`;

/** What a real FreeRADIUS decided and heard, in pictures and numbers. */
withRadius('reports in the console', () => {
  let lobby: Lobby;
  let world: ConsoleWorld;

  beforeAll(async () => {
    await buildPages();
    lobby = await Lobby.open();
    world = await consoleWorld(lobby.house.world);
    await world.operator('anna@example.com');
    await lobby.checkIn('101', 'Adler', '101-adler');
    await lobby.joins('s-1', '101-adler', 'adler-101', 'AA-BB-CC-00-00-01');
    // An access point that had to wait before it could say so.
    await lobby.account('Start', 's-2', '101-adler', 'Acct-Delay-Time = 3000');
    for (const mac of ['AA-BB-CC-00-00-02', 'AA-BB-CC-00-00-03'])
      expect((await lobby.tries('101-adler', 'guessed', mac)).packet).toBe('Access-Reject');
    expect((await lobby.tries('nobody', 'guessed', 'AA-BB-CC-00-00-04')).packet).toBe('Access-Reject');
  });
  afterAll(async () => {
    await world?.browser.close();
    await lobby?.close();
  });

  test('rejections by reason: a picture, the same in words, and the exact numbers', async () => {
    const page = await world.signedIn('anna@example.com', '/console/reports');
    await page.getByRole('img', { name: /^Concurrent sessions\. Peak: 1, .* House$/ }).waitFor();
    await page.getByRole('img', { name: /^Rejection reasons/ }).waitFor();
    await expectNoFindings(page);
    await page.getByRole('link', { name: 'Rejection reasons' }).first().click();
    const picture = page.getByRole('img', { name: /^Rejection reasons\. Peak: 3, / });
    await picture.waitFor();
    expect(await picture.getAttribute('aria-label')).toMatch(/The password is wrong 2, No user with this name 1$/);
    await page.waitForFunction(lastBarIsPainted);
    const table = page.getByRole('table', { name: 'Rejection reasons', exact: true });
    await table.getByRole('row', { name: /The password is wrong 2 2 1/ }).waitFor();
    await page.getByRole('switch', { name: 'Table' }).press('Space');
    await page.waitForURL(({ searchParams }) => searchParams.get('numbers') === 'true');
    await page
      .getByRole('table', { name: 'Rejection reasons over time' })
      .getByRole('columnheader', { name: 'No user with this name' })
      .waitFor();
    await expectNoFindings(page);
    await page.context().close();
  });

  test('everything that is seen is in the address: filter, period, measure, what it is compared with', async () => {
    const page = await world.signedIn(
      'anna@example.com',
      '/console/reports/110?earliest=-4h&by=none&q=outcome:rejected&compare=true',
    );
    await page.getByRole('img', { name: /This period 3, Previous period 0$/ }).waitFor();
    expect(await page.getByRole('switch', { name: 'Compare with the period before' }).isChecked()).toBe(true);
    expect(await page.getByRole('combobox', { name: 'Period' }).inputValue()).toBe('Last 4 hours');
    await page.getByText('3 total').waitFor();
    await page.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'Yesterday' }).click();
    await page.waitForURL(/earliest=-1d%40d&latest=%40d/);
    await page.getByText('0 total').waitFor();
    await expectNoFindings(page);
    await page.context().close();
  });

  test('CSV at once, and a file that is made in the background', async () => {
    const page = await world.signedIn('anna@example.com', '/console/reports/111');
    const csv = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    expect(await contentOf(await csv)).toMatch(/^\ufeffstarted_at,.*\r\n.*101-adler/);
    await page.getByRole('button', { name: 'Export everything to a file' }).click();
    const made = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    expect(await contentOf(await made)).toContain('101-adler');
    await expectNoFindings(page);
    await page.context().close();
  });

  test('a report is sent by mail every week: made from its page, changed, found again by its address', async () => {
    const page = await world.signedIn('anna@example.com', '/console/reports/7');
    await page.getByRole('link', { name: 'Send by mail' }).click();
    const drawer = page.getByRole('dialog', { name: 'Scheduled report' });
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Refusals');
    const report = drawer.getByRole('combobox', { name: 'Report', exact: true });
    await until('its report is chosen', async () => (await report.inputValue()) === 'Rejection reasons');
    await drawer.getByRole('combobox', { name: 'Frequency' }).click();
    await page.getByRole('option', { name: 'Weekly' }).click();
    await drawer.getByRole('combobox', { name: 'Recipients' }).fill('nobody');
    await page.keyboard.press('Enter');
    await drawer.getByRole('button', { name: 'Save', exact: true }).click();
    await drawer.getByText('must be an e-mail address').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await drawer.getByRole('combobox', { name: 'Recipients' }).press('Backspace');
    await drawer.getByRole('combobox', { name: 'Recipients' }).fill('desk@example.com');
    await page.keyboard.press('Enter');
    await drawer.getByRole('button', { name: 'Save', exact: true }).click();
    const made = page.getByRole('dialog', { name: 'Refusals' });
    await made.getByText('Next:').waitFor();
    const [schedule] = (await lobby.get('/report-schedules'))._embedded.report_schedules;
    expect(schedule).toMatchObject({ report_id: '7', every: 'week', weekday: 1, recipients: ['desk@example.com'] });
    expect(new URL(page.url()).searchParams.get('id')).toBe(schedule.id);
    await made.getByRole('switch', { name: 'Disabled' }).press('Space');
    await made.getByRole('button', { name: 'Save', exact: true }).click();
    await made.getByText('It is disabled.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('cell', { name: 'Disabled' }).waitFor();
    await expectNoFindings(page);
    await page.context().close();
  });

  test('a portal is edited beside the page that guests will see; nothing is theirs before it is saved', async () => {
    const page = await world.signedIn('anna@example.com', '/console/portals');
    await page.getByRole('button', { name: 'New portal' }).click();
    await page.getByRole('dialog', { name: 'New portal' }).getByRole('textbox', { name: 'Name' }).fill('Lindenhof');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Lindenhof' }).waitFor();
    const frame = page.frameLocator('iframe[title="Preview of the page"]');
    await frame.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');

    await page.getByRole('textbox', { name: 'Heading in English' }).fill('Grüezi');
    await page.getByRole('textbox', { name: 'Button colour' }).fill('#7a1f1f');
    await page.getByRole('checkbox', { name: 'Room and surname' }).check();
    await frame.getByRole('heading', { level: 1, name: 'Grüezi' }).waitFor();
    await frame.getByRole('textbox', { name: 'Room number' }).waitFor();
    await page.getByText('Button contrast: 10.2 against the page (at least 3), 10.2 for the text').waitFor();
    const background = await frame
      .getByRole('button', { name: 'Connect' })
      .first()
      .evaluate((button) => getComputedStyle(button as never).backgroundColor);
    expect(background).toBe('rgb(122, 31, 31)');
    const guests = () => world.ask('GET', '/p/lindenhof', { token: null });
    expect((await guests()).text).not.toContain('Grüezi');

    // What cannot be saved is told at once, beside its field; the page stays as it was.
    await page.getByRole('textbox', { name: 'Button colour' }).fill('#ffff00');
    await page.getByText('is too light for buttons on a white page').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Button colour' }).fill('#7a1f1f');

    // Another page is looked at; what was typed is still there.
    await page.getByRole('link', { name: 'Captive portals' }).first().click();
    await page.getByRole('link', { name: 'Lindenhof' }).click();
    await frame.getByRole('heading', { level: 1, name: 'Grüezi' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Heading in English' }).inputValue()).toBe('Grüezi');
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await answered).request().postDataJSON()).toEqual({
      theme: { colour: '#7a1f1f' },
      texts: { en: { title: 'Grüezi' } },
      methods: ['voucher', 'room_surname'],
    });
    await page.getByText('Saved', { exact: true }).last().waitFor();
    await until('guests see it', async () => (await guests()).text.includes('<h1>Grüezi</h1>'));
    await expectNoFindings(page);
    await page.context().close();
  });

  test('a sign for the wall and its code are handed out as files', async () => {
    const { id } = (await lobby.get('/captive-portals'))._embedded.captive_portals[0];
    const page = await world.signedIn('anna@example.com', `/console/portals/${id}`);
    for (const [button, begin] of [
      ['Sign as PDF', '%PDF-'],
      ['QR code as SVG', '<svg '],
      ['QR code as PNG', '\uFFFDPNG'],
    ]) {
      const handing = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      expect([button, (await contentOf(await handing)).startsWith(begin)]).toEqual([button, true]);
    }
    await expectNoFindings(page);
    await page.context().close();
  });

  test('the preview shows every page in every language and width; pictures and tiers are a part of it', async () => {
    const { id } = (await lobby.get('/captive-portals'))._embedded.captive_portals[0];
    await world.made(201, 'POST', '/user-groups', { body: { name: 'Fast' } });
    const page = await world.signedIn('anna@example.com', `/console/portals/${id}?lang=ar&view=refused&width=320`);
    const frame = page.frameLocator('iframe[title="Preview of the page"]');
    await frame.locator('html[dir="rtl"]').waitFor();
    await frame.getByRole('alert').waitFor();
    expect(await page.locator('iframe').evaluate((each) => (each as never as { width: string }).width)).toBe('320');
    await page.getByRole('combobox', { name: 'Page' }).click();
    await page.getByRole('option', { name: 'Online', exact: true }).click();
    await page.waitForURL(/view=online/);
    await page.getByRole('combobox', { name: 'Language', exact: true }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await frame.getByRole('heading', { level: 1, name: 'Sie sind online' }).waitFor();

    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lindenhof am See');
    await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
    await frame.locator('img.logo').waitFor();
    await page
      .getByLabel('Background', { exact: true })
      .setInputFiles({ ...logo, buffer: Buffer.from('<svg><script/>') });
    await page.getByText('The SVG').waitFor();
    const asked = page.waitForResponse((response) => /\/p\/lindenhof\/pictures\//.test(response.url()));
    await page.getByLabel('Background', { exact: true }).setInputFiles(logo);
    expect((await asked).status()).toBe(200);
    await frame.locator('body').evaluate((body) => {
      const { backgroundImage } = getComputedStyle(body as never);
      if (!backgroundImage.includes('/pictures/')) throw new Error(backgroundImage);
    });

    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const tier = page.getByRole('group', { name: 'Tier 1' });
    await tier.getByRole('textbox', { name: 'Name on the page and bill' }).fill('Fast');
    const tiers = page.getByRole('group', { name: 'Fast' });
    await tiers.getByRole('textbox', { name: 'Price' }).fill('4.90');
    await page.getByText('must be an id (UUID)').first().waitFor();
    await tiers.getByRole('combobox', { name: 'User group' }).click();
    await page.getByRole('option', { name: 'Fast' }).click();
    await page.getByRole('combobox', { name: 'Page' }).click();
    await page.getByRole('option', { name: 'Tier selection' }).click();
    await frame.getByRole('button', { name: 'Fast · 1 Tag · 4,90 €' }).waitFor();
    const settings = page.getByRole('table', { name: 'Gateway configuration' });
    await settings.getByRole('row', { name: /^uamserver http:\/\/127\.0\.0\.1:\d+\/p\/lindenhof/ }).waitFor();
    await page.getByRole('combobox', { name: 'Vendor' }).click();
    await page.getByRole('option', { name: 'opennds' }).click();
    await settings.getByRole('row', { name: /^faspath \/p\/lindenhof/ }).waitFor();
    // The picture changed the record meanwhile: nobody is asked about it.
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await world.made(200, 'GET', `/captive-portals/${id}`)).toMatchObject({
      name: 'Lindenhof am See',
      logo: expect.stringContaining('/pictures/'),
      tiers: [{ name: 'Fast', price: 490, currency: 'EUR', duration: 86_400, pay: 'room' }],
    });
    await expectNoFindings(page);
    await page.context().close();
  });
});

async function contentOf(download: { path(): Promise<string> }): Promise<string> {
  return readFileSync(await download.path(), 'utf8');
}

function describeNothing(): void {
  test.skip('for want of FreeRADIUS', () => undefined);
}
