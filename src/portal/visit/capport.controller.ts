import { Controller, Get, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock, type Instant, secondsBetween } from '../../kernel/clock.js';
import { Settings } from '../../kernel/settings.js';
import { Registrations } from '../admission/registrations.js';
import { troublePage } from '../pages/messages.js';
import { sendPage } from '../pages/send-page.js';
import { AddressBudget } from './address-budget.js';
import { PageFilter } from './page.filter.js';
import { PortalRoute } from './portal-route.js';
import { VisitedPortals } from './visited-portals.js';

/** https://www.rfc-editor.org/rfc/rfc8908#section-5 */
interface CaptiveState {
  readonly captive: boolean;
  readonly 'user-portal-url': string;
  readonly 'venue-info-url'?: string;
  readonly 'can-extend-session': boolean;
  /** Absent: unlimited, or captive. */
  readonly 'seconds-remaining'?: number;
}

/**
 * The address that DHCP announces (RFC 8910, option 114). If Usher runs on site, a device arrives with its own
 * address, which the gateway's accounting names. If a whole hotel shares one address, its devices cannot be told apart,
 * so all of them count as captive here and the page tells guests when they are online. Gateways that know the device
 * answer themselves.
 */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('capport')
export class CapportController {
  constructor(
    private readonly portals: VisitedPortals,
    private readonly budget: AddressBudget,
    private readonly settings: Settings,
    private readonly registrations: Registrations,
    private readonly clock: Clock,
  ) {}

  @Get(':slug')
  @PortalRoute()
  async state(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const accepted = request.headers['accept-language'];
    const retryAfterSeconds = this.budget.spend(request.ip);
    if (retryAfterSeconds !== undefined)
      return sendPage(request, reply, { ...troublePage('busy', accepted), retryAfterSeconds });
    const visited = await this.portals.find(slug, request.call.requestId);
    if (!visited || visited.isClosed) return sendPage(request, reply, troublePage('unknown', accepted));
    const { context, portal } = visited;
    const online = isOfTheHouse(request.ip)
      ? await this.registrations.ofAddress(context, portal.id, request.ip.replace(mapped, ''))
      : undefined;
    const base = this.settings.baseUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`;
    const state: CaptiveState = {
      captive: online === undefined,
      'user-portal-url': `${base}/p/${portal.slug}`,
      ...(portal.successUrl === null ? {} : { 'venue-info-url': portal.successUrl }),
      'can-extend-session': false,
      ...(online?.until ? { 'seconds-remaining': this.secondsUntil(online.until) } : {}),
    };
    await reply
      .header('content-type', 'application/captive+json')
      .header('cache-control', 'private, no-store')
      // As bytes: Fastify would add a charset to text, and this type has none.
      .send(Buffer.from(JSON.stringify(state)));
  }
  private secondsUntil(until: Instant): number {
    return Math.max(0, Math.floor(secondsBetween(this.clock.instant(), until)));
  }
}

const mapped = /^::ffff:/i;

/** A private address belongs to one device; a public one stands for many. */
function isOfTheHouse(address: string): boolean {
  return /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd])/i.test(
    address.replace(mapped, ''),
  );
}
