import type { PortalVisit } from '../pages/frame.js';
import type { FormHolder } from './journey-state.js';
import type { VisitedPortal } from './visited-portals.js';

/** Who is at a portal, as far as the request says. */
export interface Visitor extends VisitedPortal {
  readonly visit: PortalVisit;
  readonly maker: string | null;
  readonly userAgent: string;
  /** All of the query, ours too. */
  readonly query: URLSearchParams;
  /** Scheme and host under which the guest reaches us. */
  readonly base: string;
  /** The whole address as it was asked for. */
  readonly called: string;
}

export function holderOf({ portal, userAgent }: Visitor): FormHolder {
  return { portalId: portal.id, userAgent };
}
