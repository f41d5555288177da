import { createHash, createPrivateKey, webcrypto } from 'node:crypto';
import * as asn1 from 'asn1js';
import * as pkijs from 'pkijs';
import { engine as crypto, x509 } from '../certificates/x509.js';

const data = '1.2.840.113549.1.7.1';
const attributeTypes = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
};
const engine = new pkijs.CryptoEngine({ name: 'node', crypto });

/**
 * A signed message (CMS, RFC 5652) in DER that contains its content. `pem` holds the key, its certificate and the
 * chain.
 */
export async function signedMessage(content: Buffer, pem: string, at: Date): Promise<Buffer> {
  const certificates = certificatesIn(pem);
  const signedData = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({
      eContentType: data,
      eContent: new asn1.OctetString({ valueHex: content }),
    }),
    signerInfos: [signerInfo(certificates[0], content, at)],
    certificates,
  });
  await signedData.sign(await signingKey(pem), 0, 'SHA-256', undefined, engine);
  const container = new pkijs.ContentInfo({
    contentType: pkijs.ContentInfo.SIGNED_DATA,
    content: signedData.toSchema(true),
  });
  return Buffer.from(container.toSchema().toBER(false));
}

function signerInfo({ issuer, serialNumber }: pkijs.Certificate, content: Buffer, at: Date): pkijs.SignerInfo {
  const attributes = [
    new pkijs.Attribute({ type: attributeTypes.contentType, values: [new asn1.ObjectIdentifier({ value: data })] }),
    new pkijs.Attribute({ type: attributeTypes.signingTime, values: [new asn1.UTCTime({ valueDate: at })] }),
    new pkijs.Attribute({
      type: attributeTypes.messageDigest,
      values: [new asn1.OctetString({ valueHex: createHash('sha256').update(content).digest() })],
    }),
  ];
  return new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({ issuer, serialNumber }),
    signedAttrs: new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes }),
  });
}

/** The signer's own certificate comes first. */
function certificatesIn(pem: string): pkijs.Certificate[] {
  return x509.PemConverter.decodeWithHeaders(pem)
    .filter(({ type }) => type === 'CERTIFICATE')
    .map(({ rawData }) => pkijs.Certificate.fromBER(rawData));
}

function signingKey(pem: string): Promise<CryptoKey> {
  const key = createPrivateKey(pem);
  const algorithm =
    key.asymmetricKeyType === 'ec'
      ? {
          name: 'ECDSA',
          namedCurve:
            { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }[
              key.asymmetricKeyDetails?.namedCurve ?? ''
            ] ?? 'P-256',
        }
      : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' });
  return webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']) as unknown as Promise<CryptoKey>;
}
