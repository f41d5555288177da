import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser, password } from './console-world.js';

const receptionRoleId = '00000000-0000-7000-8000-000000000103';
const tablet = { viewport: { width: 1024, height: 768 } };

/** The desk as it is locked, or loses the network, in the middle of something. */
inBrowser('a reception desk that is interrupted', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('desk@example.com', { roleId: receptionRoleId });
    await world.made(201, 'POST', '/user-groups', { body: { name: 'Guests' } });
    const guest = { username: '412-berg', password, first_name: 'Eva', last_name: 'Berg' };
    await world.made(201, 'POST', '/users', { body: guest });
  });
  afterAll(() => world?.close());

  const locked = (page: ConsolePage) => page.getByRole('heading', { level: 1, name: 'The desk is locked' });
  const visitor = (page: ConsolePage) => page.getByRole('dialog', { name: 'A visitor who was not expected' });

  async function unlock(page: ConsolePage): Promise<void> {
    await page.locator('input[type=password]').fill(password);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await locked(page).waitFor({ state: 'detached' });
  }

  /** The service carries it out, and its answer never arrives. */
  async function loseAnswer(page: ConsolePage, path: string): Promise<void> {
    let isLost = false;
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        if (isLost || route.request().method() !== 'POST') return route.fallback();
        isLost = true;
        await route.fetch();
        await route.abort('connectionreset');
      },
    );
  }

  test('a card with a password on the screen is locked with the desk, and is there again afterwards', async () => {
    const page = await world.signedIn('desk@example.com', '/desk/?search=berg', tablet);
    await page.clock.install();
    await page.reload();
    await page.getByRole('button', { name: /Eva Berg/ }).click();
    await page.getByRole('button', { name: 'New password' }).click();
    await page.getByText('shown only once').waitFor();
    await page.getByRole('button', { name: 'Show the Wi-Fi card' }).click();
    const card = page.getByRole('dialog', { name: 'Wi-Fi' });
    await card.getByText('412-berg').waitFor();
    await page.clock.fastForward('05:01');
    await locked(page).waitFor();
    expect(await card.isVisible()).toBe(false);
    expect(await page.getByText('412-berg').first().isVisible()).toBe(false);
    await unlock(page);
    await card.getByText('412-berg').waitFor();
    await page.context().close();
  });

  test('nobody is let in by a form that was open when the desk was locked', async () => {
    const page = await world.signedIn('desk@example.com', '/desk/', tablet);
    await page.clock.install();
    await page.reload();
    await page.getByRole('button', { name: 'New visitor' }).click();
    await visitor(page).getByLabel('Last name').fill('Hopper');
    await page.clock.fastForward('05:01');
    await locked(page).waitFor();
    expect(await page.getByRole('button', { name: 'Give access' }).count()).toBe(0);
    await unlock(page);
    expect(await visitor(page).getByLabel('Last name').inputValue()).toBe('Hopper');
    await page.context().close();
  });

  test('a visitor whose answer was lost is made once, and her password is shown', async () => {
    const page = await world.signedIn('desk@example.com', '/desk/', tablet);
    await loseAnswer(page, '/guests');
    await page.getByRole('button', { name: 'New visitor' }).click();
    await visitor(page).getByLabel('Last name').fill('Lovelace');
    const send = page.getByRole('button', { name: 'Give access' });
    await send.click();
    await visitor(page).getByText('The service cannot be reached').waitFor();
    await send.click();
    await page.getByText('shown only once').waitFor();
    const found = await world.made(200, 'GET', '/guests?search=lovelace');
    expect(found.total_items).toBe(1);
    await page.context().close();
  });

  test('what failed for want of a network is not said any more once something else was done', async () => {
    const page = await world.signedIn('desk@example.com', '/desk/?search=berg', tablet);
    await page.route(/\/guests\/[^/]+\/block$/, (route) => route.abort('internetdisconnected'), { times: 1 });
    await page.getByRole('button', { name: /Eva Berg/ }).click();
    await page.getByRole('button', { name: 'Block' }).click();
    await page.getByText('The service cannot be reached').waitFor();
    await page.getByRole('button', { name: 'New password' }).click();
    await page.getByText('shown only once').waitFor();
    expect(await page.getByText('The service cannot be reached').count()).toBe(0);
    await page.context().close();
  });

  test('vouchers whose answer was lost are made once', async () => {
    const page = await world.signedIn('desk@example.com', '/desk/', tablet);
    await loseAnswer(page, '/vouchers');
    await page.getByRole('button', { name: 'Vouchers' }).click();
    const five = page.getByRole('button', { name: 'Create and print 5' });
    await five.click();
    await page.getByText('The service cannot be reached').waitFor();
    await five.click();
    await page.getByText('Created:').waitFor();
    expect((await world.made(200, 'GET', '/vouchers')).total_items).toBe(5);
    await page.context().close();
  });
});
