import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.js';
import { OperatorVisits, roles } from './operator-visits.js';
import { type SamlProvider, startSamlProvider } from './saml-provider.js';
import { freePort, hasSlapd, mailBecomes, people as directoryPeople, type Slapd, startSlapd } from './slapd.js';
import { SmallBrowser } from './small-browser.js';

const password = 'correct horse battery staple';
const of = (email: string, verified = true) => ({ email, email_verified: verified });
const people = {
  anna: of('anna@example.com'),
  heir: of('somebody@example.com'),
  ben: of('ben@example.com'),
  kim: of('kim@example.com'),
  kimsHeir: of('kim@example.com'),
};

let world: UsherWorld;
let visits: OperatorVisits;
let openid: OpenIdProvider;
let provider: string;
let count = 0;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
  visits = new OperatorVisits(world);
  openid = await startOpenIdProvider(await freePort(), `http://127.0.0.1:${world.port}/sign-in/callback`, { people });
  provider = await record();
});
afterAll(async () => {
  await openid?.stop();
  await world.close();
});

async function record(more: object = {}): Promise<string> {
  const settings = { issuer: openid.issuer, client_id: 'usher', client_secret: 'secret of usher' };
  const body = { name: `Provider ${(count += 1)}`, type: 'oidc', use: 'operators', settings, ...more };
  return (await world.made(201, 'POST', '/authentication-providers', { body })).id;
}
const operator = async (email: string, role_id: string = roles.owner): Promise<string> =>
  (await world.made(201, 'POST', '/operators', { body: { email, name: 'Anna', role_id, password } })).id;
const linked = async (id: string) =>
  (await world.made(200, 'GET', `/operators/${id}/linked-accounts`))._embedded.linked_accounts;
const audited = () =>
  world.sql<{ action: string; label: string | null; before: object | null; after: object | null; actor_name: string }>(
    `select action, label, before, after, actor_name from audit_entries where resource = 'linked-accounts' order by id`,
  );

describe('an OpenID provider', () => {
  let anna: string;

  test('is asked for the address the first time only; the link is seen and in the audit', async () => {
    anna = await operator('Anna@example.com');
    expect(await linked(anna)).toEqual([]);
    expect((await visits.byOpenId(provider, 'anna')).body.operator.id).toBe(anna);
    expect(await linked(anna)).toMatchObject([
      { provider_id: provider, provider_name: 'Provider 1', subject: 'anna', email: 'anna@example.com' },
    ]);
    expect(await audited()).toMatchObject([
      { action: 'create', label: 'anna@example.com', after: { operator_id: anna, provider_id: provider } },
    ]);
  });

  test('whose address of her changed, or is no longer verified, still signs her in', async () => {
    await openid.says({ anna: of('anna.lang@example.com') });
    expect((await visits.byOpenId(provider, 'anna')).body.operator.id).toBe(anna);
    expect(await linked(anna)).toMatchObject([{ subject: 'anna', email: 'anna.lang@example.com' }]);
    await openid.says({ anna: of('anna.lang@example.com', false) });
    expect((await visits.byOpenId(provider, 'anna')).body.operator.id).toBe(anna);
    expect(await linked(anna)).toMatchObject([{ subject: 'anna', email: null }]);
  });

  test('gives nobody her account with the address that she had', async () => {
    await openid.says({ heir: of('anna@example.com') });
    const { status, body } = await visits.byOpenId(provider, 'heir');
    expect([status, body.another_account]).toEqual([403, true]);
    expect(body.detail).toContain('ask an administrator to undo the link under Operators');
    const [entry] = await world.sql<{ after: object; resource_id: string }>(
      `select after, resource_id from audit_entries where action = 'sign_in_failed' order by id desc limit 1`,
    );
    expect(entry).toMatchObject({ resource_id: anna, after: { wrong: 'another_account', subject: 'heir' } });
  });

  test('is linked anew once an administrator has undone the link, which ends her sessions', async () => {
    const { token } = (await visits.byOpenId(provider, 'anna')).body;
    const [{ id }] = await linked(anna);
    const reader = await world.keyWith(['operators:read']);
    const undo = (as?: string) =>
      world.ask('DELETE', `/operators/${anna}/linked-accounts/${id}`, as ? { token: as } : {});
    expect((await undo(reader.token)).status).toBe(403);
    // Whoever may change operators, and not all that an owner may.
    const { token: little } = await world.keyWith(['operators:read', 'operators:write']);
    expect((await undo(little)).status).toBe(403);
    expect((await undo()).status).toBe(204);
    expect((await undo()).status).toBe(404);
    expect((await world.ask('GET', '/sessions/current', { token })).status).toBe(401);
    expect((await audited()).at(-1)).toMatchObject({ action: 'delete', before: { subject: 'anna' } });
    const { back } = await visits.throughOpenId(provider, 'anna');
    expect(back.searchParams.get('error')).toBe('email_not_verified');
    expect((await visits.byOpenId(provider, 'heir')).body.operator.id).toBe(anna);
    expect(await linked(anna)).toMatchObject([{ subject: 'heir' }]);
  });

  test('another organization neither sees the link nor undoes it', async () => {
    const [{ id }] = await linked(anna);
    const elsewhere = await world.within('Elsewhere');
    expect((await elsewhere.ask('GET', `/operators/${anna}/linked-accounts`)).status).toBe(404);
    expect((await elsewhere.ask('DELETE', `/operators/${anna}/linked-accounts/${id}`)).status).toBe(404);
    expect(await elsewhere.sql('select 1 from operator_linked_accounts')).toEqual([]);
  });

  test('that is another one from now on, or whose operator gets another address, begins anew', async () => {
    const ben = await operator('ben@example.com');
    const other = await record();
    await visits.byOpenId(other, 'ben');
    const rename = { name: 'Renamed', settings: { trust_email: true } };
    await world.made(200, 'PATCH', `/authentication-providers/${other}`, { body: rename });
    expect(await linked(ben)).toHaveLength(1);
    const client = { settings: { client_id: 'elsewhere', client_secret: 'secret of elsewhere' } };
    await world.made(200, 'PATCH', `/authentication-providers/${other}`, { body: client });
    expect(await linked(ben)).toEqual([]);
    expect((await visits.byOpenId(provider, 'ben')).body.operator.id).toBe(ben);
    await world.made(200, 'PATCH', `/operators/${ben}`, { body: { email: 'successor@example.com' } });
    expect(await linked(ben)).toEqual([]);
    expect((await visits.byOpenId(provider, 'ben')).status).toBe(401);
  });

  test('and the operator take the link with them', async () => {
    const kim = await operator('kim@example.com');
    const passing = await record();
    for (const each of [provider, passing]) expect((await visits.byOpenId(each, 'kim')).body.operator.id).toBe(kim);
    expect(await linked(kim)).toHaveLength(2);
    await world.made(204, 'DELETE', `/authentication-providers/${passing}`);
    expect(await linked(kim)).toMatchObject([{ provider_id: provider }]);
    await world.made(204, 'DELETE', `/operators/${kim}`);
    const left = await world.sql('select 1 from operator_linked_accounts where operator_id = $1', [kim]);
    expect(left).toEqual([]);
    const again = await operator('kim@example.com');
    expect((await visits.byOpenId(provider, 'kimsHeir')).body.operator.id).toBe(again);
  });
});

describe('a SAML provider', () => {
  let saml: SamlProvider;
  beforeAll(async () => {
    saml = await startSamlProvider();
  });
  afterAll(async () => {
    await saml?.stop();
  });

  async function comesAs(id: string, person: string) {
    const verifier = visits.newVerifier();
    const browser = new SmallBrowser();
    const leaving = await browser.open(visits.address(id, verifier));
    const { url, SAMLResponse, RelayState } = await saml.answer(leaving.next ?? '', person);
    const back = await browser.open(url, { SAMLResponse, RelayState: RelayState ?? '' });
    return visits.redeem({ back: new URL(back.next ?? 'http://nowhere'), verifier });
  }

  test('knows her by its persistent name, whatever her address becomes and whoever gets it', async () => {
    const id = await record({ type: 'saml', settings: { metadata: await saml.metadata() } });
    const { id: anna } = (await world.made(200, 'GET', '/operators?filter={"email":{"eq":"anna@example.com"}}'))
      ._embedded.operators[0];
    expect((await comesAs(id, 'anna')).body.operator.id).toBe(anna);
    expect((await comesAs(id, 'moved')).body.operator.id).toBe(anna);
    const { status, body } = await comesAs(id, 'heir');
    expect([status, body.another_account]).toEqual([403, true]);
  });

  test('that names people by addresses knows them by an attribute', async () => {
    const attribute = 'http://schemas.microsoft.com/identity/claims/objectidentifier';
    const settings = { metadata: await saml.metadata(), subject_attribute: attribute };
    const id = await record({ type: 'saml', settings });
    const mia = await operator('mia@example.com');
    expect((await comesAs(id, 'mia')).body.operator.id).toBe(mia);
    expect(await linked(mia)).toMatchObject([{ subject: '7f2b0c1e-0001' }]);
    expect((await comesAs(id, 'miasHeir')).status).toBe(403);
    // Without the attribute nobody is named.
    expect((await comesAs(id, 'anna')).status).toBe(422);
  });
});

// Never skipped where everything must run.
const suite = hasSlapd() || process.env.CI ? describe : describe.skip;
suite('a directory', () => {
  let slapd: Slapd;
  beforeAll(async () => {
    slapd = await startSlapd(directoryPeople);
  });
  afterAll(async () => {
    await slapd?.stop();
  });

  test('knows her by the id of her entry, whatever her address becomes and whoever gets it', async () => {
    const settings = { url: `ldap://127.0.0.1:${slapd.port}`, base_dn: 'ou=people,dc=example,dc=com' };
    const id = await record({ type: 'ldap', settings });
    mailBecomes(slapd, 'anna', 'lea@example.com');
    const lea = await operator('lea@example.com');
    const asAnna = () => visits.byDirectory(id, 'anna', 'right password');
    expect((await asAnna()).body.operator.id).toBe(lea);
    expect((await linked(lea))[0].subject).toMatch(/^[\da-f]{8}-/);
    mailBecomes(slapd, 'anna', 'lea.berger@example.com');
    mailBecomes(slapd, 'ben', 'lea@example.com');
    expect((await asAnna()).body.operator.id).toBe(lea);
    const { status, body } = await visits.byDirectory(id, 'ben', 'other password');
    expect([status, body.another_account]).toEqual([403, true]);
  });
});
