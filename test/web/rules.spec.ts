import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../kernel/manual-clock.js';
import { axeFindings } from '../portal/axe-findings.js';
import { consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { settled } from './furnished-house.js';

inBrowser('what holds on every page', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
    const { id: group } = await world.made(201, 'POST', '/user-groups', { body: { name: 'Day guests' } });
    await world.made(201, 'POST', '/vouchers', { body: { table_id: group, prefix: 'FAIR-', comment: 'Book fair' } });
    await world.made(201, 'POST', '/users', { body: { username: 'nova', first_name: 'Eva', last_name: 'Nováková' } });
    await world.made(201, 'POST', '/devices', { body: { mac: '02-00-00-00-00-41', name: 'Nova printer' } });
  });
  afterAll(() => world?.close());

  test('Ctrl and K finds people, devices and vouchers by what is typed, and goes there', async () => {
    const page = await world.signedIn('anna@example.com', '/console/alerts');
    const box = page.locator('input[aria-label="Go to…"]');
    // They come after the page itself: until then the keys do nothing. Pressed once too often, they close the box.
    await page.evaluate(() =>
      addEventListener('keydown', ({ key, defaultPrevented }) => {
        if (key === 'k') document.body.dataset.heard = String(defaultPrevented);
      }),
    );
    const typed = async (text: string) => {
      await eventually('the keys are heard', async () => {
        await page.keyboard.press('Control+k');
        return (await page.locator('body').getAttribute('data-heard')) === 'true';
      });
      await box.fill(text);
    };
    await typed('nova');
    await page.getByRole('button', { name: /Nova printer/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /Eva Nováková/ }).click();
    await page.getByRole('dialog', { name: 'Eva Nováková' }).waitFor();
    await page.keyboard.press('Escape');
    for (const address of ['02-00-00-00-00-41', '0200.0000.0', '02:00:00:00:00:4']) {
      await typed(address);
      const palette = page.getByRole('dialog', { name: 'Go to…' });
      await palette.getByRole('button', { name: /Nova printer/ }).click();
      await page.getByRole('dialog', { name: 'Nova printer' }).waitFor();
      await page.keyboard.press('Escape');
    }
    await typed('fair-');
    await page.getByRole('button', { name: /FAIR-.*Book fair/ }).click();
    await page.getByRole('dialog', { name: /FAIR-/ }).waitFor();
    await page.keyboard.press('Escape');
    await typed('new dev');
    await page.getByRole('button', { name: 'New device' }).click();
    await page.getByRole('dialog', { name: 'New device' }).waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('Escape closes what lies on top alone: whatever opens over a record, the record stays', async () => {
    const { id } = await world.made(201, 'POST', '/devices', { body: { mac: '02-00-00-00-00-43', name: 'Beamer' } });
    const page = await world.signedIn('anna@example.com', `/console/devices?id=${id}`);
    const record = page.getByRole('dialog', { name: 'Beamer' });
    const closesAlone = async (name: string, open: () => Promise<void>) => {
      await open();
      const above = page.getByRole('dialog', { name });
      await above.waitFor();
      await page.keyboard.press('Escape');
      await above.waitFor({ state: 'detached' });
      await settled(page);
      expect([name, await record.isVisible()]).toEqual([name, true]);
    };
    await record.waitFor();
    await closesAlone('Delete Beamer?', () => record.getByRole('button', { name: 'Delete', exact: true }).click());
    await closesAlone('Show as curl', () => record.getByRole('button', { name: 'Show as curl' }).click());
    await closesAlone('Keys', () => page.keyboard.press('?'));
    await closesAlone('Go to…', () => page.keyboard.press('Control+k'));
    await page.keyboard.press('Escape');
    await record.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('what failed with a device of a person is told until something else is done with one', async () => {
    const { id } = await world.made(201, 'POST', '/users', { body: { username: 'berg', last_name: 'Berg' } });
    await world.made(201, 'POST', '/devices', { body: { mac: '02-00-00-00-00-44', user_id: id } });
    const page = await world.signedIn('anna@example.com', `/console/people?id=${id}`);
    const person = page.getByRole('dialog', { name: 'Berg' });
    // As if a colleague had removed the device a moment before.
    await page.route('**/guests/*/devices/*', (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/[\da-f-]+$/, id),
      }),
    );
    const fails = async () => {
      await person.getByRole('button', { name: /^Remove/ }).click();
      await person.getByRole('alert', { name: 'This no longer exists' }).waitFor();
    };
    await fails();
    await person.getByRole('button', { name: /^Block 02/ }).click();
    await person.getByRole('button', { name: /^Unblock: 02/ }).waitFor();
    await person.getByRole('alert').waitFor({ state: 'detached' });
    await fails();
    await person.getByLabel('MAC address of the device').fill('02-00-00-00-00-45');
    await person.getByRole('button', { name: 'Add', exact: true }).click();
    await person.getByRole('button', { name: /^Remove 02.*45$/ }).waitFor();
    await person.getByRole('alert').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('a page tells the calls behind it, and a shell gets the same from them', async () => {
    const page = await world.signedIn('anna@example.com', '/console/devices?q=name:~Nova');
    await page.getByRole('row', { name: /Nova printer/ }).waitFor();
    await page.getByRole('button', { name: 'Show as curl' }).click();
    const shown = page.getByRole('dialog', { name: 'Show as curl' });
    const call = (await shown.locator('pre').first().textContent()) ?? '';
    expect(await axeFindings(page)).toEqual([]);
    expect(call).toContain('-H "Authorization: Bearer $USHER_TOKEN"');
    const [, path] = /'http:\/\/127\.0\.0\.1:\d+([^']+)'/.exec(call) ?? [];
    const answer = await world.made(200, 'GET', String(path));
    expect(answer._embedded.devices.map(({ name }: { name: string }) => name)).toEqual(['Nova printer']);
    await page.context().close();
  });

  test('what was saved is taken back at a touch, unless somebody changed it since', async () => {
    const { id } = await world.made(201, 'POST', '/devices', { body: { mac: '02-00-00-00-00-42', type: 'tv' } });
    const page = await world.signedIn('anna@example.com', `/console/devices?id=${id}`);
    const drawer = page.getByRole('dialog', { name: /02:00:00:00:00:42/i });
    const save = async (kind: string) => {
      await drawer.getByRole('textbox', { name: 'Type' }).fill(kind);
      await drawer.getByRole('button', { name: 'Save', exact: true }).click();
    };
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await save('screen');
    // It stays for whoever points at it.
    await undo.hover();
    expect(await axeFindings(page)).toEqual([]);
    await undo.click();
    await page.getByText('Change undone').waitFor();
    expect((await world.made(200, 'GET', `/devices/${id}`)).type).toBe('tv');
    const type = drawer.getByRole('textbox', { name: 'Type' });
    await eventually('the form has it, too', async () => (await type.inputValue()) === 'tv');
    await save('screen');
    await undo.waitFor();
    await world.made(200, 'PATCH', `/devices/${id}`, { body: { type: 'projector' } });
    await undo.click();
    await page.getByText('Not undone: somebody else has changed it since').waitFor();
    expect((await world.made(200, 'GET', `/devices/${id}`)).type).toBe('projector');
    await page.context().close();
  });

  test('at 320 px everything in the frame above the page can be touched', async () => {
    const page = await world.signedIn('anna@example.com', '/console/devices', {
      viewport: { width: 320, height: 640 },
    });
    const own = page.getByRole('banner').getByRole('button', { name: 'anna' });
    await own.waitFor();
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^(Live|Reconnecting)$/ })
      .waitFor();
    const { x, width } = (await own.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(320);
    await page.context().close();
  });

  test('x selects the row that j went to', async () => {
    const page = await world.signedIn('anna@example.com', '/console/devices');
    await page.getByRole('row', { name: /Nova printer/ }).waitFor();
    // Keys are heard once the operator's preferences are there.
    const row = page.locator('main tbody tr:focus-within');
    await eventually('a row has the focus', async () => {
      if ((await row.count()) > 0) return true;
      await page.keyboard.press('j');
      return false;
    });
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.context().close();
  });
});
