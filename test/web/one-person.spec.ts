import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { axeFindings } from '../portal/axe-findings.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { buildPages, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

/** What waits for a person to say so: whose account it is, and that a run is to end. */
inBrowser('what only a person can say of a hotel', () => {
  let hotel: SimulatedHotel;
  let house: Connected;
  let world: ConsoleWorld;
  const connection = () => `/connections/${house.connectionId}`;
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
        safety: { max_removals: 1, max_removals_percent: 1 },
      },
      { rateLimitPerMinute: 0, consoleRateLimitPerMinute: 0 },
    );
    world = await consoleWorld(house.world);
    await world.operator('anna@example.com');
    await eventually('the link is alive', () => hotel.ifc.isAlive);
  });
  afterAll(async () => {
    await world?.browser.close();
    await house?.close();
    await hotel?.stop();
  });

  const get = (path: string) => world.made(200, 'GET', path);

  test('a stay whose account is there already is linked to it, and is followed by it from then on', async () => {
    const { id } = await world.made(201, 'POST', '/users', { body: { username: '101-lang', first_name: 'Eva' } });
    const reservation = hotel.checkIn({ room: '101', lastName: 'Lang', firstName: 'Eva' });
    const found = async () =>
      (await get('/guests?search=lang&filter[kind]=stay'))._embedded.guests[0] as { id: string } | undefined;
    await eventually('the stay is known', async () => (await found()) !== undefined);
    const page = await world.signedIn('anna@example.com', `/console/people/${(await found())!.id}`);
    await page.getByText('Whose account is it?').waitFor();
    await page.getByText(/The account 101-lang for this record already exists/).waitFor();
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Same person' }).click();
    const question = page.getByRole('dialog', { name: 'Link this record to the account?' });
    await question.getByText('Front desk manages the account from then on.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Same person' }).click();
    await page.getByText('Whose account is it?').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New password' }).waitFor();
    await page.getByRole('button', { name: 'Linked to the account 101-lang' }).waitFor();
    expect(page.complaints).toEqual([]);
    hotel.checkOut(reservation);
    await eventually('the account has ended', async () => (await get(`/users/${id}`)).disabled === 1);
    await page.getByText('Left', { exact: true }).waitFor();
    await page.context().close();
  });

  test('a plan that waits for approval is stopped: nobody loses anything, and the run says by whom', async () => {
    const stays = ['Adler', 'Berg', 'Costa'].map((lastName, at) =>
      hotel.checkIn({ room: String(201 + at), lastName, firstName: 'Eva' }),
    );
    const names = ['201-adler', '202-berg', '203-costa'];
    const enabled = async () => {
      const accounts = await house.accounts();
      return names.filter((name) => accounts[name] === 'enabled');
    };
    await eventually('all have accounts', async () => (await enabled()).length === names.length);
    for (const stay of stays) hotel.leaveUnnoticed(stay);
    const asked = { body: { mode: 'full', dry_run: false } };
    const run = await world.made(202, 'POST', `${connection()}/sync`, asked);
    await eventually('the run is held', async () => (await get(`/runs/${run.id}`)).status === 'held');
    const page = await world.signedIn('anna@example.com', `/console/runs/${run.id}`);
    await page.getByText('3 people would lose access').waitFor();
    await page.getByRole('button', { name: 'Stop this run' }).click();
    const question = page.getByRole('dialog', { name: 'Stop this run?' });
    await question.getByText(/keep access until the next run/).waitFor();
    await question.getByRole('button', { name: 'Stop this run' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await page.getByText(/Cancelled by anna/).waitFor();
    expect(await page.getByRole('button', { name: /Stop this run|Approve this plan/ }).count()).toBe(0);
    await expectNoFindings(page);
    expect(await enabled()).toEqual(names);
    await page.context().close();
  });

  test('a run whose list never ends is stopped while it reads', async () => {
    hotel.ifc.mute = true;
    const asked = { body: { mode: 'full', dry_run: false } };
    const run = await world.made(202, 'POST', `${connection()}/sync`, asked);
    await eventually('it reads', async () => (await get(`/runs/${run.id}`)).status === 'running');
    const page = await world.signedIn('anna@example.com', '/console/runs?q=status:running,queued');
    await page.getByRole('link', { name: 'Full list' }).first().click();
    await page.getByRole('button', { name: 'Stop this run' }).click();
    const question = page.getByRole('dialog', { name: 'Stop this run?' });
    await question.getByRole('button', { name: 'Stop this run' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    hotel.ifc.mute = false;
    expect((await get(`/runs/${run.id}`)).status).toBe('cancelled');
    await page.context().close();
  });
});
