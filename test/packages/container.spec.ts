import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { freePort } from '../e2e/data-folder.js';
import { call, runToEnd, startService, testKey, testToken } from '../e2e/service.js';
import { machineMilliseconds } from '../kernel/machine-time.js';
import { eventually } from '../kernel/manual-clock.js';
import { freePort as freeUdpPort, missingPackages as missingForRadius, sharedSecret } from '../radius/around.js';
import { signIn } from '../radius/radclient.js';
import { type Container, Image, withContainers } from './container-rig.js';

const ownerRoleId = '00000000-0000-7000-8000-000000000103';
const mostBytes = 320_000_000;

withContainers('in a container', () => {
  let database: TestDatabase;
  let image: Image;
  let container: Container;
  let url: string;

  beforeAll(async () => {
    // Builds what is not built yet.
    await runToEnd({}, '--version');
    database = await createMigratedDatabase();
    image = await Image.usher();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    container = image.start({
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: database.url,
      USHER_TOKEN: testToken,
      USHER_MASTER_KEY: testKey,
    });
    const isReady = () => fetch(`${url}/readyz`).then(({ ok }) => ok);
    await eventually('the service answers', () => (container.code === null ? isReady().catch(() => false) : true));
    if (container.code !== null) throw new Error(container.said);
  });
  afterAll(async () => {
    await container?.stop();
    await image?.remove();
    await database?.drop();
  });

  test('the image is small, and has no shell, no package manager and no compiler', () => {
    expect(image.bytes).toBeLessThan(mostBytes);
    const programs = globSync('{usr/,}{s,}bin/*', { cwd: image.rootfs });
    expect(programs).toEqual(['usr/bin/node']);
    const packages = globSync('opt/usher/node_modules/{npm,typescript,jest,vite,@nestjs/cli}', { cwd: image.rootfs });
    expect(packages).toEqual([]);
  });

  test('it runs as nobody, without capabilities, and may gain none', async () => {
    const status = readFileSync(`/proc/${await image.pid()}/status`, 'utf8');
    expect(image.user).toBe('65532:65532');
    expect(status).toMatch(/^Uid:\t65532\t65532\t65532\t65532$/m);
    for (const kind of ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'])
      expect(status).toMatch(new RegExp(`^Cap${kind}:\t0+$`, 'm'));
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
  });

  test('its health check is content, and the file system cannot be written', async () => {
    expect(image.healthCheck[0]).toBe('/usr/bin/node');
    await image.execute(...image.healthCheck);
    const writing = ['/usr/bin/node', '-e', "require('node:fs').writeFileSync('/opt/usher/x', '')"];
    await expect(image.execute(...writing)).rejects.toThrow('EROFS');
  });

  test('it serves the API and the pages', async () => {
    const made = await call(url, testToken, 'POST', '/users', { username: 'anna', password: 'Sommer 2026!' });
    expect(made.status).toBe(201);
    expect((await call(url, testToken, 'GET', '/users?filter[username]=anna')).body.total_items).toBe(1);
    expect((await fetch(`${url}/console/`)).status).toBe(200);
    // Argon2 is a library of its own.
    const operator = { email: 'op@example.com', name: 'Op', password: 'correct horse 7 battery', role_id: ownerRoleId };
    expect((await call(url, testToken, 'POST', '/operators', operator)).status).toBe(201);
  });

  test('told to end, it ends with 0 within ten seconds', async () => {
    const took = await machineMilliseconds(async () => {
      expect([await container.stop(), container.said]).toEqual([0, expect.any(String)]);
    });
    expect(took).toBeLessThan(10_000);
    expect(container.said).not.toMatch(/"level":(?:50|60)/);
  });

  (missingForRadius().length === 0 ? test : test.skip)('FreeRADIUS lets in whom the service knows', async () => {
    const closing: (() => unknown)[] = [];
    try {
      const service = await startService({ DATABASE_URL: database.url });
      closing.push(() => service.stop());
      const client = { address: '127.0.0.1', short_name: 'ap', secret: sharedSecret };
      await service.call('POST', '/networks', { name: 'House', clients: [client] });
      await service.call('POST', '/users', { username: 'ben', password: 'Sommer 2026!' });
      const [auth, acct] = [await freeUdpPort(), await freeUdpPort()];
      const radius = await image.radius();
      const settings = {
        DATABASE_URL: database.url,
        USHER_MASTER_KEY: testKey,
        USHER_RADIUS_ADDRESS: '127.0.0.1',
        USHER_RADIUS_AUTH_PORT: String(auth),
        USHER_RADIUS_ACCT_PORT: String(acct),
      };
      const served = radius.start(settings, '--volume', `${await image.dataFolder()}:/data`);
      closing.push(() => served.stop());
      await eventually('it answers', () => served.said.includes('FreeRADIUS answers') || served.code !== null);
      if (served.code !== null) throw new Error(served.said);
      expect((await signIn(auth, 'ben', 'Sommer 2026!')).packet).toBe('Access-Accept');
      expect((await signIn(auth, 'ben', 'wrong')).packet).toBe('Access-Reject');
      expect(await served.stop()).toBe(0);
    } finally {
      while (closing.length > 0) await closing.pop()?.();
    }
  });
});
