import { Controller, Header, Post, Req, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Values } from '../../http/body/values.decorator.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Public } from '../../http/public.decorator.js';
import { FirstOperator } from '../operators/first-operator.js';
import { PublicCallGuard } from './public-call.guard.js';
import { FirstOperatorDto, InvitedDto } from './session.dto.js';

@Controller('first-operator')
@Area('How an invited operator chooses a password')
export class FirstOperatorController {
  constructor(private readonly first: FirstOperator) {}

  /**
   * Makes the first operator of an organization, with the role owner: with the link that the start prints while there
   * is none (`/console/first#…`, good once, for 24 hours), or with an owner's key. Then `POST /sessions`.
   */
  @Post()
  @ApiOperation({ summary: 'Make the first operator' })
  @Header('cache-control', 'no-store')
  @Public()
  @UseGuards(PublicCallGuard)
  @ApiCreatedResponse({ type: InvitedDto })
  @ApiResponse({ status: 403, description: 'The organization is disabled' })
  @ApiResponse({ status: 409, description: 'There is an operator already' })
  @ApiResponse({ status: 415, description: 'The body is not JSON' })
  @ApiResponse({ status: 422, description: 'The token is not good, or the password too easy; `errors` points at each' })
  @ApiResponse({ status: 429, description: 'Too many calls; Retry-After says when to come back' })
  async make(@Values(FirstOperatorDto) values: FirstOperatorDto, @Req() request: FastifyRequest): Promise<InvitedDto> {
    const { id, organizationId, email, name } = await this.first.make(request.call.requestId, values);
    return { operator_id: id, organization_id: organizationId, email, name };
  }
}
