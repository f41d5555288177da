import { Injectable } from '@nestjs/common';
import { Log } from '../../kernel/log.js';
import type { Registration } from '../admission/registration.js';
import { Tickets } from '../admission/tickets.js';
import type { GatewayAdmission, GatewayArrival } from '../gateways/contract/gateway.js';
import { Gateways } from '../gateways/gateways.js';
import { gatewayFaultPage, handOverPage, notLetInPage, notToldPage, offlinePage } from '../pages/journey-pages.js';
import type { Page, Redirect } from '../pages/send-page.js';
import { Connecting } from './connecting.js';
import { arrivalWords } from './journey-words.js';
import { type JourneyState, JourneyStates } from './journey-state.js';
import { RegisteredGuests } from './registered-guests.js';
import { stepLink } from './step-link.js';
import type { Visitor } from './visitor.js';

/** After this many tries only joining again or reception helps. */
const mostTold = 3;

/** Sends a registered guest to the gateway, which admits them. */
@Injectable()
export class HandOver {
  constructor(
    private readonly states: JourneyStates,
    private readonly gateways: Gateways,
    private readonly tickets: Tickets,
    private readonly connecting: Connecting,
    private readonly guests: RegisteredGuests,
    private readonly log: Log,
  ) {}

  async to(
    visitor: Visitor,
    state: JourneyState,
    arrival: GatewayArrival,
    registration: Registration,
  ): Promise<Page | Redirect> {
    const { context, portal, visit, base } = visitor;
    const { id: registrationId, username, until } = registration;
    const status = stepLink(this.states, visitor, 'status', { ...state, registrationId });
    const admission: GatewayAdmission = {
      registrationId,
      username,
      ticket: await this.tickets.issue(context, { username, mac: arrival.clientMac, registrationId }),
      mac: arrival.clientMac,
      endsAt: until,
      returnUrl: `${base}${status}`,
    };
    const step = await this.gateways.admit(context, arrival, admission);
    switch (step.kind) {
      case 'post':
        return handOverPage(visit, step);
      case 'get':
        return { redirectTo: step.url };
      case 'wait':
        return this.connecting.begin(visitor, { ...state, registrationId });
      case 'refused':
        if (step.isPassing) return this.notTold(visitor, { ...state, registrationId }, step.reason);
        if (step.is) return notLetInPage(visit, arrivalWords(visit.language, step.is) ?? step.reason);
        this.log.warn(
          { organizationId: context.organizationId, portalId: portal.id, reason: step.reason },
          'admitting a guest at the gateway failed',
        );
        return gatewayFaultPage(visit);
    }
  }

  /** Another try, after the gateway did not let the guest in. */
  async again(visitor: Visitor): Promise<Page | Redirect> {
    const { context, portal, visit, query } = visitor;
    const guest = await this.guests.of(visitor, query.get('s'));
    if (!guest) return offlinePage(visit, false);
    const { registration, state } = guest;
    const redirect = new URLSearchParams(state.query);
    const arrival = await this.gateways.arrive(context, portal, state.maker, redirect);
    return this.to(visitor, state, arrival, registration);
  }

  private notTold(visitor: Visitor, state: JourneyState, reason: string): Page {
    const { context, portal, visit } = visitor;
    this.log.warn(
      { organizationId: context.organizationId, portalId: portal.id, reason },
      'telling the gateway to let a guest in failed',
    );
    const toldInVain = (state.toldInVain ?? 0) + 1;
    if (toldInVain >= mostTold) return notToldPage(visit, null);
    return notToldPage(visit, stepLink(this.states, visitor, 'again', { ...state, toldInVain }));
  }
}
