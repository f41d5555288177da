import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../kernel/manual-clock.js';
import { Lobby } from '../people/lobby.js';
import { axeFindings, widthOf } from '../portal/axe-findings.js';
import { missingPackages } from '../radius/around.js';
import { buildPages, type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';

const receptionRoleId = '00000000-0000-7000-8000-000000000103';
const auditorRoleId = '00000000-0000-7000-8000-000000000104';
const withHotel = missingPackages().length > 0 && !process.env.CI ? describeNothing : inBrowser;
const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true };

/** A real front desk, a real FreeRADIUS, and the page on the reception's tablet. */
withHotel('the reception desk', () => {
  let lobby: Lobby;
  let world: ConsoleWorld;

  beforeAll(async () => {
    await buildPages();
    lobby = await Lobby.open();
    world = await consoleWorld(lobby.house.world);
    await world.operator('desk@example.com', { roleId: receptionRoleId });
    await lobby.checkIn('412', 'Nováková', '412-novakova');
    await lobby.checkIn('413', 'Berg', '413-berg');
  });
  afterAll(async () => {
    await world?.browser.close();
    await lobby?.close();
  });

  const box = (page: ConsolePage) => page.getByRole('searchbox', { name: 'Guest' });
  const guest = (page: ConsolePage) => page.getByRole('region', { name: 'The guest' });

  async function withoutFindings(page: ConsolePage): Promise<void> {
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await widthOf(page)).toBeLessThanOrEqual(320);
    await page.setViewportSize(tablet.viewport);
    expect(page.complaints).toEqual([]);
  }

  /** What a finger cannot touch safely: smaller than 44 px. */
  const tooSmall = (page: ConsolePage) =>
    page.evaluate(() =>
      [...document.querySelectorAll('.desk button, .desk input, .desk select')]
        .filter((each) => (each as HTMLElement).offsetParent !== null && each.getBoundingClientRect().height < 44)
        .map((each) => each.outerHTML.slice(0, 100)),
    );

  test('a guest is found while typing, and gets a password that lets her in: two touches', async () => {
    const page = await world.signedIn('desk@example.com', '/desk/', tablet);
    await page.getByRole('button', { name: /Eva Berg/ }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await box(page).fill('nov');
    await page.getByRole('button', { name: /Eva Berg/ }).waitFor({ state: 'detached' });
    await withoutFindings(page);
    await page.getByRole('button', { name: /412 Eva Nováková/ }).tap();
    await guest(page).getByText('Not online').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('nov');
    await page.getByRole('button', { name: 'New password' }).tap();
    const shown = page.getByRole('status').filter({ hasText: 'shown only now' });
    const password = (await shown.locator('code').textContent()) ?? '';
    expect(await tooSmall(page)).toEqual([]);
    await withoutFindings(page);
    await lobby.joins('d-1', '412-novakova', password, 'AA-BB-CC-00-00-12');
    await guest(page)
      .getByText(/^Online on 1 devices/)
      .waitFor();
    await page.context().close();
  });

  test('by keyboard: down to the guest, Enter, and back', async () => {
    const page = await world.signedIn('desk@example.com', '/desk/');
    await page.getByRole('button', { name: /Eva Berg/ }).waitFor();
    await page.keyboard.type('413');
    await page.getByRole('button', { name: /Nováková/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Eva Berg' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: 'Eva Berg' }).waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('a guest who waits for her train is extended, and stays on after the check-out', async () => {
    const stay = await lobby.checkIn('510', 'Costa', '510-costa');
    const page = await world.signedIn('desk@example.com', '/desk/?search=510', tablet);
    await page.getByRole('button', { name: /Eva Costa/ }).tap();
    await page.getByRole('button', { name: 'Extend', exact: true }).tap();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: '3 hours more' }).tap();
    await page.getByText(/^Extended until/).waitFor();
    lobby.hotel.checkOut(stay);
    await guest(page).getByText('Left', { exact: true }).waitFor();
    // She left more than a day before it would have ended.
    await eventually(
      'she is put off',
      async () => (await lobby.tries('510-costa', 'costa-510', 'AA-BB-CC-00-00-51')).packet === 'Access-Reject',
    );
    await page.getByRole('button', { name: 'Withdraw the extension' }).tap();
    await page.getByText(/^Extended until/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Extend', exact: true }).tap();
    await page.getByRole('button', { name: '3 hours more' }).tap();
    await eventually(
      'she is let in',
      async () => (await lobby.tries('510-costa', 'costa-510', 'AA-BB-CC-00-00-51')).packet === 'Access-Accept',
    );
    await page.context().close();
  });

  test('without a connection what was typed stays, a line says so, and it goes on by itself', async () => {
    const page = await world.signedIn('desk@example.com', '/desk/', tablet);
    await page.getByRole('button', { name: /Eva Berg/ }).waitFor();
    await page.context().setOffline(true);
    await box(page).fill('nov');
    await page.getByText('The service cannot be reached').waitFor();
    expect(await box(page).inputValue()).toBe('nov');
    await page.context().setOffline(false);
    await page.getByText('The service cannot be reached').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Eva Berg/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Eva Nováková/ }).waitFor();
    await page.context().close();
  });

  test('the desk speaks the language of whoever stands there', async () => {
    const page = await world.signedIn('desk@example.com', '/desk/');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('cs');
    await page.getByRole('searchbox', { name: 'Host' }).waitFor();
    await page.context().close();
  });

  test('a role that does not see guests is told so, and may sign out', async () => {
    const { id } = await world.made(201, 'POST', '/roles', {
      body: { name: 'Devices', permissions: ['devices:read'] },
    });
    await world.operator('tech@example.com', { roleId: String(id) });
    const page = await world.signedIn('tech@example.com', '/desk/');
    await page.getByRole('heading', { level: 1, name: 'Your role does not see guests' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in to Usher' }).waitFor();
    await page.context().close();
  });

  test('whoever may only look sees no buttons that change anything', async () => {
    await world.operator('audit@example.com', { roleId: auditorRoleId });
    const page = await world.signedIn('audit@example.com', '/desk/?search=413');
    await page.getByRole('button', { name: /Eva Berg/ }).click();
    await page.getByRole('heading', { level: 2, name: 'Eva Berg' }).waitFor();
    for (const name of ['New password', 'Block', 'Extend', 'Add'])
      expect([name, await page.getByRole('button', { name, exact: true }).count()]).toEqual([name, 0]);
    await page.context().close();
  });
});

function describeNothing(): void {
  test.skip('for want of FreeRADIUS', () => undefined);
}
