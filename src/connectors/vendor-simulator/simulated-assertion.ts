import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { rsaKeyIn } from '../vendor-file/saml-assertion.js';
import { filled, filledIn, type TemplateValues } from '../vendor-file/template.js';
import type { VendorSignIn } from '../vendor-file/vendor-file.js';

export type SamlBearer = Extract<VendorSignIn, { type: 'saml_bearer' }>;

const signaturePattern = /<ds:Signature [^]*<\/ds:Signature>/;

let made: string | undefined;

/** A private key of this process: one that stands in a file would be everybody's. */
export function simulatedKey(): string {
  made ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  return made;
}

/** Whether a request for a token has what the file says, and an assertion about the right user that is good now. */
export function isGoodAssertion(words: SamlBearer, values: TemplateValues, text: string, now: number): boolean {
  const form = Object.fromEntries(new URLSearchParams(text));
  const { assertion = '', ...rest } = form;
  const wanted = filledIn(
    { grant_type: 'urn:ietf:params:oauth:grant-type:saml2-bearer', client_id: words.client_id, ...words.form },
    values,
  ) as Record<string, string>;
  if (Object.entries(wanted).some(([name, value]) => rest[name] !== value)) return false;
  const xml = Buffer.from(assertion, 'base64').toString();
  const [, from = '', until = ''] = /<saml2:Conditions NotBefore="([^"]+)" NotOnOrAfter="([^"]+)">/.exec(xml) ?? [];
  const said = [
    filled(words.user, values),
    filled(words.audience, values),
    ...Object.values(words.attributes ?? {}).map((each) => filled(each, values)),
  ];
  return (
    isSigned(xml, createPublicKey(rsaKeyIn(filled(words.private_key, values)))) &&
    Date.parse(from) <= now &&
    now < Date.parse(until) &&
    said.every((each) => xml.includes(`>${each}</saml2:`))
  );
}

function isSigned(xml: string, key: KeyObject): boolean {
  const [signature] = signaturePattern.exec(xml) ?? [];
  if (signature === undefined) return false;
  const signed = new SignedXml({ publicCert: key });
  signed.loadSignature(signature);
  return signed.checkSignature(xml);
}
