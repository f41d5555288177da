import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SystemClock } from '../../../src/kernel/clock.js';
import { SamlExchange } from '../../../src/portal/identity/saml/saml-exchange.js';
import { serviceProviderOf } from '../../../src/portal/identity/saml/service-provider.js';
import { type Habits, keyPair, type SamlProvider, startSamlProvider } from './saml-provider.js';

const exchange = new SamlExchange(new SystemClock());
const own = serviceProviderOf('https://wifi.example.com', 'organization-1', 'provider-1');
const question = '_a2b4c6';

let both: SamlProvider;
let byAssertion: SamlProvider;
let byResponse: SamlProvider;
const others: SamlProvider[] = [];
beforeAll(async () => {
  [both, byAssertion, byResponse] = await Promise.all([
    startSamlProvider(),
    startSamlProvider({ signs: 'assertion' }),
    startSamlProvider({ signs: 'response' }),
  ]);
});
afterAll(() => Promise.all([both, byAssertion, byResponse, ...others].map((each) => each?.stop())));

async function other(habits: Habits): Promise<SamlProvider> {
  const provider = await startSamlProvider(habits);
  others.push(provider);
  return provider;
}

const settingsOf = ({ settings }: SamlProvider, more: object = {}) => ({
  ...settings,
  username_attribute: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ...more,
});
const ask = async (provider: SamlProvider, as = 'anna', to = own) =>
  provider.answer(await exchange.requestUrl(settingsOf(provider), to, question, 'the state', false), as);
const read = (provider: SamlProvider, text: string, more: object = {}) =>
  exchange.personOf(settingsOf(provider, more), own, question, text);
const xmlOf = (answer: string) => Buffer.from(answer, 'base64').toString('utf8');
const coded = (xml: string) => Buffer.from(xml).toString('base64');

describe('an identity provider says who somebody is', () => {
  test.each<[string, () => SamlProvider]>([
    ['the response and its assertion', () => both],
    ['the assertion', () => byAssertion],
    ['the response', () => byResponse],
  ])('in an answer with a signature of %s', async (_, provider) => {
    const answer = await ask(provider());
    expect([answer.url, answer.RelayState]).toEqual([own.answerUrl, 'the state']);
    expect(await read(provider(), answer.SAMLResponse)).toEqual({
      subject: 'anna-4711',
      username: 'anna@example.com',
      email: 'anna@example.com',
      isEmailVerified: true,
      firstName: 'Anna',
      lastName: 'Berger',
      groups: ['Staff', 'Kitchen'],
      claims: expect.objectContaining({ department: ['Spa'] }),
    });
  });

  test('by the name of the subject, where no attribute is the username', async () => {
    const { SAMLResponse } = await ask(both);
    expect(await read(both, SAMLResponse, { username_attribute: 'NameID' })).toMatchObject({ username: 'anna-4711' });
  });

  test('and by an attribute only where the name of the subject is another one each time', async () => {
    const { SAMLResponse } = await ask(both, 'passer');
    expect(await read(both, SAMLResponse)).toMatchObject({ subject: 'p@example.com', username: 'p@example.com' });
    expect(await read(both, SAMLResponse, { username_attribute: 'NameID' })).toEqual({
      refused: 'wrong',
      detail: expect.stringMatching(/transient.*username_attribute/),
    });
    expect(await read(both, SAMLResponse, { username_attribute: 'badge' })).toEqual({
      refused: 'wrong',
      detail: 'The answer has no badge',
    });
  });

  test('by either key, while it changes them', async () => {
    const next = await keyPair();
    const certificate = `${both.certificate}\n${next.certificate}`;
    const changed = await other({ pair: next });
    expect(await read(both, (await ask(both)).SAMLResponse, { certificate })).toMatchObject({ subject: 'anna-4711' });
    expect(await read(changed, (await ask(changed)).SAMLResponse, { certificate })).toMatchObject({
      subject: 'anna-4711',
    });
  });

  test('to one who shows it what Usher is', async () => {
    const metadata = await exchange.metadata(own);
    expect(metadata).toContain(`entityID="${own.entityId}"`);
    expect(metadata).toMatch(new RegExp(`AssertionConsumerService[^>]*HTTP-POST"[^>]* Location="${own.answerUrl}"`));
    expect(metadata).toContain('WantAssertionsSigned="true"');
    expect(await exchange.metadata(own)).toBe(metadata);
  });
});

describe('an answer is refused', () => {
  const refused = (detail: RegExp) => ({ refused: 'wrong', detail: expect.stringMatching(detail) });

  test('that another key has signed', async () => {
    const stranger = await other({});
    const { SAMLResponse } = await ask(stranger);
    const { entity_id } = stranger.settings;
    expect(await read(both, SAMLResponse, { entity_id })).toEqual(refused(/signature/));
  });

  test('of another provider, though by a key that is known', async () => {
    const { SAMLResponse } = await ask(both);
    expect(await read(both, SAMLResponse, { entity_id: 'https://other.example.com' })).toEqual(
      refused(/The answer is from http/),
    );
  });

  test.each([
    ['another provider of the organization', serviceProviderOf('https://wifi.example.com', 'organization-1', 'p-2')],
    ['another organization', serviceProviderOf('https://wifi.example.com', 'organization-2', 'provider-1')],
    ['another installation', serviceProviderOf('https://other.example.com', 'organization-1', 'provider-1')],
  ])('that was made for %s', async (_, to) => {
    for (const provider of [both, byAssertion, byResponse])
      expect(await read(provider, (await ask(provider, 'anna', to)).SAMLResponse)).toEqual(refused(/made for/));
    // Where the response is not signed, anybody may write there whom it is for.
    const { SAMLResponse } = await ask(byAssertion, 'anna', to);
    const altered = xmlOf(SAMLResponse).replace(/ Destination="[^"]*"/, ` Destination="${own.answerUrl}"`);
    expect(await read(byAssertion, coded(altered))).toEqual(refused(/audience|recipient/));
  });

  test('to another question', async () => {
    for (const provider of [both, byAssertion, byResponse]) {
      const { SAMLResponse } = await ask(provider);
      const asked = exchange.personOf(settingsOf(provider), own, '_another', SAMLResponse);
      expect(await asked).toEqual(refused(/another question/));
    }
    const altered = xmlOf((await ask(byAssertion)).SAMLResponse).replace(
      ` InResponseTo="${question}"`,
      ' InResponseTo="_another"',
    );
    expect(await exchange.personOf(settingsOf(byAssertion), own, '_another', coded(altered))).toEqual(
      refused(/another question/),
    );
  });

  test('that nobody asked for', async () => {
    const xml = xmlOf((await ask(byAssertion)).SAMLResponse).replace(` InResponseTo="${question}"`, '');
    expect(xml).toContain(`InResponseTo="${question}"`);
    expect(await exchange.personOf(settingsOf(byAssertion), own, '_another', coded(xml))).toEqual(
      refused(/another question/),
    );
  });

  test('that is too old, by the clock of either', async () => {
    const old = await other({ lifetimeInSeconds: -600 });
    expect(await read(old, (await ask(old)).SAMLResponse)).toEqual(refused(/expired|too old/));
    const later = new SystemClock();
    later.milliseconds = () => Date.now() + 2 * 3600_000;
    const { SAMLResponse } = await ask(both);
    expect(await new SamlExchange(later).personOf(settingsOf(both), own, question, SAMLResponse)).toEqual(
      refused(/too old/),
    );
  });

  test('that is signed by SHA-1, which others can forge', async () => {
    const weak = await other({ signatureAlgorithm: 'rsa-sha1' });
    expect(await read(weak, (await ask(weak)).SAMLResponse)).toEqual(refused(/rsa-sha1: set RSA with SHA-256/));
  });

  test.each<[string, (xml: string) => string]>([
    ['without signature', (xml) => xml.replaceAll(new RegExp(signatureForm, 'g'), '')],
    ['with another name', (xml) => xml.replace('anna-4711', 'ben-0815')],
    ['with another group', (xml) => xml.replace('Kitchen', 'Managers')],
    ['with a comment in the name', (xml) => xml.replace('anna-4711', 'anna<!-- -->-4711')],
    ['with CDATA in the name', (xml) => xml.replace('anna-4711', '<![CDATA[anna-4711]]>')],
    ['with an instruction in the name', (xml) => xml.replace('anna-4711', 'anna<?x?>-4711')],
    ['with a file as an entity', (xml) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml}`],
    ['with an entity', (xml) => xml.replace('anna-4711', '&x;')],
    ['with entities that grow', (xml) => `<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;&a;">]>${xml}`],
    [
      'with a key that both know',
      (xml) => xml.replaceAll(/2001\/04\/xmldsig-more#rsa-sha256/g, '2000/09/xmldsig#hmac-sha1'),
    ],
    ['that says no', (xml) => xml.replace('status:Success', 'status:Responder')],
    ['that is cut off', (xml) => xml.slice(0, -20)],
    ['that is none', () => '<html/>'],
    ['that is nothing', () => ''],
    ['that is very long', (xml) => xml.replace('Anna', 'A'.repeat(300_000))],
    ['that is very deep', (xml) => xml.replace('anna-4711', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`)],
  ])('%s', async (_, alter) => {
    for (const provider of [both, byAssertion, byResponse]) {
      const xml = xmlOf((await ask(provider)).SAMLResponse);
      expect(await read(provider, coded(alter(xml)))).toMatchObject({ refused: 'wrong' });
    }
  });

  test('whose response was altered, though its assertion was not', async () => {
    const xml = xmlOf((await ask(both)).SAMLResponse).replace(/IssueInstant="/, 'Consent="x" IssueInstant="');
    expect(await read(both, coded(xml))).toEqual(refused(/signature/));
  });
});

/** https://www.usenix.org/conference/usenixsecurity12/technical-sessions/presentation/somorovsky */
describe('an answer whose signed part is wrapped in another is refused', () => {
  const asWrapped = {
    refused: 'wrong',
    detail: expect.stringMatching(/^The answer has (another in it|an assertion where none belongs|an ID twice)$/),
  };
  const evil = (part: string) =>
    part
      .replaceAll(new RegExp(signatureForm, 'g'), '')
      .replaceAll(/ ID="[^"]*"/g, ' ID="_evil"')
      .replaceAll('anna-4711', 'ben-0815')
      .replaceAll('anna@example.com', 'ben@example.com');
  const assertionOf = (xml: string) => assertionForm.exec(xml)?.[0] ?? '';
  const unsigned = (xml: string) => xml.replace(signatureForm, '');
  const signatureOf = (xml: string) => signatureForm.exec(xml)?.[0] ?? '';
  const within = (signature: string, part: string) => signature.replace(/<\/Signature>$/, `${part}</Signature>`);
  const evilWith = (xml: string, signature: string) => evil(xml).replace(/(<\/[\w:]*Issuer>)/, `$1${signature}`);

  test.each<[string, (xml: string) => string]>([
    ['1', (xml) => evilWith(xml, within(signatureOf(xml), unsigned(xml)))],
    ['2', (xml) => evilWith(xml, `${unsigned(xml)}${signatureOf(xml)}`)],
    ['1, the response whole', (xml) => evilWith(xml, within(signatureOf(xml), xml))],
    ['2, the response whole', (xml) => evilWith(xml, xml)],
  ])('%s', async (_, wrap) => {
    for (const provider of [both, byResponse]) {
      const xml = xmlOf((await ask(provider)).SAMLResponse);
      expect(await read(provider, coded(wrap(xml)))).toEqual(asWrapped);
    }
  });

  test.each<[string, (assertion: string) => string]>([
    ['3', (part) => evil(part) + part],
    ['3, the other way round', (part) => part + evil(part)],
    ['4', (part) => evil(part).replace(/<\/([\w:]*)Assertion>$/, `${part}</$1Assertion>`)],
    ['5', (part) => evilWith(part, signatureOf(part)) + unsigned(part)],
    ['6', (part) => evilWith(part, within(signatureOf(part), unsigned(part)))],
    ['7', (part) => `<samlp:Extensions>${evil(part)}</samlp:Extensions>${part}`],
    ['7, the other way round', (part) => `<samlp:Extensions>${part}</samlp:Extensions>${evil(part)}`],
    ['8', (part) => evilWith(part, within(signatureOf(part), `<Object>${unsigned(part)}</Object>`))],
    ['with the same ID', (part) => evil(part).replace('_evil', / ID="([^"]*)"/.exec(part)?.[1] ?? '') + part],
    ['in an assertion of another kind', (part) => `<x:Assertion xmlns:x="urn:x">${part}</x:Assertion>${evil(part)}`],
  ])('%s', async (_, wrap) => {
    const xml = xmlOf((await ask(byAssertion)).SAMLResponse);
    const part = assertionOf(xml);
    expect(await read(byAssertion, coded(xml.replace(part, () => part)))).toMatchObject({ subject: 'anna-4711' });
    expect(await read(byAssertion, coded(xml.replace(part, () => wrap(part))))).toEqual(asWrapped);
  });
});

const signatureForm = /<Signature[ >][\s\S]*?<\/Signature>/;
const assertionForm = /<(?:saml:)?Assertion[\s\S]*<\/(?:saml:)?Assertion>/;
