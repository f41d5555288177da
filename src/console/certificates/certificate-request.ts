import { Problem } from '../../kernel/errors.js';
import { x509 } from './x509.js';

/** The parts of a request that are used: its key and name. Requested extensions are ignored. */
export interface RequestedCertificate {
  readonly publicKey: x509.PublicKey;
  readonly commonName: string | undefined;
}

const curves = ['P-256', 'P-384', 'P-521'];
const leastRsaBits = 2048;
const mostRsaBits = 8192;
const oldHashes = ['SHA-1', 'MD5'];

/**
 * Reads a PKCS#10 request in PEM. Refuses (422 at `csr`) anything else, a request that its own key did not sign, and
 * weak keys: RSA below 2,048 bits or with an exponent below 65537, curves other than P-256, P-384 and P-521.
 */
export async function readRequest(text: string): Promise<RequestedCertificate> {
  const request = parsed(text);
  const isSigned = await request.verify().catch(() => false);
  if (!isSigned)
    throw Problem.invalidField('csr', 'the request is not signed by the key it names: make it again with that key');
  const { hash } = request.signatureAlgorithm as { hash?: { name?: string } };
  if (hash?.name && oldHashes.includes(hash.name))
    throw Problem.invalidField('csr', `the request is signed with ${hash.name}: sign it with SHA-256`);
  const weakness = weaknessOf(request.publicKey.algorithm as KeyFacts);
  if (weakness) throw Problem.invalidField('csr', weakness);
  const [commonName] = request.subjectName.getField('CN');
  // oxlint-disable-next-line no-control-regex -- they are what must not be there
  if (commonName !== undefined && /[\u0000-\u001f\u007f]/.test(commonName))
    throw Problem.invalidField('csr', 'the common name must be readable text');
  return { publicKey: request.publicKey, commonName };
}

function parsed(text: string): x509.Pkcs10CertificateRequest {
  try {
    const [request, ...others] = x509.PemConverter.decodeWithHeaders(text).filter(({ type }) =>
      /^(NEW )?CERTIFICATE REQUEST$/.test(type),
    );
    if (!request || others.length > 0) throw new Error('not one request');
    return new x509.Pkcs10CertificateRequest(request.rawData);
  } catch {
    throw Problem.invalidField(
      'csr',
      'must be one PKCS#10 certificate request in PEM (-----BEGIN CERTIFICATE REQUEST-----)',
    );
  }
}

interface KeyFacts {
  readonly name: string;
  readonly namedCurve?: string;
  readonly modulusLength?: number;
  readonly publicExponent?: Uint8Array;
}

function weaknessOf({ name, namedCurve, modulusLength, publicExponent }: KeyFacts): string | undefined {
  if (name.startsWith('EC')) {
    return curves.includes(namedCurve ?? '')
      ? undefined
      : `the key is on the curve ${namedCurve}: take one of ${curves.join(', ')}`;
  }
  if (!name.startsWith('RSA'))
    return `keys of kind ${name} do not work everywhere for 802.1X: take EC P-256 or RSA of ${leastRsaBits} bits`;
  if ((modulusLength ?? 0) < leastRsaBits)
    return `the RSA key has ${modulusLength} bits: at least ${leastRsaBits} are needed`;
  if ((modulusLength ?? 0) > mostRsaBits)
    return `the RSA key has ${modulusLength} bits: at most ${mostRsaBits} work everywhere`;
  const exponent = Buffer.from(publicExponent ?? []).reduce((sum, byte) => sum * 256 + byte, 0);
  const isUsual = exponent >= 65_537 && exponent < 2 ** 32 && exponent % 2 === 1;
  return isUsual ? undefined : `the RSA key has the public exponent ${exponent}: take 65537`;
}
