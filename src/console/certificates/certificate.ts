import { type Instant, laterBy } from '../../kernel/clock.js';
import type { RevocationReason } from './revocation-reason.js';

/** radsec: an access point's, which comes by RADIUS over TLS. */
export type CertificatePurpose = 'client' | 'server' | 'radsec';
export type CertificateStatus = 'valid' | 'revoked' | 'expired';

export const daySeconds = 86_400;
export const usualValidityDays = 365;
/** Apple's devices refuse server certificates that live longer: https://support.apple.com/en-us/103769 */
export const mostValidityDays = 825;

export interface Certificate {
  readonly id: string;
  readonly authorityId: string;
  /** 32 lower-case hex digits, as FreeRADIUS writes TLS-Client-Cert-Serial. */
  readonly serial: string;
  readonly purpose: CertificatePurpose;
  readonly commonName: string;
  readonly subject: string;
  readonly dnsNames: readonly string[];
  /** Its owner. If the user is gone, the certificate is revoked. */
  readonly userId: string | null;
  readonly deviceId: string | null;
  /** The access point that it speaks for, by RadSec. If that is gone, the certificate is revoked. */
  readonly networkClientId: string | null;
  /** PEM. */
  readonly certificate: string;
  readonly startsAt: Instant;
  readonly expiresAt: Instant;
  readonly revokedAt: Instant | null;
  readonly revocationReason: RevocationReason | null;
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The status at `now`; list filters use the same rule (certificates.repository.ts). */
export function certificateStatus(
  { revokedAt, expiresAt }: Pick<Certificate, 'revokedAt' | 'expiresAt'>,
  now: Instant,
): CertificateStatus {
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'valid';
}

/** Certificates use whole seconds. Five minutes of grace for slow clocks. */
export function validityFrom(
  now: Instant,
  days: number,
  authorityEndsAt: Instant,
): { startsAt: Instant; expiresAt: Instant } {
  const second = `${now.slice(0, 19)}.000Z`;
  const requestedEndAt = laterBy(second, days * daySeconds);
  return {
    startsAt: laterBy(second, -300),
    expiresAt: requestedEndAt < authorityEndsAt ? requestedEndAt : authorityEndsAt,
  };
}
