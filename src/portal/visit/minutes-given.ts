import { Injectable } from '@nestjs/common';
import { minutesPage } from '../pages/provider-pages.js';
import { deadLinkPage } from '../pages/request-pages.js';
import type { Page, Redirect } from '../pages/send-page.js';
import { TierPayments } from '../payments/tier-payments.js';
import type { GivenMinutes } from '../requests/provider-minutes.js';
import { type JourneyState, JourneyStates } from './journey-state.js';
import { RegisteredGuests } from './registered-guests.js';
import { startOver } from './start-over.js';
import { stepLink } from './step-link.js';
import { shortAddress, type Visitor } from './visitor.js';

/** The page of a guest who was given minutes of access to sign in or to pay: what to do next, and where. */
@Injectable()
export class MinutesGiven {
  constructor(
    private readonly states: JourneyStates,
    private readonly guests: RegisteredGuests,
    private readonly payments: TierPayments,
  ) {}

  /** The page has an address, because browsers go back to the answer to a form only by sending the form again. */
  explain(visitor: Visitor, state: JourneyState, { code, registration }: GivenMinutes): Redirect {
    return {
      redirectTo: stepLink(this.states, visitor, 'minutes', { ...state, code, registrationId: registration.id }),
    };
  }

  async page(visitor: Visitor): Promise<Page | Redirect> {
    const { visit, timeZone, query } = visitor;
    const guest = await this.guests.known(visitor, query.get('s'));
    if (guest?.state.code === undefined) return startOver(visitor);
    const { code, payment } = guest.state;
    const address = shortAddress(visitor, code);
    const pays = payment === undefined ? undefined : await this.paymentPage(visitor, payment.id);
    // The short address knows what has become of the payment.
    if (pays === null) return { redirectTo: address };
    const here = await this.guests.of(visitor, query.get('s'));
    if (!here) return deadLinkPage(visit, false);
    const connect = stepLink(this.states, visitor, 'again', here.state);
    return minutesPage(visit, { until: here.registration.until ?? '', address, connect, timeZone, payment: pays });
  }

  /** Null: there is nothing to pay any more. */
  private async paymentPage({ context }: Visitor, paymentId: string): Promise<string | null> {
    const asked = await this.payments.askedBy(context, paymentId);
    const found = asked && (await this.payments.state(context, paymentId, asked));
    return found?.is === 'paying' ? found.url : null;
  }
}
