import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Pdf } from '../console/pdf.js';
import { eventually } from '../kernel/manual-clock.js';
import { Lobby } from '../people/lobby.js';
import { axeFindings } from '../portal/axe-findings.js';
import { missingPackages } from '../radius/around.js';
import { VisitorDesk } from '../simulators/webhook/visitor-desk.js';
import { deskMapping, standardSecret } from '../webhook/webhook-rig.js';
import { buildPages, type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser, password } from './console-world.js';
import { clockOf } from '../../web/src/parts/form/zone-clock.js';
import { expectNoFindings } from './page-check.js';

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
  const guestRow = (page: ConsolePage) => page.getByRole('button', { name: /Eva Berg/ });
  const guest = (page: ConsolePage) => page.getByRole('region', { name: 'The guest' });

  /** What a finger cannot touch safely: smaller than 44 px. */
  const tooSmall = (page: ConsolePage) =>
    page.evaluate(() =>
      [...document.querySelectorAll('button, input, select')]
        .filter((each) => (each as HTMLElement).offsetParent !== null && each.getBoundingClientRect().height < 44)
        .map((each) => each.outerHTML.slice(0, 100)),
    );

  test('a guest is found while typing, and gets a password that lets her in: two touches', async () => {
    const page = await world.signedIn('desk@example.com', '/desk/', tablet);
    await page.getByRole('button', { name: /Eva Berg/ }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await box(page).fill('nov');
    await page.getByRole('button', { name: /Eva Berg/ }).waitFor({ state: 'detached' });
    await expectNoFindings(page);
    await page.getByRole('button', { name: /412 Eva Nováková/ }).tap();
    await guest(page).getByText('Not online').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('nov');
    await page.getByRole('button', { name: 'New password' }).tap();
    const shown = page.getByRole('status').filter({ hasText: 'shown only once' });
    const given = (await shown.locator('code').textContent()) ?? '';
    expect(await tooSmall(page)).toEqual([]);
    await expectNoFindings(page);
    await lobby.joins('d-1', '412-novakova', given, 'AA-BB-CC-00-00-12');
    await guest(page)
      .getByText(/^Online on 1 device, signed in/)
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
    expect(await tooSmall(page)).toEqual([]);
    const until = page.getByLabel('Or until');
    await until.fill('2027-12-24T18:30');
    // Digit by digit the year is 2, 20, 202.
    for (const key of ['ArrowRight', 'ArrowRight', '2', '0', '2', '8']) await page.keyboard.press(key);
    expect([await until.inputValue(), page.complaints]).toEqual(['2028-12-24T18:30', []]);
    await page.getByRole('button', { name: '3 more hours' }).tap();
    await page.getByText(/^Extended until/).waitFor();
    lobby.hotel.checkOut(stay);
    await guest(page).getByText('Left', { exact: true }).waitFor();
    // She left more than a day before it would have ended.
    await eventually(
      'she is put off',
      async () => (await lobby.tries('510-costa', 'costa-510', 'AA-BB-CC-00-00-51')).packet === 'Access-Reject',
    );
    await page.getByRole('button', { name: 'Remove extension' }).tap();
    await page.getByText(/^Extended until/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Extend', exact: true }).tap();
    await page.getByRole('button', { name: '3 more hours' }).tap();
    await eventually(
      'she is let in',
      async () => (await lobby.tries('510-costa', 'costa-510', 'AA-BB-CC-00-00-51')).packet === 'Access-Accept',
    );
    await page.context().close();
  });

  /** What the page asks for to print it, got as the page gets it: a viewer of PDF tells nobody its text. */
  async function printed(page: ConsolePage, touch: () => Promise<void>, path: RegExp): Promise<Pdf> {
    const [request, tab] = await Promise.all([page.waitForRequest(path), page.waitForEvent('popup'), touch()]);
    await tab.close();
    const asked = { url: request.url(), method: request.method(), body: request.postData() ?? undefined };
    const bytes = await page.evaluate(async ({ url, ...how }) => {
      const headers = { 'x-usher-console': '1', 'content-type': 'application/json' };
      return [...new Uint8Array(await (await fetch(url, { ...how, headers })).arrayBuffer())];
    }, asked);
    return new Pdf(Buffer.from(bytes));
  }

  test('the card that is printed has the password that was just given, on the paper of this desk', async () => {
    const page = await world.signedIn('desk@example.com', '/desk/?search=413', tablet);
    await page.getByRole('button', { name: /Eva Berg/ }).tap();
    await page.getByRole('combobox', { name: 'Paper' }).selectOption('label_89x36');
    const print = () => page.getByRole('button', { name: 'Print the Wi-Fi card' }).tap();
    expect((await printed(page, print, /card\.pdf/)).text).toContain('berg-413');
    await page.getByRole('button', { name: 'New password' }).tap();
    const shown = page.getByRole('status').filter({ hasText: 'shown only once' });
    const given = (await shown.locator('code').textContent()) ?? '';
    expect((await printed(page, print, /card\.pdf/)).text).toContain(given);
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    await page.getByLabel('E-mail address or telephone number').fill('eva@example.com');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send now' }).tap();
    await page.getByText('It is being sent.').waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('one device is kept out by a touch, while the others stay', async () => {
    const { id } = (await lobby.get('/guests?search=413'))._embedded.guests[0];
    const { password: given } = await world.made(200, 'POST', `/guests/${id}/password`);
    await lobby.joins('d-21', '413-berg', given, 'AA-BB-CC-00-00-21');
    const page = await world.signedIn('desk@example.com', `/desk/?search=413&id=${id}`, tablet);
    await page.getByRole('button', { name: 'Block aa:bb:cc:00:00:21' }).tap();
    await page.getByRole('button', { name: 'Unblock: aa:bb:cc:00:00:21' }).waitFor();
    await eventually('its session ends', () => lobby.isAskedToEnd('d-21'));
    expect((await lobby.tries('413-berg', given, 'AA-BB-CC-00-00-21')).packet).toBe('Access-Reject');
    expect((await lobby.tries('413-berg', given, 'AA-BB-CC-00-00-22')).packet).toBe('Access-Accept');
    expect(await tooSmall(page)).toEqual([]);
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Unblock: aa:bb:cc:00:00:21' }).tap();
    await page.getByRole('button', { name: 'Block aa:bb:cc:00:00:21' }).waitFor();
    expect((await lobby.tries('413-berg', given, 'AA-BB-CC-00-00-21')).packet).toBe('Access-Accept');
    await page.context().close();
  });

  test('a visitor whom nobody expected is let in until a time by the clock of the house', async () => {
    await world.made(200, 'PATCH', `/organizations/${world.organizationId}`, { body: { time_zone: 'Asia/Kolkata' } });
    // Whoever stands there may have set the tablet to anything.
    const page = await world.signedIn('desk@example.com', '/desk/', { ...tablet, timezoneId: 'America/New_York' });
    await page.getByRole('button', { name: 'New visitor' }).tap();
    const form = page.getByRole('dialog', { name: 'A visitor who was not expected' });
    await form.getByRole('textbox', { name: 'First name' }).fill('Grace');
    await form.getByRole('textbox', { name: 'Last name' }).fill('Hopper');
    await form.getByRole('textbox', { name: 'Host or note' }).fill('Visits Jana Dvořáková');
    const inTwoHours = clockOf(new Date(Date.now() + 2 * 3_600_000).toISOString(), 'Asia/Kolkata');
    await form.getByLabel('Until (time of day)').fill(inTwoHours.slice(11));
    expect(await tooSmall(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Give access' }).tap();
    await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor();
    const shown = page.getByRole('status').filter({ hasText: 'shown only once' });
    const given = (await shown.locator('code').textContent()) ?? '';
    const [visitor] = (await lobby.get('/guests?search=hopper'))._embedded.guests;
    expect(visitor).toMatchObject({ kind: 'user', note: 'Visits Jana Dvořáková' });
    expect(clockOf(visitor.until, 'Asia/Kolkata')).toBe(inTwoHours);
    const tomorrow = Number(inTwoHours.slice(11, 13)) < 2;
    const until = new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone: 'Asia/Kolkata' });
    if (!tomorrow)
      await guest(page)
        .getByText(until.format(new Date(visitor.until)))
        .first()
        .waitFor();
    expect((await lobby.tries(visitor.account.username, given, 'AA-BB-CC-00-00-91')).packet).toBe('Access-Accept');
    await expectNoFindings(page);
    // Longer, by a time that is typed.
    const inThreeHours = clockOf(new Date(Date.now() + 3 * 3_600_000).toISOString(), 'Asia/Kolkata');
    await page.getByRole('button', { name: 'Extend', exact: true }).tap();
    await page.getByLabel('Until (time of day)').fill(inThreeHours.slice(11));
    await page.getByRole('dialog', { name: 'Extend' }).getByRole('button', { name: 'Extend' }).tap();
    await eventually('she stays longer', async () => {
      const { until: now } = await lobby.get(`/guests/${visitor.id}`);
      return clockOf(now, 'Asia/Kolkata') === inThreeHours;
    });
    await page.context().close();
  });

  test('"back" closes the form of a visitor and leaves the desk as it is; what was typed is asked about', async () => {
    const page = await world.signedIn('desk@example.com', '/desk/?search=413');
    const asked: string[] = [];
    let isDiscarded = false;
    page.on('dialog', (question) => {
      asked.push(question.message());
      void (isDiscarded ? question.accept() : question.dismiss());
    });
    const opener = page.getByRole('button', { name: 'New visitor' });
    const form = page.getByRole('dialog', { name: 'A visitor who was not expected' });
    const isDesk = async () => {
      await form.waitFor({ state: 'detached' });
      await guestRow(page).waitFor();
      expect([new URL(page.url()).pathname, await box(page).inputValue()]).toEqual(['/desk/', '413']);
    };
    await opener.click();
    await form.waitFor();
    await page.goBack();
    await isDesk();
    expect(asked).toEqual([]);
    await opener.click();
    await form.getByRole('textbox', { name: 'Last name' }).fill('Hamilton');
    await page.goBack();
    await eventually('it asks', () => asked.length === 1);
    expect(asked).toEqual(['Discard unsaved changes?']);
    await page.keyboard.press('Escape');
    await eventually('it asks again', () => asked.length === 2);
    expect(await form.getByRole('textbox', { name: 'Last name' }).inputValue()).toBe('Hamilton');
    isDiscarded = true;
    await page.goBack();
    await isDesk();
    // Whoever is made there is one step from the list, as any other guest.
    await opener.click();
    await form.getByRole('textbox', { name: 'Last name' }).fill('Hamilton');
    await form.getByRole('button', { name: 'Give access' }).click();
    await page.getByRole('heading', { level: 2, name: 'Hamilton' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: 'Hamilton' }).waitFor({ state: 'detached' });
    await isDesk();
    expect(asked.length).toBe(3);
    await page.context().close();
  });

  test('"back" closes what drops from a button of the desk, and the guest stays until the next', async () => {
    const page = await world.signedIn('desk@example.com', '/desk/?search=413', tablet);
    const shown = page.getByRole('heading', { level: 2, name: 'Eva Berg' });
    await guestRow(page).tap();
    await shown.waitFor();
    for (const name of ['Extend', 'Send', 'Vouchers']) {
      const opener = page.getByRole('button', { name, exact: true }).first();
      const dropped = page.getByRole('dialog', { name });
      await opener.tap();
      await dropped.waitFor();
      await page.goBack();
      await dropped.waitFor({ state: 'detached' });
      expect([name, await shown.isVisible()]).toEqual([name, true]);
      // Closed by other means it leaves no step behind.
      for (const close of [() => opener.tap(), () => page.keyboard.press('Escape'), () => box(page).tap()]) {
        await opener.tap();
        await dropped.waitFor();
        await close();
        await dropped.waitFor({ state: 'detached' });
        // The step back that this takes would swallow the next one.
        await page.waitForFunction(() => !Object.hasOwn(window.history.state ?? {}, 'usher.dialog'));
      }
    }
    await page.goBack();
    await shown.waitFor({ state: 'detached' });
    // A touch on somebody else's row closes it as well, and leads there.
    await box(page).fill('');
    await guestRow(page).tap();
    await page.getByRole('button', { name: 'Extend', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Extend' }).waitFor();
    await page.getByRole('button', { name: /412 Eva Nováková/ }).tap();
    await page.getByRole('heading', { level: 2, name: 'Eva Nováková' }).waitFor();
    await page.getByRole('dialog', { name: 'Extend' }).waitFor({ state: 'detached' });
    await page.goBack();
    await shown.waitFor();
    await page.context().close();
  });

  test('a guest is found by the booking number and by the address of her device', async () => {
    const { id, reservation_number: number } = (await lobby.get('/guests?search=413'))._embedded.guests[0];
    await lobby.made(`/guests/${id}/devices`, { mac: '02:00:00:00:04:13', name: 'Television' });
    const page = await world.signedIn('desk@example.com', '/desk/');
    await page.getByRole('button', { name: /Nováková/ }).waitFor();
    for (const typed of [number, '02-00-00-00-04-13', '0200.0000.0413']) {
      await box(page).fill(typed);
      await page.getByRole('button', { name: /Nováková/ }).waitFor({ state: 'detached' });
      await box(page).press('Enter');
      await page.getByRole('heading', { level: 2, name: 'Eva Berg' }).waitFor();
      await guest(page)
        .getByRole('row', { name: `Booking number ${number}` })
        .waitFor();
      await page.goBack();
      await box(page).fill('');
      await page.getByRole('button', { name: /Nováková/ }).waitFor();
    }
    await box(page).fill('02-00-00-00-04-14');
    await page.getByText('No guest found.').waitFor();
    await page.context().close();
  });

  test('why a guest was refused last, and what helps, is said in words of the language', async () => {
    expect((await lobby.tries('413-berg', 'not hers', 'AA-BB-CC-00-00-29')).packet).toBe('Access-Reject');
    const page = await world.signedIn('desk@example.com', '/desk/?search=413', { ...tablet, locale: 'de' });
    await page.getByRole('button', { name: /Eva Berg/ }).tap();
    await page.getByText('Das Passwort ist falsch. → ').first().waitFor();
    expect(await page.getByText('wrong_password').count()).toBe(0);
    await page.context().close();
  });

  test('each desk has its own paper, and keeps it', async () => {
    const [one, other] = [
      await world.signedIn('desk@example.com', '/desk/?search=413', tablet),
      await world.signedIn('desk@example.com', '/desk/?search=413', tablet),
    ];
    const paper = (page: ConsolePage) => page.getByRole('combobox', { name: 'Paper' });
    for (const page of [one, other]) await page.getByRole('button', { name: /Eva Berg/ }).tap();
    await paper(one).selectOption('label_54x25');
    await paper(other).selectOption('label_90x29');
    for (const page of [one, other]) await page.reload();
    await paper(one).waitFor();
    await paper(other).waitFor();
    expect(await paper(one).inputValue()).toBe('label_54x25');
    expect(await paper(other).inputValue()).toBe('label_90x29');
    const print = () => one.getByRole('button', { name: 'Print the Wi-Fi card' }).tap();
    expect((await printed(one, print, /card\.pdf/)).text).toContain('413-berg');
    await one.context().close();
    await other.context().close();
  });

  test('five vouchers come out of the printer, and let people in', async () => {
    await lobby.made('/user-groups', { name: 'Day guests' });
    const page = await world.signedIn('desk@example.com', '/desk/', tablet);
    await page.getByRole('button', { name: 'Vouchers' }).tap();
    await page.getByRole('combobox', { name: 'Group' }).selectOption('Day guests');
    expect(await axeFindings(page)).toEqual([]);
    const make = () => page.getByRole('button', { name: 'Create and print 5' }).tap();
    const { text } = await printed(page, make, /sheet\.pdf/);
    const codes = ((await page.getByText(/^Created:/).textContent()) ?? '').replace('Created: ', '').split(', ');
    expect(codes).toHaveLength(5);
    for (const code of codes) expect(text).toContain(code);
    expect((await lobby.tries(codes[0], codes[0], 'AA-BB-CC-00-00-77')).packet).toBe('Access-Accept');
    await page.context().close();
  });

  test('what a batch usually is comes out of the printer in two touches', async () => {
    const { id: table_id } = await lobby.made('/user-groups', { name: 'Meetings' });
    await lobby.made('/voucher-presets', { name: 'Meeting', table_id, count: 2, duration: 28_800 });
    await lobby.made('/voucher-presets', { name: 'Congress', table_id, count: 450, duration: 28_800 });
    const page = await world.signedIn('desk@example.com', '/desk/', tablet);
    await page.getByRole('button', { name: 'Vouchers' }).tap();
    const make = () => page.getByRole('button', { name: 'Meeting · 2' }).tap();
    const { text } = await printed(page, make, /sheet\.pdf/);
    const codes = ((await page.getByText(/^Created:/).textContent()) ?? '').replace('Created: ', '').split(', ');
    expect(codes).toHaveLength(2);
    for (const code of codes) expect(text).toContain(code);
    expect(await tooSmall(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    const all = await printed(page, () => page.getByRole('button', { name: 'Congress · 450' }).tap(), /sheet\.pdf/);
    expect(all.text.match(/Hotel Lindenhof/g)).toHaveLength(450);
    await page.getByText('450 vouchers created').waitFor();
    await page.context().close();
  });

  test('the card on the screen has a code that a phone reads, and the password just given', async () => {
    await world.made(200, 'PATCH', `/networks/${lobby.networkId}`, { body: { ssid: 'Lindenhof' } });
    const page = await world.signedIn('desk@example.com', '/desk/?search=413', tablet);
    await page.getByRole('button', { name: /Eva Berg/ }).tap();
    await page.getByRole('button', { name: 'New password' }).tap();
    const shown = page.getByRole('status').filter({ hasText: 'shown only once' });
    const given = (await shown.locator('code').textContent()) ?? '';
    await page.getByRole('button', { name: 'Show the Wi-Fi card' }).tap();
    const card = page.getByRole('dialog', { name: 'Wi-Fi' });
    await card.getByText('Lindenhof').waitFor();
    await card.getByText(given).waitFor();
    await card.getByRole('img', { name: 'QR code to join the Wi-Fi' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  test('of several networks the desk prints the right one or the one that it chose, and sees no more', async () => {
    await world.made(200, 'PATCH', `/networks/${lobby.networkId}`, { body: { ssid: 'Lindenhof' } });
    const { id: group } = await lobby.made('/user-groups', { name: 'Town guests' });
    const { id: town } = await lobby.made('/networks', { name: 'Town', ssid: 'Town guests', default_table_id: group });
    await lobby.made('/captive-portals', { name: 'Town', network_id: town, methods: ['voucher'] });
    const atStaff = [{ field: 'ssid', op: 'eq', value: 'Lindenhof' }];
    const policy = { name: 'Staff only', effect: 'deny', priority: 1, conditions: atStaff };
    const { id: policyId } = await lobby.made('/policies', policy);
    const page = await world.signedIn('desk@example.com', '/desk/?search=413', tablet);
    await page.getByRole('button', { name: /Eva Berg/ }).tap();
    const choice = page.getByRole('combobox', { name: 'Wi-Fi on the card' });
    const print = () => page.getByRole('button', { name: 'Print the Wi-Fi card' }).tap();
    const network = (pdf: Pdf) => /Network:\s*(Town guests|Lindenhof)/.exec(pdf.text.replaceAll(/\s+/g, ' '))?.[1];
    expect(network(await printed(page, print, /card\.pdf/))).toBe('Town guests');
    await choice.selectOption('Lindenhof');
    expect(network(await printed(page, print, /card\.pdf/))).toBe('Lindenhof');
    await page.getByRole('button', { name: 'Show the Wi-Fi card' }).tap();
    await page.getByRole('dialog', { name: 'Wi-Fi' }).getByText('Lindenhof').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Vouchers' }).tap();
    const vouchers = page.getByRole('dialog', { name: 'Vouchers' });
    expect(await vouchers.getByRole('combobox', { name: 'Wi-Fi on the card' }).inputValue()).toBe(lobby.networkId);
    await vouchers.getByRole('combobox', { name: 'Group' }).selectOption('Town guests');
    await choice.last().selectOption('Wi-Fi chosen automatically');
    const make = () => page.getByRole('button', { name: 'Create and print 5' }).tap();
    expect(network(await printed(page, make, /sheet\.pdf/))).toBe('Town guests');
    expect(await tooSmall(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    const refused = await page.evaluate(
      async () => (await fetch('/networks', { headers: { 'x-usher-console': '1' } })).status,
    );
    expect(refused).toBe(403);
    expect(page.complaints).toEqual([]);
    await world.made(204, 'DELETE', `/policies/${policyId}`);
    await page.context().close();
  });

  test('a desk locks after the minutes that whoever stands there chose', async () => {
    await world.operator('late@example.com', { roleId: receptionRoleId });
    const page = await world.signedIn('late@example.com', '/console/me', tablet);
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/preferences') && answer.ok());
    await page.getByRole('combobox', { name: 'Lock the desk after (minutes)' }).selectOption('15');
    await kept;
    await page.clock.install();
    await page.goto(`http://127.0.0.1:${world.port}/desk/`);
    await page.getByRole('button', { name: /Eva Berg/ }).tap();
    await page.getByRole('heading', { level: 2, name: 'Eva Berg' }).waitFor();
    const locked = page.getByRole('heading', { level: 1, name: 'The desk is locked' });
    await page.clock.runFor('14:00');
    expect(await locked.count()).toBe(0);
    await page.clock.runFor('01:01');
    await locked.waitFor();
    await page.context().close();
  });

  test('a desk that nobody touches for five minutes is locked, and unlocked by whoever says who she is', async () => {
    await world.operator('night@example.com', { roleId: receptionRoleId });
    const page = await world.signedIn('desk@example.com', '/desk/?search=413', tablet);
    await page.getByRole('button', { name: /Eva Berg/ }).waitFor();
    await page.clock.install();
    await page.reload();
    await page.getByRole('button', { name: /Eva Berg/ }).tap();
    await page.getByRole('heading', { level: 2, name: 'Eva Berg' }).waitFor();
    await page.clock.fastForward('05:01');
    await page.getByRole('heading', { level: 1, name: 'The desk is locked' }).waitFor();
    expect(await page.getByText('Eva Berg').first().isVisible()).toBe(false);
    await expectNoFindings(page);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'The desk is locked' }).waitFor();
    await page.getByLabel('E-mail address').fill('night@example.com');
    await page.locator('input[type=password]').fill(password);
    await page.getByRole('button', { name: 'Unlock' }).tap();
    await page.getByRole('heading', { level: 2, name: 'Eva Berg' }).waitFor();
    await page.getByRole('banner').getByText('night').waitFor();
    await page.context().close();
  });

  test('visitors who are expected are listed with their host', async () => {
    const { id } = await lobby.made('/connections', {
      name: 'Visitors',
      connector: 'webhook',
      target: { console: 'built-in' },
      settings: {
        verifier: { type: 'standard-webhooks' },
        mapping: deskMapping,
        time_zone: 'Europe/Vienna',
        site: 'hq',
      },
      secrets: { secret: standardSecret },
      access: { preset: 'visitor-user', deliver: [] },
    });
    const url = `http://127.0.0.1:${world.port}/hooks/${id}`;
    const visitors = new VisitorDesk({ url, signing: 'standard-webhooks', secret: standardSecret });
    visitors.invite({ name: 'Ada Lovelace', email: 'ada@example.com' });
    await visitors.flush();
    const page = await world.signedIn('desk@example.com', '/desk/', tablet);
    await page.getByRole('switch', { name: 'Expected visitors' }).check();
    await page.getByRole('button', { name: /Ada Lovelace.*visits host@acme.example/ }).waitFor();
    await eventually(
      'nobody else is shown',
      async () => (await page.getByRole('button', { name: /Eva/ }).count()) === 0,
    );
    await expectNoFindings(page);
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

  test('of more than twenty who are found, a line says how many there are', async () => {
    for (let each = 0; each <= 20; each += 1) await lobby.made('/users', { username: `lecturer-${each}` });
    const page = await world.signedIn('desk@example.com', '/desk/?search=lecturer', tablet);
    const line = page.getByText('The first 20 of 21. Type more to narrow them down.');
    await line.waitFor();
    await box(page).fill('lecturer-2');
    await line.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('a role that does not see guests is told so, and may sign out', async () => {
    const { id } = await world.made(201, 'POST', '/roles', {
      body: { name: 'Devices', permissions: ['devices:read'] },
    });
    await world.operator('tech@example.com', { roleId: String(id) });
    const page = await world.signedIn('tech@example.com', '/desk/');
    await page.getByRole('heading', { level: 1, name: 'Your role cannot view guests' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in to Usher' }).waitFor();
    await page.context().close();
  });

  test('Enter opens the guest of exactly that room, and nobody while several may be meant', async () => {
    for (const room of ['110', '11', '112']) await lobby.checkIn(room, `Room${room}`, `${room}-room${room}`);
    const page = await world.signedIn('desk@example.com', '/desk/');
    await box(page).fill('11');
    await page.getByRole('button', { name: /^112 / }).waitFor();
    await page.getByRole('button', { name: /Nováková/ }).waitFor({ state: 'detached' });
    await box(page).press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Eva Room11', exact: true }).waitFor();
    await page.goto(`http://127.0.0.1:${world.port}/desk/`);
    // As fast as people type: nothing is found yet when Enter comes.
    await box(page).fill('112');
    await box(page).press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Eva Room112', exact: true }).waitFor();
    await page.goto(`http://127.0.0.1:${world.port}/desk/`);
    await box(page).fill('room');
    await box(page).press('Enter');
    await page.waitForFunction(() => {
      const { activeElement } = document;
      return activeElement instanceof HTMLButtonElement && activeElement.textContent.includes('Eva Room');
    });
    expect(await page.getByRole('heading', { level: 2, name: /^Eva Room/ }).count()).toBe(0);
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
