import { Controller, Delete, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionCookie } from '../../http/access/session-cookie.js';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { SignedIn } from '../../http/permission.decorator.js';
import type { Context } from '../../kernel/context.js';
import { CallerAddress, CallerPlace, CallerToken } from './caller.decorators.js';
import { OwnAccountService } from './own-account.service.js';
import { OpensSession } from './opens-session.decorator.js';
import { refusalOf } from './refusal.js';
import {
  CurrentSessionDto,
  currentSessionDto,
  NewTotpDto,
  PasswordChangeDto,
  ProofDto,
  RecoveryCodesDto,
  sessionDto,
  SignInDto,
  TotpConfirmationDto,
} from './session.dto.js';
import type { SignInPlace } from './session.js';
import { SessionsService } from './sessions.service.js';

/** ProofDto, as it is read. */
export interface ProofValues {
  readonly password?: string;
  readonly totp?: string;
}

/** SignInDto, as it is read. */
interface SignInValues extends ProofValues {
  readonly password: string;
  readonly email: string;
  readonly organizationId?: string;
}

/** For the web console: people sign in here, programs use API keys. */
@Controller('sessions')
@Area('Sign-in of operators by password and one-time code')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly account: OwnAccountService,
    private readonly cookie: SessionCookie,
  ) {}

  /**
   * Signs an operator in. 401 with `totp_required` when the password is right but a code is needed too. After 10
   * failures for an e-mail address from a network within 15 minutes (30 from all, 100 from a network), 429 for 15
   * minutes.
   */
  @Post()
  @ApiOperation({ summary: 'Sign in' })
  @OpensSession('program', 'Address, password or code is wrong, whichever')
  async signIn(
    @Values(SignInDto) { email, password, totp, organizationId }: SignInValues,
    @CallerPlace() place: SignInPlace,
    @Answer() hal: Hal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const outcome = await this.sessions.signIn(
      { email, password, totp: totp ?? null, organizationId: organizationId ?? null },
      place,
    );
    if (outcome.kind !== 'signed_in') throw refusalOf(outcome, reply);
    // The session has one address, whoever's it is.
    return { ...hal.created('sessions', { id: 'current' }), ...sessionDto(outcome.session), token: outcome.token };
  }

  /** Who is signed in, where, until when, and what they may do now: the session lasts as `idle_expires_at` says. */
  @Get('current')
  @ApiOperation({ summary: 'Get the own session' })
  @SignedIn()
  @ApiOkResponse({ type: CurrentSessionDto })
  async current(@CallerToken() token: string, @Answer() hal: Hal) {
    const session = await this.sessions.current(token);
    return { ...hal.resource('sessions', { id: 'current' }), ...currentSessionDto(session) };
  }

  /** Signs out: the token is refused from now on. */
  @Delete('current')
  @ApiOperation({ summary: 'Sign out' })
  @HttpCode(204)
  @SignedIn()
  @ApiNoContentResponse()
  signOut(@CallerToken() token: string) {
    return this.sessions.signOut(token);
  }

  /** Ends every other session of the operator. */
  @Post('current/password')
  @ApiOperation({ summary: 'Change the own password' })
  @HttpCode(204)
  @SignedIn()
  @ApiNoContentResponse()
  async changePassword(
    @Ctx() context: Context,
    @CallerToken() token: string,
    @CallerAddress() address: string,
    @Req() request: FastifyRequest,
    @Values(PasswordChangeDto) { password, totp, newPassword }: ProofValues & { readonly newPassword: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const outcome = await this.account.changePassword(
      context,
      { token, address, password: password ?? null, totp: totp ?? null },
      newPassword,
    );
    if (outcome.kind !== 'done') throw refusalOf(outcome, reply);
    await this.renew(request, reply);
  }

  /** A secret for an authenticator app, of no effect before it is confirmed. */
  @Post('current/totp')
  @ApiOperation({ summary: 'Ask for a secret for codes' })
  @Header('cache-control', 'no-store')
  @SignedIn()
  @ApiCreatedResponse({ type: NewTotpDto })
  async offerTotp(
    @Ctx() context: Context,
    @CallerToken() token: string,
    @CallerAddress() address: string,
    @Values(ProofDto) { password }: ProofValues,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NewTotpDto> {
    const outcome = await this.account.offerTotp(context, { token, address, password: password ?? null, totp: null });
    if (outcome.kind !== 'offered') throw refusalOf(outcome, reply);
    return { secret: outcome.secret, otpauth_uri: outcome.uri };
  }

  /** Switches codes on, given a first one. */
  @Post('current/totp/confirm')
  @ApiOperation({ summary: 'Switch codes on' })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @SignedIn()
  @ApiOkResponse({ type: RecoveryCodesDto })
  async confirmTotp(
    @Ctx() context: Context,
    @CallerToken() token: string,
    @Req() request: FastifyRequest,
    @Values(TotpConfirmationDto) { totp }: TotpConfirmationDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecoveryCodesDto> {
    const codes = await this.account.confirmTotp(context, token, totp);
    await this.renew(request, reply);
    return { recovery_codes: [...codes] };
  }

  /** Switches codes off. */
  @Post('current/totp/remove')
  @ApiOperation({ summary: 'Switch codes off' })
  @HttpCode(204)
  @SignedIn()
  @ApiNoContentResponse()
  async removeTotp(
    @Ctx() context: Context,
    @CallerToken() token: string,
    @CallerAddress() address: string,
    @Req() request: FastifyRequest,
    @Values(ProofDto) { password, totp }: ProofValues,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const outcome = await this.account.removeTotp(context, {
      token,
      address,
      password: password ?? null,
      totp: totp ?? null,
    });
    if (outcome.kind !== 'done') throw refusalOf(outcome, reply);
    await this.renew(request, reply);
  }

  /** A browser's session goes on with another token once its operator proves who they are in another way. */
  private async renew(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { caller } = request.call;
    if (caller?.isByCookie) this.cookie.set(request, reply, await this.sessions.renew(caller.token));
  }
}
