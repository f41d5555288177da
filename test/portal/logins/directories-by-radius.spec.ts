import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rmSync } from 'node:fs';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { eventually } from '../../kernel/manual-clock.js';
import { freePort, sharedSecret } from '../../radius/around.js';
import { join } from '../../radius/eapol.js';
import { signIn } from '../../radius/radclient.js';
import { type Served, serve, withFreeRadius } from '../../radius/served-radius.js';
import { expiring, people, petraExpired, reset, rosaChanges, type Slapd, startSlapd } from '../identity/slapd.js';

const right = 'right password';
const local = 'Sommer 2026!';

withFreeRadius('people of a directory who sign in by RADIUS', () => {
  let world: UsherWorld;
  let slapd: Slapd;
  let silent: SilentServer | undefined;
  let radius: Served;
  let staff: string;
  let everybody: string;
  let directory: string;
  let count = 0;

  beforeAll(async () => {
    world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
    slapd = await startSlapd(people + expiring + reset);
    const group = async (name: string, vlan: string) =>
      (await world.made(201, 'POST', '/user-groups', { body: { name, policy: { vlan } } })).id as string;
    [staff, everybody] = [await group('Staff', '20'), await group('Everybody', '30')];
    const client = { address: '127.0.0.1', short_name: 'lobby', secret: sharedSecret };
    const network = { name: 'House', clients: [{ ...client, require_message_authenticator: 0 }] };
    await world.made(201, 'POST', '/networks', { body: network });
    directory = (
      await world.made(201, 'POST', '/authentication-providers', {
        body: {
          name: 'Lindenhof people',
          type: 'ldap',
          use: 'operators',
          groups: [{ group: 'staff', table_id: staff }],
          table_id: everybody,
          settings: {
            url: `ldaps://localhost:${slapd.tlsPort}`,
            base_dn: 'ou=people,dc=example,dc=com',
            bind_dn: 'cn=admin,dc=example,dc=com',
            bind_password: 'secret-of-the-admin',
            ca_certificate: slapd.ca,
            radius_sign_in: 1,
          },
        },
      })
    ).id;
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    radius = await serve(world, world.fresh.url, listen);
  });
  afterAll(async () => {
    await radius?.server.stop();
    if (radius) rmSync(radius.runFolder, { recursive: true, force: true });
    await slapd?.stop();
    silent?.close();
    await world?.close();
  });

  const newDevice = () => `Calling-Station-Id = "02-00-00-00-01-${(count += 1).toString(16).padStart(2, '0')}"`;
  const enter = (name: string, password: string, device = newDevice()) => signIn(radius.auth, name, password, device);
  const ttls = (name: string, password: string, phase2 = 'auth=PAP') =>
    join(radius.auth, ['eap=TTLS', `identity="${name}"`, `password="${password}"`, `phase2="${phase2}"`]);
  const last = async () =>
    (
      await world.sql<Record<string, unknown>>(`select outcome, username, auth_method, reason, reason_detail as detail
        from authentication_log order by at desc, id desc limit 1`)
    )[0];

  test('come in by PAP with the password there, as an account of the group that theirs is mapped to', async () => {
    const heard = await enter('anna', right);
    expect([heard.packet, heard.attributes]).toEqual([
      'Access-Accept',
      expect.objectContaining({ 'User-Name': 'anna', 'Tunnel-Private-Group-Id': '20' }),
    ]);
    expect(Number(heard.attributes['Session-Timeout'])).toBeGreaterThan(86_000);
    expect((await enter('ben', 'other password')).attributes).toMatchObject({ 'Tunnel-Private-Group-Id': '30' });
    expect(await last()).toMatchObject({
      outcome: 'accepted',
      username: 'ben',
      auth_method: 'PAP',
      detail: 'Proven by the directory Lindenhof people',
    });
    expect(
      await world.sql(`select first_name, email, group_id, password_ssha512 is null as bare from users
        where username = 'anna'`),
    ).toEqual([{ first_name: 'Anna', email: 'anna@example.com', group_id: staff, bare: true }]);
  });

  test('come in by EAP-TTLS with PAP inside; the account is written no second time', async () => {
    const before = await world.sql(`select revision, valid_until from users where username = 'anna'`);
    expect(await ttls('anna', right)).toBe(true);
    expect(await last()).toMatchObject({
      outcome: 'accepted',
      username: 'anna',
      auth_method: 'EAP-TTLS',
      detail: 'Proven by the directory Lindenhof people',
    });
    expect(await world.sql(`select revision, valid_until from users where username = 'anna'`)).toEqual(before);
  });

  test.each([
    ['PAP', (name: string, password: string) => enter(name, password).then(({ packet }) => packet === 'Access-Accept')],
    ['EAP-TTLS', ttls],
  ])('by %s with a wrong password are refused, and the log names the directory', async (method, by) => {
    expect(await by('ben', `guessed by ${method}`)).toBe(false);
    expect(await last()).toMatchObject({
      outcome: 'rejected',
      username: 'ben',
      auth_method: method,
      reason: 'wrong_password',
      detail: expect.stringContaining('Directory Lindenhof people: The directory refuses the password'),
    });
    expect(await by('stranger', right)).toBe(false);
    expect(await last()).toMatchObject({
      username: 'stranger',
      reason: 'wrong_password',
      detail: expect.stringContaining('Lindenhof people: No entry fits the filter'),
    });
  });

  test('with a password that has expired there are refused, and the log says so', async () => {
    await petraExpired(slapd);
    expect(await ttls('petra', right)).toBe(false);
    expect(await last()).toMatchObject({ username: 'petra', auth_method: 'EAP-TTLS', reason: 'password_expired' });
    expect((await enter('petra', right)).packet).toBe('Access-Reject');
    expect(await last()).toMatchObject({
      username: 'petra',
      auth_method: 'PAP',
      reason: 'password_expired',
      detail: expect.stringContaining('Lindenhof people: The directory refuses the password: the password has expired'),
    });
    expect((await enter('petra', 'guessed')).packet).toBe('Access-Reject');
    expect(await last()).toMatchObject({ username: 'petra', reason: 'wrong_password' });
  });

  test('with a password that somebody else has set are refused until they have changed it', async () => {
    expect(await ttls('rosa', right)).toBe(false);
    expect((await enter('rosa', right)).packet).toBe('Access-Reject');
    expect(await last()).toMatchObject({
      username: 'rosa',
      reason: 'password_expired',
      detail: expect.stringContaining('the password must be changed first'),
    });
    rosaChanges(slapd, 'her own password');
    expect((await enter('rosa', 'her own password')).packet).toBe('Access-Accept');
    expect(await ttls('rosa', 'her own password')).toBe(true);
  });

  test('by a method that shows no password are refused without asking', async () => {
    expect(await ttls('anna', right, 'auth=MSCHAPV2')).toBe(false);
    expect(await last()).toMatchObject({ username: 'anna', reason: 'method_not_possible' });
  });

  test('a user with a password here is judged by that alone', async () => {
    await world.made(201, 'POST', '/users', { body: { username: 'carl', password: local, table_id: everybody } });
    expect((await enter('carl', local)).packet).toBe('Access-Accept');
    expect(await last()).toMatchObject({ outcome: 'accepted', username: 'carl', detail: null });
    expect((await enter('carl', 'guessed')).packet).toBe('Access-Reject');
    expect(await last()).toMatchObject({ username: 'carl', reason: 'wrong_password' });
    expect(JSON.stringify(await last())).not.toContain('Lindenhof people');
  });

  test('are kept out by their account here, whatever the directory says', async () => {
    const [{ id }] = await world.sql<{ id: string }>(`select id from users where username = 'ben'`);
    const switchTo = (disabled: number) =>
      world.made(200, 'PATCH', `/users/${id}`, { body: { disabled }, headers: { 'if-match': '*' } });
    await switchTo(1);
    expect((await enter('ben', 'other password')).packet).toBe('Access-Reject');
    expect(await last()).toMatchObject({ username: 'ben', reason: 'user_disabled' });
    await switchTo(0);
    expect((await enter('ben', 'other password')).packet).toBe('Access-Accept');
  });

  test('whose account ended are let in anew while the directory has them', async () => {
    await world.sql(`update users set valid_until = now() - interval '1 hour' where username = 'ben'`);
    expect((await enter('ben', 'other password')).packet).toBe('Access-Accept');
  });

  test('attributes that the account asks for are compared', async () => {
    const [{ id }] = await world.sql<{ id: string }>(`select id from users where username = 'ben'`);
    const { id: attribute } = await world.made(201, 'POST', '/attributes', {
      body: { userid: id, table: 'radcheck', attribute: 'NAS-Identifier', operator: '==', value: 'pool' },
    });
    expect((await enter('ben', 'other password')).packet).toBe('Access-Reject');
    expect(await last()).toMatchObject({ username: 'ben', reason: 'attribute_mismatch' });
    await world.made(204, 'DELETE', `/attributes/${attribute}?table=radcheck`, { headers: { 'if-match': '*' } });
  });

  test('a device that keeps a former password asks the directory once, and locks nobody else out', async () => {
    const device = newDevice();
    for (let each = 0; each < 12; each += 1)
      expect((await enter('anna', 'former', device)).packet).toBe('Access-Reject');
    expect(await last()).toMatchObject({
      reason: 'wrong_password',
      detail: expect.stringContaining('not asked again for the same password'),
    });
    expect((await enter('anna', right)).packet).toBe('Access-Accept');
  });

  test('a name that is guessed at is left alone for a while', async () => {
    for (let each = 0; each < 10; each += 1) await enter('dora', `guess ${each}`);
    await enter('dora', 'guess 11');
    expect(await last()).toMatchObject({ username: 'dora', reason: 'too_many_tries' });
  });

  test('are refused where the directory is not for RADIUS', async () => {
    const change = (radius_sign_in: number) =>
      world.made(200, 'PATCH', `/authentication-providers/${directory}`, {
        body: { settings: { radius_sign_in } },
        headers: { 'if-match': '*' },
      });
    await change(0);
    expect((await enter('anna', right)).packet).toBe('Access-Reject');
    expect(await last()).toMatchObject({ username: 'anna', reason: 'failed' });
    expect((await enter('stranger', right)).packet).toBe('Access-Reject');
    expect(await last()).toMatchObject({ reason: 'unknown_user' });
    await change(1);
  });

  test('a directory that never answers holds up nobody else, and is left alone after three failures', async () => {
    silent = await SilentServer.open();
    const { port } = silent;
    await world.made(200, 'PATCH', `/authentication-providers/${directory}`, {
      body: { settings: { url: `ldap://127.0.0.1:${port}`, bind_password: 'secret-of-the-admin' } },
      headers: { 'if-match': '*' },
    });
    // More than FreeRADIUS has threads; each waits 5 seconds, and radclient for an answer only 2.
    const waiting = Promise.all(Array.from({ length: 40 }, (_, each) => enter(`person-${each}`, right)));
    await eventually('the directory is asked', () => (silent?.asked ?? 0) > 0);
    for (let each = 0; each < 5; each += 1) expect((await enter('carl', local)).packet).toBe('Access-Accept');
    await waiting;
    await eventually('it is left alone', async () => {
      const { packet } = await enter('anna', right);
      expect(packet).not.toBe('Access-Accept');
      const rows = await world.sql(`select 1 from authentication_log where username = 'anna'
        and reason = 'provider_unavailable'
        and reason_detail like 'Directory Lindenhof people: The directory did not answer a moment ago; it is tried%'`);
      return rows.length > 0;
    });
  }, 60_000);
});

/** Takes connections, and says nothing. */
class SilentServer {
  private readonly sockets: Socket[] = [];

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.sockets.push(socket));
  }

  static async open(): Promise<SilentServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SilentServer(server);
  }

  get port(): number {
    return (this.server.address() as { port: number }).port;
  }

  get asked(): number {
    return this.sockets.length;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}
