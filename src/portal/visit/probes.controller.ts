import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { troublePage } from '../pages/messages.js';
import { sendPage } from '../pages/send-page.js';
import { PageFilter } from './page.filter.js';
import { PortalRoute } from './portal-route.js';
import { VisitedPortals } from './visited-portals.js';

/** Addresses that devices request to find out whether they are online. */
export const probePaths = [
  'hotspot-detect.html',
  'library/test/success.html',
  'generate_204',
  'gen_204',
  'connecttest.txt',
  'redirect',
  'ncsi.txt',
  'canonical.html',
  'success.txt',
  'check_network_status.txt',
  'kindle-wifi/wifistub.html',
  'captiveportal/generate_204',
];

/**
 * A device whose probe reaches us is not online: it wanted its maker's host, and a gateway gave it our address. It is
 * redirected to the portal. If there are several portals, 511 (RFC 6585) only says that there is one.
 */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller()
export class ProbesController {
  constructor(private readonly portals: VisitedPortals) {}

  @Get(probePaths)
  @PortalRoute()
  async probe(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const slug = await this.portals.only(request.call.requestId);
    if (slug === undefined)
      await sendPage(request, reply, { ...troublePage('unknown', request.headers['accept-language']), status: 511 });
    else await reply.header('cache-control', 'no-store').redirect(`/p/${slug}`, 302);
  }
}
