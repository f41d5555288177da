import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { termsPage, troublePage } from '../pages/messages.js';
import { sendPage } from '../pages/send-page.js';
import { showsAgain } from '../pages/sign-in-page.js';
import { CardJourney } from './card-journey.js';
import { Connecting } from './connecting.js';
import { formOf } from './entry-query.js';
import { HandOver } from './hand-over.js';
import { Journey } from './journey.js';
import { MinutesGiven } from './minutes-given.js';
import { PageFilter } from './page.filter.js';
import { PortalAnswers } from './portal-answers.js';
import { PortalRoute } from './portal-route.js';
import { ProviderJourney } from './provider-journey.js';
import { VisitedPortals } from './visited-portals.js';

/** Pages for guests, without script, cookies or storage. Each form carries the state of the journey. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('p')
export class PortalController {
  constructor(
    private readonly portals: VisitedPortals,
    private readonly pages: PortalAnswers,
    private readonly journey: Journey,
    private readonly connecting: Connecting,
    private readonly handOver: HandOver,
    private readonly providers: ProviderJourney,
    private readonly cards: CardJourney,
    private readonly given: MinutesGiven,
  ) {}

  @Get(':slug/terms')
  @PortalRoute()
  terms(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, ({ visit }) => termsPage(visit));
  }

  /** By the button of a form. */
  @Post(':slug/terms')
  @PortalRoute()
  filledTerms(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.journey.terms(visitor, formOf(request)));
  }

  /** The address contains the picture's hash, so browsers may cache it for a year. */
  @Get(':slug/pictures/:hash')
  @PortalRoute()
  async picture(
    @Param('slug') slug: string,
    @Param('hash') hash: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visited = await this.portals.find(slug, request.call.requestId);
    const picture = visited && (await this.portals.picture(visited.context, visited.portal, hash));
    if (!picture) return sendPage(request, reply, troublePage('unknown', request.headers['accept-language']));
    await reply
      .header('content-type', picture.mediaType)
      .header('cache-control', 'public, max-age=31536000, immutable')
      // Opened directly, an SVG is a document: the policy lets it do nothing.
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(picture.content);
  }

  /** Shows how long a guest is online; `s` identifies the guest. */
  @Get(':slug/status')
  @PortalRoute()
  status(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.journey.status(visitor));
  }

  @Post(':slug/status')
  @PortalRoute()
  signOut(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.journey.signOut(visitor, formOf(request)));
  }

  /** Reloads until a controller has admitted the guest. */
  @Get(':slug/connecting')
  @PortalRoute()
  wait(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.connecting.page(visitor));
  }

  /** The gateway did not let the guest in, and is told once more. */
  @Get(':slug/again')
  @PortalRoute()
  again(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.handOver.again(visitor));
  }

  /** What a guest does with the minutes that they were given; `s` tells which. */
  @Get(':slug/minutes')
  @PortalRoute()
  minutes(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.answer(slug, { request, reply }, (visitor) => this.given.page(visitor));
  }

  /** Where a guest signs in, or pays, who was let in for some minutes to do so. */
  @Get(':slug/go/:code')
  @PortalRoute()
  go(
    @Param('slug') slug: string,
    @Param('code') code: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.pages.answer(
      slug,
      { request, reply },
      async (visitor) => (await this.cards.arrive(visitor, code)) ?? this.providers.choose(visitor, code),
    );
  }

  /** Sent by the form of the first page (first-page.route.ts). */
  @Post([':slug', ':slug/:maker'])
  @PortalRoute()
  signIn(
    @Param('slug') slug: string,
    @Param('maker') maker: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const form = formOf(request);
    return this.pages.answer(slug, { request, reply, maker }, (visitor) =>
      form.get('by') === 'provider' && !form.has(showsAgain)
        ? this.providers.leave(visitor, form)
        : this.journey.signIn(visitor, form),
    );
  }
}
