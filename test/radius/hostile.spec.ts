import { existsSync } from 'node:fs';
import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { systemContext } from '../../src/kernel/context.js';
import { Secrets } from '../../src/kernel/secrets.js';
import { radiusLogin } from '../../src/radius/freeradius/database-login.js';
import { sharedSecret } from './around.js';
import { radclient, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

withFreeRadius('what would do harm', () => {
  let rig: RadiusRig;
  const password = 'Sommer 2026!';

  beforeAll(async () => {
    rig = await RadiusRig.open();
    await rig.post('/users', { username: 'anna', password });
  });
  afterAll(() => rig.close());

  const enter = () => signIn(rig.auth, 'anna', password);

  test.each(["anna' or '1'='1", "'; drop table users; --", '%{sql:select 1}', '`touch /tmp/usher-owned`', '\\'])(
    "the name %s is nobody's",
    async (name) => {
      expect((await signIn(rig.auth, name.replaceAll('\\', '\\\\').replaceAll('%', '%%'), 'x')).packet).toBe(
        'Access-Reject',
      );
      expect(await rig.last()).toBe('unknown_user');
      expect((await enter()).packet).toBe('Access-Accept');
    },
  );

  test('an SSID is data', async () => {
    expect(
      (await signIn(rig.auth, 'anna', password, `Called-Station-Id = "00-11-22-33-44-55:'; drop table users; --"`))
        .packet,
    ).toBe('Access-Accept');
    expect((await rig.log()).at(-1)).toMatchObject({ ssid: "'; drop table users; --" });
  });

  test("a tenant's attribute is never run or expanded", async () => {
    const mallory = await rig.post('/users', { username: 'mallory', password });
    const owned = `/tmp/usher-owned-${process.pid}`;
    for (const value of [`\`touch ${owned}\``, `"%{exec:/usr/bin/touch ${owned}}"`]) {
      expect(
        (
          await rig.world.call('POST', '/attributes', {
            body: { userid: mallory.id, table: 'radreply', attribute: 'Reply-Message', value },
          })
        ).status,
      ).toBe(422);
      // Nor when such a row comes another way.
      await rig.world.fresh.database.query(
        systemContext(rig.world.organizationId, 'test'),
        {
          name: 'test_hostile_attribute',
          text: `
        insert into radius_attributes (organization_id, id, table_name, user_id, attribute, op, value, created_at)
          values ($1, gen_random_uuid(), 'radreply', $2, 'Reply-Message', ':=', $3, now())`,
        },
        [rig.world.organizationId, mallory.id, value],
      );
    }
    await rig.post('/attributes', {
      userid: mallory.id,
      table: 'radreply',
      attribute: 'Filter-Id',
      value: '%{User-Password}',
    });
    const { packet, attributes } = await signIn(rig.auth, 'mallory', password);
    expect([packet, attributes['Reply-Message'], attributes['Filter-Id']]).toEqual([
      'Access-Accept',
      undefined,
      '%{User-Password}',
    ]);
    expect(existsSync(owned)).toBe(false);
  });

  test('a request of the shape of Blast-RADIUS is not answered', async () => {
    const asked = ['User-Name = "anna"', `User-Password = "${password}"`, 'Proxy-State = 0x01'];
    expect((await radclient(rig.auth, 'auth', asked)).packet).toBeNull();
    expect((await radclient(rig.auth, 'auth', [...asked, 'Message-Authenticator = 0x00'])).packet).toBe(
      'Access-Accept',
    );
  });

  test('an access point that must sign its requests gets no answer without a valid signature', async () => {
    await rig.post('/networks', {
      name: 'Annexe',
      clients: [{ address: '127.0.0.3', short_name: 'ap-3', secret: sharedSecret }],
    });
    const asked = ['User-Name = "anna"', `User-Password = "${password}"`, 'Packet-Src-IP-Address = 127.0.0.3'];
    expect((await radclient(rig.auth, 'auth', asked)).packet).toBeNull();
    expect((await radclient(rig.auth, 'auth', [...asked, 'Message-Authenticator = 0x00'])).packet).toBe(
      'Access-Accept',
    );
    expect(
      (await radclient(rig.auth, 'auth', [...asked, 'Message-Authenticator = 0x00'], 'another-secret-altogether'))
        .packet,
    ).toBeNull();
  });

  test('a wrong secret is not answered', async () => {
    expect(
      (
        await radclient(
          rig.auth,
          'auth',
          ['User-Name = "anna"', `User-Password = "${password}"`, 'Message-Authenticator = 0x00'],
          'another-secret-altogether',
        )
      ).packet,
    ).toBeNull();
  });

  test('packets of any bytes leave it alive', async () => {
    const socket = createSocket('udp4');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), fc.boolean(), async (bytes, looksRight) => {
        const packet = Buffer.from(bytes);
        if (looksRight && packet.length >= 20) {
          packet[0] = 1;
          packet.writeUInt16BE(packet.length, 2);
        }
        await new Promise<void>((resolve) => {
          socket.send(packet, rig.auth, '127.0.0.1', () => resolve());
        });
      }),
      { numRuns: 300 },
    );
    socket.close();
    expect((await enter()).packet).toBe('Access-Accept');
  });

  test('its database login may ask five questions and nothing else', async () => {
    const { database: text } = await radiusLogin(
      rig.world.fresh.dataSource,
      rig.world.fresh.url,
      rig.world.app.get(Secrets),
    );
    const [user, secret] = [/user='([^']+)'/.exec(text)?.[1], /password='([^']+)'/.exec(text)?.[1]];
    const { hostname, port, pathname } = new URL(rig.world.fresh.url);
    const client = new pg.Client({
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      user,
      password: secret,
      options: '-c usher.organization_id=*',
    });
    await client.connect();
    try {
      for (const refused of [
        'select * from users',
        'select * from api_keys',
        'delete from authentication_log',
        "select radius.opened('')",
        'create table mine ()',
        'set role usher_tenant',
      ]) {
        await expect(client.query(refused)).rejects.toThrow(/permission denied/);
      }
    } finally {
      await client.end();
    }
  });
});
