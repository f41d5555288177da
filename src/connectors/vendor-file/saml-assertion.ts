import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { ConnectorProblem } from '../../provisioning/connector/connector-problem.js';

/** An assertion that a vendor takes for a token (RFC 7522, SAML 2.0): who asks, signed by XML Signature. */
export interface Assertion {
  readonly issuer: string;
  readonly audience: string;
  /** Where it is taken: the address of the token. */
  readonly recipient: string;
  readonly user: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Clocks differ. */
const earlyMilliseconds = 300_000;
const lifeMilliseconds = 600_000;

const canonicalXml = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Base64 of the signed assertion. */
export async function signedAssertion(assertion: Assertion, key: KeyObject, now: number): Promise<string> {
  const { SignedXml } = await import('xml-crypto');
  const signed = new SignedXml({
    privateKey: key,
    canonicalizationAlgorithm: canonicalXml,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  });
  signed.addReference({
    xpath: '/*',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonicalXml],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  // The schema has the signature after the issuer.
  const location = { reference: "/*/*[local-name()='Issuer']", action: 'after' } as const;
  signed.computeSignature(writtenAssertion(assertion, now), { prefix: 'ds', location });
  return Buffer.from(signed.getSignedXml()).toString('base64');
}

function writtenAssertion(assertion: Assertion, now: number): string {
  const { issuer, audience, recipient, user, attributes } = assertion;
  // Another one for each instant and each who asks.
  const id = `_${createHash('sha256')
    .update(JSON.stringify([assertion, now]))
    .digest('hex')}`;
  const issued = new Date(now).toISOString();
  const from = new Date(now - earlyMilliseconds).toISOString();
  const until = new Date(now + lifeMilliseconds).toISOString();
  const said = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml2:Attribute Name="${inAttribute(name)}"><saml2:AttributeValue>${inText(value)}</saml2:AttributeValue>` +
      '</saml2:Attribute>',
  );
  return (
    `<saml2:Assertion xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" IssueInstant="${issued}" ` +
    `Version="2.0"><saml2:Issuer>${inText(issuer)}</saml2:Issuer><saml2:Subject>` +
    `<saml2:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified">${inText(user)}</saml2:NameID>` +
    '<saml2:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml2:SubjectConfirmationData ' +
    `NotOnOrAfter="${until}" Recipient="${inAttribute(recipient)}"></saml2:SubjectConfirmationData>` +
    `</saml2:SubjectConfirmation></saml2:Subject><saml2:Conditions NotBefore="${from}" NotOnOrAfter="${until}">` +
    `<saml2:AudienceRestriction><saml2:Audience>${inText(audience)}</saml2:Audience></saml2:AudienceRestriction>` +
    `</saml2:Conditions><saml2:AuthnStatement AuthnInstant="${issued}"><saml2:AuthnContext>` +
    '<saml2:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport' +
    '</saml2:AuthnContextClassRef></saml2:AuthnContext></saml2:AuthnStatement>' +
    `${said.length > 0 ? `<saml2:AttributeStatement>${said.join('')}</saml2:AttributeStatement>` : ''}` +
    '</saml2:Assertion>'
  );
}

/**
 * An RSA key as people have it: PEM with or without its first and last line, on one line or on many. What the first
 * line says of the key is not looked at.
 * @throws ConnectorProblem credentials_refused
 */
export function rsaKeyIn(text: string): KeyObject {
  const der = Buffer.from(text.replaceAll(/-----[A-Z ]+-----|\\n|\s/g, ''), 'base64');
  for (const type of ['pkcs8', 'pkcs1'] as const) {
    try {
      const key = createPrivateKey({ key: der, format: 'der', type });
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      // Perhaps it has the other form.
    }
  }
  throw new ConnectorProblem('credentials_refused', 'sign-in: the private key is no RSA key in PEM form');
}

function inText(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function inAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
