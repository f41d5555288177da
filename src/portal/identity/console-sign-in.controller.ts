import { Controller, Get, Header, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BrowserSessions } from '../../console/sign-in/browser-sessions.js';
import { CallerPlace } from '../../console/sign-in/caller.decorators.js';
import { OpensSession } from '../../console/sign-in/opens-session.decorator.js';
import { PublicCallGuard } from '../../console/sign-in/public-call.guard.js';
import type { SignInPlace } from '../../console/sign-in/session.js';
import type { SignInResult } from '../../console/sign-in/sessions.service.js';
import { SessionCookie } from '../../http/access/session-cookie.js';
import { Parameter } from '../../http/body/query.decorator.js';
import { Values } from '../../http/body/values.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Public } from '../../http/public.decorator.js';
import { Problem } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { OperatorEntrance } from './operator-entrance.js';
import { OperatorProvidersRepository } from './operator-providers.repository.js';
import {
  DirectorySessionInputDto,
  type DirectorySessionValues,
  OperatorProvidersDto,
  ProviderSessionInputDto,
  type ProviderSessionValues,
} from './operator-sign-in.dto.js';

/** For the pages of the console: what they offer in place of a password, and a session as a cookie. */
@Controller()
@Area('Sign-in of operators by password and one-time code')
export class ConsoleSignInController {
  constructor(
    private readonly entrance: OperatorEntrance,
    private readonly providers: OperatorProvidersRepository,
    private readonly cookie: SessionCookie,
    private readonly browsers: BrowserSessions,
  ) {}

  /**
   * What the sign-in page offers in place of a password. For `oidc` and `saml` the browser opens
   * `/sign-in/{organization_id}/{id}`; `ldap` is asked by `POST /console/session/directory`.
   */
  @Get('sessions/providers')
  @ApiOperation({ summary: 'Providers that sign operators in' })
  @Header('cache-control', 'no-store')
  @Public()
  @UseGuards(PublicCallGuard)
  @ApiOkResponse({ type: OperatorProvidersDto })
  @ApiResponse({ status: 400, description: '`organization_id` is no id' })
  @ApiResponse({ status: 429, description: 'Too many calls; Retry-After says when to come back' })
  async offered(
    @Parameter('organization_id', {
      description: 'Whose; may be left out where the installation has one organization only',
    })
    claimed: string | undefined,
    @Answer() hal: Hal,
  ) {
    if (claimed !== undefined && !isUuid(claimed)) throw new Problem('malformed', 'organization_id: must be an id');
    const organizationId = claimed ?? (await this.providers.onlyOrganization());
    const providers = organizationId === undefined ? [] : await this.providers.ofOperators(organizationId);
    const isRequired = organizationId !== undefined && (await this.providers.isRequired(organizationId));
    const said = { organization_id: organizationId ?? null, single_sign_on_required: Number(isRequired), providers };
    return hal.about(said, 'sessions', 'providers');
  }

  /** As `POST /sessions/provider`, with the token in the cookie `__Host-usher` instead of the answer. */
  @Post('console/session/provider')
  @ApiOperation({ summary: 'Sign in to the console by a provider' })
  @OpensSession('page', 'The code is over, used, or of somebody who is no operator, whichever')
  async byProvider(
    @Values(ProviderSessionInputDto) values: ProviderSessionValues,
    @CallerPlace() place: SignInPlace,
    @Req() request: FastifyRequest,
    @Answer() hal: Hal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    this.cookie.requireOwnPage(request);
    return this.entered(await this.entrance.byProvider(values, place, reply), request, hal, reply);
  }

  /** As `POST /sessions/directory`, with the token in the cookie `__Host-usher` instead of the answer. */
  @Post('console/session/directory')
  @ApiOperation({ summary: 'Sign in to the console by a directory' })
  @OpensSession('page', 'Name, password or code is wrong, or no operator has the e-mail address')
  @ApiResponse({ status: 503, description: 'The directory cannot be asked' })
  async byDirectory(
    @Values(DirectorySessionInputDto) values: DirectorySessionValues,
    @CallerPlace() place: SignInPlace,
    @Req() request: FastifyRequest,
    @Answer() hal: Hal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    this.cookie.requireOwnPage(request);
    const entered = await this.entrance.byDirectory(values, place, request.call.requestId, reply);
    return this.entered(entered, request, hal, reply);
  }

  private async entered(result: SignInResult, request: FastifyRequest, hal: Hal, reply: FastifyReply) {
    const session = await this.browsers.enter(request, reply, result);
    return { ...hal.created('sessions', { id: 'current' }), ...session };
  }
}
