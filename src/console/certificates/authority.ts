import type { Instant } from '../../kernel/clock.js';
import type { Key, KeyKind } from './key-kind.js';
import { distinguishedName, keyOf, shortened, x509 } from './x509.js';

/** An organization's own certificate authority: nobody else's certificates are trusted on its network. */
export interface Authority {
  readonly id: string;
  readonly keyKind: KeyKind;
  readonly subject: string;
  /** PEM. */
  readonly certificate: string;
  /** The name that every server certificate carries and every profile expects, unless told others. */
  readonly serverName: string;
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
}

/** An authority about to sign. */
export interface Signer {
  readonly authority: Authority;
  readonly certificate: x509.X509Certificate;
  readonly key: Key;
}

export const authorityYears = 20;

export interface AuthorityCertificateWishes {
  readonly organizationName: string;
  readonly serial: string;
  readonly startsAt: Date;
  readonly expiresAt: Date;
  readonly publicKey: Key;
  readonly privateKey: Key;
  readonly signingAlgorithm: EcdsaParams | Algorithm;
}

/** A self-signed root that may sign certificates and lists, but no further authorities. */
export async function authorityCertificate(wishes: AuthorityCertificateWishes): Promise<x509.X509Certificate> {
  const name = distinguishedName(`${shortened(wishes.organizationName, 54)} Wi-Fi CA`, shortened(wishes.organizationName));
  const publicKey = keyOf(wishes.publicKey);
  return x509.X509CertificateGenerator.create({
    serialNumber: wishes.serial,
    subject: name,
    issuer: name,
    notBefore: wishes.startsAt,
    notAfter: wishes.expiresAt,
    publicKey,
    signingKey: keyOf(wishes.privateKey),
    signingAlgorithm: wishes.signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
}

/** 128 bits of which 126 are random: positive, and its first byte never zero, so its hex form is always the same. */
export function serialFrom(bytes: Buffer): string {
  const serial = Buffer.from(bytes.subarray(0, 16));
  serial[0] = (serial[0] & 0x3f) | 0x40;
  return serial.toString('hex');
}
