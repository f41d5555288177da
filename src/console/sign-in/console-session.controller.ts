import { Controller, Delete, Header, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionCookie } from '../../http/access/session-cookie.js';
import { Values } from '../../http/body/values.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Public } from '../../http/public.decorator.js';
import { Problem } from '../../kernel/errors.js';
import { BrowserSessions } from './browser-sessions.js';
import { CallerPlace } from './caller.decorators.js';
import { OpensSession } from './opens-session.decorator.js';
import { PublicCallGuard } from './public-call.guard.js';
import { OwnPasskeys } from './own-passkeys.service.js';
import { linkRefused, passkeyRefused, refusalOf } from './refusal.js';
import { ConsoleSignInDto } from './session.dto.js';
import type { SignInPlace } from './session.js';
import { SessionsService, type SignInResult } from './sessions.service.js';

interface ConsoleSignInValues {
  readonly email?: string;
  readonly password?: string;
  readonly totp?: string;
  readonly organizationId?: string;
  readonly link?: string;
  readonly passkey?: AuthenticationResponseJSON;
}

/** For the pages of the console: the session is a cookie, which no script can read. */
@Controller('console/session')
@Area('Sign-in of operators by password and one-time code')
export class ConsoleSessionController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly passkeys: OwnPasskeys,
    private readonly browsers: BrowserSessions,
    private readonly cookie: SessionCookie,
  ) {}

  /**
   * As `POST /sessions`, with the token in the cookie `__Host-usher` instead of the answer. Only the console's own
   * pages sign in so: over HTTPS, or on the machine itself. Give `email` and `password`, or
   * a `passkey`, or a `link`. The session that the browser had, whoever's it was, ends.
   */
  @Post()
  @ApiOperation({ summary: 'Sign in to the console' })
  @OpensSession('page', 'Address, password or code is wrong, whichever')
  async signIn(
    @Values(ConsoleSignInDto) claimed: ConsoleSignInValues,
    @CallerPlace() place: SignInPlace,
    @Req() request: FastifyRequest,
    @Answer() hal: Hal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    this.cookie.requireOwnPage(request);
    const outcome = await this.outcomeOf(claimed, place, request);
    if (outcome.kind !== 'signed_in') throw refusalOf(outcome, reply);
    const session = await this.browsers.enter(request, reply, outcome);
    return { ...hal.created('sessions', { id: 'current' }), ...session };
  }

  /** Ends the session of the cookie, if there is one, and takes the cookie and what the browser keeps of us away. */
  @Delete()
  @ApiOperation({ summary: 'Sign out of the console' })
  @HttpCode(204)
  @Header('cache-control', 'no-store')
  @Public()
  @UseGuards(PublicCallGuard)
  @ApiNoContentResponse()
  @ApiResponse({ status: 403, description: 'A page of another origin' })
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    this.cookie.requireOwnPage(request);
    this.cookie.clear(request, reply);
    const token = this.cookie.tokenOf(request);
    if (token !== undefined) await this.sessions.signOutIfOpen(token);
  }

  private async outcomeOf(
    { email, password, totp, organizationId, link, passkey }: ConsoleSignInValues,
    place: SignInPlace,
    request: FastifyRequest,
  ): ReturnType<SessionsService['signIn']> {
    const ways = Object.entries({ email, link, passkey }).filter(([, value]) => value !== undefined);
    if (ways.length > 1) throw Problem.invalidField(ways[1][0], `give this or ${ways[0][0]}, not both`);
    if (link !== undefined) return proven(await this.sessions.signInByLink(link, place), linkRefused);
    if (passkey !== undefined)
      return proven(await this.passkeys.signInBy(this.cookie.originOf(request), passkey, place), passkeyRefused);
    if (email === undefined || password === undefined)
      throw Problem.invalidField(
        email === undefined ? 'email' : 'password',
        'is required, unless there is a passkey or a link',
      );
    const claimed = { email, password, totp: totp ?? null, organizationId: organizationId ?? null };
    return this.sessions.signIn(claimed, place);
  }
}

function proven(outcome: SignInResult | { readonly kind: 'wrong' }, refused: () => Problem): SignInResult {
  if (outcome.kind !== 'signed_in') throw refused();
  return outcome;
}
