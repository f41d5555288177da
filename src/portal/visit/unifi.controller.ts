import { Controller, Get, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { troublePage } from '../pages/messages.js';
import { sendPage } from '../pages/send-page.js';
import { AddressBudget } from './address-budget.js';
import { entryQuery } from './entry-query.js';
import { PageFilter } from './page.filter.js';
import { PortalRoute } from './portal-route.js';
import { VisitedPortals } from './visited-portals.js';

/**
 * UniFi can be configured with a host only, and requests this path from it. The portal is the one whose slug is the
 * first label of the host (`lindenhof.wifi.example.com`), else the only portal.
 * https://help.ui.com/hc/en-us/articles/31228198640023
 */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('guest/s')
export class UnifiController {
  constructor(
    private readonly portals: VisitedPortals,
    private readonly budget: AddressBudget,
  ) {}

  @Get(':site')
  @PortalRoute()
  async enter(@Param('site') site: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const accepted = request.headers['accept-language'];
    const retryAfterSeconds = this.budget.spend(request.ip);
    if (retryAfterSeconds !== undefined)
      return sendPage(request, reply, { ...troublePage('busy', accepted), retryAfterSeconds });
    const { requestId } = request.call;
    const [label] = request.hostname.split('.');
    const named = await this.portals.find(label, requestId);
    const slug = named ? named.portal.slug : await this.portals.only(requestId);
    if (slug === undefined) return sendPage(request, reply, troublePage('unknown', accepted));
    const query = entryQuery(request);
    query.set('site', site.slice(0, 64));
    await reply.header('cache-control', 'no-store').redirect(`/p/${slug}/unifi?${query}`, 302);
  }
}
