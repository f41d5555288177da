import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
import { Parameter } from '../../http/body/query.decorator.js';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { type Expected, IfMatch } from '../../http/etag/etag.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { ServedRepository } from '../../radius/freeradius/served.repository.js';
import { ending, EndsSessions, type SessionEnding } from '../batch/session-ending.decorator.js';
import {
  certificateDto,
  CertificateInputDto,
  CertificatePageDto,
  CertificateWithChainDto,
  IssuedCertificateDto,
  issuedDto,
  RevocationDto,
  withChain,
} from './certificate.dto.js';
import { CertificateIssueService } from './certificate-issue.service.js';
import { certificateListFields } from './certificates.repository.js';
import { type CertificateInput, certificateRequestOf } from './certificate-issue-request.js';
import { CertificatesService } from './certificates.service.js';
import { type RevocationReason, revocationReasons } from './revocation-reason.js';

@Controller('certificates')
@Area('Certificates of devices, RADIUS servers and access points, issued and revoked here')
export class CertificatesController {
  constructor(
    private readonly certificates: CertificatesService,
    private readonly issuing: CertificateIssueService,
    private readonly served: ServedRepository,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Permission('certificates:read')
  @ApiOkResponse({ type: CertificatePageDto })
  async list(@Ctx() context: Context, @List(certificateListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.certificates.list(context, list);
    const now = this.clock.instant();
    return hal.page(
      'certificates',
      list,
      rows.map((certificate) => certificateDto(certificate, now)),
      total,
    );
  }

  /**
   * Issues a certificate: for the key of `csr`, else for a key made here, which leaves in this answer as PKCS#12 and is
   * not kept.
   */
  @Post()
  @Permission('certificates:write')
  @ApiCreatedResponse({ type: IssuedCertificateDto })
  async issue(@Ctx() context: Context, @Values(CertificateInputDto) input: CertificateInput, @Answer() hal: Hal) {
    const issued = await this.issuing.issue(context, certificateRequestOf(input));
    const chain = await this.certificates.chain(context, issued.certificate);
    const now = this.clock.instant();
    const authority = input.purpose === 'radsec' ? await this.served.radsecAuthority(now) : undefined;
    return hal.created('certificates', issuedDto(issued, chain, now, authority), issued.certificate.revision);
  }

  @Get(':id')
  @Permission('certificates:read')
  @ApiOkResponse({ type: CertificateWithChainDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const certificate = await this.certificates.read(context, id);
    const chain = await this.certificates.chain(context, certificate);
    return hal.resource('certificates', withChain(certificate, chain, this.clock.instant()), certificate.revision);
  }

  /** Revokes, for good: the record stays to be seen. The reason stands in the body or the query. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('certificates:write')
  @ApiNoContentResponse()
  async revoke(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(RevocationDto) body: { readonly reason?: RevocationReason },
    @Parameter('reason', { oneOf: revocationReasons, description: 'Why; unspecified when absent' })
    reason: string | undefined,
    @IfMatch() expected: Expected,
    @EndsSessions() sessions: SessionEnding,
  ): Promise<void> {
    await this.certificates.revoke(
      ending(context, sessions),
      id,
      body.reason ?? (reason as RevocationReason | undefined) ?? 'unspecified',
      expected,
    );
  }
}
