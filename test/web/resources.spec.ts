import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Lobby } from '../people/lobby.js';
import { axeFindings, widthOf } from '../portal/axe-findings.js';
import { missingPackages } from '../radius/around.js';
import { buildPages, type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';

const auditorRoleId = '00000000-0000-7000-8000-000000000104';
const withRadius = missingPackages().length > 0 && !process.env.CI ? describeNothing : inBrowser;

/** The records of the console, kept in the browser, with a FreeRADIUS that follows them. */
withRadius("the console's own records as pages", () => {
  let lobby: Lobby;
  let world: ConsoleWorld;

  beforeAll(async () => {
    await buildPages();
    lobby = await Lobby.open();
    world = await consoleWorld(lobby.house.world);
    await world.operator('anna@example.com');
    await world.operator('otto@example.com', { roleId: auditorRoleId });
    const zone = { body: { time_zone: 'Europe/Vienna' } };
    await world.made(200, 'PATCH', `/organizations/${world.organizationId}`, zone);
    await lobby.checkIn('101', 'Adler', '101-adler');
  });
  afterAll(async () => {
    await world?.browser.close();
    await lobby?.close();
  });

  async function withoutFindings(page: ConsolePage): Promise<void> {
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await widthOf(page)).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(page.complaints).toEqual([]);
  }

  const letsIn = async (mac: string) => {
    const name = mac.replaceAll('-', '').toLowerCase();
    return (await lobby.tries(name, name, mac, 'Service-Type = Call-Check')).packet;
  };

  test('a printer is added with its owner, let in by its address, blocked by a button, and deleted', async () => {
    const page = await world.signedIn('anna@example.com', '/console/devices');
    await page.getByText('No device is known').waitFor();
    await page.getByRole('button', { name: 'Add a device' }).click();
    const form = page.getByRole('dialog', { name: 'A new device' });
    await form.getByRole('textbox', { name: 'Address' }).fill('printer');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('must be a MAC address').waitFor();
    await form.getByRole('textbox', { name: 'Address' }).fill('02-00-00-00-00-31');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Printer');
    await form.getByRole('combobox', { name: 'Owner' }).fill('adler');
    await page.getByRole('option', { name: '101-adler' }).click();
    await form.getByLabel('Let in until').fill('2031-07-01T12:00');
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Printer' });
    await drawer.getByText('Not online').waitFor();
    const [printer] = (await lobby.get('/devices'))._embedded.devices;
    // By the clock of the site, which is in Vienna.
    expect(printer).toMatchObject({
      mac: '02:00:00:00:00:31',
      name: 'Printer',
      valid_until: '2031-07-01T10:00:00.000Z',
    });
    expect(await letsIn('02-00-00-00-00-31')).toBe('Access-Accept');
    await drawer.getByRole('button', { name: 'Block' }).click();
    await drawer.getByRole('button', { name: 'Let in again' }).waitFor();
    expect(await letsIn('02-00-00-00-00-31')).toBe('Access-Reject');
    await drawer.getByRole('button', { name: 'Who changed this' }).click();
    await drawer.getByText('disabled: false → true').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Printer 02:00:00:00:00:31 101-adler Blocked/ }).waitFor();
    await withoutFindings(page);
    await page.getByRole('button', { name: 'Printer' }).click();
    await drawer.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Printer?' });
    expect(await axeFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No device is known').waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('two people change one device: the second sees both versions; who may only read sees no button', async () => {
    const { id } = await lobby.made('/devices', { mac: '02-00-00-00-00-32', name: 'Television' });
    const page = await world.signedIn('anna@example.com', `/console/devices?id=${id}`);
    const drawer = page.getByRole('dialog', { name: 'Television' });
    await drawer.getByRole('textbox', { name: 'Kind' }).fill('television');
    await world.made(200, 'PATCH', `/devices/${id}`, { body: { type: 'screen', os: 'android' } });
    await drawer.getByRole('button', { name: 'Save', exact: true }).click();
    const both = page.getByRole('dialog', { name: 'Somebody else changed this meanwhile' });
    await both.getByRole('row', { name: 'Kind television screen' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await both.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await lobby.get(`/devices/${id}`)).toMatchObject({ type: 'television', os: 'android' });
    await page.context().close();
    const reader = await world.signedIn('otto@example.com', `/console/devices?id=${id}`);
    await reader.getByRole('dialog', { name: 'Television' }).getByText('Not online').waitFor();
    expect(await reader.getByRole('button', { name: /^(Add a device|Block|Save|Delete)$/ }).count()).toBe(0);
    await reader.context().close();
  });
});

function describeNothing(): void {
  test.skip('for want of FreeRADIUS', () => undefined);
}
