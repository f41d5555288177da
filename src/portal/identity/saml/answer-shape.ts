import { SaxesParser, type SaxesTagNS } from 'saxes';

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';
const signature = 'http://www.w3.org/2000/09/xmldsig#';
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

const mostElements = 5000;
const mostLevels = 40;

/** Not SHA-1, which has known collisions; not HMAC, whose key both sides would know. */
const methods = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** The unsigned part of a response. */
export interface AnswerShape {
  readonly isResponseSigned: boolean;
  readonly isAssertionSigned: boolean;
  readonly destination: string | null;
  readonly inResponseTo: string | null;
}

/**
 * Checks the shape of a response strictly before any of it is trusted: one Response with one assertion, and signatures
 * only where they belong. Signature wrapping needs a second assertion or response, a repeated ID, or a signature
 * elsewhere; making two XML parsers disagree needs comments, CDATA or a document type.
 * @throws Error with a message for the administrator of the provider
 */
export function answerShape(xml: string): AnswerShape {
  if (xml.includes('<!')) throw new Error('The answer has a comment, CDATA or a document type');
  const path: SaxesTagNS[] = [];
  const ids = new Set<string>();
  const signed = new Set<string>();
  let elements = 0;
  let assertions = 0;
  let root: SaxesTagNS | undefined;
  let status: string | undefined;
  const is = (tag: SaxesTagNS | undefined, uri: string, local: string) => tag?.uri === uri && tag.local === local;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw new Error(`The answer is no well-formed XML: ${error.message}`);
  });
  parser.on('processinginstruction', () => {
    throw new Error('The answer has a processing instruction');
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > mostElements || path.length >= mostLevels) throw new Error('The answer is too large');
    const [parent] = path.slice(-1);
    root ??= tag;
    for (const { local, value } of Object.values(tag.attributes)) {
      if (local.toLowerCase() !== 'id') continue;
      if (ids.has(value)) throw new Error('The answer has an ID twice');
      ids.add(value);
    }
    if (tag.local === 'Response' && (parent || tag.uri !== protocol)) throw new Error('The answer has another in it');
    if (tag.local === 'EncryptedAssertion') throw new Error('The assertion is encrypted: switch that off there');
    if (tag.local === 'Assertion') {
      assertions += 1;
      if (assertions > 1 || path.length !== 1 || tag.uri !== assertion)
        throw new Error('The answer has an assertion where none belongs');
    }
    if (tag.local === 'Signature') {
      const of = parent?.local ?? '';
      const belongs = path.length <= 2 && (is(parent, protocol, 'Response') || is(parent, assertion, 'Assertion'));
      if (tag.uri !== signature || !belongs || signed.has(of))
        throw new Error('The answer has a signature where none belongs');
      signed.add(of);
    }
    if (tag.uri === signature && (tag.local === 'SignatureMethod' || tag.local === 'DigestMethod')) {
      const method = tag.attributes.Algorithm?.value ?? '';
      if (!methods.has(method))
        throw new Error(`The answer is signed by ${method.slice(0, 100)}: set RSA with SHA-256`);
    }
    if (is(tag, protocol, 'StatusCode') && is(parent, protocol, 'Status')) status = tag.attributes.Value?.value;
    path.push(tag);
  });
  parser.on('closetag', () => path.pop());
  parser.write(xml).close();
  if (!is(root, protocol, 'Response')) throw new Error('The answer is no SAML response');
  if (status !== success)
    throw new Error(`The provider refuses: ${status?.split(':').at(-1)?.slice(0, 60) ?? 'no status'}`);
  if (assertions === 0) throw new Error('The answer has no assertion');
  if (signed.size === 0) throw new Error('The answer is not signed');
  return {
    isResponseSigned: signed.has('Response'),
    isAssertionSigned: signed.has('Assertion'),
    destination: root?.attributes.Destination?.value ?? null,
    inResponseTo: root?.attributes.InResponseTo?.value ?? null,
  };
}
