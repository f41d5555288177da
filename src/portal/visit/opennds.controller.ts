import { Controller, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndedDevices } from '../gateways/opennds/ended-devices.js';
import { AddressBudget } from './address-budget.js';
import { formOf } from './entry-query.js';
import { PageFilter } from './page.filter.js';
import { PortalRoute } from './portal-route.js';
import { VisitedPortals } from './visited-portals.js';

/** Enough for some hundred devices. */
const bodyLimitBytes = 65_536;

/** Queries of an openNDS, whose guests cannot be put out from outside. Answers are text, for a shell script. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('p')
export class OpenNdsController {
  constructor(
    private readonly portals: VisitedPortals,
    private readonly budget: AddressBudget,
    private readonly devices: EndedDevices,
  ) {}

  /** `macs`: the devices that are in. Answers those that have to go, one per line. */
  @Post(':slug/opennds/ended')
  @PortalRoute({ bodyLimitBytes })
  async ended(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const answer = (status: number, text: string) =>
      reply.status(status).header('content-type', 'text/plain').header('cache-control', 'no-store').send(text);
    const retryAfterSeconds = this.budget.spend(request.ip);
    if (retryAfterSeconds !== undefined) {
      reply.header('retry-after', String(retryAfterSeconds));
      return void (await answer(429, 'too many requests\n'));
    }
    const visited = await this.portals.find(slug, request.call.requestId);
    if (!visited) return void (await answer(404, 'no such portal\n'));
    const form = formOf(request);
    const { context, portal } = visited;
    const ended = await this.devices.of(context, portal, form.get('macs') ?? '', form.get('sum') ?? '');
    if (!ended) return void (await answer(403, 'sum is not that of macs and a faskey of this portal\n'));
    await answer(200, ended.map((mac) => `${mac}\n`).join(''));
  }
}
