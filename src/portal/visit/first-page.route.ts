import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Journey } from './journey.js';
import { PageFilter } from './page.filter.js';
import { PortalAnswers } from './portal-answers.js';
import { portalRouteFacts } from './portal-route.js';

type FirstPageRequest = FastifyRequest<{
  Params: {
    readonly slug: string;
    /** The make of the redirect, if the portal's gateway does not tell. */
    readonly maker?: string;
  };
}>;

/**
 * The first page, which every phone asks for as it joins, several times and from the background. A route of Fastify's,
 * without Nest's router and its promises around each handler; every hook of the edge runs as for any other route.
 */
@Injectable()
export class FirstPageRoute implements OnModuleInit {
  constructor(
    private readonly server: HttpAdapterHost<FastifyAdapter>,
    private readonly pages: PortalAnswers,
    private readonly journey: Journey,
    private readonly troubles: PageFilter,
  ) {}

  onModuleInit(): void {
    const instance = this.server.httpAdapter.getInstance() as unknown as FastifyInstance;
    const handler = (request: FirstPageRequest, reply: FastifyReply) => this.answer(request, reply);
    for (const url of ['/p/:slug', '/p/:slug/:maker']) instance.get(url, { config: portalRouteFacts }, handler);
  }

  private answer(request: FirstPageRequest, reply: FastifyReply): void {
    const { slug, maker } = request.params;
    // As Nest has it: a part that is empty is none.
    if (slug === '' || maker === '') return reply.callNotFound();
    this.pages
      .answer(slug, { request, reply, maker }, (visitor) => this.journey.begin(visitor))
      .catch((error: unknown) => this.troubles.answer(error, request, reply));
  }
}
