import { Controller, Get, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiExcludeEndpoint, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallerPlace } from '../../console/sign-in/caller.decorators.js';
import { PublicCallGuard } from '../../console/sign-in/public-call.guard.js';
import { refusalOf } from '../../console/sign-in/refusal.js';
import { NewSessionDto, sessionDto } from '../../console/sign-in/session.dto.js';
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
import { Log } from '../../kernel/log.js';
import { Settings } from '../../kernel/settings.js';
import { isRefusal, type ProviderRefusal } from './contract/proven-person.js';
import {
  DirectorySessionInputDto,
  type DirectorySessionValues,
  ProviderSessionInputDto,
  type ProviderSessionValues,
} from './operator-sign-in.dto.js';
import { OperatorSignIns, returnAddressOf } from './operator-sign-ins.js';
import { ProviderSignIns } from './provider-sign-ins.js';

type SignInOutcome = Awaited<ReturnType<OperatorSignIns['byDirectory']>>;

const challengeForm = /^[\w-]{43}$/;

/** Operators whom a provider of their organization proves, in place of a password. */
@Controller()
@Area('Sign-in of operators by password and one-time code')
export class OperatorSignInController {
  constructor(
    private readonly operators: OperatorSignIns,
    private readonly signIns: ProviderSignIns,
    private readonly settings: Settings,
    private readonly log: Log,
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
    const errand = { of: 'operator', challenge, returnTo } as const;
    const userAgent = request.headers['user-agent'] ?? '';
    const url = await this.signIns.begin(context, providerId, errand, { userAgent, base });
    // Whoever waits for the browser hears that the provider is away; a wrong address was made by no page of ours.
    const problem = typeof url === 'string' ? undefined : this.refused(organizationId, providerId, url);
    if (problem && problem.kind !== 'unavailable') throw problem;
    const next =
      typeof url === 'string' ? url : this.operators.returnAddress({ organizationId, providerId, errand }, url);
    await reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(next, 303);
  }

  /**
   * Makes a session of the code with which the browser came back from a provider. 401 with `totp_required` when a code
   * of the authenticator app is needed too; the same call again then, with `totp`.
   */
  @Post('sessions/provider')
  @ApiOperation({ summary: 'Sign in by a provider' })
  @Public()
  @UseGuards(PublicCallGuard)
  @ApiCreatedResponse({ type: NewSessionDto })
  @ApiResponse({ status: 401, description: 'The code is over, used, or of somebody who is no operator, whichever' })
  @ApiResponse({ status: 403, description: 'The organization of the operator is disabled' })
  @ApiResponse({ status: 415, description: 'The body is not JSON' })
  @ApiResponse({ status: 422, description: 'Wrong fields in the body; `errors` points at each' })
  @ApiResponse({ status: 429, description: 'Too many failures or calls; Retry-After says when to come back' })
  async byProvider(
    @Values(ProviderSessionInputDto) { code, verifier, totp }: ProviderSessionValues,
    @CallerPlace() place: SignInPlace,
    @Answer() hal: Hal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.answered(await this.operators.redeem(code, verifier, totp ?? null, place), hal, reply);
  }

  /** Signs an operator in by their name and password in an LDAP directory. 401 with `totp_required` as above. */
  @Post('sessions/directory')
  @ApiOperation({ summary: 'Sign in by a directory' })
  @Public()
  @UseGuards(PublicCallGuard)
  @ApiCreatedResponse({ type: NewSessionDto })
  @ApiResponse({ status: 401, description: 'Name, password or code is wrong, or no operator has the e-mail address' })
  @ApiResponse({ status: 403, description: 'The organization of the operator is disabled' })
  @ApiResponse({ status: 415, description: 'The body is not JSON' })
  @ApiResponse({ status: 422, description: 'Wrong fields in the body; `errors` points at each' })
  @ApiResponse({ status: 429, description: 'Too many failures or calls; Retry-After says when to come back' })
  @ApiResponse({ status: 503, description: 'The directory cannot be asked' })
  async byDirectory(
    @Values(DirectorySessionInputDto)
    { organizationId, providerId, username, password, totp }: DirectorySessionValues,
    @CallerPlace() place: SignInPlace,
    @Req() request: FastifyRequest,
    @Answer() hal: Hal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const context = systemContext(organizationId, request.call.requestId, 'sign-in');
    const outcome = await this.operators.byDirectory(
      context,
      providerId,
      { username, password, totp: totp ?? null },
      place,
    );
    if (isRefusal(outcome)) throw this.refused(organizationId, providerId, outcome);
    return this.answered(outcome, hal, reply);
  }

  private answered(outcome: Exclude<SignInOutcome, ProviderRefusal>, hal: Hal, reply: FastifyReply) {
    if (outcome.kind === 'wrong') throw nobody();
    if (outcome.kind !== 'signed_in') throw refusalOf(outcome, reply);
    return { ...hal.created('sessions', { id: 'current' }), ...sessionDto(outcome.session), token: outcome.token };
  }

  private refused(organizationId: string, providerId: string, { refused, detail }: ProviderRefusal): Problem {
    const facts = { organizationId, providerId, refused, detail };
    this.log.warn(facts, 'operator sign-in by a provider failed');
    if (refused === 'unavailable') return new Problem('unavailable', 'The provider cannot be asked at the moment');
    if (refused === 'expired')
      return new Problem('unauthenticated', 'Your password in the directory has expired: change it there first');
    return nobody();
  }
}

function nobody(): Problem {
  return new Problem('unauthenticated', 'The provider, or the organization, does not know you as an operator');
}
