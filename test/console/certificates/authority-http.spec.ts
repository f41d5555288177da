import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { x509 } from '../../../src/console/certificates/x509.js';
import { type CertificateWorld, certificateWorld } from './certificate-world.js';

let world: CertificateWorld;
beforeAll(async () => {
  world = await certificateWorld();
});
afterAll(async () => {
  await world.close();
});

function addressOfList(certificate: string): string {
  const { extensions } = new x509.X509Certificate(certificate);
  const points = extensions.find((each) => each instanceof x509.CRLDistributionPointsExtension);
  return points?.distributionPoints[0].distributionPoint?.fullName?.[0].uniformResourceIdentifier ?? '';
}

describe('revoking', () => {
  test('is final, keeps its first reason and needs the revision that was read', async () => {
    const { id } = await world.issued();
    const path = `/certificates/${id}`;
    expect((await world.call('DELETE', path, { headers: { 'if-match': '"7"' } })).status).toBe(412);
    expect((await world.call('DELETE', `${path}?reason=bored`)).status).toBe(400);
    expect((await world.call('DELETE', path, { body: { reason: 'certificate_hold' } })).status).toBe(422);
    expect(
      (
        await world.call('DELETE', `${path}?reason=superseded&change_of_authorization=none`, {
          headers: { 'if-match': '"1"' },
        })
      ).status,
    ).toBe(204);
    const { body } = await world.call('GET', path);
    expect(body).toMatchObject({
      status: 'revoked',
      revocation_reason: 'superseded',
      revoked_at: world.clock.instant(),
    });
    await world.clock.advance(60);
    expect((await world.call('DELETE', `${path}?reason=key_compromise`)).status).toBe(204);
    expect((await world.call('GET', path)).body).toMatchObject({
      revocation_reason: 'superseded',
      revoked_at: body.revoked_at,
    });
    expect((await world.issued()).status).toBe('valid');
  });

  test('happens by itself when the user is deleted', async () => {
    const user = (await world.call('POST', '/users', { body: { username: 'leaver' } })).body;
    const { id } = await world.issued({ user_id: user.id, validity_days: 800 });
    expect((await world.call('DELETE', `/users/${user.id}`)).status).toBe(204);
    expect((await world.call('GET', `/certificates/${id}`)).body).toMatchObject({
      status: 'revoked',
      user_id: user.id,
      revocation_reason: 'cessation_of_operation',
    });
  });

  test('an expired certificate is expired', async () => {
    const { id } = await world.issued({ common_name: 'brief', validity_days: 1 });
    await world.clock.advance(86_401);
    expect((await world.call('GET', `/certificates/${id}`)).body.status).toBe('expired');
    expect(
      (await world.call('GET', '/certificates?filter[status]=expired')).body._embedded.certificates.map(
        (each: { id: string }) => each.id,
      ),
    ).toContain(id);
  });
});

describe('the authority', () => {
  test('is fetched in PEM and DER, by format or media type', async () => {
    const text = await world.bytes('/certificates/ca');
    expect([text.status, text.type]).toEqual([200, 'application/x-pem-file']);
    const der = await world.bytes('/certificates/ca?format=der');
    expect(der.type).toBe('application/pkix-cert');
    expect(new X509Certificate(text.content).raw.equals(der.content)).toBe(true);
    expect(
      (await world.bytes('/certificates/ca', { accept: 'application/pkix-cert' })).content.equals(der.content),
    ).toBe(true);
    expect((await world.bytes('/certificates/ca?format=xml')).status).toBe(400);
    expect((await world.bytes('/certificates/crl')).type).toBe('application/pkix-crl');
  });

  test('is the same for all who need it first at the same time', async () => {
    const annex = await world.organization('Annex in a hurry');
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((each) => world.issued({ common_name: `guest ${each}` }, annex.token)),
    );
    expect(new Set(answers.map(({ chain }) => chain[0])).size).toBe(1);
    expect(new Set(answers.map(({ serial }) => serial)).size).toBe(5);
    expect(new X509Certificate(answers[0].chain[0]).subject).toContain('CN=Annex in a hurry Wi-Fi CA');
  });

  test('serves its revocation list to anyone, at its own address only', async () => {
    const { certificate } = await world.issued();
    const url = new URL(addressOfList(certificate));
    const found = await world.bytes(url.pathname, {}, null);
    expect([found.status, found.type]).toEqual([200, 'application/pkix-crl']);
    expect(found.content.equals((await world.bytes('/certificates/crl')).content)).toBe(true);
    const [, , , organization, authority] = url.pathname.split('/');
    const annex = await world.organization('Stranger');
    expect((await world.bytes(`/certificates/crl/${annex.id}/${authority}`, {}, null)).status).toBe(404);
    expect((await world.bytes(`/certificates/crl/${organization}/${organization}`, {}, null)).status).toBe(404);
    expect((await world.bytes('/certificates/crl/x/y', {}, null)).status).toBe(404);
    expect((await world.bytes('/certificates/crl', {}, null)).status).toBe(401);
  });

  test('keeps its private key sealed', async () => {
    const [row] = await world.rows<{ sealed: string; all: string }>(
      'select private_key_sealed as sealed, to_jsonb(a)::text as all from certificate_authorities a limit 1',
    );
    expect(row.sealed).toMatch(/^v1\./);
    expect(row.all).not.toContain('PRIVATE KEY');
  });

  test('goes with its organization', async () => {
    const annex = await world.organization('Passing annex');
    await world.issued({ common_name: 'x' }, annex.token);
    expect(await world.rows(`select 1 from certificates where organization_id = '${annex.id}'`)).toHaveLength(1);
    const keys = (await world.call('GET', '/keys', { token: annex.token })).body._embedded.keys;
    for (const { id } of keys)
      await world.call('DELETE', `/keys/${id}`, { headers: { 'x-organization-id': annex.id } });
    expect((await world.call('DELETE', `/organizations/${annex.id}`)).status).toBe(204);
    expect(await world.rows(`select 1 from certificates where organization_id = '${annex.id}'`)).toEqual([]);
  });
});

describe('who may', () => {
  test('permissions are asked for', async () => {
    const reader = await world.keyWith('certificates:read');
    const stranger = await world.keyWith('users:write');
    const { id } = await world.issued();
    for (const path of ['/certificates', `/certificates/${id}`, '/certificates/ca', '/certificates/crl']) {
      expect((await world.call('GET', path, { token: reader.token })).status).toBe(200);
      expect((await world.call('GET', path, { token: stranger.token })).status).toBe(403);
    }
    expect((await world.issue({ common_name: 'x' }, reader.token)).status).toBe(403);
    expect((await world.call('DELETE', `/certificates/${id}`, { token: reader.token })).status).toBe(403);
  });

  test("another organization's certificates and users are not there", async () => {
    const annex = await world.organization('Other house');
    const { id } = await world.issued();
    const user = (await world.call('POST', '/users', { body: { username: 'ours' } })).body;
    expect((await world.call('GET', `/certificates/${id}`, { token: annex.token })).status).toBe(404);
    expect((await world.call('DELETE', `/certificates/${id}`, { token: annex.token })).status).toBe(404);
    expect((await world.call('GET', '/certificates', { token: annex.token })).body.total_items).toBe(0);
    expect((await world.issue({ user_id: user.id }, annex.token)).status).toBe(422);
  });
});
