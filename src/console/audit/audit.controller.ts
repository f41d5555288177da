import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Parameter } from '../../http/body/query.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { AuditEntryDto, auditEntryDto, AuditPageDto, VerifiedDto, verifiedDto } from './audit.dto.js';
import { AuditService } from './audit.service.js';
import { auditFields } from './entries/audit.repository.js';

@Controller('audit')
@Area('Who did what in the console, chained so that a change of the past shows')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  /**
   * Who changed what, latest first. `filter[resource_id]=…` shows the history of one record. Entries are kept for 400
   * days, or as long as the organization's `retention.audit_log_days` says.
   */
  @Get()
  @ApiOperation({ summary: 'List entries of the audit' })
  @Permission('audit:read')
  @ApiOkResponse({ type: AuditPageDto })
  async list(@Ctx() context: Context, @List(auditFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.audit.list(context, list);
    return hal.page('audit', list, rows.map(auditEntryDto), total);
  }

  /**
   * Recomputes the whole chain; a million entries take some ten seconds on a quiet machine. `noted` is a head that was
   * written down earlier: it detects a chain that was cut off at its end by somebody with write access to the database.
   */
  @Get('verify')
  @ApiOperation({ summary: 'Verify the audit' })
  @Permission('audit:read')
  @ApiOkResponse({ type: VerifiedDto })
  async verify(
    @Ctx() context: Context,
    @Parameter('noted', { description: '`<number>:<hash>` of a former head' }) noted: string | undefined,
  ): Promise<VerifiedDto> {
    return verifiedDto(await this.audit.verify(context, noted));
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get an entry of the audit' })
  @Permission('audit:read')
  @ApiOkResponse({ type: AuditEntryDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    return hal.resource('audit', auditEntryDto(await this.audit.read(context, id)));
  }
}
