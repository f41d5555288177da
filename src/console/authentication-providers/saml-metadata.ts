import { SaxesParser, type SaxesTagNS } from 'saxes';
import { Wrong } from '../../http/body/readers.js';

const metadata = 'urn:oasis:names:tc:SAML:2.0:metadata';
const signature = 'http://www.w3.org/2000/09/xmldsig#';
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const longest = 512 * 1024;

interface SamlMetadata {
  readonly entity_id: string;
  readonly sso_url: string;
  /** PEM, one after the other. */
  readonly certificate: string;
}

/** The settings that a provider's metadata document stands for (as pasted; nothing is fetched). */
export function readSamlMetadata(value: unknown): SamlMetadata | Wrong {
  if (typeof value !== 'string' || value.length > longest || value.includes('<!DOCTYPE'))
    return new Wrong('must be the metadata document of the provider, XML without a document type');
  const path: SaxesTagNS[] = [];
  const certificates = new Set<string>();
  let entityId: string | undefined;
  let signInUrl: string | undefined;
  let fault: string | undefined;
  let text = '';
  const isWithin = (uri: string, local: string) => path.some((tag) => tag.uri === uri && tag.local === local);
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => (fault ??= error.message));
  parser.on('opentag', (tag) => {
    const { uri, local, attributes } = tag;
    path.push(tag);
    text = '';
    if (uri !== metadata) return;
    if (local === 'EntityDescriptor') {
      if (entityId !== undefined) fault ??= 'it describes several providers';
      entityId = attributes.entityID?.value ?? '';
    }
    if (local === 'SingleSignOnService' && attributes.Binding?.value === redirect)
      signInUrl ??= attributes.Location?.value;
  });
  parser.on('text', (more) => (text += more));
  parser.on('closetag', ({ uri, local }) => {
    const isOfKey = isWithin(metadata, 'IDPSSODescriptor') && isWithin(metadata, 'KeyDescriptor');
    const key = path.find((tag) => tag.uri === metadata && tag.local === 'KeyDescriptor');
    const isForSigning = (key?.attributes.use?.value ?? 'signing') === 'signing';
    if (uri === signature && local === 'X509Certificate' && isOfKey && isForSigning)
      certificates.add(text.replaceAll(/\s/g, ''));
    path.pop();
  });
  try {
    parser.write(value).close();
  } catch (error) {
    fault ??= String(error);
  }
  if (fault !== undefined) return new Wrong(`cannot be read as SAML metadata: ${fault.slice(0, 200)}`);
  if (!entityId || certificates.size === 0)
    return new Wrong('is no metadata of an identity provider: entityID or certificate is missing');
  if (!signInUrl) return new Wrong('names no SingleSignOnService with the binding HTTP-Redirect');
  const pem = (body: string) =>
    `-----BEGIN CERTIFICATE-----\n${body.replaceAll(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----`;
  return { entity_id: entityId, sso_url: signInUrl, certificate: [...certificates].map(pem).join('\n') };
}
