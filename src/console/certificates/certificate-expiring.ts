import type { Context } from '../../kernel/context.js';
import type { Certificate } from './certificate.js';

export interface ExpiringCertificate {
  readonly certificate: Certificate;
  /** 30, 7 or 1: the mark that was passed. */
  readonly days: number;
}

/** Who is told that certificates come to their end: webhooks (`certificate.expiring`) and alerts. */
export abstract class CertificateExpiring {
  /** In the transaction that notes the announcement as made: what is written here is written exactly once. */
  abstract announce(inside: Context, expiring: readonly ExpiringCertificate[]): Promise<void>;
}
