import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type CDPSession, type Page } from 'playwright-core';
import { AuditModule } from '../../../src/console/audit/audit.module.js';
import { PasswordResetsModule } from '../../../src/console/password-resets/password-resets.module.js';
import { statement } from '../../../src/database/database.js';
import { systemContext } from '../../../src/kernel/context.js';
import { inBrowser } from '../../browser/in-browser.js';
import { launchBrowser } from '../../browser/installed-browser.js';
import { type JsonBody, ownerRoleId } from '../../http/http-world.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import { anotherAddress, auditorRoleId, goodPassword, type OperatorsWorld, operatorsWorld } from './operators-world.js';

interface Heard {
  readonly status: number;
  readonly body: JsonBody;
}

/** Chromium with an authenticator of its own (CDP WebAuthn), on a page of the service. */
inBrowser('passkeys')('a passkey', () => {
  const clock = new ManualClock(new Date().toISOString());
  let world: OperatorsWorld;
  let browser: Browser;
  let page: Page;
  let cdp: CDPSession;
  let authenticatorId: string;
  beforeAll(async () => {
    const settings = { trustedProxies: ['127.0.0.0/8', '::1'] };
    world = await operatorsWorld(clock, { modules: [PasswordResetsModule, AuditModule], settings });
    browser = await launchBrowser();
    page = await (await browser.newContext()).newPage();
    await page.goto(`${world.url.replace('127.0.0.1', 'localhost')}/openapi.json`);
    cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    ({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options }));
  });
  afterAll(async () => {
    await browser?.close();
    await world.close();
  });

  /** As the page itself would. */
  const fetched = (method: string, path: string, body?: object): Promise<Heard> =>
    page.evaluate(
      async ([how, where, sent]) => {
        const headers = { 'x-usher-console': '1', ...(sent ? { 'content-type': 'application/json' } : {}) };
        const asked: RequestInit = { method: how, headers, body: sent };
        const response = await fetch(where, asked);
        const text = await response.text();
        return { status: response.status, body: text ? (JSON.parse(text) as JsonBody) : undefined };
      },
      [method, path, body && JSON.stringify(body)] as const,
    );
  const created = (options: object): Promise<JsonBody> =>
    page.evaluate(async (given) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given as never);
      return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON() as JsonBody;
    }, options);
  const answered = (options: object): Promise<JsonBody> =>
    page.evaluate(async (given) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(given as never);
      return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON() as JsonBody;
    }, options);
  const asked = async () => answered((await fetched('POST', '/sessions/passkey/options')).body);
  const signInWith = (response: object, headers: Record<string, string> = {}) =>
    world.call('POST', '/sessions/passkey', {
      token: null,
      body: { response },
      headers: {
        'x-forwarded-for': anotherAddress(),
        'x-forwarded-host': new URL(world.url).host.replace('127.0.0.1', 'localhost'),
        ...headers,
      },
    });

  let people = 0;
  /** Signed in on the page, with a passkey in the authenticator. */
  async function withPasskey(): Promise<{ id: string; email: string; passkeyId: string }> {
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    people += 1;
    const { id, email } = await world.operator(`passkey-${people}@example.com`, auditorRoleId);
    const signedIn = await fetched('POST', '/console/session', { email, password: goodPassword });
    expect(signedIn.status).toBe(201);
    const options = await fetched('POST', '/sessions/current/passkeys/options', { password: goodPassword });
    const response = await created(options.body);
    const added = await fetched('POST', '/sessions/current/passkeys', { name: 'Laptop', response });
    expect([added.status, added.body.name]).toEqual([201, 'Laptop']);
    return { id, email, passkeyId: added.body.id };
  }

  test('is made with the password once more, and signs in without it, to the page and to the API', async () => {
    const { id, email, passkeyId } = await withPasskey();
    expect((await fetched('POST', '/sessions/current/passkeys/options', { password: 'a wrong password' })).status).toBe(
      401,
    );
    expect((await fetched('DELETE', '/console/session')).status).toBe(204);
    expect((await fetched('GET', '/sessions/current')).status).toBe(401);

    const passkey = await asked();
    const both = await fetched('POST', '/console/session', { passkey, email });
    expect([both.status, both.body.errors[0].detail]).toEqual([422, 'give this or email, not both']);
    expect((await fetched('POST', '/console/session', { passkey })).status).toBe(201);
    expect((await fetched('GET', '/sessions/current')).body.operator).toMatchObject({ id, email });
    // Once more in the same browser, and the session before has ended.
    const ownSessions = async () => (await fetched('GET', '/sessions')).body.total_items as number;
    const before = await ownSessions();
    expect((await fetched('POST', '/console/session', { passkey: await asked() })).status).toBe(201);
    expect(await ownSessions()).toBe(before);
    // For a while it stands in for the password, too.
    expect((await fetched('POST', '/sessions/current/passkeys/options', {})).status).toBe(200);
    await clock.advance(10 * 60 + 1);
    expect((await fetched('POST', '/sessions/current/passkeys/options', {})).status).toBe(422);
    const bearer = await signInWith(await asked());
    expect([bearer.status, bearer.body.token]).toEqual([201, expect.stringMatching(/^session_/)]);

    const { body } = await fetched('GET', '/sessions/current/passkeys');
    expect(body._embedded.passkeys).toEqual([
      expect.objectContaining({ id: passkeyId, name: 'Laptop', last_used_at: clock.instant() }),
    ]);
    const audit = await world.call('GET', `/audit?filter[resource_id]=${id}&filter[action]=sign_in`);
    expect(audit.body._embedded.audit.map(({ after }: JsonBody) => after.passkey_id ?? null)).toContain(passkeyId);
  });

  test('counts as two factors: no code is asked for', async () => {
    const { id } = await withPasskey();
    await world.fresh.database.query(
      {
        organizationId: world.organizationId,
        requestId: 'test',
        actor: { kind: 'system', id, name: 'test', permissions: [] },
      },
      { name: '', text: 'update operators set totp_confirmed = true where organization_id = $1 and id = $2' },
      [world.organizationId, id],
    );
    expect((await signInWith(await asked())).status).toBe(201);
  });

  test('answers once, within five minutes, for this address only, and unaltered', async () => {
    await withPasskey();
    const once = await asked();
    expect([(await signInWith(once)).status, (await signInWith(once)).status]).toEqual([201, 401]);

    const elsewhere = await asked();
    expect((await signInWith(elsewhere, { 'x-forwarded-host': 'evil.example.com' })).status).toBe(401);
    expect((await signInWith(elsewhere, { 'x-forwarded-proto': 'https' })).status).toBe(401);
    const altered = { ...elsewhere, response: { ...elsewhere.response, signature: once.response.signature } };
    expect((await signInWith(altered)).status).toBe(401);
    expect((await signInWith({ ...elsewhere, id: 'unknown', rawId: 'unknown' })).status).toBe(401);

    const late = await asked();
    await clock.advance(5 * 60 + 1);
    expect((await signInWith(late)).status).toBe(401);
    for (const response of [{}, { id: 'x', rawId: 'x', type: 'public-key', response: {} }, { ...once, response: 7 }])
      expect([401, 422]).toContain((await signInWith(response)).status);
  });

  test('of a device that did not verify the person signs nobody in', async () => {
    await withPasskey();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    const { body } = await fetched('POST', '/sessions/passkey/options');
    expect(body.userVerification).toBe('required');
    const unverified = await answered({ ...body, userVerification: 'discouraged' });
    expect((await signInWith(unverified)).status).toBe(401);
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  });

  test('is made for one operator, from options of their own', async () => {
    await withPasskey();
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    const options = (await fetched('POST', '/sessions/current/passkeys/options', { password: goodPassword })).body;
    const response = await created(options);
    const other = await world.operator('passkey-thief@example.com', auditorRoleId);
    const add = (token: string) =>
      world.call('POST', '/sessions/current/passkeys', { token, body: { name: 'Mine', response } });
    expect((await add(other.token)).body.errors[0].pointer).toBe('#/response');
    expect((await fetched('POST', '/sessions/current/passkeys', { name: 'Second', response })).status).toBe(201);
    expect((await fetched('POST', '/sessions/current/passkeys', { name: 'Again', response })).status).toBe(422);
  });

  test('is renamed and removed by its operator only', async () => {
    const { passkeyId } = await withPasskey();
    const stranger = await world.operator('passkey-stranger@example.com', auditorRoleId);
    const at = `/sessions/current/passkeys/${passkeyId}`;
    for (const method of ['PATCH', 'DELETE'])
      expect(
        (await world.call(method, at, { token: stranger.token, body: method === 'PATCH' ? { name: 'x' } : undefined }))
          .status,
      ).toBe(404);
    expect((await fetched('PATCH', at, { name: 'Old laptop' })).body.name).toBe('Old laptop');
    const response = await asked();
    expect((await fetched('DELETE', at)).status).toBe(204);
    expect((await signInWith(response)).status).toBe(401);
  });

  test('signs in none but an owner where single sign-on is required', async () => {
    const required = (on: boolean) =>
      world.fresh.database.query(
        systemContext(world.organizationId, 'test'),
        statement('test_required', 'update organizations set single_sign_on_required = $1 where id = $2'),
        [on, world.organizationId],
      );
    const { id } = await withPasskey();
    await required(true);
    try {
      const refused = await signInWith(await asked());
      expect([refused.status, refused.body.single_sign_on_required]).toEqual([403, true]);
      expect((await fetched('GET', '/sessions/current')).status).toBe(401);
      await world.call('PATCH', `/operators/${id}`, { body: { role_id: ownerRoleId } });
      expect((await signInWith(await asked())).status).toBe(201);
    } finally {
      await required(false);
    }
  });

  test.each<[string, (id: string) => Promise<{ status: number }>]>([
    ['is disabled', (id) => world.call('PATCH', `/operators/${id}`, { body: { disabled: 1 } })],
    [
      'is given another password',
      (id) => world.call('PATCH', `/operators/${id}`, { body: { password: 'quite another one' } }),
    ],
    ['is deleted', (id) => world.call('DELETE', `/operators/${id}`)],
  ])('signs nobody in once its operator %s', async (_what, act) => {
    const { id } = await withPasskey();
    const response = await asked();
    expect((await act(id)).status).toBeLessThan(300);
    expect((await signInWith(response)).status).toBe(401);
  });
});
