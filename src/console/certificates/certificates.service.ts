import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { type Expected, requireExpected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { AuthoritiesRepository } from './authorities.repository.js';
import { AuthoritiesService } from './authorities.service.js';
import type { Certificate } from './certificate.js';
import { CertificatesRepository } from './certificates.repository.js';
import type { RevocationReason } from './revocation-reason.js';

/** Issued certificates. CertificateIssueService issues them. */
@Injectable()
export class CertificatesService {
  constructor(
    private readonly database: Database,
    private readonly certificates: CertificatesRepository,
    private readonly authorityRows: AuthoritiesRepository,
    private readonly authorities: AuthoritiesService,
    private readonly alarms: Alarms,
    private readonly clock: Clock,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Certificate>> {
    return this.certificates.list(context, list, this.clock.instant());
  }

  find(context: Context, id: string): Promise<Certificate | undefined> {
    return this.certificates.find(context, id);
  }

  async read(context: Context, id: string): Promise<Certificate> {
    const certificate = await this.find(context, id);
    if (!certificate) throw Problem.notFound('certificate', id);
    return certificate;
  }

  /** The certificates above it, from the signer to the root; PEM. */
  async chain(context: Context, { authorityId }: Certificate): Promise<string[]> {
    const authority = await this.authorities.find(context, authorityId);
    return authority ? [authority.certificate] : [];
  }

  /** Final. A second revocation changes nothing: the first reason stands. */
  revoke(context: Context, id: string, reason: RevocationReason, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const certificate = await this.certificates.findForChange(inside, id);
      if (!certificate) throw Problem.notFound('certificate', id);
      requireExpected(expected, certificate.revision);
      if (certificate.revokedAt !== null) return;
      await this.certificates.revoke(inside, id, this.clock.instant(), reason);
      await this.authorityRows.outdateList(inside, certificate.authorityId);
      await this.alarms.end(inside, ['certificate.expiring'], [id]);
    });
  }
}
