import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ProfilesModule } from '../../../src/console/profiles/profiles.module.js';
import { Log } from '../../../src/kernel/log.js';
import { type CertificateWorld, certificateWorld } from './certificate-world.js';
import { hasOpenssl, Openssl } from './openssl.js';

/** Keeps every line as text. */
class KeptLines extends Log {
  constructor(readonly lines: string[] = []) {
    super();
  }

  debug(facts: object, words: string): void {
    this.keep(facts, words);
  }
  info(facts: object, words: string): void {
    this.keep(facts, words);
  }
  warn(facts: object, words: string): void {
    this.keep(facts, words);
  }
  error(facts: object, words: string): void {
    this.keep(facts, words);
  }
  with(): Log {
    return this;
  }

  private keep(facts: object, words: string): void {
    this.lines.push(`${words} ${JSON.stringify(facts)}`);
  }
}

const whenOpenssl = hasOpenssl ? test : test.skip;
const log = new KeptLines();
let world: CertificateWorld;
beforeAll(async () => {
  world = await certificateWorld({
    modules: [ProfilesModule],
    log,
    settings: { baseUrl: null, certificateKeys: 'rsa' },
  });
});
afterAll(async () => {
  await world.close();
});

test('passwords, containers and keys stand in no log line, no later answer and no row', async () => {
  const { body: user } = await world.call('POST', '/users', { body: { username: 'anna-of-the-log' } });
  const made = await world.issued({ user_id: user.id });
  const { body: profile } = await world.call('POST', '/profiles', {
    body: { ssid: 'x', eap_type: 'EAP-TLS', platform: 'windows', user_id: user.id },
  });
  const secrets = [
    made.pkcs12_password,
    made.pkcs12.slice(100, 140),
    profile.pkcs12_password,
    profile.files[1].content.slice(100, 140),
  ];
  const answers = await Promise.all(
    [
      `/certificates/${made.id}`,
      `/certificates/${profile.certificate_id}`,
      '/certificates',
      `/profiles/${profile.id}`,
      '/profiles',
      '/certificates/ca',
    ].map(async (path) => (await world.bytes(path)).content.toString()),
  );
  const rows = await world.rows<{ row: string }>(
    'select to_jsonb(c)::text as row from certificates c union all select to_jsonb(p)::text from profiles p ' +
      'union all select to_jsonb(a)::text from certificate_authorities a',
  );
  expect(log.lines.length).toBeGreaterThan(5);
  for (const text of [...log.lines, ...answers, ...rows.map(({ row }) => row)]) {
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toContain('PRIVATE KEY');
  }
  for (const line of log.lines) expect(line).not.toContain('anna-of-the-log');
});

test('the same request with the same Idempotency-Key gives the same container; it is issued once', async () => {
  const body = { common_name: 'once' };
  const [first, again] = [1, 2].map(
    () => () => world.call('POST', '/certificates', { body, headers: { 'idempotency-key': 'issue-once' } }),
  );
  const one = await first();
  const other = await again();
  expect(other.headers.get('idempotency-replayed')).toBe('true');
  expect(other.body.pkcs12_password).toBe(one.body.pkcs12_password);
  expect((await world.call('GET', '/certificates?filter[common_name]=once')).body.total_items).toBe(1);
});

whenOpenssl(
  'with RSA keys by setting, all of it verifies too; without an address of the service no list is named',
  async () => {
    const server = await world.issued({ purpose: 'server', dns_names: [`${'long-label.'.repeat(6)}example.com`] });
    const client = await world.issued({ common_name: 'rsa', pkcs12_encryption: '3des' });
    const openssl = new Openssl();
    openssl.put('ca.pem', server.chain[0]);
    openssl.put('server.pem', server.certificate);
    openssl.put('client.p12', Buffer.from(client.pkcs12, 'base64'));
    expect(openssl.run('verify', '-x509_strict', '-CAfile', 'ca.pem', '-purpose', 'sslserver', 'server.pem')).toContain(
      'OK',
    );
    expect(openssl.run('x509', '-in', 'ca.pem', '-noout', '-text')).toContain('Public-Key: (3072 bit)');
    const text = openssl.run('x509', '-in', 'server.pem', '-noout', '-text');
    expect(text).toContain('Digital Signature, Key Encipherment');
    expect(text).not.toContain('CRL Distribution');
    expect(server.common_name).toBe(server.dns_names[1]);
    expect(openssl.run('pkcs12', '-in', 'client.p12', '-passin', `pass:${client.pkcs12_password}`, '-nodes')).toContain(
      'PRIVATE KEY',
    );
    openssl.put('crl.der', (await world.bytes('/certificates/crl')).content);
    expect(openssl.run('crl', '-inform', 'DER', '-in', 'crl.der', '-CAfile', 'ca.pem', '-noout')).toContain(
      'verify OK',
    );
    expect(new X509Certificate(server.certificate).publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
  },
);

whenOpenssl('a request whose name is not readable is refused', async () => {
  const openssl = new Openssl();
  const { status, body } = await world.issue({ csr: openssl.request('bell', '/CN=be\u0007ll') });
  expect([status, body.errors?.[0].pointer]).toEqual([422, '#/csr']);
});
