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
export async function authorityCertificate(wishes: AuthorityCertificateRequest): Promise<x509.X509Certificate> {
  const ending = wishes.generation > 1 ? ` Wi-Fi CA ${wishes.generation}` : ' Wi-Fi CA';
  const name = distinguishedName(
    `${fittingName(wishes.organizationName, 63 - ending.length)}${ending}`,
    fittingName(wishes.organizationName),
  );
  const publicKey = cryptoKeyOf(wishes.publicKey);
  return x509.X509CertificateGenerator.create({
    serialNumber: wishes.serial,
    subject: name,
    issuer: name,
    notBefore: wishes.startsAt,
    notAfter: wishes.expiresAt,
    publicKey,
    signingKey: cryptoKeyOf(wishes.privateKey),
    signingAlgorithm: wishes.signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
}
