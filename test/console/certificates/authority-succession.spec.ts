import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ExpiryWatch } from '../../../src/console/certificates/expiry-watch.js';
import type { JsonBody } from '../../http/http-world.js';
import { type CertificateWorld, certificateWorld } from './certificate-world.js';
import { hasOpenssl, Openssl } from './openssl.js';

const day = 86_400;
const whenOpenssl = hasOpenssl ? test : test.skip;
let world: CertificateWorld;
let token: string;
let count = 0;
beforeAll(async () => {
  world = await certificateWorld();
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  token = (await world.organization(`House ${(count += 1)}`)).token;
});

const place = '/certificates/authorities';
const call = (method: string, path: string, headers: Record<string, string> = {}, body?: object) =>
  world.call(method, path, { token, headers, body });
const authorities = async (): Promise<JsonBody[]> =>
  (await call('GET', `${place}?sort=created_at:asc`)).body._embedded.authorities;
const succeeded = async (body?: object): Promise<JsonBody> => {
  const answer = await call('POST', place, {}, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};
const trust = async () => (await world.bytes('/certificates/ca', {}, token)).content.toString();
const issuerOf = ({ certificate }: JsonBody) => new X509Certificate(certificate).issuer.split('\n')[0];

describe('a successor', () => {
  test('issues from then on, beside the one before, under the same server name', async () => {
    const early = await world.issued({ common_name: 'early' }, token);
    const [before] = await authorities();
    expect(before).toMatchObject({
      status: 'issuing',
      superseded_at: null,
      retired_at: null,
      server_name: expect.stringMatching(/^radius\.[0-9a-f]{12}\.wifi\.internal$/),
    });
    const made = await call('POST', place);
    expect([made.status, made.headers.get('location'), made.headers.get('etag')]).toEqual([
      201,
      made.body._links.self.href,
      '"1"',
    ]);
    expect(made.body._links.self.href).toMatch(new RegExp(`${place}/${made.body.id}$`));
    const late = await world.issued({ common_name: 'late' }, token);
    const subject = before.subject.split(', ')[0];
    expect([issuerOf(early), issuerOf(late)]).toEqual([subject, `${subject} 2`]);
    expect([early.authority_id, late.authority_id]).toEqual([before.id, made.body.id]);
    expect(await authorities()).toMatchObject([
      { id: before.id, status: 'trusted', superseded_at: world.clock.instant(), server_name: before.server_name },
      { id: made.body.id, status: 'issuing', server_name: before.server_name },
    ]);
    expect((await call('GET', `/certificates/${early.id}`)).body).toMatchObject({
      status: 'valid',
      chain: [before.certificate],
    });
    expect((await call('GET', `/certificates/${late.id}`)).body.chain).toEqual([made.body.certificate]);
    expect((await call('GET', `/certificates?filter[authority_id]=${before.id}`)).body.total_items).toBe(1);
    expect(
      (await call('GET', `${place}?filter[status]=trusted`)).body._embedded.authorities.map(({ id }: JsonBody) => id),
    ).toEqual([before.id]);
  });

  test('is what devices learn to trust beside the one whose certificate servers go on showing', async () => {
    const [before] = await authorities();
    const after = await succeeded();
    expect(await trust()).toBe(before.certificate + after.certificate);
    expect(issuerOf(await world.issued({ purpose: 'server' }, token))).toBe(before.subject.split(', ')[0]);
    expect((await call('DELETE', `${place}/${before.id}`)).status).toBe(204);
    expect(await trust()).toBe(after.certificate);
    expect(issuerOf(await world.issued({ purpose: 'server' }, token))).toBe(after.subject.split(', ')[0]);
  });

  test('waits until the one before it is retired: of several at once there is one', async () => {
    await authorities();
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', place)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const [before, after] = await authorities();
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      conflicting_id: before.id,
      detail: expect.stringContaining(`DELETE /certificates/authorities/${before.id}`),
    });
    expect((await call('DELETE', `${place}/${before.id}`)).status).toBe(204);
    expect(await succeeded({ key_kind: 'rsa' })).toMatchObject({
      key_kind: 'rsa',
      subject: expect.stringMatching(/ Wi-Fi CA 3,/),
    });
    expect((await authorities()).map(({ status }) => status)).toEqual(['retired', 'trusted', 'issuing']);
    expect(after.status).toBe('issuing');
  });
});

describe('retiring', () => {
  test('is refused for the issuing one, an outdated revision, and while clients hold its certificates', async () => {
    const held = await world.issued({ common_name: 'held' }, token);
    const [before] = await authorities();
    expect((await call('DELETE', `${place}/${before.id}`)).body.detail).toContain('POST /certificates/authorities');
    await succeeded();
    const path = `${place}/${before.id}`;
    expect((await call('DELETE', path, { 'if-match': '"1"' })).status).toBe(412);
    const refused = await call('DELETE', path);
    expect([refused.status, refused.body.used_by]).toEqual([409, { certificates: 1 }]);
    expect((await call('GET', `/certificates/${held.id}`)).body.status).toBe('valid');
    await call('DELETE', `/certificates/${held.id}`);
    expect((await call('DELETE', path, { 'if-match': '"2"' })).status).toBe(204);
    expect((await call('DELETE', path)).status).toBe(204);
  });

  test('revokes what clients still hold, when told to, and its list goes on saying so', async () => {
    const held = await world.issued({ common_name: 'held' }, token);
    const [before] = await authorities();
    await succeeded();
    const kept = await world.issued({ common_name: 'kept' }, token);
    expect((await call('DELETE', `${place}/${before.id}?revoke_certificates=true&reason=ca_compromise`)).status).toBe(
      204,
    );
    expect((await call('GET', `/certificates/${held.id}`)).body).toMatchObject({
      status: 'revoked',
      revocation_reason: 'ca_compromise',
    });
    expect((await call('GET', `/certificates/${kept.id}`)).body.status).toBe('valid');
    expect((await call('GET', `${place}/${before.id}`)).body).toMatchObject({
      status: 'retired',
      retired_at: world.clock.instant(),
    });
  });

  whenOpenssl("its list and its successor's are good to openssl, each signed by its own", async () => {
    const held = await world.issued({ common_name: 'held' }, token);
    const [before] = await authorities();
    const after = await succeeded();
    await call('DELETE', `${place}/${before.id}?revoke_certificates=true&reason=ca_compromise`);
    const openssl = new Openssl();
    const judged = async (authority: JsonBody, list: string) => {
      openssl.put('ca.pem', authority.certificate);
      openssl.put('list.crl', (await world.bytes(`/certificates/crl${list}`, {}, token)).content);
      return openssl.run('crl', '-inform', 'DER', '-in', 'list.crl', '-CAfile', 'ca.pem', '-noout', '-text');
    };
    expect(await judged(before, `?authority_id=${before.id}`)).toMatch(
      new RegExp(`verify OK[^]*${held.serial}|${held.serial}[^]*verify OK`, 'i'),
    );
    expect(await judged(after, '')).toMatch(
      /verify OK[^]*No Revoked Certificates|No Revoked Certificates[^]*verify OK/,
    );
  });

  test.each([
    ['', 1],
    ['&change_of_authorization=none', 0],
  ])('has the sessions of what it revokes looked at, unless told not to: "%s"', async (more, looked) => {
    const { id } = await world.issued({ common_name: 'online' }, token);
    const [before] = await authorities();
    await succeeded();
    await world.rows(`insert into accounting_sessions (organization_id, id, unique_id, started_at, updated_at, kind,
      session_class)
      select organization_id, id, id, now(), now(), 'certificate', 'u:c:' || id from certificates where id = '${id}'`);
    expect((await call('DELETE', `${place}/${before.id}?revoke_certificates=true${more}`)).status).toBe(204);
    expect(await world.rows(`select session_id from session_endings where session_id = '${id}'`)).toHaveLength(looked);
  });

  test('ends what people were told of its end, as the successor did before', async () => {
    const [before] = await authorities();
    const told = async () => {
      await world.app.get(ExpiryWatch).round();
      return (
        await world.rows<{ state: string; open: boolean; followed: string | null }>(`
        select state, resolved_at is null as open, facts ->> 'has_successor' as followed from alerts
          where subject_id = '${before.id}' order by state`)
      ).map(Object.values);
    };
    await world.clock.advance((Date.parse(before.expires_at) - world.clock.milliseconds()) / 1000 - 364 * day);
    expect(await told()).toEqual([['365', true, null]]);
    await succeeded();
    expect(await told()).toEqual([['365', false, null]]);
    await world.clock.advance(275 * day);
    expect(await told()).toEqual([
      ['365', false, null],
      ['90', true, '1'],
    ]);
    await call('DELETE', `${place}/${before.id}`);
    expect(await told()).toEqual([
      ['365', false, null],
      ['90', false, '1'],
    ]);
  });
});

test('an authority that ended issues nothing more, and says what to do', async () => {
  const [before] = await authorities();
  await world.clock.advance((Date.parse(before.expires_at) - world.clock.milliseconds()) / 1000 + 1);
  const refused = await world.issue({ common_name: 'late' }, token);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringContaining('POST /certificates/authorities'),
  ]);
  const after = await succeeded();
  expect(issuerOf(await world.issued({ common_name: 'late' }, token))).toBe(after.subject.split(', ')[0]);
  expect([(await authorities()).map(({ status }) => status), await trust()]).toEqual([
    ['expired', 'issuing'],
    after.certificate,
  ]);
});

test('authorities of others are not there', async () => {
  const [ours] = await authorities();
  token = (await world.organization('Stranger')).token;
  expect((await authorities()).map(({ id }) => id)).not.toContain(ours.id);
  for (const method of ['GET', 'DELETE']) expect((await call(method, `${place}/${ours.id}`)).status).toBe(404);
  expect((await call('GET', `/certificates/crl?authority_id=${ours.id}`)).status).toBe(404);
});
