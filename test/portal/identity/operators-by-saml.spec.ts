import { createHash, randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { type SamlProvider, startSamlProvider } from './saml-provider.js';
import { SmallBrowser } from './small-browser.js';

let world: UsherWorld;
let saml: SamlProvider;
beforeAll(async () => {
  world = await usherWorld();
  saml = await startSamlProvider();
});
afterAll(async () => {
  await saml?.stop();
  await world.close();
});

async function provider(use: string): Promise<string> {
  const settings = { metadata: await saml.metadata() };
  const body = { name: `For ${use}`, type: 'saml', use, settings };
  return (await world.made(201, 'POST', '/authentication-providers', { body })).id;
}

function beginning(id: string, verifier: string): string {
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = new URLSearchParams({ challenge, return_to: '/console/in' });
  return `http://127.0.0.1:${world.port}/sign-in/${world.organizationId}/${id}?${query}`;
}

/** Through the provider and back; where the browser is sent on to. */
async function through(browser: SmallBrowser, id: string, verifier: string): Promise<URL> {
  const leaving = await browser.open(beginning(id, verifier));
  const { url, SAMLResponse, RelayState } = await saml.answer(leaving.next ?? '');
  const back = await browser.open(url, { SAMLResponse, RelayState: RelayState ?? '' });
  return new URL(back.next ?? 'http://nowhere');
}

test('a provider is told to ask even whom it knows, where a proof is to be fresh', async () => {
  const id = await provider('both');
  for (const [more, isForced] of [
    ['', false],
    ['&fresh=true', true],
  ] as const) {
    const { next } = await new SmallBrowser().open(`${beginning(id, newVerifier())}${more}`);
    const request = new URL(next ?? '').searchParams.get('SAMLRequest') ?? '';
    const xml = inflateRawSync(Buffer.from(request, 'base64')).toString('utf8');
    expect([more, xml.includes('ForceAuthn="true"')]).toEqual([more, isForced]);
  }
});

const newVerifier = () => randomBytes(32).toString('base64url');
const redeem = (code: string | null, verifier: string) =>
  world.ask('POST', '/sessions/provider', { token: null, body: { code: code ?? '', verifier } });

test('an operator comes in by SAML, by the address that the provider vouches for: who began, and once', async () => {
  const id = await provider('operators');
  const [stranger, verifier] = [newVerifier(), newVerifier()];
  const nobody = await through(new SmallBrowser(), id, stranger);
  expect((await redeem(nobody.searchParams.get('code'), stranger)).status).toBe(401);

  const body = {
    email: 'anna@example.com',
    name: 'Anna',
    role_id: '00000000-0000-7000-8000-000000000101',
    password: 'correct horse battery staple',
  };
  const { id: anna } = await world.made(201, 'POST', '/operators', { body });
  const back = await through(new SmallBrowser(), id, verifier);
  expect(back.pathname).toBe('/console/in');
  const code = back.searchParams.get('code');
  expect((await redeem(code, newVerifier())).status).toBe(401);
  const session = await redeem(code, verifier);
  expect([session.status, session.body.operator.id]).toEqual([201, anna]);
  expect((await world.ask('GET', '/sessions/current', { token: session.body.token })).status).toBe(200);
  expect((await redeem(code, verifier)).status).toBe(401);
});

test('a SAML provider for guests signs in no operator', async () => {
  const seen = await new SmallBrowser().open(beginning(await provider('guests'), newVerifier()));
  expect([seen.status, seen.next]).toEqual([401, null]);
});
