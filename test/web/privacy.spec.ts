import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { axeFindings } from '../portal/axe-findings.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { buildPages, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

inBrowser('privacy and jobs in the console', () => {
  let hotel: SimulatedHotel;
  let house: Connected;
  let world: ConsoleWorld;

  beforeAll(async () => {
    await buildPages();
    hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
    await hotel.start();
    house = await connected(
      {
        name: 'Front desk',
        connector: 'fias',
        settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
        access: { preset: 'hotel-enterprise' },
      },
      { rateLimitPerMinute: 0, consoleRateLimitPerMinute: 0 },
    );
    world = await consoleWorld(house.world);
    await world.operator('anna@example.com');
    await eventually('the link is alive', () => hotel.ifc.isAlive);
    hotel.checkIn({ room: '101', lastName: 'Adler', firstName: 'Eva' });
    await house.become({ '101-adler': 'enabled' });
  });
  afterAll(async () => {
    await world?.browser.close();
    await house?.close();
    await hotel?.stop();
  });

  test('what is kept of a guest is shown and handed out; erased, she is nowhere any more', async () => {
    const page = await world.signedIn('anna@example.com', '/console/privacy');
    const person = page.getByRole('region', { name: 'One person' });
    await person.getByLabel('E-mail address').last().fill('nobody@example.com');
    await person.getByRole('button', { name: 'Stored data' }).click();
    await person.getByText('nobody is known by it').waitFor();
    await page.goto(`http://127.0.0.1:${world.port}/console/people?q=adler`);
    await page.getByRole('button', { name: /Adler/ }).click();
    await page.getByRole('link', { name: 'Export or erase data' }).click();
    await person.getByText('This is the person whose page you came from.').waitFor();
    await person.getByRole('button', { name: 'Stored data' }).click();
    await person.getByRole('listitem').filter({ hasText: 'accounts: 1' }).waitFor();
    const handing = page.waitForEvent('download');
    await person.getByRole('button', { name: 'Export data' }).click();
    const file = JSON.parse(await readFile(await (await handing).path(), 'utf8'));
    expect(file.data.accounts).toMatchObject([{ username: '101-adler' }]);
    for (const kept of ['Logins 90 days', 'Sessions and data 180 days', 'Audit 400 days'])
      await page.getByRole('row', { name: kept }).waitFor();
    await expectNoFindings(page);
    await person.getByRole('button', { name: 'Erase' }).click();
    const question = page.getByRole('dialog', { name: 'Erase this person?' });
    await question.getByLabel('Type erase to confirm').fill('erase');
    expect(await axeFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('row', { name: /Done .* records: 1/ }).waitFor();
    await house.become({});
    expect((await world.made(200, 'GET', '/guests?search=adler')).total_items).toBe(0);
    await expectNoFindings(page);
    await page.context().close();
  });

  test('an address that two people have: one of them is chosen first', async () => {
    for (const [username, first_name] of [
      ['first', 'Jana'],
      ['second', 'Otto'],
    ])
      await world.made(201, 'POST', '/users', {
        body: { username, first_name, last_name: 'Maly', email: 'malys@example.com' },
      });
    const page = await world.signedIn('anna@example.com', '/console/privacy');
    const person = page.getByRole('region', { name: 'One person' });
    await person.getByLabel('E-mail address').last().fill('malys@example.com');
    await person.getByRole('button', { name: 'Stored data' }).click();
    await person.getByText('Several people have it.').waitFor();
    await person.getByRole('button', { name: 'Stored data' }).isDisabled();
    await person.getByLabel('Which of them').selectOption('Otto Maly');
    await expectNoFindings(page);
    await person.getByRole('button', { name: 'Stored data' }).click();
    await person.getByRole('listitem').filter({ hasText: 'accounts: 1' }).waitFor();
    const handing = page.waitForEvent('download');
    await person.getByRole('button', { name: 'Export data' }).click();
    const file = JSON.parse(await readFile(await (await handing).path(), 'utf8'));
    expect(file.data.accounts).toMatchObject([{ username: 'second' }]);
    await page.context().close();
  });

  test('a job in bulk is listed with how far it is and what came of it', async () => {
    const operations = ['one', 'two'].map((username) => ({ op: 'upsert', match: { username }, data: {} }));
    await world.made(202, 'POST', '/bulk/users/async', { body: { operations } });
    const page = await world.signedIn('anna@example.com', '/console/jobs');
    await page.getByRole('row', { name: /Accounts Done .* 2 of 2 created: 2/ }).waitFor();
    await expectNoFindings(page);
    await page.context().close();
  });
});
