import type { Instant } from '../../kernel/clock.js';
import type { Signer } from './authority.js';
import type { CertificatePurpose } from './certificate.js';
import { signing } from './key-kind.js';
import { distinguishedName, cryptoKeyOf, fittingName, x509 } from './x509.js';

export interface LeafRequest {
  readonly purpose: CertificatePurpose;
  readonly serial: string;
  readonly commonName: string;
  readonly organizationName: string;
  readonly dnsNames: readonly string[];
  /** The user, if the name belongs to one. */
  readonly email?: string;
  readonly publicKey: x509.PublicKey;
  readonly startsAt: Instant;
  readonly expiresAt: Instant;
  /** Address of the list of revoked certificates. Null if the service does not know its own address. */
  readonly crlUrl: string | null;
}

/** A certificate for a user's device or for a RADIUS server, signed by the organization's authority. */
export async function leafCertificate(signer: Signer, request: LeafRequest): Promise<x509.X509Certificate> {
  return x509.X509CertificateGenerator.create({
    serialNumber: request.serial,
    subject: distinguishedName(request.commonName, fittingName(request.organizationName)),
    issuer: signer.certificate.subjectName,
    notBefore: new Date(request.startsAt),
    notAfter: new Date(request.expiresAt),
    publicKey: request.publicKey,
    signingKey: cryptoKeyOf(signer.key),
    signingAlgorithm: signing[signer.authority.keyKind],
    extensions: await extensions(signer, request),
  });
}

async function extensions(
  signer: Signer,
  { purpose, publicKey, crlUrl, ...request }: LeafRequest,
): Promise<x509.Extension[]> {
  const isRsa = publicKey.algorithm.name.startsWith('RSA');
  const usage = x509.KeyUsageFlags.digitalSignature | (isRsa ? x509.KeyUsageFlags.keyEncipherment : 0);
  const names = alternativeNames(request);
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(usage, true),
    new x509.ExtendedKeyUsageExtension([
      purpose === 'server' ? x509.ExtendedKeyUsage.serverAuth : x509.ExtendedKeyUsage.clientAuth,
    ]),
    await x509.SubjectKeyIdentifierExtension.create(publicKey),
    await x509.AuthorityKeyIdentifierExtension.create(signer.certificate.publicKey),
    ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names)] : []),
    ...(crlUrl ? [new x509.CRLDistributionPointsExtension([crlUrl])] : []),
  ];
}

function alternativeNames({ dnsNames, email }: Pick<LeafRequest, 'dnsNames' | 'email'>): x509.JsonGeneralNames {
  return [
    ...dnsNames.map((value) => ({ type: 'dns' as const, value })),
    ...(email ? [{ type: 'email' as const, value: email }] : []),
  ];
}
