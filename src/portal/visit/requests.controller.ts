import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formOf } from './entry-query.js';
import { PageFilter } from './page.filter.js';
import { PortalAnswers } from './portal-answers.js';
import { PortalRoute } from './portal-route.js';
import { RequestSteps } from './request-steps.js';

/** Pages on which guests and hosts confirm access. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('p')
export class RequestsController {
  constructor(
    private readonly pages: PortalAnswers,
    private readonly steps: RequestSteps,
  ) {}

  /** `s` identifies the request. */
  @Get(':slug/code')
  @PortalRoute()
  codeAsked(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.steps.codeAsked(visitor));
  }

  @Post(':slug/code')
  @PortalRoute()
  code(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.steps.code(visitor, formOf(request)));
  }

  /** `s` identifies the request. */
  @Get(':slug/wait')
  @PortalRoute()
  wait(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.steps.wait(visitor));
  }

  /** Changes nothing, because mail scanners follow links. */
  @Get(':slug/confirm/:link')
  @PortalRoute()
  link(
    @Param('slug') slug: string,
    @Param('link') link: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.steps.link(visitor, link));
  }

  @Post(':slug/confirm/:link')
  @PortalRoute()
  answer(
    @Param('slug') slug: string,
    @Param('link') link: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.steps.answer(visitor, link, formOf(request)));
  }
}
