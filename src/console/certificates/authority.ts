import type { Instant } from '../../kernel/clock.js';
import type { Key, KeyKind } from './key-kind.js';
import { distinguishedName, keyOf, shortened, x509 } from './x509.js';

/**
 * An organization's own certificate authority: nobody else's certificates are trusted on its network. One at a time issues; the one
 * that it follows is trusted beside it, and is what servers show, until it is retired.
 */
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
  /** When its successor was made; null: it issues. */
  readonly supersededAt: Instant | null;
  readonly retiredAt: Instant | null;
  readonly revision: number;
}

export const authorityStatuses = ['issuing', 'trusted', 'retired', 'expired'] as const;

export function authorityStatus({ supersededAt, retiredAt, expiresAt }: Pick<Authority, 'supersededAt' | 'retiredAt' | 'expiresAt'>, now: Instant): (typeof authorityStatuses)[number] {
  if (retiredAt !== null) return 'retired';
  if (expiresAt <= now) return 'expired';
  return supersededAt === null ? 'issuing' : 'trusted';
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
  /** Tells the organization's authorities apart: 1 is the first. */
  readonly generation: number;
  readonly serial: string;
  readonly startsAt: Date;
  readonly expiresAt: Date;
  readonly publicKey: Key;
  readonly privateKey: Key;
  readonly signingAlgorithm: EcdsaParams | Algorithm;
}

/** A self-signed root that may sign certificates and lists, but no further authorities. */
export async function authorityCertificate(wishes: AuthorityCertificateWishes): Promise<x509.X509Certificate> {
  const ending = wishes.generation > 1 ? ` Wi-Fi CA ${wishes.generation}` : ' Wi-Fi CA';
  const name = distinguishedName(`${shortened(wishes.organizationName, 63 - ending.length)}${ending}`, shortened(wishes.organizationName));
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
