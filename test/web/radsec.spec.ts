import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasOpenssl, Openssl } from '../console/certificates/openssl.js';
import { consoleWorld, type ConsolePage, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

(hasOpenssl ? inBrowser : describe.skip)('a site that comes by RADIUS over TLS', () => {
  let world: ConsoleWorld;
  let page: ConsolePage;
  let networkId: string;
  const openssl = new Openssl();
  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
    const clients = [{ address: '10.20.0.0/24', short_name: 'lobby' }];
    ({ id: networkId } = await world.made(201, 'POST', '/networks', { body: { name: 'House', clients } }));
    page = await world.signedIn('anna@example.com', `/console/networks?id=${networkId}`);
  });
  afterAll(() => world?.close());

  const drawer = () => page.getByRole('dialog', { name: 'House' });
  const downloaded = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      drawer()
        .getByRole('button', { name: `Download ${name}` })
        .click(),
    ]);
    return readFileSync(await file.path());
  };
  const made = async () => {
    await drawer().getByRole('button', { name: 'Issue certificate' }).click();
    return downloaded('radsec-authority.pem');
  };

  test('the switch makes a certificate say whose the access points are, and asks for no secret', async () => {
    await drawer().getByLabel('Shared secret').waitFor();
    await drawer()
      .getByRole('switch', { name: /^RadSec: identified by certificate/ })
      .press('Space');
    await drawer().getByLabel('Shared secret').waitFor({ state: 'detached' });
    await drawer().getByRole('button', { name: 'Save', exact: true }).click();
    await drawer().getByRole('button', { name: 'Issue certificate' }).waitFor();
    const { clients } = await world.made(200, 'GET', `/networks/${networkId}`);
    expect(clients).toMatchObject([{ address: '10.20.0.0/24', radsec: 1 }]);
    await expectNoFindings(page);
  });

  test('without a request a key is made: file and password open each other', async () => {
    openssl.put('authority.pem', await made());
    openssl.put('lobby.p12', await downloaded('lobby.p12'));
    const password = await drawer().getByRole('status').locator('pre').innerText();
    const opened = openssl.run('pkcs12', '-in', 'lobby.p12', '-nodes', '-passin', `pass:${password}`);
    expect(opened).toContain('PRIVATE KEY');
    expect(openssl.run('x509', '-in', 'authority.pem', '-noout', '-text')).toContain('CA:TRUE');
    await expectNoFindings(page);
  });

  test('a request of the controller gets a certificate for its own key', async () => {
    const request = openssl.request('site', '/CN=site');
    await drawer().getByLabel('Controller request').fill(request);
    await made();
    openssl.put('site.pem', await downloaded('lobby.pem'));
    const own = openssl.run('pkey', '-in', 'site.key', '-pubout');
    expect(openssl.run('x509', '-in', 'site.pem', '-noout', '-pubkey')).toBe(own);
    const { _embedded } = await world.made(200, 'GET', '/certificates?filter[purpose]=radsec');
    expect(_embedded.certificates).toHaveLength(2);
    expect(page.complaints).toEqual([]);
  });

  test('what is no request is refused in words, and stays', async () => {
    await drawer().getByLabel('Controller request').fill('a certificate, please');
    await drawer().getByRole('button', { name: 'Issue certificate' }).click();
    await drawer().getByRole('alert').waitFor();
    expect(await drawer().getByLabel('Controller request').inputValue()).toBe('a certificate, please');
  });
});
