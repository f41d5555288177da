import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { axeFindings } from '../portal/axe-findings.js';
import { consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

inBrowser('profiles for devices, and who vouches for people', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
    await world.made(201, 'POST', '/users', { body: { username: 'eva' } });
  });
  afterAll(() => world?.close());

  test("an iPhone's profile is made, and its file has network and name of whom it is for", async () => {
    const page = await world.signedIn('anna@example.com', '/console/profiles');
    await page.getByText('No profiles yet').waitFor();
    await page.getByRole('button', { name: 'Add a profile' }).click();
    const form = page.getByRole('dialog', { name: 'New profile' });
    await form.getByRole('textbox', { name: 'Wi-Fi name (SSID)' }).fill('Lindenhof');
    await form.getByRole('combobox', { name: 'Method' }).click();
    await page.getByRole('option', { name: 'a certificate (EAP-TLS)' }).click();
    await form.getByRole('textbox', { name: 'Home domain' }).fill('example.com');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('only android has a home domain').waitFor();
    await form.getByRole('textbox', { name: 'Home domain' }).fill('');
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Lindenhof' });
    await drawer.getByRole('combobox', { name: 'For whom' }).first().fill('ev');
    await page.getByRole('option', { name: 'eva' }).click();
    await drawer.getByRole('button', { name: 'Create file' }).click();
    await drawer.getByText('Certificate password, shown only once').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('button', { name: /\.mobileconfig$/ }).click(),
    ]);
    const content = readFileSync(await file.path(), 'latin1');
    expect([content.includes('Lindenhof'), content.includes('com.apple.wifi.managed')]).toEqual([true, true]);
    const issued = await world.made(200, 'GET', '/certificates?filter[purpose]=client');
    expect(issued._embedded.certificates[0]).toMatchObject({ common_name: 'eva', status: 'valid' });
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Lindenhof.*iPhone.*EAP-TLS/ }).waitFor();
    await expectNoFindings(page);
    await page.context().close();
  });

  test('a directory is tried step by step, and says at which step it ends', async () => {
    // Answers nothing that a directory would: the handshake of TLS fails.
    const silent = createServer((socket) => socket.on('error', () => undefined).end('hello')).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const page = await world.signedIn('anna@example.com', '/console/authentication-providers');
    await page.getByRole('button', { name: 'Add: Directory (LDAP)' }).click();
    const form = page.getByRole('dialog', { name: 'New provider: Directory (LDAP)' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Staff');
    await form.getByRole('textbox', { name: 'Address of the directory' }).fill('http://127.0.0.1');
    await form.getByRole('textbox', { name: 'Base DN' }).fill('ou=people,dc=example,dc=com');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText(/must be .*ldaps/).waitFor();
    await form.getByRole('textbox', { name: 'Address of the directory' }).fill(`ldaps://127.0.0.1:${port}`);
    await form.getByLabel('Bind password').fill('secret of the directory');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByRole('textbox', { name: 'Members of this provider group' }).fill('spa');
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    // A rule without its group here is refused beside it.
    await form.getByText('is required').first().waitFor();
    await form.getByRole('button', { name: 'Remove: Rule 1' }).click();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Staff' });
    await drawer.getByRole('button', { name: 'Test saved settings' }).click();
    await drawer.getByText('Incomplete').waitFor();
    expect(await drawer.getByRole('listitem').count()).toBeGreaterThan(1);
    expect(await drawer.getByLabel('Bind password').inputValue()).toBe('');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Staff Directory \(LDAP\) guests at portals In use/ }).waitFor();
    await expectNoFindings(page);
    silent.close();
    await page.context().close();
  });
});
