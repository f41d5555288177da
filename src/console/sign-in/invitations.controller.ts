import { Controller, Header, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Values } from '../../http/body/values.decorator.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Public } from '../../http/public.decorator.js';
import { Invitations } from '../operators/invitations.js';
import { PublicCallGuard } from './public-call.guard.js';
import { AcceptedInvitationDto, InvitedDto } from './session.dto.js';

@Controller('invitations')
@Area('How an invited operator chooses a password')
export class InvitationsController {
  constructor(private readonly invitations: Invitations) {}

  /** The invited operator chooses a password; then `POST /sessions`. An invitation is good once and for 7 days. */
  @Post('accept')
  @ApiOperation({ summary: 'Accept an invitation' })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Public()
  @UseGuards(PublicCallGuard)
  @ApiOkResponse({ type: InvitedDto })
  @ApiResponse({ status: 403, description: 'The organization requires single sign-on: sign in by its provider' })
  @ApiResponse({ status: 415, description: 'The body is not JSON' })
  @ApiResponse({ status: 422, description: 'The token is not good, or the password too easy; `errors` points at each' })
  @ApiResponse({ status: 429, description: 'Too many calls; Retry-After says when to come back' })
  async accept(@Values(AcceptedInvitationDto) { token, password, name }: AcceptedInvitationDto): Promise<InvitedDto> {
    const accepted = await this.invitations.accept(token, password, name ?? null);
    return {
      operator_id: accepted.id,
      organization_id: accepted.organizationId,
      email: accepted.email,
      name: accepted.name,
    };
  }
}
