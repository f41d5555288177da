import type { FastifyRequest } from 'fastify';
import type { PortalLanguage } from '../../console/captive-portals/portal-languages.js';
import type { Settings } from '../../kernel/settings.js';
import { offeredBy, type PortalVisit } from '../pages/frame.js';
import { languageFor } from '../pages/languages.js';
import { gatewayQuery } from './entry-query.js';
import type { FormHolder, JourneyState } from './journey-state.js';
import type { VisitedPortal } from './visited-portals.js';

/** What a request tells about its visitor. */
export interface Visitor extends VisitedPortal {
  readonly visit: PortalVisit;
  readonly maker: string | null;
  readonly userAgent: string;
  /** The whole query, including our parameters. */
  readonly query: URLSearchParams;
  /** Scheme and host under which the guest reaches us. */
  readonly base: string;
  /** The whole requested address. */
  readonly called: string;
}

interface CameWith {
  readonly query: URLSearchParams;
  readonly maker: string | null;
  /** Set if already known. */
  readonly language?: PortalLanguage;
}

export function visitorOf(
  visited: VisitedPortal,
  request: FastifyRequest,
  settings: Settings,
  { query, maker, language: settled }: CameWith,
): Visitor {
  const { portal, logo, providers } = visited;
  const accepted = request.headers['accept-language'];
  const language = settled ?? languageFor(offeredBy(portal), query.get('lang'), accepted);
  const path = pathOf(portal, maker);
  const visit: PortalVisit = { portal, logo, providers, language, query: gatewayQuery(query), path };
  const base = baseOf(request, settings);
  const userAgent = request.headers['user-agent'] ?? '';
  return { ...visited, visit, maker, userAgent, query, base, called: `${base}${request.call.address.url}` };
}

/** As the gateway sent the guest: without what it said, nobody who begins anew can be let in. */
export function cameBy(visit: PortalVisit, { query, maker }: JourneyState): PortalVisit {
  return { ...visit, path: pathOf(visit.portal, maker), query: new URLSearchParams(query) };
}

function pathOf({ slug }: PortalVisit['portal'], maker: string | null): string {
  return `/p/${slug}${maker === null ? '' : `/${encodeURIComponent(maker)}`}`;
}

/** Scheme and host under which browsers reach us. */
export function baseOf({ protocol, host }: FastifyRequest, { baseUrl }: Settings): string {
  return baseUrl?.replace(/\/+$/, '') ?? `${protocol}://${host}`;
}

export function holderOf({ portal, userAgent }: Visitor): FormHolder {
  return { portalId: portal.id, userAgent };
}

/** Of minutes to reach a sign-in provider: short enough to be typed into another browser. */
export function shortAddress({ base, portal }: Visitor, code: string): string {
  return `${base}/p/${portal.slug}/go/${code}`;
}
