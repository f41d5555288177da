import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CertificateWorld, certificateWorld } from './certificate-world.js';
import { hasOpenssl, Openssl } from './openssl.js';

const whenOpenssl = hasOpenssl ? describe : describe.skip;
let world: CertificateWorld;
let openssl: Openssl;
beforeAll(async () => {
  world = await certificateWorld();
  openssl = new Openssl();
});
afterAll(async () => {
  await world.close();
});

describe('an issued certificate', () => {
  test("is the user's, names the authority and comes with a container once", async () => {
    const user = (await world.call('POST', '/users', { body: { username: 'anna@example.com' } })).body;
    const answer = await world.issue({ user_id: user.id });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`https://wifi.example.com/certificates/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      purpose: 'client',
      status: 'valid',
      user_id: user.id,
      device_id: null,
      common_name: 'anna@example.com',
      revoked_at: null,
      revocation_reason: null,
      subject: 'CN=anna@example.com, O=Hotel Lindenhof',
      serial: expect.stringMatching(/^[4-7][0-9a-f]{31}$/),
    });
    const certificate = new X509Certificate(answer.body.certificate);
    const authority = new X509Certificate(answer.body.chain[0]);
    expect(certificate.serialNumber.toLowerCase()).toBe(answer.body.serial);
    expect(certificate.verify(authority.publicKey)).toBe(true);
    expect(certificate.subjectAltName).toBe('email:anna@example.com');
    expect(answer.body.pkcs12_password).toMatch(/^[2-9A-Z]{20}$/);

    const read = await world.call('GET', `/certificates/${answer.body.id}`);
    expect(read.body).toMatchObject({
      id: answer.body.id,
      certificate: answer.body.certificate,
      chain: answer.body.chain,
    });
    expect(Object.keys(read.body)).not.toContain('pkcs12');
    expect(read.text).not.toContain('PRIVATE');
  });

  test('lives as long as asked, at most 825 days, in whole seconds', async () => {
    const {
      starts_at: start,
      expires_at: end,
      certificate,
    } = await world.issued({ common_name: 'short', validity_days: 1 });
    expect(Date.parse(end) - Date.parse(start)).toBe(86_700_000);
    expect(new Date(new X509Certificate(certificate).validTo).toISOString()).toBe(end);
    for (const days of [0, 826, 1.5, '30'])
      expect((await world.issue({ common_name: 'x', validity_days: days })).status).toBe(422);
  });

  test('needs to say whose it is', async () => {
    const refused = await world.issue({});
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '#/common_name']);
    const unknown = '0190a0a0-0000-7000-8000-00000000dead';
    expect((await world.issue({ user_id: unknown })).body.errors).toEqual([
      { pointer: '#/user_id', detail: `there is no user ${unknown}` },
    ]);
    expect((await world.issue({ device_id: unknown })).body.errors).toEqual([
      { pointer: '#/device_id', detail: `there is no device ${unknown}` },
    ]);
    expect((await world.issue({ user_id: unknown, device_id: unknown })).body.errors[0].pointer).toBe('#/device_id');
    expect((await world.issue({ common_name: 'x'.repeat(65) })).status).toBe(422);
    expect((await world.issue({ common_name: 'x', purpose: 'authority' })).status).toBe(422);
  });

  test('cannot be changed', async () => {
    const { id } = await world.issued();
    const answer = await world.call('PATCH', `/certificates/${id}`, { body: { common_name: 'other' } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD']);
  });

  test('is found by serial in any spelling, by status and by user', async () => {
    const user = (await world.call('POST', '/users', { body: { username: 'finder' } })).body;
    const { id, serial } = await world.issued({ user_id: user.id });
    const spelled = serial.toUpperCase().match(/../g).join(':');
    const found = async (filter: string) =>
      (await world.call('GET', `/certificates?${filter}`)).body._embedded.certificates.map(
        (each: { id: string }) => each.id,
      );
    expect(await found(`filter[serial]=${encodeURIComponent(spelled)}`)).toEqual([id]);
    expect(await found(`filter[user_id]=${user.id}&filter[status]=valid`)).toEqual([id]);
    expect(await found(`filter[user_id]=${user.id}&filter[status]=revoked`)).toEqual([]);
    const page = await world.call('GET', '/certificates?page_size=1&sort=expires_at:desc,common_name:asc');
    expect(page.body).toMatchObject({ page: 1, page_size: 1, total_items: expect.any(Number) });
  });

  test("a server's has its names, and always the organization's own", async () => {
    const plain = await world.issued({ purpose: 'server' });
    expect(plain.dns_names).toEqual([expect.stringMatching(/^radius\.[0-9a-f]{12}\.wifi\.internal$/)]);
    expect(plain.common_name).toBe(plain.dns_names[0]);
    const named = await world.issued({ purpose: 'server', dns_names: ['radius.example.com'], validity_days: 90 });
    expect(named.dns_names).toEqual(['radius.example.com', plain.dns_names[0]]);
    expect(new X509Certificate(named.certificate).checkHost('radius.example.com')).toBe('radius.example.com');
    for (const wrong of [
      ['*.example.com'],
      ['Radius.Example.com'],
      ['localhost'],
      ['a b.example.com'],
      'radius.example.com',
    ]) {
      expect((await world.issue({ purpose: 'server', dns_names: wrong })).status).toBe(422);
    }
    expect((await world.issue({ common_name: 'x', dns_names: ['radius.example.com'] })).status).toBe(422);
  });
});

whenOpenssl('openssl', () => {
  test('verifies chain, purpose and extensions', async () => {
    const client = await world.issued({ common_name: 'Zoë "quoted", #1' });
    const server = await world.issued({ purpose: 'server', dns_names: ['radius.example.com'] });
    openssl.put('ca.pem', client.chain[0]);
    openssl.put('client.pem', client.certificate);
    openssl.put('server.pem', server.certificate);
    expect(openssl.run('verify', '-x509_strict', '-CAfile', 'ca.pem', '-purpose', 'sslclient', 'client.pem')).toContain(
      'OK',
    );
    expect(
      openssl.run(
        'verify',
        '-x509_strict',
        '-CAfile',
        'ca.pem',
        '-purpose',
        'sslserver',
        '-verify_hostname',
        'radius.example.com',
        'server.pem',
      ),
    ).toContain('OK');
    expect(() => openssl.run('verify', '-CAfile', 'ca.pem', '-purpose', 'sslserver', 'client.pem')).toThrow('purpose');
    const text = openssl.run('x509', '-in', 'client.pem', '-noout', '-text', '-nameopt', 'utf8,sep_comma_plus');
    expect(text).toContain('Subject: CN=Zoë "quoted", #1,O=Hotel Lindenhof');
    expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
    expect(text).toContain('TLS Web Client Authentication');
    expect(text).toContain(`URI:https://wifi.example.com/certificates/crl/${world.organizationId}/`);
    expect(openssl.run('x509', '-in', 'ca.pem', '-noout', '-text')).toMatch(
      /CA:TRUE, pathlen:0[\s\S]*Certificate Sign, CRL Sign/,
    );
  });

  test.each([
    ['aes256', 'AES-256-CBC'],
    ['3des', 'pbeWithSHA1And3-KeyTripleDES-CBC'],
  ])('opens the PKCS#12 container closed with %s', async (encryption, name) => {
    const made = await world.issued({ common_name: 'Zoë', pkcs12_encryption: encryption });
    openssl.put('made.p12', Buffer.from(made.pkcs12, 'base64'));
    const listed = openssl.run(
      'pkcs12',
      '-in',
      'made.p12',
      '-passin',
      `pass:${made.pkcs12_password}`,
      '-nodes',
      '-info',
    );
    expect(listed).toContain(name);
    expect(listed.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    openssl.put('made.key', /-----BEGIN PRIVATE KEY-----[\s\S]*-----END PRIVATE KEY-----/.exec(listed)?.[0] ?? '');
    openssl.put('made.pem', made.certificate);
    expect(openssl.run('pkey', '-in', 'made.key', '-pubout')).toBe(
      openssl.run('x509', '-in', 'made.pem', '-pubkey', '-noout'),
    );
    expect(() => openssl.run('pkcs12', '-in', 'made.p12', '-passin', 'pass:wrong', '-nodes')).toThrow(
      'invalid password',
    );
  });

  test('makes requests that are answered with certificates of their key', async () => {
    const csr = openssl.request('tablet', '/O=Somebody else/CN=tablet-7', undefined, [
      '-addext',
      'basicConstraints=critical,CA:TRUE',
    ]);
    const made = await world.issued({ csr });
    expect(made).toMatchObject({ common_name: 'tablet-7', subject: 'CN=tablet-7, O=Hotel Lindenhof' });
    expect(made.pkcs12).toBeUndefined();
    openssl.put('tablet.pem', made.certificate);
    expect(openssl.run('x509', '-in', 'tablet.pem', '-pubkey', '-noout')).toBe(
      openssl.run('pkey', '-in', 'tablet.key', '-pubout'),
    );
    expect(openssl.run('x509', '-in', 'tablet.pem', '-noout', '-text')).toContain('CA:FALSE');
    expect((await world.issued({ csr, common_name: 'named' })).common_name).toBe('named');
  });

  test('makes requests that are refused: weak keys, foreign signatures, no requests', async () => {
    const refusal = async (csr: string) => {
      const { status, body } = await world.issue({ csr, common_name: 'x' });
      expect([status, body.errors?.[0].pointer]).toEqual([422, '#/csr']);
      return body.errors[0].detail as string;
    };
    expect(await refusal(openssl.request('weak', '/CN=x', ['-newkey', 'rsa:1024']))).toContain('1024 bits');
    expect(
      await refusal(openssl.request('curve', '/CN=x', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1'])),
    ).toMatch(/curve|request/);
    expect(await refusal(openssl.request('ed', '/CN=x', ['-newkey', 'ed25519']))).toContain('Ed25519');
    expect(await refusal(openssl.request('old', '/CN=x', ['-newkey', 'rsa:2048'], ['-sha1']))).toContain('SHA-1');
    openssl.run(
      'genpkey',
      '-algorithm',
      'RSA',
      '-pkeyopt',
      'rsa_keygen_bits:2048',
      '-pkeyopt',
      'rsa_keygen_pubexp:3',
      '-out',
      'three.key',
    );
    expect(await refusal(openssl.request('e3', '/CN=x', ['-key', 'three.key']))).toContain('exponent 3');
    const good = openssl.request('good', '/CN=x');
    const lines = good.trim().split('\n');
    const other = openssl.request('good2', '/CN=x').trim().split('\n');
    expect(await refusal([...lines.slice(0, -2), other.at(-2), lines.at(-1)].join('\n'))).toMatch(/signed|PKCS#10/);
    expect(await refusal(good + good)).toContain('PKCS#10');
    expect(await refusal('-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----')).toContain(
      'PKCS#10',
    );
    expect(await refusal('hello')).toContain('PKCS#10');
    expect((await world.issue({ csr: good, pkcs12_encryption: 'aes256' })).status).toBe(422);
  });

  test('finds revoked certificates in the list, with reason, number and next update', async () => {
    const lost = await world.issued({ common_name: 'lost' });
    const kept = await world.issued({ common_name: 'kept' });
    openssl.put('ca.pem', lost.chain[0]);
    openssl.put('lost.pem', lost.certificate);
    openssl.put('kept.pem', kept.certificate);
    const fetched = async () => {
      const { status, type, content } = await world.bytes('/certificates/crl?format=pem');
      expect([status, type]).toEqual([200, 'application/x-pem-file']);
      openssl.put('crl.pem', content);
      return openssl.run('crl', '-in', 'crl.pem', '-CAfile', 'ca.pem', '-noout', '-text');
    };
    const number = (text: string) => Number(/CRL Number:\s+(\d+)/.exec(text)?.[1]);
    const before = await fetched();
    expect(before).toContain('verify OK');
    expect(await fetched()).toBe(before);
    expect(
      (await world.call('DELETE', `/certificates/${lost.id}`, { body: { reason: 'key_compromise' } })).status,
    ).toBe(204);
    const after = await fetched();
    expect(after).toContain(lost.serial.toUpperCase());
    expect(after).toMatch(/CRL Reason Code:\s+Key Compromise/);
    expect(number(after)).toBe(number(before) + 1);
    expect(
      Date.parse(/Next Update: (.+)/.exec(after)?.[1] ?? '') - Date.parse(/Last Update: (.+)/.exec(after)?.[1] ?? ''),
    ).toBe(7 * 86_400_000);
    expect(() => openssl.run('verify', '-crl_check', '-CAfile', 'ca.pem', '-CRLfile', 'crl.pem', 'lost.pem')).toThrow(
      'certificate revoked',
    );
    expect(openssl.run('verify', '-crl_check', '-CAfile', 'ca.pem', '-CRLfile', 'crl.pem', 'kept.pem')).toContain('OK');

    await world.clock.advance(86_401);
    expect(number(await fetched())).toBe(number(after) + 1);
  });
});
