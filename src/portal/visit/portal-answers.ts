import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Settings } from '../../kernel/settings.js';
import { troublePage } from '../pages/messages.js';
import { type Page, type Redirect, sendPage } from '../pages/send-page.js';
import { AddressBudget } from './address-budget.js';
import { entryQuery, wantedLanguages } from './entry-query.js';
import { VisitedPortals } from './visited-portals.js';
import { type Visitor, visitorOf } from './visitor.js';

export interface PageExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly maker?: string;
}

/** Common to every page: finds the portal and the language of the guest, then renders the page. */
@Injectable()
export class PortalAnswers {
  constructor(
    private readonly portals: VisitedPortals,
    private readonly budget: AddressBudget,
    private readonly settings: Settings,
  ) {}

  async answer(
    slug: string,
    { request, reply, maker }: PageExchange,
    page: (visitor: Visitor) => Promise<Page | Redirect> | Page,
  ): Promise<void> {
    const retryAfterSeconds = this.budget.spend(request.ip);
    if (retryAfterSeconds !== undefined)
      return sendPage(request, reply, { ...troublePage('busy', wantedLanguages(request)), retryAfterSeconds });
    const visited = await this.portals.find(slug, request.call.requestId);
    if (!visited) return sendPage(request, reply, troublePage('unknown', wantedLanguages(request)));
    if (visited.isClosed) return sendPage(request, reply, troublePage('closed', wantedLanguages(request)));
    const query = entryQuery(request);
    const visitor = visitorOf(visited, request, this.settings, { query, maker: maker ?? null });
    await sendPage(request, reply, await page(visitor));
  }
}
