import type { Context } from '../../kernel/context.js';
import type { Certificate, CertificatePurpose } from './certificate.js';

/** A certificate, or an authority's own, which is nobody's. */
export interface EndingCertificate extends Pick<
  Certificate,
  'id' | 'serial' | 'commonName' | 'subject' | 'userId' | 'deviceId' | 'expiresAt'
> {
  readonly purpose: CertificatePurpose | 'authority';
  /** Of an authority: whether another issues in its place already. */
  readonly hasSuccessor?: boolean;
}

export interface ExpiringCertificate {
  readonly certificate: EndingCertificate;
  /** The mark that was passed: 30, 7 or 1, of an authority 365 or 90, too. */
  readonly days: number;
}

/** Who is told that certificates come to their end: webhooks (`certificate.expiring`) and alerts. */
export abstract class CertificateExpiring {
  /** In the transaction that notes the announcement as made: what is written here is written exactly once. */
  abstract announce(inside: Context, expiring: readonly ExpiringCertificate[]): Promise<void>;
}
