import { Injectable } from '@nestjs/common';
import type { Registration } from '../admission/registration.js';
import { Gateways } from '../gateways/gateways.js';
import { endedPage, goOnPage } from '../pages/journey-pages.js';
import { captiveProbe, reconnectPage } from '../pages/provider-pages.js';
import { deadLinkPage } from '../pages/request-pages.js';
import type { Page } from '../pages/send-page.js';
import { payingPage, refusedChargePage } from '../pages/tier-pages.js';
import { say } from '../pages/words.js';
import { TierPayments } from '../payments/tier-payments.js';
import { type GivenMinutes, type PaymentMinutes, ProviderMinutes } from '../requests/provider-minutes.js';
import type { JourneyState } from './journey-state.js';
import { shortAddress, type Visitor } from './visitor.js';

/** What the payment page says in our address when it sends the guest back. */
const back = { paid: 'paid', cancelled: 'cancelled' } as const;

/** Minutes of access on the way to a payment page, with the addresses by which it sends the guest back. */
export interface MinutesToPay extends GivenMinutes {
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/**
 * Banks confirm a card in an app or on a page of their own, which no walled garden can list. So a portal that gives
 * minutes lets the device out for them; the guest pays by a short address, in whatever browser the bank sends her back
 * to, and the gateway then asks who the device is.
 */
@Injectable()
export class CardJourney {
  constructor(
    private readonly gateways: Gateways,
    private readonly minutes: ProviderMinutes,
    private readonly payments: TierPayments,
  ) {}

  /** Undefined: the walled garden must do. */
  async give(visitor: Visitor, state: JourneyState, paymentId: string): Promise<MinutesToPay | undefined> {
    const { context, portal, visit } = visitor;
    if (portal.providerMinutes === null) return undefined;
    const redirect = new URLSearchParams(state.query);
    const arrival = await this.gateways.arrive(context, portal, state.maker, redirect);
    const asked = { language: visit.language, consents: [], paymentId };
    const given = await this.minutes.give(context, portal, arrival, asked);
    if (!given) return undefined;
    const address = shortAddress(visitor, given.code);
    return {
      ...given,
      successUrl: `${address}?${new URLSearchParams({ lang: visit.language, back: back.paid })}`,
      cancelUrl: `${address}?${new URLSearchParams({ lang: visit.language, back: back.cancelled })}`,
    };
  }

  /** There is no page to pay at. */
  async takeBack({ context }: Visitor, { registration }: MinutesToPay): Promise<void> {
    await this.minutes.end(context, registration);
  }

  /** The short address, on the way to the payment page and back from it. Undefined: it is of no payment. */
  async arrive(visitor: Visitor, code: string): Promise<Page | undefined> {
    const { context, portal } = visitor;
    const begun = await this.minutes.paymentOf(context, portal, code);
    if (!begun) return undefined;
    const asked = await this.payments.askedBy(context, begun.paymentId);
    return asked ? this.standing(visitor, begun, asked, code) : deadLinkPage(visitor.visit, false);
  }

  private async standing(
    visitor: Visitor,
    { paymentId, registration }: PaymentMinutes,
    asked: Registration,
    code: string,
  ): Promise<Page> {
    const { context, visit, query } = visitor;
    if (query.get('back') === back.cancelled) await this.payments.cancel(context, paymentId, asked);
    const found = await this.payments.state(context, paymentId, asked);
    if (found.is === 'paying' && found.url !== null && query.get('back') !== back.paid)
      return goOnPage(visit, found.url, say(visit.language, 'cardLeading'));
    if (found.is === 'paying' || found.is === 'waiting') {
      const here = shortAddress(visitor, code);
      const at = (said: string) => `${here}?${new URLSearchParams({ lang: visit.language, back: said })}`;
      const page = found.is === 'paying' ? found.url : null;
      return payingPage(visit, { again: at(back.paid), page, cancel: { url: at(back.cancelled) } });
    }
    // The gateway asks who the device is: by then it is known, or has to choose again.
    await this.minutes.end(context, registration);
    if (found.is === 'paid') return reconnectPage(visit, 'payment');
    if (found.is === 'over') return endedPage(visit, found.registration);
    return refusedChargePage(visit, found.is === 'refused' ? found.reason : 'unclear', captiveProbe);
  }
}
