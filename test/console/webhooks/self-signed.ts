import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const crypto = webcrypto as unknown as Crypto;
const dayMilliseconds = 86_400_000;
const forms = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  },
};

/** Self-signed, for a day before and after now; PEM. */
export async function certificateFor(
  name: string,
  form: keyof typeof forms = 'ec',
): Promise<{ key: string; cert: string }> {
  const keys = (await crypto.subtle.generateKey(forms[form], true, ['sign', 'verify'])) as CryptoKeyPair;
  const made = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=${name}`,
      notBefore: new Date(Date.now() - dayMilliseconds),
      notAfter: new Date(Date.now() + dayMilliseconds),
      keys,
      signingAlgorithm: forms[form],
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }]),
      ],
    },
    crypto,
  );
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: x509.PemConverter.encode(key, 'PRIVATE KEY'), cert: made.toString('pem') };
}
