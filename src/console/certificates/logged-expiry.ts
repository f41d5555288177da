import { Injectable } from '@nestjs/common';
import type { Context } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { CertificateExpiring, type ExpiringCertificate } from './certificate-expiring.js';

/** Says it in the log, where nobody else is to be told. */
@Injectable()
export class LoggedExpiry extends CertificateExpiring {
  constructor(private readonly log: Log) {
    super();
  }

  async announce({ organizationId }: Context, expiring: readonly ExpiringCertificate[]): Promise<void> {
    for (const { certificate, days } of expiring) {
      this.log.warn({ organization_id: organizationId, certificate_id: certificate.id, expires_at: certificate.expiresAt, days }, 'a certificate expires soon');
    }
  }
}
