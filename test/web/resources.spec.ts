import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { JsonBody } from '../http/http-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { Lobby } from '../people/lobby.js';
import { axeFindings } from '../portal/axe-findings.js';
import { missingPackages } from '../radius/around.js';
import { buildPages, type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

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

  const letsIn = async (mac: string) => {
    const name = mac.replaceAll('-', '').toLowerCase();
    return (await lobby.tries(name, name, mac, 'Service-Type = Call-Check')).packet;
  };

  test('a printer is added with its owner, let in by its address, blocked by a button, and deleted', async () => {
    const page = await world.signedIn('anna@example.com', '/console/devices');
    await page.getByText('No devices yet').waitFor();
    await page.getByRole('button', { name: 'Add a device' }).click();
    const form = page.getByRole('dialog', { name: 'New device' });
    await form.getByRole('textbox', { name: 'Address' }).fill('printer');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('must be a MAC address').waitFor();
    await form.getByRole('textbox', { name: 'Address' }).fill('02-00-00-00-00-31');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Printer');
    await form.getByRole('combobox', { name: 'Owner' }).fill('adler');
    await page.getByRole('option', { name: '101-adler' }).click();
    await form.getByLabel('Valid until').fill('2031-07-01T12:00');
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
    await drawer.getByRole('button', { name: 'Unblock' }).waitFor();
    expect(await letsIn('02-00-00-00-00-31')).toBe('Access-Reject');
    await drawer.getByRole('textbox', { name: 'Operating system' }).fill('none');
    await drawer.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).last().waitFor();
    await drawer.getByRole('button', { name: 'Change history' }).click();
    await drawer.getByText('disabled: false → true').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Printer 02:00:00:00:00:31 none 101-adler Blocked/ }).waitFor();
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Printer' }).click();
    await drawer.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Printer?' });
    await question.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No devices yet').waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('two people change one device: the second sees both versions; who may only read sees no button', async () => {
    const { id } = await lobby.made('/devices', { mac: '02-00-00-00-00-32', name: 'Television' });
    const page = await world.signedIn('anna@example.com', `/console/devices?id=${id}`);
    const drawer = page.getByRole('dialog', { name: 'Television' });
    await drawer.getByRole('textbox', { name: 'Type' }).fill('television');
    await world.made(200, 'PATCH', `/devices/${id}`, { body: { type: 'screen', os: 'android' } });
    await drawer.getByRole('button', { name: 'Save', exact: true }).click();
    const both = page.getByRole('dialog', { name: 'Somebody else changed this in the meantime' });
    await both.getByRole('row', { name: 'Type television screen' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await both.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await lobby.get(`/devices/${id}`)).toMatchObject({ type: 'television', os: 'android' });
    await page.context().close();
    const reader = await world.signedIn('otto@example.com', `/console/devices?id=${id}`);
    await reader.getByRole('dialog', { name: 'Television' }).getByText('Not online').waitFor();
    expect(await reader.getByRole('button', { name: /^(Add a device|Block|Save|Delete)$/ }).count()).toBe(0);
    await world.made(204, 'DELETE', `/devices/${id}`);
    await reader.getByText('This record no longer exists.').waitFor();
    await reader.context().close();
  });

  test('whoever is in another zone reads under a date and time by whose clock it is', async () => {
    const form = (page: ConsolePage) => page.getByRole('dialog', { name: 'New device' });
    const until = (page: ConsolePage) => form(page).getByLabel('Valid until');
    const inTokyo = await world.signedIn('anna@example.com', '/console/devices?id=new', { timezoneId: 'Asia/Tokyo' });
    await form(inTokyo).getByText('Europe/Vienna').first().waitFor();
    const described = (await until(inTokyo).getAttribute('aria-describedby')) ?? '';
    expect(await inTokyo.locator(`[id="${described.split(' ')[0]}"]`).textContent()).toBe('Europe/Vienna');
    await form(inTokyo).getByRole('textbox', { name: 'Address' }).fill('02-00-00-00-00-33');
    await until(inTokyo).fill('2031-07-01T12:00');
    expect(await axeFindings(inTokyo)).toEqual([]);
    await form(inTokyo).getByRole('button', { name: 'Save', exact: true }).click();
    await inTokyo.getByText('Saved', { exact: true }).waitFor();
    const [{ id, valid_until: at }] = (await lobby.get('/devices?filter[mac]=020000000033'))._embedded.devices;
    expect(at).toBe('2031-07-01T10:00:00.000Z');
    await inTokyo.context().close();
    const there = await world.signedIn('anna@example.com', `/console/devices?id=${id}`, {
      timezoneId: 'Europe/Vienna',
    });
    const known = there.getByRole('dialog', { name: '02:00:00:00:00:33' });
    expect(await known.getByLabel('Valid until').inputValue()).toBe('2031-07-01T12:00');
    expect(await known.getByText('Europe/Vienna').count()).toBe(0);
    await there.context().close();
    await world.made(204, 'DELETE', `/devices/${id}`);
  });

  test('a group with its speed, and an account in it by hand that signs in', async () => {
    const page = await world.signedIn('anna@example.com', '/console/user-groups?id=new');
    const form = page.getByRole('dialog', { name: 'New group' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Conference');
    await form.getByLabel('Download (Mbit/s)').fill('2.5');
    await form.getByRole('textbox', { name: 'VLAN' }).fill('5000');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('must be a VLAN').waitFor();
    await form.getByRole('textbox', { name: 'VLAN' }).fill('120');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const group = page.getByRole('dialog', { name: 'Conference' });
    await group.getByLabel('Upload (Mbit/s)').fill('1');
    await group.getByLabel('Download (Mbit/s)').fill('');
    await group.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('cell', { name: '↑ 1 Mb/s' }).waitFor();
    const groups = (await lobby.get('/user-groups?filter[name]=Conference'))._embedded.user_groups;
    expect(groups[0].policy).toEqual({ bandwidth_up: 1_000_000, vlan: '120' });
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expectNoFindings(page);
    await page.goto(`http://127.0.0.1:${world.port}/console/users?id=new`);
    const account = page.getByRole('dialog', { name: 'New account' });
    await account.getByRole('textbox', { name: 'User name' }).fill('speaker');
    const keeps = 'Never shown. Leave empty to keep it.';
    expect(await account.getByText(keeps).count()).toBe(0);
    await account.getByLabel('Password', { exact: true }).fill('a-long-word-for-the-talk');
    await account.getByRole('combobox', { name: 'Group' }).fill('conf');
    await page.getByRole('option', { name: 'Conference' }).click();
    await account.getByRole('button', { name: 'Save', exact: true }).click();
    const speaker = page.getByRole('dialog', { name: 'speaker' });
    await speaker.getByText(keeps).waitFor();
    const attribute = speaker.getByRole('region', { name: 'RADIUS attributes' });
    await attribute.getByLabel(/^Attribute/).fill('Filter-Id');
    await attribute.getByLabel(/^Value/).fill('on-stage');
    await attribute.getByRole('button', { name: 'Add attribute' }).click();
    await attribute.getByRole('row', { name: /Filter-Id := on-stage reply/ }).waitFor();
    const { packet, attributes } = await lobby.tries('speaker', 'a-long-word-for-the-talk', '02-00-00-00-00-41');
    expect([packet, attributes['Tunnel-Private-Group-Id']]).toEqual(['Access-Accept', '120']);
    expect(attributes['Filter-Id']).toContain('on-stage');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /speaker Conference/ }).waitFor();
    await expectNoFindings(page);
    await page.context().close();
  });

  test('many at once: a page, then everything that matches; a view of them is kept and shared', async () => {
    const operations = Array.from({ length: 30 }, (_, index) => ({
      op: 'create',
      data: { username: `fair-${String(index).padStart(2, '0')}`, disabled: 0 },
    }));
    await world.made(200, 'POST', '/bulk/users', { body: { operations } });
    const page = await world.signedIn('anna@example.com', '/console/users?q=username:~fair-');
    await page.getByRole('checkbox', { name: 'Select page' }).press('Space');
    await page.getByRole('button', { name: 'Select all 30 that match' }).click();
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    const job = page.getByRole('dialog', { name: 'Block' });
    await job.getByText('30 done').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await job.getByRole('button', { name: 'Close' }).last().click();
    const blocked = async () => (await lobby.get('/users?filter[disabled]=1&page_size=1')).total_items;
    expect(await blocked()).toBe(30);

    await page.getByRole('button', { name: 'Views' }).click();
    const views = page.getByRole('dialog', { name: 'Views' });
    await views.getByText('No saved views').waitFor();
    await views.getByRole('textbox').fill('The fair');
    await views.getByRole('switch', { name: 'Share with everybody here' }).press('Space');
    await views.getByRole('button', { name: 'Save this view' }).click();
    await views.getByRole('button', { name: 'The fair', exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();

    await world.operator('ines@example.com');
    const other = await world.signedIn('ines@example.com', '/console/users');
    await other.getByRole('button', { name: 'Views' }).click();
    await other.getByRole('button', { name: 'The fair', exact: true }).click();
    await other.waitForURL(/q=username/);
    await other.getByText('30 total').waitFor();
    await other.getByRole('checkbox', { name: 'Select', exact: true }).first().press('Space');
    await other.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = other.getByRole('dialog', { name: 'Delete' });
    await question.getByText('1 record').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.getByText('1 done').waitFor();
    expect(await blocked()).toBe(29);
    expect(other.complaints).toEqual([]);
    await other.context().close();
  });

  test('ten vouchers: made, one is used, the others are printed, more like them, the rest revoked', async () => {
    const page = await world.signedIn('anna@example.com', '/console/voucher-batches');
    await page.getByText('No vouchers yet').waitFor();
    await page.getByRole('button', { name: 'Create vouchers' }).click();
    const form = page.getByRole('dialog', { name: 'New vouchers' });
    await form.getByRole('combobox', { name: 'Count' }).click();
    await page.getByRole('option', { name: '10', exact: true }).click();
    await form.getByRole('combobox', { name: 'Group' }).fill('conf');
    await page.getByRole('option', { name: 'Conference' }).click();
    await form.getByRole('textbox', { name: 'Note' }).fill('Wedding');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const batch = page.getByRole('dialog', { name: 'Wedding' });
    await batch.getByText('1 day from first use.').waitFor();
    const [{ code }] = (await lobby.get('/vouchers'))._embedded.vouchers;
    await batch.getByRole('cell', { name: code }).waitFor();
    expect((await lobby.tries(code, code, '02-00-00-00-00-42')).packet).toBe('Access-Accept');
    await batch.getByText('In use: 1').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const file = page.waitForEvent('download');
    await batch.getByRole('button', { name: 'PDF of 9 unused' }).click();
    expect(readFileSync(await (await file).path(), 'latin1').slice(0, 5)).toBe('%PDF-');
    await batch.getByRole('button', { name: 'Create more like these' }).click();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await batch.getByText('Unused: 10').waitFor();
    await batch.getByRole('button', { name: 'Revoke' }).click();
    await page
      .getByRole('dialog', { name: /^Revoke unused vouchers/ })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByRole('row', { name: /Wedding .* 1 day 10 9 1/ }).waitFor();
    await page.getByRole('row', { name: /Wedding .* 1 day 10 0 0/ }).waitFor();
    await expectNoFindings(page);
    await page.goto(`http://127.0.0.1:${world.port}/console/vouchers?q=status:active`);
    await page.getByRole('button', { name: code }).click();
    await page.getByRole('dialog', { name: code }).getByRole('button', { name: 'Revoke' }).click();
    await page
      .getByRole('dialog', { name: `Revoke ${code}?` })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByText('No results match this filter').waitFor();
    expect((await lobby.tries(code, code, '02-00-00-00-00-42')).packet).toBe('Access-Reject');
    await expectNoFindings(page);
    await page.context().close();
  });

  test('a policy: whom it would concern before it is saved, its place in the order, and a sign-in tried', async () => {
    const page = await world.signedIn('anna@example.com', '/console/policies?id=new');
    const form = page.getByRole('dialog', { name: 'New policy' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('No conference');
    await form.getByRole('button', { name: 'Add a condition' }).click();
    await form.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'Group', exact: true }).click();
    await form.getByRole('combobox', { name: 'Value' }).click();
    await page.getByRole('option', { name: 'Conference' }).click();
    await form.getByRole('button', { name: 'Who is affected?' }).click();
    const impact = form.getByRole('status').filter({ hasText: 'Newly denied: 1.' });
    await impact.getByRole('row', { name: /^speaker allowed → denied/ }).waitFor();
    expect((await lobby.get('/policies')).total_items).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog', { name: 'No conference' }).waitFor();
    await page.keyboard.press('Escape');
    await world.made(201, 'POST', '/policies', { body: { name: 'Everybody', effect: 'permit', priority: 5 } });
    const names = () => page.locator('tbody tr td:first-child').allInnerTexts();
    await page.getByRole('button', { name: 'Move Everybody up' }).press('Enter');
    await eventually('the order is kept', async () => {
      const { _embedded } = await lobby.get('/policies?sort=priority:asc');
      return _embedded.policies[0].name === 'Everybody';
    });
    await page.locator('tr', { hasText: 'No conference' }).locator('[draggable]').hover();
    await page.mouse.down();
    await page.getByRole('button', { name: 'Move Everybody up' }).hover();
    await page.mouse.up();
    await eventually('the order is shown', async () => (await names())[0] === 'No conference');
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Try a sign-in' }).click();
    const bench = page.getByRole('dialog', { name: 'Try a sign-in' });
    await bench.getByRole('textbox', { name: 'User name or voucher' }).fill('speaker');
    await bench.getByRole('button', { name: 'Try', exact: true }).click();
    await bench.getByText('A policy denies it.').waitFor();
    await bench.getByText('No conference decides').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect((await lobby.tries('speaker', 'a-long-word-for-the-talk', '02-00-00-00-00-41')).packet).toBe(
      'Access-Reject',
    );
    await page.context().close();
  });

  test('an access point that no network knows, another with a wrong secret: one button adds the first', async () => {
    const asks = async (secret: string, ...lines: string[]) => {
      const child = spawn('radclient', ['-r', '1', '-t', '1', `127.0.0.1:${lobby.radius.auth}`, 'auth', secret]);
      child.stdin.end(['User-Name = "a"', 'User-Password = "b"', 'Message-Authenticator = 0x00', ...lines].join('\n'));
      await once(child, 'close');
    };
    await asks('whatever', 'Packet-Src-IP-Address = 127.0.0.9');
    await asks('another secret');
    await eventually('both were heard', async () => {
      const { clients, unknown_addresses } = await lobby.get(`/networks/${lobby.networkId}/contacts`);
      return clients[0].wrong_secret !== null && unknown_addresses.length === 1;
    });
    const page = await world.signedIn('anna@example.com', `/console/networks?id=${lobby.networkId}`);
    const drawer = page.getByRole('dialog', { name: 'House' });
    await drawer.getByText('127.0.0.1 uses a wrong secret').waitFor();
    await drawer.getByText('127.0.0.9 sends requests but belongs to no network').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Add 127.0.0.9 to this network' }).click();
    await drawer.getByText('Secret of 127.0.0.9, shown only once').waitFor();
    await drawer.getByRole('button', { name: 'Remove 127.0.0.9' }).waitFor();
    await drawer.getByLabel('Short name').last().fill('roof');
    await drawer.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { clients } = await lobby.get(`/networks/${lobby.networkId}`);
    expect(clients.map(({ short_name }: JsonBody) => short_name)).toEqual(['lobby', 'roof']);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /^House 2 rejected/ }).waitFor();
    await expectNoFindings(page);
    await page.context().close();
  });

  test('a RADIUS server with its secret, shown once; a gateway, and what it lacks', async () => {
    const page = await world.signedIn('anna@example.com', '/console/radius-servers?id=new');
    const form = page.getByRole('dialog', { name: 'New RADIUS server' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('House one');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const server = page.getByRole('dialog', { name: 'House one' });
    await server.getByText('Secret of House one, shown only once').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /House one .*1812, 1813/ }).waitFor();
    await expectNoFindings(page);
    await page.goto(`http://127.0.0.1:${world.port}/console/gateways?id=new`);
    const gateway = page.getByRole('dialog', { name: 'New gateway' });
    await gateway.getByRole('combobox', { name: 'Vendor' }).click();
    await page.getByRole('option', { name: 'coova' }).click();
    await gateway.getByRole('textbox', { name: 'Name', exact: true }).fill('Lobby door');
    await gateway.getByRole('combobox', { name: 'Network' }).fill('House');
    await page.getByRole('option', { name: 'House', exact: true }).click();
    await gateway.getByRole('button', { name: 'Save', exact: true }).click();
    const made = page.getByRole('dialog', { name: 'Lobby door' });
    await made.getByText('It has not sent any guests yet.').waitFor();
    await made.getByRole('button', { name: 'Test saved settings' }).click();
    await made.getByText('Incomplete').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Lobby door coova House from the network/ }).waitFor();
    await expectNoFindings(page);
    await page.context().close();
  });

  test('a succession of authorities: nothing is retired while a client holds its certificate', async () => {
    const [speaker] = (await lobby.get('/users?filter[username]=speaker'))._embedded.users;
    await lobby.made('/certificates', { user_id: speaker.id });
    const page = await world.signedIn('anna@example.com', '/console/certificates');
    await page.getByRole('button', { name: 'Create a successor' }).click();
    const begin = page.getByRole('dialog', { name: 'Replace this authority?' });
    await begin.getByRole('button', { name: 'Create a successor' }).click();
    await page.getByText(/^1 clients still use/).waitFor();
    // Off the time below, which would explain itself.
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await expectNoFindings(page);
    await page.getByRole('link', { name: 'Show them' }).click();
    await page.getByRole('button', { name: 'speaker' }).click();
    await page.getByRole('dialog', { name: 'speaker' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog', { name: 'Revoke speaker?' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Retire the old authority' }).click();
    const end = page.getByRole('dialog', { name: 'Permanently retire the old authority?' });
    expect(await end.getByRole('button', { name: 'Retire the old authority' }).isEnabled()).toBe(false);
    await end.getByLabel('Type retire to confirm').fill('retire');
    expect(await axeFindings(page)).toEqual([]);
    await end.getByRole('button', { name: 'Retire the old authority' }).click();
    await page.getByRole('button', { name: 'Create a successor' }).waitFor();
    const { _embedded } = await lobby.get('/certificates/authorities');
    const statuses = Object.values<JsonBody[]>(_embedded)[0]?.map(({ status }) => status);
    expect(statuses?.toSorted()).toEqual(['issuing', 'retired']);
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await expectNoFindings(page);
    await page.context().close();
  });
});

function describeNothing(): void {
  test.skip('for want of FreeRADIUS', () => undefined);
}
