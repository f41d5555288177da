import { Controller, Get, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
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
 * The address that DHCP announces (RFC 8910, option 114). A device that arrives with its own address is known by the
 * gateway's accounting. Where nobody can tell which device asks, as behind the one address of a hotel, or by IPv6 where
 * no gateway tells of it, there is no answer: a device then finds out by itself, as if nothing had been announced. Told
 * that it is captive, it would believe so after the sign-in, too.
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
    const address = ownAddressOf(request.ip);
    const online = address === undefined ? undefined : await this.registrations.ofAddress(context, portal.id, address);
    reply.header('cache-control', 'private, no-store');
    if (online === undefined) {
      await reply.code(404).send();
      return;
    }
    const base = this.settings.baseUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`;
    const state: CaptiveState = {
      captive: online === null,
      'user-portal-url': `${base}/p/${portal.slug}`,
      ...(portal.successUrl === null ? {} : { 'venue-info-url': portal.successUrl }),
      'can-extend-session': false,
      ...(online?.until ? { 'seconds-remaining': this.secondsUntil(online.until) } : {}),
    };
    await reply
      .header('content-type', 'application/captive+json')
      // As bytes: Fastify would add a charset to text, and this type has none.
      .send(Buffer.from(JSON.stringify(state)));
  }
  private secondsUntil(until: Instant): number {
    return Math.max(0, Math.floor(secondsBetween(this.clock.instant(), until)));
  }
}

/** Of IPv4: a public address may stand for a whole hotel. */
const ofOneDevice: readonly string[] = ['private', 'carrierGradeNat', 'loopback'];
/** Of IPv6: what names no device beyond its own link. */
const ofNone: readonly string[] = ['unspecified', 'linkLocal', 'multicast'];

/** The address of one device, in its usual form. Undefined: it may be any device's. */
function ownAddressOf(said: string): string | undefined {
  if (!ipaddr.isValid(said)) return undefined;
  const address = ipaddr.process(said);
  const range = address.range();
  const isOwn = address.kind() === 'ipv4' ? ofOneDevice.includes(range) : !ofNone.includes(range);
  return isOwn ? address.toString() : undefined;
}
