import { createHash, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'plist';
import { ProfilesModule } from '../../../src/console/profiles/profiles.module.js';
import { type CertificateWorld, certificateWorld } from '../certificates/certificate-world.js';
import { hasOpenssl, Openssl } from '../certificates/openssl.js';
import { schemaProblems } from './wlan-schema.js';
import { at, readXml, type XmlElement } from './xml-tree.js';

const whenOpenssl = hasOpenssl ? test : test.skip;
const ssid = 'Gäste & <Freunde>';
let world: CertificateWorld;
let userId: string;
let authority: X509Certificate;
let serverName: string;
beforeAll(async () => {
  world = await certificateWorld({ modules: [ProfilesModule] });
  userId = (await world.call('POST', '/users', { body: { username: 'anna@example.com' } })).body.id;
  authority = new X509Certificate((await world.bytes('/certificates/ca')).content);
  serverName = (await world.issued({ purpose: 'server' })).dns_names[0];
});
afterAll(async () => {
  await world.close();
});

const post = (body: object, token?: string) => world.call('POST', '/profiles', { body: { ssid, ...body }, token });
const generated = async (body: object) => {
  const answer = await post(body);
  if (answer.status !== 200) throw new Error(answer.text);
  return { ...answer.body, bytes: Buffer.from(answer.body.content, 'base64') };
};
const refusedAt = async (body: object) => {
  const { status, body: problem } = await post(body);
  return [status, ...(problem.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)];
};
const thumbprint = () => createHash('sha1').update(authority.raw).digest('hex');

describe('every platform and method', () => {
  const platforms = ['windows', 'macos', 'ios', 'android', 'chromeos'];
  const cases = platforms.flatMap((platform) =>
    ['EAP-TLS', 'PEAP', 'EAP-TTLS'].flatMap((eap_type) =>
      [false, true].map((named) => [platform, eap_type, named] as const),
    ),
  );

  test.each(cases)(
    '%s with %s (for a user: %s) gives a file that names authority and servers',
    async (platform, eap_type, named) => {
      const { bytes, ...body } = await generated({ platform, eap_type, ...(named ? { user_id: userId } : {}) });
      expect(body).toMatchObject({
        ssid,
        eap_type,
        platform,
        server_names: [serverName],
        file_name: expect.stringMatching(/^G_ste_Freunde\.[a-z-]+$/),
        media_type: expect.stringContaining('application/'),
      });
      // Passpoint and eap-config carry DER in base64, ONC too; the Windows profile names a thumbprint, the certificate
      // comes beside.
      const text = bytes.toString('utf8');
      const all = body.media_type === 'application/x-wifi-config' ? Buffer.from(text, 'base64').toString('utf8') : text;
      const whom = platform === 'windows' ? thumbprint() : authority.raw.toString('base64');
      expect(all.replace(/\s(?=[A-Za-z0-9+/=\s]*<\/data>)/g, '')).toContain(whom);
      if (body.media_type !== 'application/x-wifi-config') expect(all).toContain(serverName);
    },
  );
});

describe('a configuration profile for iOS and macOS', () => {
  interface Payload {
    readonly PayloadType: string;
    readonly PayloadUUID: string;
    readonly [key: string]: unknown;
  }
  const payloads = (xml: Buffer) => {
    const { PayloadContent, ...top } = parse(xml.toString('utf8')) as unknown as Payload & {
      PayloadContent: Payload[];
    };
    const of = (type: string) => PayloadContent.find(({ PayloadType }) => PayloadType === type);
    return {
      top,
      root: of('com.apple.security.root'),
      identity: of('com.apple.security.pkcs12'),
      wifi: of('com.apple.wifi.managed'),
    };
  };

  whenOpenssl('for EAP-TLS holds the identity, whose password stands in the answer alone', async () => {
    const {
      bytes,
      pkcs12_password: password,
      certificate_id: id,
      ...body
    } = await generated({ platform: 'ios', eap_type: 'EAP-TLS', user_id: userId, validity_days: 90 });
    expect(body).toMatchObject({
      media_type: 'application/x-apple-aspen-config',
      file_name: 'G_ste_Freunde.mobileconfig',
      files: [],
    });
    const { top, root, identity, wifi } = payloads(bytes);
    expect(top).toMatchObject({
      PayloadType: 'Configuration',
      PayloadVersion: 1,
      PayloadOrganization: 'Hotel Lindenhof',
    });
    expect(Buffer.from(root?.PayloadContent as Uint8Array).equals(authority.raw)).toBe(true);
    expect(wifi).toMatchObject({
      SSID_STR: ssid,
      EncryptionType: 'WPA2',
      HIDDEN_NETWORK: false,
      PayloadCertificateUUID: identity?.PayloadUUID,
    });
    expect(wifi?.EAPClientConfiguration).toEqual({
      AcceptEAPTypes: [13],
      TLSTrustedServerNames: [serverName],
      PayloadCertificateAnchorUUID: [root?.PayloadUUID],
      TLSMinimumVersion: '1.2',
      UserName: 'anna@example.com',
    });
    expect(identity).not.toHaveProperty('Password');
    expect(bytes.toString('utf8')).not.toContain(password);
    const openssl = new Openssl();
    openssl.put('id.p12', Buffer.from(identity?.PayloadContent as Uint8Array));
    const opened = openssl.run('pkcs12', '-in', 'id.p12', '-passin', `pass:${password}`, '-nodes', '-info');
    expect(opened).toContain('PRIVATE KEY');
    // Apple's importer opens nothing newer.
    expect(opened).toContain('pbeWithSHA1And3-KeyTripleDES-CBC');
    expect((await world.call('GET', `/certificates/${id}`)).body).toMatchObject({ user_id: userId, status: 'valid' });
  });

  test('for passwords hides the name outside the tunnel and says how the password goes', async () => {
    const ttls = payloads(
      (await generated({ platform: 'macos', eap_type: 'EAP-TTLS', inner_method: 'MSCHAPv2', hidden: true })).bytes,
    );
    expect(ttls.wifi).toMatchObject({ HIDDEN_NETWORK: true });
    expect(ttls.wifi?.EAPClientConfiguration).toMatchObject({
      AcceptEAPTypes: [21],
      TTLSInnerAuthentication: 'MSCHAPv2',
      OuterIdentity: 'anonymous',
    });
    expect(ttls.identity).toBeUndefined();
    const peap = payloads(
      (await generated({ platform: 'ios', eap_type: 'PEAP', anonymous_identity: null, user_id: userId })).bytes,
    );
    expect(peap.wifi?.EAPClientConfiguration).toEqual({
      AcceptEAPTypes: [25],
      TLSTrustedServerNames: [serverName],
      PayloadCertificateAnchorUUID: [peap.root?.PayloadUUID],
      TLSMinimumVersion: '1.2',
      UserName: 'anna@example.com',
    });
  });

  test('made again replaces the one before: its ids are the same', async () => {
    const first = await generated({ platform: 'ios', eap_type: 'PEAP' });
    const again = await world.call('POST', `/profiles/${first.id}/file`, { body: { user_id: userId } });
    expect(again.status).toBe(200);
    const ids = (bytes: Buffer) => [
      payloads(bytes).top.PayloadUUID,
      payloads(bytes).top.PayloadIdentifier,
      payloads(bytes).wifi?.PayloadUUID,
    ];
    expect(ids(Buffer.from(again.body.content, 'base64'))).toEqual(ids(first.bytes));
    expect(payloads(Buffer.from(again.body.content, 'base64')).wifi?.EAPClientConfiguration).toMatchObject({
      UserName: 'anna@example.com',
    });
  });
});

describe('a Windows WLAN profile', () => {
  const cases = [
    { eap_type: 'EAP-TLS' },
    { eap_type: 'PEAP' },
    { eap_type: 'PEAP', anonymous_identity: null },
    { eap_type: 'EAP-TTLS' },
    { eap_type: 'EAP-TTLS', inner_method: 'MSCHAPv2', hidden: true },
  ];

  test.each(cases)('is valid by the published schemas: %j', async (body) => {
    const xml = (
      await generated({ platform: 'windows', server_names: ['radius.example.com', 'radius2.example.com'], ...body })
    ).bytes.toString('utf8');
    expect(await schemaProblems(xml)).toEqual([]);
    const root = readXml(xml);
    expect(at(root, 'SSIDConfig/SSID/hex').text).toBe(Buffer.from(ssid).toString('hex').toUpperCase());
    expect(at(root, 'SSIDConfig/SSID/name').text).toBe(ssid);
    expect(at(root, 'SSIDConfig/nonBroadcast').text).toBe(String('hidden' in body));
    const config = at(root, 'MSM/security/OneX/EAPConfig/EapHostConfig/Config');
    const validation = find(config, 'ServerValidation');
    expect(at(validation, 'ServerNames').text).toBe('radius.example.com;radius2.example.com');
    const prompts = validation.children.find(
      ({ name }) => name === 'DisablePrompt' || name === 'DisableUserPromptForServerValidation',
    );
    expect(prompts?.text).toBe('true');
  });

  test.each([
    ['PEAP', '<connectionType>ESS', '<connectionType>WLAN', "'WLAN'"],
    ['PEAP', '<cacheUserData>', '<authMode>user</authMode><cacheUserData>', 'cacheUserData'],
    ['PEAP', '<FastReconnect>true', '<FastReconnect>perhaps', "'perhaps'"],
    ['PEAP', '<UseWinLogonCredentials>false</UseWinLogonCredentials>', '<Colour/>', 'Colour'],
    ['EAP-TLS', /<TrustedRootCA>(..)/, '<TrustedRootCA>$1 ', 'TrustedRootCA'],
    ['EAP-TLS', /<IssuerHash>..../, '<IssuerHash>', 'IssuerHash'],
    ['EAP-TTLS', '<PAPAuthentication/>', '<PAPAuthentication/><CHAPAuthentication/>', 'CHAPAuthentication'],
    ['EAP-TTLS', 'EapTtlsConnectionPropertiesV1', 'EapTtlsConnectionPropertiesV7', 'V7'],
  ])('with %s is no longer valid when %s becomes %s', async (eap_type, from, to, named) => {
    const xml = (await generated({ platform: 'windows', eap_type })).bytes.toString('utf8');
    expect(xml).toMatch(from);
    expect((await schemaProblems(xml.replace(from, to))).join()).toContain(named);
  });

  test('is read by a reader that lets nothing pass', () => {
    expect(() => readXml('<a><b></a></b>')).toThrow('closes another');
    expect(() => readXml('<a>&copy;</a>')).toThrow('entity');
  });

  whenOpenssl('comes with the authority and the identity, which are installed before', async () => {
    const { files, pkcs12_password: password } = await generated({
      platform: 'windows',
      eap_type: 'EAP-TLS',
      user_id: userId,
    });
    expect(files.map(({ file_name, media_type }: Record<string, string>) => [file_name, media_type])).toEqual([
      ['G_ste_Freunde.ca.cer', 'application/pkix-cert'],
      ['G_ste_Freunde.p12', 'application/x-pkcs12'],
    ]);
    expect(Buffer.from(files[0].content, 'base64').equals(authority.raw)).toBe(true);
    const openssl = new Openssl();
    openssl.put('id.p12', Buffer.from(files[1].content, 'base64'));
    expect(openssl.run('pkcs12', '-in', 'id.p12', '-passin', `pass:${password}`, '-nodes', '-info')).toContain(
      'AES-256-CBC',
    );
  });
});

function find(element: XmlElement, name: string): XmlElement {
  const walk = (each: XmlElement): XmlElement[] => [each, ...each.children.flatMap(walk)];
  const found = walk(element).find((each) => each.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

describe('ONC for ChromeOS', () => {
  test('trusts the authority alone and lets the device find its certificate', async () => {
    const {
      bytes,
      files,
      media_type: type,
    } = await generated({ platform: 'chromeos', eap_type: 'EAP-TLS', user_id: userId });
    const {
      Certificates: [ca],
      NetworkConfigurations: [network],
      Type,
    } = JSON.parse(bytes.toString('utf8'));
    expect([type, Type]).toEqual(['application/x-onc', 'UnencryptedConfiguration']);
    expect(ca).toMatchObject({ Type: 'Authority', X509: authority.raw.toString('base64') });
    expect(network).toMatchObject({ Type: 'WiFi', WiFi: { SSID: ssid, Security: 'WPA-EAP', HiddenSSID: false } });
    expect(network.WiFi.EAP).toEqual({
      Outer: 'EAP-TLS',
      ServerCARefs: [ca.GUID],
      UseSystemCAs: false,
      SubjectAlternativeNameMatch: [{ Type: 'DNS', Value: serverName }],
      Identity: 'anna@example.com',
      ClientCertType: 'Pattern',
      ClientCertPattern: { IssuerCARef: [ca.GUID] },
    });
    expect(files).toHaveLength(1);
  });

  test('for passwords names the inner method', async () => {
    const eap = async (body: object) =>
      JSON.parse((await generated({ platform: 'chromeos', ...body })).bytes.toString('utf8')).NetworkConfigurations[0]
        .WiFi.EAP;
    expect(await eap({ eap_type: 'PEAP' })).toMatchObject({
      Outer: 'PEAP',
      Inner: 'MSCHAPv2',
      AnonymousIdentity: 'anonymous',
    });
    expect(await eap({ eap_type: 'EAP-TTLS' })).toMatchObject({ Outer: 'EAP-TTLS', Inner: 'PAP' });
  });
});

describe('Android', () => {
  whenOpenssl('gets Passpoint with the identity for EAP-TLS', async () => {
    const {
      bytes,
      media_type: type,
      pkcs12_password: password,
      certificate_id: id,
    } = await generated({
      platform: 'android',
      eap_type: 'EAP-TLS',
      user_id: userId,
      server_names: ['radius.example.com'],
      domain: 'example.com',
    });
    expect([type, password]).toEqual(['application/x-wifi-config', undefined]);
    const text = Buffer.from(bytes.toString('latin1'), 'base64').toString('latin1');
    const boundary =
      /^Content-Type: multipart\/mixed; boundary=(\S+)\r\nContent-Transfer-Encoding: base64\r\n\r\n/.exec(text)?.[1];
    const parts = text
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => /^\r\nContent-Type: (\S+)\r\nContent-Transfer-Encoding: base64\r\n\r\n([\w+/=]+)\r\n$/.exec(part));
    expect(parts.map((part) => part?.[1])).toEqual([
      'application/x-passpoint-profile',
      'application/x-x509-ca-cert',
      'application/x-pkcs12',
    ]);
    const [tree, ca, identity] = parts.map((part) => Buffer.from(part?.[2] ?? '', 'base64'));
    expect(ca.equals(authority.raw)).toBe(true);
    const values = Object.fromEntries(
      [...tree.toString('utf8').matchAll(/<NodeName>(\w+)<\/NodeName>\s*<Value>([^<]*)<\/Value>/g)].map(
        ([, name, value]) => [name, value],
      ),
    );
    const { certificate } = (await world.call('GET', `/certificates/${id}`)).body;
    expect(values).toEqual({
      FriendlyName: 'Hotel Lindenhof',
      FQDN: 'example.com',
      Realm: 'example.com',
      CertificateType: 'x509v3',
      CertSHA256Fingerprint: createHash('sha256').update(new X509Certificate(certificate).raw).digest('hex'),
    });
    expect(at(readXml(tree.toString('utf8')), 'Node/RTProperties/Type/DDFName').text).toBe(
      'urn:wfa:mo:hotspot2dot0-perprovidersubscription:1.0',
    );
    const openssl = new Openssl();
    openssl.put('id.p12', identity);
    // Android's installer opens containers without a password only.
    expect(openssl.run('pkcs12', '-in', 'id.p12', '-passin', 'pass:', '-nodes')).toContain('PRIVATE KEY');
  });

  test('gets EAP metadata for passwords', async () => {
    const { bytes, media_type: type } = await generated({
      platform: 'android',
      eap_type: 'PEAP',
      user_id: userId,
      server_names: ['a.example.com', 'b.example.com'],
    });
    expect(type).toBe('application/eap-config');
    const provider = at(readXml(bytes.toString('utf8')), 'EAPIdentityProvider');
    const method = at(provider, 'AuthenticationMethods/AuthenticationMethod');
    expect(at(method, 'EAPMethod/Type').text).toBe('25');
    expect(at(method, 'InnerAuthenticationMethod/EAPMethod/Type').text).toBe('26');
    expect(at(method, 'ServerSideCredential').children.map(({ name, text }) => (name === 'CA' ? name : text))).toEqual([
      'CA',
      'a.example.com',
      'b.example.com',
    ]);
    expect(at(method, 'ClientSideCredential').children.map(({ text }) => text)).toEqual([
      'anonymous',
      'anna@example.com',
    ]);
    expect(at(provider, 'CredentialApplicability/IEEE80211/SSID').text).toBe(ssid);
  });

  test('takes no server names outside the home domain', async () => {
    const tls = { platform: 'android', eap_type: 'EAP-TLS' };
    expect(await refusedAt({ ...tls, server_names: ['radius.example.com'], domain: 'example.org' })).toEqual([
      422,
      '#/domain',
    ]);
    expect(await refusedAt({ ...tls, server_names: ['radius.example.com', 'radius.example.org'] })).toEqual([
      422,
      '#/domain',
    ]);
    expect(await refusedAt({ platform: 'ios', eap_type: 'PEAP', domain: 'example.com' })).toEqual([422, '#/domain']);
  });
});
