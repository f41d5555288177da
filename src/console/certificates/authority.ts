import type { Instant } from '../../kernel/clock.js';
import type { CertificateKey, KeyKind } from './key-kind.js';
import type { x509 } from './x509.js';

/**
 * An organization's own certificate authority; its network trusts no other. One authority issues at a time. Its
 * predecessor stays trusted, and is what servers show, until it is retired.
 */
export interface Authority {
  readonly id: string;
  readonly keyKind: KeyKind;
  readonly subject: string;
  /** PEM. */
  readonly certificate: string;
  /** The name in every server certificate. Profiles expect it unless they name others. */
  readonly serverName: string;
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
  /** When its successor was made; null while it issues. */
  readonly supersededAt: Instant | null;
  readonly retiredAt: Instant | null;
  readonly revision: number;
}

export const authorityStatuses = ['issuing', 'trusted', 'retired', 'expired'] as const;

export function authorityStatus(
  { supersededAt, retiredAt, expiresAt }: Pick<Authority, 'supersededAt' | 'retiredAt' | 'expiresAt'>,
  now: Instant,
): (typeof authorityStatuses)[number] {
  if (retiredAt !== null) return 'retired';
  if (expiresAt <= now) return 'expired';
  return supersededAt === null ? 'issuing' : 'trusted';
}

/** An authority with its key, ready to sign. */
export interface Signer {
  readonly authority: Authority;
  readonly certificate: x509.X509Certificate;
  readonly key: CertificateKey;
}

export const authorityYears = 20;

/** 128 bits, 126 of them random: positive, and the first byte is never zero, so the hex form is unique. */
export function serialFrom(bytes: Buffer): string {
  const serial = Buffer.from(bytes.subarray(0, 16));
  serial[0] = (serial[0] & 0x3f) | 0x40;
  return serial.toString('hex');
}
