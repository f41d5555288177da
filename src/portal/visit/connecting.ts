import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Log } from '../../kernel/log.js';
import { Gateways } from '../gateways/gateways.js';
import { gatewayFaultPage, offlinePage, waitingPage } from '../pages/journey-pages.js';
import type { Page, Redirect } from '../pages/send-page.js';
import { type JourneyState, JourneyStates } from './journey-state.js';
import { stepLink } from './step-link.js';
import { cameBy, holderOf, type Visitor } from './visitor.js';

/** How long the page reloads by itself before it says that this takes longer. */
const longestMilliseconds = 30_000;

/**
 * The wait between permission and access when a controller has to admit the guest. Controllers confirm before their
 * access points know, and a guest who is sent on too early lands on the first page again.
 */
@Injectable()
export class Connecting {
  constructor(
    private readonly states: JourneyStates,
    private readonly gateways: Gateways,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** The address of the page on which the guest waits. */
  begin(visitor: Visitor, state: JourneyState & { readonly registrationId: string }): Redirect {
    const waiting = { ...state, waitingSince: this.clock.milliseconds() };
    return { redirectTo: stepLink(this.states, visitor, 'connecting', waiting) };
  }

  async page(visitor: Visitor): Promise<Page | Redirect> {
    const { context, portal, visit, query } = visitor;
    const s = query.get('s') ?? '';
    const read = this.states.read(holderOf(visitor), s);
    if (read.is !== 'good' || !read.state.registrationId) return offlinePage(visit, false);
    const { registrationId, waitingSince = 0 } = read.state;
    const redirect = new URLSearchParams(read.state.query);
    const arrival = await this.gateways.arrive(context, portal, read.state.maker, redirect);
    const standing = await this.gateways.standing(context, arrival, registrationId);
    const here = new URLSearchParams({ lang: visit.language, s });
    switch (standing.is) {
      case 'in':
        return { redirectTo: `/p/${portal.slug}/status?${here}` };
      case 'waiting': {
        const isSlow = this.clock.milliseconds() - waitingSince > longestMilliseconds;
        return waitingPage(visit, `/p/${portal.slug}/connecting?${here}`, isSlow);
      }
      case 'over':
        return offlinePage(cameBy(visit, read.state), false);
      case 'refused':
        this.log.warn(
          { organizationId: context.organizationId, portalId: portal.id, reason: standing.reason },
          'admitting a guest at the gateway failed',
        );
        return gatewayFaultPage({ ...visit, query: new URLSearchParams(read.state.query) });
    }
  }
}
