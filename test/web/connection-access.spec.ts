import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WorkingService } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { axeFindings } from '../portal/axe-findings.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { buildPages, type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

/** The rules of a hotel are written while what they give to its own guests is looked at. */
inBrowser('who gets what', () => {
  let service: WorkingService;
  let world: ConsoleWorld;
  let hotel: SimulatedHotel;
  let id: string;

  beforeAll(async () => {
    await buildPages();
    hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
    await hotel.start();
    service = await WorkingService.start({
      allowPrivateTargets: true,
      rateLimitPerMinute: 0,
      consoleRateLimitPerMinute: 0,
    });
    world = await consoleWorld(service.world);
    await world.operator('anna@example.com');
    const { id: made } = await world.made(201, 'POST', '/connections', {
      body: {
        name: 'Lindenhof',
        connector: 'fias',
        settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
        access: { preset: 'hotel-enterprise', max_devices: 4 },
      },
    });
    id = made;
    await eventually('the link is alive', () => hotel.ifc.isAlive);
    for (const [room, firstName, lastName] of guests) hotel.checkIn({ room, firstName, lastName });
    await eventually('all are known', async () => (await tried({})).people.length === guests.length);
  });
  afterAll(async () => {
    await world?.browser.close();
    await service?.stop();
    await hotel?.stop();
  });

  const tried = (body: object) => world.made(200, 'POST', `/connections/${id}/access/preview`, { body });
  const saved = async () => (await world.made(200, 'GET', `/connections/${id}`)).access;
  const opened = async (): Promise<ConsolePage> => {
    const page = await world.signedIn('anna@example.com', `/console/connections/${id}/access`);
    await page.getByRole('table', { name: 'Access rule' }).waitFor();
    await page.waitForLoadState('networkidle');
    return page;
  };
  const namesIn = (page: ConsolePage) =>
    page
      .getByRole('table', { name: 'Access rule' })
      .getByRole('row', { name: /^User name/ })
      .getByRole('cell')
      .allInnerTexts();

  test('the API answers part by part, of whom it knows; a password is never among it', async () => {
    const whole = await tried({ access: { preset: 'hotel-enterprise', username: '{{ last_name | slug }}' }, limit: 1 });
    expect(whole.access).toMatchObject({ preset: 'hotel-enterprise', grant: 'user', starts: { at: 'check_in' } });
    expect(whole.fields).toContain('room');
    expect(whole.people).toMatchObject([
      { grant: 'user', username: 'adler', password: 'set', field: null, facts: { room: '201', last_name: 'Adler' } },
    ]);
    const none = await tried({ access: { when: [{ field: 'vip', op: 'eq', value: '9' }] } });
    expect(none.people.map(({ grant }: { grant: string }) => grant)).toEqual(['none', 'none', 'none']);
    const refused = await world.made(422, 'POST', `/connections/${id}/access/preview`, {
      body: { access: { username: '{{ rooms }}' } },
    });
    expect(refused.errors[0].pointer).toBe('#/access/username');
    expect(await saved()).toEqual({ preset: 'hotel-enterprise', max_devices: 4 });
  });

  test('what is typed shows what three guests would get; a fault is beside its field; only that is saved', async () => {
    const page = await opened();
    expect(await namesIn(page)).toEqual(['201-adler', '202-berger', '203-novakova']);
    await expectNoFindings(page);
    const name = page.getByRole('textbox', { name: 'User name' });
    await name.fill('{{ rooms }}');
    await page.getByText('rooms is not a field of kind stay').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    expect(await axeFindings(page)).toEqual([]);
    await name.fill('{{ last_name | slug }}.{{ room }}');
    await page.getByRole('cell', { name: 'novakova.203' }).waitFor();
    expect(await namesIn(page)).toEqual(['adler.201', 'berger.202', 'novakova.203']);
    // Nothing is saved by typing.
    expect(await saved()).toEqual({ preset: 'hotel-enterprise', max_devices: 4 });
    await page.getByRole('button', { name: 'Insert a group above' }).click();
    await page.getByRole('textbox', { name: 'Group' }).first().fill('House {{ membership_level }}');
    await page.getByText('201 Eva Adler:').waitFor();
    await page.getByRole('textbox', { name: 'Group' }).first().fill('House');
    await page.getByRole('cell', { name: 'House', exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await saved()).toMatchObject({
      preset: 'hotel-enterprise',
      max_devices: 4,
      username: '{{ last_name | slug }}.{{ room }}',
      group: [{ when: [], name: 'House' }, ...(await tried({ access: { preset: 'hotel-enterprise' } })).access.group],
    });
    expect(Object.keys(await saved()).sort()).toEqual(['group', 'max_devices', 'preset', 'username']);
    await expectNoFindings(page);
    await page.context().close();
  });

  test('two who write the rules at once both see both, and neither loses a part', async () => {
    const page = await opened();
    const devices = page.getByRole('textbox', { name: 'Device limit' });
    await devices.fill('7');
    const access = { ...(await saved()), password: 'generate' };
    await world.made(200, 'PATCH', `/connections/${id}`, { body: { access } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this in the meantime' });
    await dialog.getByRole('cell', { name: 'generate' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await saved()).toMatchObject({ password: 'generate', max_devices: 7 });
    await page.context().close();
  });
});

const guests = [
  ['201', 'Eva', 'Adler'],
  ['202', 'Jan', 'Berger'],
  ['203', 'Jana', 'Nováková'],
] as const;
