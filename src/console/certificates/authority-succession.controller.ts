import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
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
import { ending, EndsSessions, type SessionEnding } from '../batch/session-ending.decorator.js';
import { AuthorityDto, authorityDto, AuthorityInputDto, AuthorityPageDto } from './authority.dto.js';
import { authorityListFields } from './authority-succession.repository.js';
import { AuthoritySuccessionService } from './authority-succession.service.js';
import type { KeyKind } from './key-kind.js';
import { type RevocationReason, revocationReasons } from './revocation-reason.js';

const place = 'certificates/authorities';

/** The organization's authorities: one that issues, and those before it. */
@Controller(place)
@Area('Certificate authorities of the organization, in the order in which one follows another')
export class AuthoritySuccessionController {
  constructor(
    private readonly succession: AuthoritySuccessionService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List certificate authorities' })
  @Permission('certificates:read')
  @ApiOkResponse({ type: AuthorityPageDto })
  async list(@Ctx() context: Context, @List(authorityListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.succession.list(context, list);
    const now = this.clock.instant();
    return hal.collection(
      'authorities',
      list,
      rows.map((each) => ({ ...authorityDto(each, now), _links: { self: { href: hal.href(place, each.id) } } })),
      total,
    );
  }

  /**
   * Makes the successor of the authority that issues: it signs every client's certificate from now on and stands in
   * every profile, beside the one before, whose certificates stay good and which servers go on showing. When devices
   * have their new profiles, retire the one before.
   */
  @Post()
  @ApiOperation({ summary: 'Make the successor of the certificate authority' })
  @Permission('certificates:write')
  @ApiCreatedResponse({ type: AuthorityDto })
  async succeed(
    @Ctx() context: Context,
    @Values(AuthorityInputDto) { keyKind }: { readonly keyKind?: KeyKind },
    @Answer() hal: Hal,
  ) {
    const authority = await this.succession.succeed(context, keyKind);
    return hal.created(place, authorityDto(authority, this.clock.instant()), authority.revision);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a certificate authority of the organization' })
  @Permission('certificates:read')
  @ApiOkResponse({ type: AuthorityDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const authority = await this.succession.read(context, id);
    return hal.resource(place, authorityDto(authority, this.clock.instant()), authority.revision);
  }

  /**
   * Retires an authority that has a successor, for good: servers show certificates of the successor, and no certificate
   * of this one counts. The record stays to be seen.
   */
  @Delete(':id')
  @ApiOperation({ summary: 'Retire a certificate authority' })
  @HttpCode(204)
  @Permission('certificates:write')
  @ApiNoContentResponse()
  async retire(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Parameter('revoke_certificates', {
      oneOf: ['true', 'false'],
      description: 'Whether valid certificates of clients are revoked with it; else they keep it from being retired',
    })
    revokes: string | undefined,
    @Parameter('reason', { oneOf: revocationReasons, description: 'Why they are; superseded when absent' })
    reason: string | undefined,
    @IfMatch() expected: Expected,
    @EndsSessions() sessions: SessionEnding,
  ): Promise<void> {
    await this.succession.retire(ending(context, sessions), id, {
      revokes: revokes === 'true',
      reason: (reason as RevocationReason | undefined) ?? 'superseded',
      expected,
    });
  }
}
