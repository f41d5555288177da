import { Controller, Header, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Values } from '../../http/body/values.decorator.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Public } from '../../http/public.decorator.js';
import { PublicCallGuard } from '../sign-in/public-call.guard.js';
import { tooManyAttempts } from '../sign-in/refusal.js';
import { InvitedDto } from '../sign-in/session.dto.js';
import { AskedResetDto, PasswordResetDto, ResetAcceptanceDto } from './password-reset.dto.js';
import { PasswordResets } from './password-resets.js';
import { resetLanguageOf } from './reset-mail.js';

@Controller('password-resets')
@Area('Sign-in of operators by password and one-time code')
export class PasswordResetsController {
  constructor(private readonly resets: PasswordResets) {}

  /**
   * Sends a mail with a link to an operator who has this address: good once, for 30 minutes. The answer is the same
   * whether or not there is one. At most three mails in 15 minutes; without `USHER_SMTP_URL` none.
   */
  @Post()
  @ApiOperation({ summary: 'Ask for a new password by mail' })
  @HttpCode(202)
  @Header('cache-control', 'no-store')
  @Public()
  @UseGuards(PublicCallGuard)
  @ApiAcceptedResponse({ type: AskedResetDto })
  @ApiResponse({ status: 415, description: 'The body is not JSON' })
  @ApiResponse({ status: 422, description: 'Wrong fields in the body; `errors` points at each' })
  @ApiResponse({ status: 429, description: 'Too many calls; Retry-After says when to come back' })
  async ask(
    @Values(PasswordResetDto) { email, organizationId }: { readonly email: string; readonly organizationId?: string },
    @Req() { ip, headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AskedResetDto> {
    const language = resetLanguageOf(headers['accept-language']);
    const wanted = { email, organizationId: organizationId ?? null, address: ip, language };
    const waitSeconds = await this.resets.ask(wanted);
    if (waitSeconds !== undefined) throw tooManyAttempts(reply, waitSeconds);
    return { mail: Number(this.resets.sendsMail) };
  }

  /** Ends every session of the operator. A code of the authenticator app is asked for at sign-in all the same. */
  @Post('accept')
  @ApiOperation({ summary: 'Choose a new password' })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Public()
  @UseGuards(PublicCallGuard)
  @ApiOkResponse({ type: InvitedDto })
  @ApiResponse({ status: 403, description: 'The organization requires single sign-on: sign in by its provider' })
  @ApiResponse({ status: 415, description: 'The body is not JSON' })
  @ApiResponse({ status: 422, description: 'The token is not good, or the password too easy; `errors` points at each' })
  @ApiResponse({ status: 429, description: 'Too many calls; Retry-After says when to come back' })
  async accept(@Values(ResetAcceptanceDto) { token, password }: ResetAcceptanceDto): Promise<InvitedDto> {
    const { id, organizationId, email, name } = await this.resets.accept(token, password);
    return { operator_id: id, organization_id: organizationId, email, name };
  }
}
