import type { CertificateKey } from './key-kind.js';
import { distinguishedName, cryptoKeyOf, fittingName, x509 } from './x509.js';

export interface AuthorityCertificateRequest {
  readonly organizationName: string;
  /** Number of the organization's authority, from 1. */
  readonly generation: number;
  readonly serial: string;
  readonly startsAt: Date;
  readonly expiresAt: Date;
  readonly publicKey: CertificateKey;
  readonly privateKey: CertificateKey;
  readonly signingAlgorithm: EcdsaParams | Algorithm;
}

/** A self-signed root that may sign certificates and lists, but no further authorities. */
export async function authorityCertificate(request: AuthorityCertificateRequest): Promise<x509.X509Certificate> {
  const ending = request.generation > 1 ? ` Wi-Fi CA ${request.generation}` : ' Wi-Fi CA';
  const name = distinguishedName(
    `${fittingName(request.organizationName, 63 - ending.length)}${ending}`,
    fittingName(request.organizationName),
  );
  const publicKey = cryptoKeyOf(request.publicKey);
  return x509.X509CertificateGenerator.create({
    serialNumber: request.serial,
    subject: name,
    issuer: name,
    notBefore: request.startsAt,
    notAfter: request.expiresAt,
    publicKey,
    signingKey: cryptoKeyOf(request.privateKey),
    signingAlgorithm: request.signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
}
