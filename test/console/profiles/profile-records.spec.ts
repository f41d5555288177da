import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ProfilesModule } from '../../../src/console/profiles/profiles.module.js';
import { type CertificateWorld, certificateWorld } from '../certificates/certificate-world.js';
import { hasOpenssl, Openssl } from '../certificates/openssl.js';

const whenOpenssl = hasOpenssl ? test : test.skip;
const ssid = 'Lindenhof';
let world: CertificateWorld;
let userId: string;
beforeAll(async () => {
  world = await certificateWorld({ modules: [ProfilesModule] });
  userId = (await world.call('POST', '/users', { body: { username: 'anna' } })).body.id;
});
afterAll(async () => {
  await world.close();
});

const post = (body: object, token?: string) =>
  world.call('POST', '/profiles', { body: { ssid, platform: 'ios', eap_type: 'PEAP', ...body }, token });
const refusedAt = async (body: object) => {
  const { status, body: problem } = await post(body);
  return [status, ...(problem.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)];
};

describe('a stored profile', () => {
  test('is listed, read, changed and removed, and never shows a file', async () => {
    const { body: made, headers } = await post({ eap_type: 'EAP-TLS', user_id: userId, name: 'Staff' });
    expect(headers.get('location')).toBe(`https://wifi.example.com/profiles/${made.id}`);
    expect(headers.get('cache-control')).toBe('no-store');
    const path = `/profiles/${made.id}`;
    const read = await world.call('GET', path);
    expect(read.body).toMatchObject({
      name: 'Staff',
      ssid,
      eap_type: 'EAP-TLS',
      platform: 'ios',
      user_id: userId,
      certificate_id: null,
    });
    for (const hidden of ['content', 'pkcs12_password', 'files']) expect(read.body).not.toHaveProperty(hidden);
    expect(
      (await world.call('GET', '/profiles?filter[platform]=ios&filter[name]=Staff')).body._embedded.profiles,
    ).toEqual([read.body]);

    expect((await world.call('PATCH', path, { body: { name: 'x' }, headers: { 'if-match': '"9"' } })).status).toBe(412);
    const changed = await world.call('PATCH', path, {
      body: { eap_type: 'EAP-TTLS', server_names: ['radius.example.com'], platform: 'windows' },
      headers: { 'if-match': '"1"' },
    });
    expect(changed.body).toMatchObject({
      eap_type: 'EAP-TTLS',
      inner_method: 'PAP',
      server_names: ['radius.example.com'],
      name: 'Staff',
    });
    expect((await world.call('PATCH', path, { body: { server_names: [] } })).status).toBe(422);
    expect((await world.call('POST', `${path}/file`)).body).toMatchObject({
      file_name: 'Lindenhof.xml',
      server_names: ['radius.example.com'],
    });
    expect((await world.call('DELETE', path)).status).toBe(204);
    expect((await world.call('GET', path)).status).toBe(404);
    expect((await world.call('POST', `${path}/file`)).status).toBe(404);
  });

  test('a file for somebody else leaves the record as it was; its certificate is new each time', async () => {
    const { body: made } = await post({ eap_type: 'EAP-TLS', user_id: userId });
    const other = (await world.call('POST', '/users', { body: { username: 'berta' } })).body.id;
    const [first, second] = [
      await world.call('POST', `/profiles/${made.id}/file`, { body: { user_id: other } }),
      await world.call('POST', `/profiles/${made.id}/file`, { body: { user_id: other } }),
    ];
    expect(first.body.certificate_id).not.toBe(second.body.certificate_id);
    expect((await world.call('GET', `/certificates/${first.body.certificate_id}`)).body).toMatchObject({
      user_id: other,
      common_name: 'berta',
    });
    expect((await world.call('GET', `/profiles/${made.id}`)).body.user_id).toBe(userId);
  });
});

describe('what is refused', () => {
  test('unknown words, long names, methods that do not go together', async () => {
    expect(await refusedAt({ ssid: 'ü'.repeat(17) })).toEqual([422, '#/ssid']);
    expect((await post({ ssid: 'ü'.repeat(16) })).status).toBe(200);
    expect(await refusedAt({ ssid: 'a\nb' })).toEqual([422, '#/ssid']);
    expect(await refusedAt({ eap_type: 'LEAP' })).toEqual([422, '#/eap_type']);
    expect(await refusedAt({ platform: 'linux' })).toEqual([422, '#/platform']);
    expect(await refusedAt({ server_names: [] })).toEqual([422, '#/server_names']);
    expect(await refusedAt({ server_names: ['*'] })).toEqual([422, '#/server_names']);
    expect(await refusedAt({ inner_method: 'PAP' })).toEqual([422, '#/inner_method']);
    expect(await refusedAt({ eap_type: 'EAP-TLS', inner_method: 'PAP' })).toEqual([422, '#/inner_method']);
    expect(await refusedAt({ password: 'x' })).toEqual([422, '#/password']);
  });

  test('certificates that cannot be in the file', async () => {
    const windows = { platform: 'windows', eap_type: 'EAP-TLS' };
    const { id } = await world.issued({ user_id: userId });
    const server = await world.issued({ purpose: 'server' });
    const held = await post({ ...windows, certificate_id: id });
    expect([held.status, held.body.certificate_id, held.body.files.length]).toEqual([200, id, 1]);
    expect(await refusedAt({ ...windows, platform: 'ios', certificate_id: id })).toEqual([422, '#/certificate_id']);
    expect(await refusedAt({ ...windows, certificate_id: server.id })).toEqual([422, '#/certificate_id']);
    expect(await refusedAt({ ...windows, certificate_id: id, user_id: userId })).toEqual([422, '#/certificate_id']);
    expect(await refusedAt({ platform: 'windows', certificate_id: id })).toEqual([422, '#/certificate_id']);
    await world.call('DELETE', `/certificates/${id}`);
    expect(await refusedAt({ ...windows, certificate_id: id })).toEqual([422, '#/certificate_id']);
    expect(await refusedAt({ user_id: '0190a0a0-0000-7000-8000-00000000dead' })).toEqual([422, '#/user_id']);
  });

  test('nothing is stored and nothing issued when the file cannot be made', async () => {
    const count = async () =>
      (
        await world.rows<{ n: number }>(
          'select (select count(*) from profiles) + (select count(*) from certificates) as n',
        )
      )[0].n;
    const before = await count();
    expect((await post({ eap_type: 'EAP-TLS', user_id: userId, validity_days: 900 })).status).toBe(422);
    expect((await post({ eap_type: 'EAP-TLS', user_id: '0190a0a0-0000-7000-8000-00000000dead' })).status).toBe(422);
    expect(await count()).toBe(before);
  });
});

describe('who may', () => {
  test('permissions are asked for, also that to issue certificates', async () => {
    const reader = await world.keyWith('profiles:read');
    const writer = await world.keyWith('profiles:read', 'profiles:write');
    const { body: made } = await post({}, writer.token);
    expect(made.file_name).toBe('Lindenhof.mobileconfig');
    expect((await world.call('GET', `/profiles/${made.id}`, { token: reader.token })).status).toBe(200);
    expect((await post({}, reader.token)).status).toBe(403);
    expect((await world.call('POST', `/profiles/${made.id}/file`, { token: reader.token })).status).toBe(403);
    expect((await post({ eap_type: 'EAP-TLS', user_id: userId }, writer.token)).status).toBe(403);
    const issuer = await world.keyWith('profiles:write', 'certificates:write');
    expect((await post({ eap_type: 'EAP-TLS', user_id: userId }, issuer.token)).status).toBe(200);
  });

  test("another organization's profiles, users and certificates are not there", async () => {
    const annex = await world.organization('Annex');
    const { body: made } = await post({});
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/file'],
    ]) {
      expect(
        (
          await world.call(method, `/profiles/${made.id}${path}`, {
            token: annex.token,
            body: method === 'PATCH' ? { name: 'x' } : undefined,
          })
        ).status,
      ).toBe(404);
    }
    expect((await post({ user_id: userId }, annex.token)).status).toBe(422);
    const { id } = await world.issued({ common_name: 'ours' });
    expect((await post({ platform: 'windows', eap_type: 'EAP-TLS', certificate_id: id }, annex.token)).status).toBe(
      422,
    );
  });
});

whenOpenssl('a configuration profile is signed where the deployment has a certificate for it', async () => {
  const openssl = new Openssl();
  const ext = ['-addext', 'keyUsage=digitalSignature', '-addext', 'extendedKeyUsage=emailProtection'];
  for (const key of [
    ['-newkey', 'rsa:2048'],
    ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  ]) {
    openssl.run(
      'req',
      '-x509',
      '-nodes',
      ...key,
      '-keyout',
      'signer.key',
      '-out',
      'signer.pem',
      '-subj',
      '/CN=Profiles of Lindenhof',
      '-days',
      '30',
      ...ext,
    );
    const signing = await certificateWorld({
      modules: [ProfilesModule],
      settings: { baseUrl: null, profileSigning: openssl.get('signer.key') + openssl.get('signer.pem') },
    });
    try {
      const { body } = await signing.call('POST', '/profiles', { body: { ssid, platform: 'ios', eap_type: 'PEAP' } });
      openssl.put('signed.mobileconfig', Buffer.from(body.content, 'base64'));
      const verified = openssl.run(
        'cms',
        '-verify',
        '-inform',
        'DER',
        '-in',
        'signed.mobileconfig',
        '-CAfile',
        'signer.pem',
        '-binary',
      );
      expect(verified).toMatch(/CMS Verification successful|Verification successful/);
      expect(verified).toContain('<string>com.apple.wifi.managed</string>');
      expect(
        (await signing.call('POST', '/profiles', { body: { ssid, platform: 'windows', eap_type: 'PEAP' } })).body
          .content,
      ).toMatch(/^PD94bWw/);
    } finally {
      await signing.close();
    }
  }
});
