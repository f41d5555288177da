import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Backgrounds } from '../../src/health/backgrounds.js';
import { workOf } from '../../src/start/background-work.js';
import { usherWorld } from '../api/usher-world.js';
import { smtpAt } from '../console/alerts/alert-world.js';
import { MailServer } from '../console/alerts/mail-server.js';
import { eventually } from '../kernel/manual-clock.js';
import { axeFindings } from '../portal/axe-findings.js';
import { people, type Person, staffFile } from '../simulators/csv/staff-file.js';
import { buildPages, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

/** An employer hands over its staff as files, and they get their passwords by mail: all of it read in the browser. */
inBrowser('files of a connection, and what people were sent', () => {
  let world: ConsoleWorld;
  let post: MailServer;
  let id: string;
  const staff = people(20);

  beforeAll(async () => {
    await buildPages();
    post = await MailServer.listening();
    const settings = { rateLimitPerMinute: 0, consoleRateLimitPerMinute: 0, smtp: smtpAt(post.port) };
    world = await consoleWorld(await usherWorld({ settings }));
    world.app.get(Backgrounds).start(workOf(world.app, 'all'));
    await world.operator('anna@example.com');
    const body = {
      name: 'Staff list',
      connector: 'csv',
      settings: { time_zone: 'Europe/Prague', delimiter: 'semicolon', trailer: '#TRAILER' },
      access: { preset: 'staff', deliver: [{ via: 'email' }] },
    };
    ({ id } = await world.made(201, 'POST', '/connections', { body }));
  });
  afterAll(async () => {
    await world?.app.get(Backgrounds).stop();
    await world?.close();
    await post?.close();
  });

  const file = (name: string, persons: readonly Person[]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(staffFile(persons)),
  });
  const enabledUsers = async (): Promise<number> =>
    (await world.made(200, 'GET', '/users?filter[disabled]=0')).total_items as number;

  test('a file is handed over and read; one that leaves out half is held until somebody accepts it', async () => {
    const page = await world.signedIn('anna@example.com', `/console/connections/${id}`);
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await page.getByText('No files yet').waitFor();
    await page.locator('input[type=file]').setInputFiles(file('staff-2026-03-01.csv', staff));
    await page.getByRole('row', { name: /staff-2026-03-01\.csv accepted 20/ }).waitFor();
    await expectNoFindings(page);
    await eventually('everybody has an account', async () => (await enabledUsers()) === 20);

    await page.locator('input[type=file]').setInputFiles(file('staff-2026-03-02.csv', staff.slice(0, 10)));
    await page.getByRole('row', { name: /staff-2026-03-02\.csv held 10/ }).waitFor();
    await page.getByRole('button', { name: 'staff-2026-03-02.csv' }).click();
    await page.getByRole('heading', { name: 'Findings' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Process anyway' }).click();
    await page
      .getByRole('dialog', { name: /^Process this file/ })
      .getByRole('button', { name: 'Process anyway' })
      .click();
    await page.getByRole('row', { name: /staff-2026-03-02\.csv accepted 10/ }).waitFor();
    const { _embedded: read } = await world.made(200, 'GET', `/connections/${id}/files`);
    expect(read.files.map(({ status }: { status: string }) => status)).toEqual(['accepted', 'accepted']);
    await page.context().close();
  });

  test('what people were sent is a list, with what did not arrive and why, and goes out once more', async () => {
    await eventually('a mail came', () => post.mails.length > 0);
    const page = await world.signedIn('anna@example.com', '/console/deliveries?q=status:delivered');
    const to = 'jana.novak3@acme.example';
    await page.getByRole('row', { name: new RegExp(`${to} e-mail name and password delivered`) }).waitFor();
    await expectNoFindings(page);
    const before = post.mails.length;
    await page.getByRole('button', { name: to }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Resend' }).click();
    await page.getByRole('button', { name: 'Sending' }).waitFor();
    await eventually('the mail comes once more', () => post.mails.length > before);
    await page.context().close();
  });
});
