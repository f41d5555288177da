import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { AuthenticationProvidersModule } from '../../../src/console/authentication-providers/authentication-providers.module.js';
import { httpWorld, type HttpWorld } from '../../http/http-world.js';

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ modules: [AuthenticationProvidersModule] });
});
afterAll(() => world.close());

let count = 0;
const post = (settings: object) =>
  world.call('POST', '/authentication-providers', {
    body: { name: `Provider ${(count += 1)}`, type: 'saml', settings },
  });

describe('a SAML provider', () => {
  const key = (use: string, text: string) =>
    `<KeyDescriptor${use}><d:KeyInfo xmlns:d="http://www.w3.org/2000/09/xmldsig#"><d:X509Data><d:X509Certificate>
      ${text.replaceAll(/-----.*?-----/g, '')}</d:X509Certificate></d:X509Data></d:KeyInfo></KeyDescriptor>`;
  const service = (binding: string, location: string) =>
    `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${location}"/>`;
  const [certificate, second, third] = rootCertificates.map((each) => new X509Certificate(each).toString().trim());
  const keys = [key(' use="signing"', certificate), key('', second), key(' use="encryption"', third)].join('');
  const document = (inside: string) => `<?xml version="1.0"?>
    <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example.com/&amp;x">
    <RoleDescriptor>${key('', third)}</RoleDescriptor><IDPSSODescriptor>${inside}</IDPSSODescriptor>
    </EntityDescriptor>`;
  const idp = 'https://idp.example.com';
  const places = service('HTTP-POST', `${idp}/p`) + service('HTTP-Redirect', `${idp}/r`);
  const metadata = document(keys + places);

  test('is made of its metadata, of which the keys that sign are kept', async () => {
    const { status, body } = await post({ metadata });
    expect([status, body.settings]).toEqual([
      201,
      {
        entity_id: 'https://idp.example.com/&x',
        sso_url: 'https://idp.example.com/r',
        certificate: `${certificate}\n${second}`,
        username_attribute: 'NameID',
      },
    ]);
    const path = `/authentication-providers/${body.id}`;
    const renewed = document(key('', third) + places);
    const changed = await world.call('PATCH', path, { body: { settings: { metadata: renewed } } });
    expect(changed.body.settings).toEqual({ ...body.settings, certificate: third });
    const own = await world.call('PATCH', path, { body: { settings: { metadata, sso_url: 'https://x.example.com' } } });
    expect(own.body.settings).toEqual({ ...body.settings, sso_url: 'https://x.example.com' });
  });

  test.each<[string, object, string, RegExp]>([
    ['nothing', {}, 'entity_id', /is required/],
    ['no XML', { metadata: 'https://idp.example.com/metadata' }, 'metadata', /cannot be read/],
    ['a document type', { metadata: `<!DOCTYPE x>${metadata}` }, 'metadata', /without a document type/],
    ['no key', { metadata: document(places) }, 'metadata', /certificate is missing/],
    [
      'a key for encryption only',
      { metadata: document(key(' use="encryption"', second) + places) },
      'metadata',
      /missing/,
    ],
    ['no redirect', { metadata: document(keys + service('HTTP-POST', 'https://x')) }, 'metadata', /HTTP-Redirect/],
    ['a script', { metadata: document(keys + service('HTTP-Redirect', 'javascript:alert(1)')) }, 'sso_url', /./],
    ['no certificate', { metadata: document(key('', 'AAAA') + places) }, 'certificate', /PEM/],
    [
      'several',
      { metadata: `<E xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${metadata.slice(21)}${metadata.slice(21)}</E>` },
      'metadata',
      /several/,
    ],
    [
      'five certificates',
      { entity_id: 'x', sso_url: 'https://x.example.com', certificate: Array(5).fill(certificate).join('') },
      'certificate',
      /1 to 4/,
    ],
  ])('is not made of %s', async (_, settings, name, detail) => {
    const { status, body } = await post(settings);
    expect([status, body.errors[0]]).toEqual([
      422,
      { pointer: `#/settings/${name}`, detail: expect.stringMatching(detail) },
    ]);
  });
});
