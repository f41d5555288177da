import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { createMigratedDatabase } from '../database/fresh-database.js';
import { eventually } from '../kernel/manual-clock.js';
import { signIn } from '../radius/radclient.js';
import { freePort, sharedSecret } from '../radius/around.js';
import { freeTcpPort, listens } from '../radius/site-proxy.js';
import { withFreeRadius } from '../radius/served-radius.js';
import { startService, testToken } from './service.js';

withFreeRadius('npm run radius', () => {
  // Last begun, first ended; also when the test ran out of time, which its own `finally` would not hear of.
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    while (closing.length > 0) await closing.pop()?.();
  });

  test('serves users of the API beside the service, sees new organizations, and survives an outage', async () => {
    const { url: databaseUrl, drop } = await createMigratedDatabase();
    closing.push(drop);
    const folder = mkdtempSync(path.join(tmpdir(), 'usher-radius-'));
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    const [auth, acct, radsec] = [await freePort(), await freePort(), await freeTcpPort()];
    const environment = { DATABASE_URL: databaseUrl, USHER_DATA_DIR: folder };
    const service = await startService(environment);
    closing.push(() => service.stop());
    const network = (address: string, headers = {}) =>
      service.call(
        'POST',
        '/networks',
        { name: 'House', clients: [{ address, short_name: 'ap', secret: sharedSecret }] },
        headers,
      );
    await network('127.0.0.1');
    await service.call('POST', '/users', { username: 'anna', password: 'Sommer 2026!' });

    const radius = spawn(process.execPath, ['dist/bin/usher.js', 'radius'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        ...environment,
        USHER_TOKEN: testToken,
        USHER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        USHER_RADIUS_ADDRESS: '127.0.0.1',
        USHER_RADIUS_AUTH_PORT: String(auth),
        USHER_RADIUS_ACCT_PORT: String(acct),
        USHER_RADIUS_RADSEC_PORT: String(radsec),
      },
    });
    const ended = new Promise<number | null>((resolve) => {
      radius.on('exit', resolve);
    });
    // FreeRADIUS ends with a launcher that is asked to end, not with one that is killed.
    closing.push(async () => {
      radius.kill('SIGTERM');
      await ended;
    });
    let said = '';
    radius.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    radius.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const admin = new pg.Client({ connectionString: process.env.USHER_TEST_ADMIN_URL });
    await admin.connect();
    closing.push(() => admin.end());
    const name = new URL(databaseUrl).pathname.slice(1);
    const enter = async (name: string, ...more: string[]) => (await signIn(auth, name, 'Sommer 2026!', ...more)).packet;
    await eventually('FreeRADIUS answers', () => said.includes('FreeRADIUS answers'));
    expect(await enter('anna')).toBe('Access-Accept');
    const children = () => readFileSync(`/proc/${radius.pid}/task/${radius.pid}/children`, 'utf8').trim().split(' ');
    const [first] = children();

    const other = await service.call('POST', '/organizations', { name: 'Hotel Seeblick' });
    const there = { 'x-organization-id': String(other.body.id) };
    await network('127.0.0.2', there);
    await service.call('POST', '/users', { username: 'ben', password: 'Sommer 2026!' }, there);
    await eventually(
      'the other hotel is served',
      async () => (await enter('ben', 'Packet-Src-IP-Address = 127.0.0.2')) === 'Access-Accept',
    );
    expect(await enter('anna', 'Packet-Src-IP-Address = 127.0.0.2')).toBe('Access-Reject');
    expect(await enter('ben')).toBe('Access-Reject');

    await service.call('POST', '/certificates/authorities', {}, there);
    const authorities = () => readdirSync(path.join(folder, 'freeradius', 'authorities')).length;
    await eventually('certificates of the successor count, too', () => authorities() === 3);
    expect(await enter('ben', 'Packet-Src-IP-Address = 127.0.0.2')).toBe('Access-Accept');

    const own = { auth_port: await freePort(), acct_port: await freePort() };
    const server = await service.call('POST', '/radius-servers', { name: 'Own', ...own }, there);
    const clients = [{ address: '127.0.0.1', short_name: 'ap', secret: sharedSecret }];
    await service.call('POST', '/networks', { name: 'Annex', radius_server_id: server.body.id, clients }, there);
    await eventually(
      'its own port is open',
      async () => (await signIn(own.auth_port, 'ben', 'Sommer 2026!')).packet === 'Access-Accept',
    );
    expect([await enter('anna'), await enter('ben')]).toEqual(['Access-Accept', 'Access-Reject']);
    // The new hotel's ports have a process of their own; the first one goes on.
    expect(children()).toEqual([first, expect.any(String)]);

    const overTls = (wanted: number) =>
      service.call('PATCH', `/radius-servers/${server.body.id}`, { radsec: wanted }, there);
    expect(await listens(radsec)).toBe(false);
    await overTls(1);
    await eventually('RADIUS over TLS is served', () => listens(radsec));
    expect(children()).toEqual([first, expect.any(String), expect.any(String)]);
    await overTls(0);
    await eventually('it is served no more', async () => !(await listens(radsec)));
    expect(await enter('anna')).toBe('Access-Accept');

    await admin.query(`alter database ${name} with allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await eventually('it has looked in vain', () => said.includes('reading the organizations to serve failed'));
    await admin.query(`alter database ${name} with allow_connections true`);
    await eventually('logins work again by themselves', async () => (await enter('anna')) === 'Access-Accept');
    expect(children()[0]).toBe(first);

    expect(said.split('FreeRADIUS answers')).toHaveLength(2);
    radius.kill('SIGTERM');
    expect([await ended, said]).toEqual([0, said]);
  });
});
