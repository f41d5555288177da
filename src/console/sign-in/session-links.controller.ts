import { Controller, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageBaseOf } from '../../http/address/page-address.js';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { SignedIn } from '../../http/permission.decorator.js';
import type { Context } from '../../kernel/context.js';
import { Settings } from '../../kernel/settings.js';
import { CallerAddress, CallerToken } from './caller.decorators.js';
import { OwnAccountService } from './own-account.service.js';
import { refusalOf } from './refusal.js';
import { ProofDto, SessionLinkDto } from './session.dto.js';
import type { ProofValues } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

@Controller('sessions/current/link')
@Area('Sign-in of operators by password and one-time code')
export class SessionLinksController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly account: OwnAccountService,
    private readonly settings: Settings,
  ) {}

  /** Signs the same operator in on another device, such as the tablet of a desk: good once, for 15 minutes. */
  @Post()
  @ApiOperation({ summary: 'Make a link that signs in' })
  @HttpCode(201)
  @Header('cache-control', 'no-store')
  @SignedIn()
  @ApiCreatedResponse({ type: SessionLinkDto })
  async make(
    @Ctx() context: Context,
    @CallerToken() token: string,
    @CallerAddress() address: string,
    @Req() request: FastifyRequest,
    @Values(ProofDto) { password, totp }: ProofValues,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionLinkDto> {
    const asking = { token, address, password: password ?? null, totp: totp ?? null };
    const outcome = await this.account.reassure(context, asking);
    if (outcome.kind !== 'proven') throw refusalOf(outcome, reply);
    const made = await this.sessions.linkFor(await this.sessions.current(token));
    const link = `${pageBaseOf(this.settings, request)}/console/session-link#${made.token}`;
    return { link, token: made.token, ends_at: made.endsAt };
  }
}
