import { Controller, Get, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInResult } from '../../console/sign-in/sessions.service.js';
import { CallerPlace } from '../../console/sign-in/caller.decorators.js';
import { OpensSession } from '../../console/sign-in/opens-session.decorator.js';
import { PublicCallGuard } from '../../console/sign-in/public-call.guard.js';
import { sessionDto } from '../../console/sign-in/session.dto.js';
import type { SignInPlace } from '../../console/sign-in/session.js';
import { Values } from '../../http/body/values.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Public } from '../../http/public.decorator.js';
import { Raw } from '../../http/raw.decorator.js';
import { systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { Settings } from '../../kernel/settings.js';
import { OperatorEntrance } from './operator-entrance.js';
import {
  DirectorySessionInputDto,
  type DirectorySessionValues,
  ProviderSessionInputDto,
  type ProviderSessionValues,
} from './operator-sign-in.dto.js';
import { OperatorSignIns, returnAddressOf } from './operator-sign-ins.js';
import { ProviderSignIns } from './provider-sign-ins.js';

const challengeForm = /^[\w-]{43}$/;

/** Operators whom a provider of their organization proves, in place of a password. */
@Controller()
@Area('Sign-in of operators by password and one-time code')
export class OperatorSignInController {
  constructor(
    private readonly operators: OperatorSignIns,
    private readonly signIns: ProviderSignIns,
    private readonly entrance: OperatorEntrance,
    private readonly settings: Settings,
  ) {}

  /** For browsers: to the provider, and from there with a code to `return_to`. */
  @Get('sign-in/:organization/:provider')
  @ApiExcludeEndpoint()
  @Public()
  @Raw()
  @UseGuards(PublicCallGuard)
  async begin(
    @Param('organization') organizationId: string,
    @Param('provider') providerId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const base = this.settings.baseUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`;
    const query = new URL(request.raw.url ?? '/', base).searchParams;
    const challenge = query.get('challenge') ?? '';
    if (!challengeForm.test(challenge))
      throw new Problem('malformed', 'challenge must be the SHA-256 of the verifier, in 43 characters of base64url');
    const returnTo = returnAddressOf(query.get('return_to') ?? '', base);
    if (returnTo === undefined)
      throw new Problem('malformed', 'return_to must be a path of this installation, or http://127.0.0.1:<port>/…');
    if (!isUuid(organizationId) || !isUuid(providerId)) throw Problem.notFound('authentication provider', providerId);
    const context = systemContext(organizationId, request.call.requestId, 'sign-in');
    const errand = { of: 'operator', challenge, returnTo, isAfresh: query.get('fresh') === 'true' } as const;
    const userAgent = request.headers['user-agent'] ?? '';
    const url = await this.signIns.begin(context, providerId, errand, { userAgent, base });
    // Whoever waits for the browser hears that the provider is away; a wrong address was made by no page of ours.
    const problem = typeof url === 'string' ? undefined : this.entrance.refused(organizationId, providerId, url);
    if (problem && problem.kind !== 'unavailable') throw problem;
    const next =
      typeof url === 'string' ? url : await this.operators.returnAddress({ organizationId, providerId, errand }, url);
    await reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(next, 303);
  }

  /**
   * Makes a session of the code with which the browser came back from a provider. 401 with `totp_required` when a code
   * of the authenticator app is needed too; the same call again then, with `totp`.
   */
  @Post('sessions/provider')
  @ApiOperation({ summary: 'Sign in by a provider' })
  @OpensSession('program', 'The code is over, used, or of somebody who is no operator, whichever')
  async byProvider(
    @Values(ProviderSessionInputDto) values: ProviderSessionValues,
    @CallerPlace() place: SignInPlace,
    @Answer() hal: Hal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return answered(await this.entrance.byProvider(values, place, reply), hal);
  }

  /** Signs an operator in by their name and password in an LDAP directory. 401 with `totp_required` as above. */
  @Post('sessions/directory')
  @ApiOperation({ summary: 'Sign in by a directory' })
  @OpensSession('program', 'Name, password or code is wrong, or no operator has the e-mail address')
  @ApiResponse({ status: 503, description: 'The directory cannot be asked' })
  async byDirectory(
    @Values(DirectorySessionInputDto) values: DirectorySessionValues,
    @CallerPlace() place: SignInPlace,
    @Req() request: FastifyRequest,
    @Answer() hal: Hal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return answered(await this.entrance.byDirectory(values, place, request.call.requestId, reply), hal);
  }
}

function answered({ session, token }: SignInResult, hal: Hal) {
  return { ...hal.created('sessions', { id: 'current' }), ...sessionDto(session), token };
}
