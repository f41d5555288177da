import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formOf } from './entry-query.js';
import { PageFilter } from './page.filter.js';
import { PortalAnswers } from './portal-answers.js';
import { PortalRoute } from './portal-route.js';
import { TierSteps } from './tier-steps.js';

/** Pages for an authenticated guest who may buy better access. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('p')
export class TiersController {
  constructor(
    private readonly pages: PortalAnswers,
    private readonly steps: TierSteps,
  ) {}

  @Get(':slug/tiers')
  @PortalRoute()
  tiers(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.steps.choice(visitor));
  }

  @Post(':slug/tiers')
  @PortalRoute()
  choose(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.steps.choose(visitor, formOf(request)));
  }

  @Get(':slug/price')
  @PortalRoute()
  price(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.steps.price(visitor));
  }

  @Post(':slug/pay')
  @PortalRoute()
  pay(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.steps.pay(visitor, formOf(request)));
  }

  /** Where the payment page sends guests who have not paid. */
  @Get(':slug/cancel')
  @PortalRoute()
  cancelled(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.steps.cancel(visitor, visitor.query.get('s')));
  }

  @Post(':slug/cancel')
  @PortalRoute()
  cancel(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const field = formOf(request).get('state');
    return this.pages.answer(slug, { request, reply }, (visitor) => this.steps.cancel(visitor, field));
  }

  /** The state of a payment; `s` identifies the guest. */
  @Get(':slug/pay')
  @PortalRoute()
  paying(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.steps.paying(visitor));
  }
}
