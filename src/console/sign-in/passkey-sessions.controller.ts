import { Controller, Header, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { SessionCookie } from '../../http/access/session-cookie.js';
import { Values } from '../../http/body/values.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Public } from '../../http/public.decorator.js';
import { PasskeyCeremonies } from '../passkeys/passkey-ceremonies.js';
import { CallerPlace } from './caller.decorators.js';
import { OwnPasskeys } from './own-passkeys.service.js';
import { passkeyOptions, PasskeySignInDto } from './passkey.dto.js';
import { PublicCallGuard } from './public-call.guard.js';
import { passkeyRefused } from './refusal.js';
import { NewSessionDto, sessionDto } from './session.dto.js';
import type { SignInPlace } from './session.js';

@Controller('sessions/passkey')
@Area('Sign-in of operators by password and one-time code')
export class PasskeySessionsController {
  constructor(
    private readonly passkeys: OwnPasskeys,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly cookie: SessionCookie,
  ) {}

  /** Options for `navigator.credentials.get`, the same for everybody: the device knows whose passkeys it has. */
  @Post('options')
  @ApiOperation({ summary: 'Begin to sign in by a passkey' })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Public()
  @UseGuards(PublicCallGuard)
  @ApiOkResponse({ schema: passkeyOptions })
  @ApiResponse({ status: 429, description: 'Too many calls; Retry-After says when to come back' })
  options(@Req() request: FastifyRequest) {
    return this.ceremonies.requestOptions(this.cookie.originOf(request));
  }

  /** Counts as both factors. Pages of the console send the same answer to `POST /console/session`. */
  @Post()
  @ApiOperation({ summary: 'Sign in by a passkey' })
  @Public()
  @UseGuards(PublicCallGuard)
  @ApiCreatedResponse({ type: NewSessionDto })
  @ApiResponse({ status: 401, description: 'The passkey is not known, or its answer proves nothing' })
  @ApiResponse({ status: 403, description: 'The organization of the operator is disabled' })
  @ApiResponse({ status: 415, description: 'The body is not JSON' })
  @ApiResponse({ status: 422, description: 'Wrong fields in the body; `errors` points at each' })
  @ApiResponse({ status: 429, description: 'Too many calls; Retry-After says when to come back' })
  async signIn(
    @Values(PasskeySignInDto) { response }: { readonly response: AuthenticationResponseJSON },
    @CallerPlace() place: SignInPlace,
    @Req() request: FastifyRequest,
    @Answer() hal: Hal,
  ) {
    const outcome = await this.passkeys.signInBy(this.cookie.originOf(request), response, place);
    if (outcome.kind !== 'signed_in') throw passkeyRefused();
    return { ...hal.created('sessions', { id: 'current' }), ...sessionDto(outcome.session), token: outcome.token };
  }
}
