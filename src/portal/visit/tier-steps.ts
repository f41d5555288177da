import { Injectable } from '@nestjs/common';
import { Ids } from '../../kernel/ids.js';
import type { Registration } from '../admission/registration.js';
import type { GatewayArrival } from '../gateways/contract/gateway.js';
import { Gateways } from '../gateways/gateways.js';
import { endedPage, goOnPage, offlinePage, tooOldPage } from '../pages/journey-pages.js';
import { say } from '../pages/words.js';
import type { Page, Redirect } from '../pages/send-page.js';
import {
  cardPage,
  chargedPage,
  chargePage,
  payingPage,
  refusedChargePage,
  returnedPage,
  tiersPage,
} from '../pages/tier-pages.js';
import type { TierOffer } from '../payments/payment.js';
import { type AcceptedPrice, TierPayments } from '../payments/tier-payments.js';
import { CardJourney } from './card-journey.js';
import { HandOver } from './hand-over.js';
import { type JourneyState, JourneyStates } from './journey-state.js';
import { type GuestHere, RegisteredGuests } from './registered-guests.js';
import { MinutesGiven } from './minutes-given.js';
import { startOver } from './start-over.js';
import { stepLink } from './step-link.js';
import { cameBy, holderOf, type Visitor } from './visitor.js';

/** In the address of the choice: what the guest chose before is not offered any more. */
const changed = 'changed';

/** The steps between authentication and gateway: free access, or paid access. */
@Injectable()
export class TierSteps {
  constructor(
    private readonly states: JourneyStates,
    private readonly guests: RegisteredGuests,
    private readonly payments: TierPayments,
    private readonly gateways: Gateways,
    private readonly handOver: HandOver,
    private readonly cards: CardJourney,
    private readonly minutes: MinutesGiven,
    private readonly ids: Ids,
  ) {}

  /**
   * Continues an authenticated guest to the gateway if there is nothing to choose, or it is paid already. The choice
   * has an address: browsers go back to a page that answered a form only by sending the form again, if at all.
   */
  async begin(
    visitor: Visitor,
    state: JourneyState,
    arrival: GatewayArrival,
    registration: Registration,
  ): Promise<Page | Redirect> {
    const { context, portal } = visitor;
    const proven = { ...state, registrationId: registration.id };
    const paymentId = await this.payments.current(context, portal, registration);
    if (paymentId !== undefined) return this.payingAt(visitor, { ...proven, payment: { id: paymentId } });
    if (await this.offer(visitor, proven, registration))
      return { redirectTo: stepLink(this.states, visitor, 'tiers', proven) };
    return this.handOver.to(visitor, state, arrival, registration);
  }

  /** Each tier with its price, and free access. */
  async choice(visitor: Visitor): Promise<Page | Redirect> {
    const { context, portal, visit, query } = visitor;
    const guest = await this.guests.choosing(visitor, query.get('s'));
    if (!guest) return this.overOrForeign(visitor, query.get('s'));
    const { registration, state } = guest;
    const offer = await this.offer(visitor, state, registration);
    if (!offer) return this.enter(visitor, state, registration);
    const formActions = await this.gateways.formActions(context, portal);
    const signed = this.states.write(holderOf(visitor), { ...state, payment: undefined });
    const hasChanged = query.has(changed);
    return tiersPage(visit, { ...offer, hasChanged, url: `/p/${portal.slug}/tiers`, state: signed, formActions });
  }

  /**
   * Where an online guest may choose again, at a gateway that leads nobody to the page while she is in; null: nowhere.
   */
  async again(visitor: Visitor, { registration, state }: GuestHere): Promise<string | null> {
    const { context, portal } = visitor;
    if (portal.tiers.length === 0 || registration.paidBy !== null || isUndecided(registration)) return null;
    const arrival = await this.gateways.arrive(context, portal, state.maker, new URLSearchParams(state.query));
    if (!(await this.gateways.exchangesAccounts(context, arrival))) return null;
    return (await this.offer(visitor, state, registration)) ? stepLink(this.states, visitor, 'tiers', state) : null;
  }

  async choose(visitor: Visitor, form: URLSearchParams): Promise<Page | Redirect> {
    const guest = await this.guests.choosing(visitor, form.get('state'));
    if (!guest) return this.overOrForeign(visitor, form.get('state'));
    const { registration, state } = guest;
    const name = form.get('tier');
    if (name === null) return this.enter(visitor, state, registration);
    const offer = await this.offer(visitor, state, registration);
    const tier = offer?.tiers.find((each) => each.name === name);
    if (!offer || !tier) return this.changedChoice(visitor, state, registration);
    const payment = { id: this.ids.next(), tier, room: tier.pay === 'room' ? offer.room : null };
    return { redirectTo: stepLink(this.states, visitor, 'price', { ...state, payment }) };
  }

  /** What was chosen, to be accepted. Shown again, it is the same payment. */
  async price(visitor: Visitor): Promise<Page | Redirect> {
    const { portal, visit, query } = visitor;
    const guest = await this.guests.choosing(visitor, query.get('s'));
    if (!guest) return this.overOrForeign(visitor, query.get('s'));
    const { state } = guest;
    const { tier, room } = state.payment ?? {};
    if (!tier || room === undefined) return startOver(visitor);
    return (room === null ? cardPage : chargePage)(
      visit,
      { tier, room },
      {
        state: this.states.write(holderOf(visitor), state),
        pay: `/p/${portal.slug}/pay`,
        back: stepLink(this.states, visitor, 'tiers', { ...state, payment: undefined }),
      },
    );
  }

  /** Accepts the price. Submitting the form twice makes one charge. */
  async pay(visitor: Visitor, form: URLSearchParams): Promise<Page | Redirect> {
    const { context, portal } = visitor;
    const guest = await this.guests.choosing(visitor, form.get('state'));
    if (!guest) return this.overOrForeign(visitor, form.get('state'));
    const { registration, state } = guest;
    const { id: paymentId, tier, room } = state.payment ?? {};
    if (paymentId === undefined || !tier || room === undefined) return startOver(visitor);
    if (tier.pay === 'card') return this.payByCard(visitor, guest, { paymentId, tier, room });
    const charged = await this.payments.payOnRoom(context, portal, registration, { paymentId, tier, room });
    if (charged !== undefined) return this.payingAt(visitor, { ...state, payment: { id: charged } });
    return this.changedChoice(visitor, state, registration);
  }

  /** Who came in for a short time may pay for longer: what she pays for counts all the same. */
  async paying(visitor: Visitor): Promise<Page | Redirect> {
    const { context, visit } = visitor;
    const guest = await this.guests.known(visitor, visitor.query.get('s'));
    const paymentId = guest?.state.payment?.id;
    if (!guest || paymentId === undefined) return startOver(visitor);
    const { registration, state } = guest;
    const found = await this.payments.state(context, paymentId, registration);
    switch (found.is) {
      case 'paying':
        return payingPage(visit, {
          again: stepLink(this.states, visitor, 'pay', state),
          page: found.url,
          cancel: { url: `/p/${visitor.portal.slug}/cancel`, state: this.states.write(holderOf(visitor), state) },
        });
      case 'waiting':
        return chargedPage(visit, stepLink(this.states, visitor, 'pay', state));
      case 'paid':
        return this.enter(visitor, state, found.registration);
      case 'over':
        return endedPage(cameBy(visit, state), found.registration);
      case 'unclear':
        return refusedChargePage(visit, 'unclear', stepLink(this.states, visitor, 'tiers', state));
      case 'refused':
        return refusedChargePage(visit, found.reason, stepLink(this.states, visitor, 'tiers', state));
    }
  }

  /** The guest comes back from the payment page without having paid, or gives it up. */
  async cancel(visitor: Visitor, field: string | null): Promise<Page | Redirect> {
    const guest = await this.guests.known(visitor, field);
    const paymentId = guest?.state.payment?.id;
    if (!guest || paymentId === undefined) return startOver(visitor);
    await this.payments.cancel(visitor.context, paymentId, guest.registration);
    const found = await this.payments.state(visitor.context, paymentId, guest.registration);
    return { redirectTo: stepLink(this.states, visitor, found.is === 'paid' ? 'pay' : 'tiers', guest.state) };
  }

  /** The status of a guest whose access is over. */
  async over(visitor: Visitor): Promise<Page> {
    const guest = await this.guests.known(visitor, visitor.query.get('s'));
    return guest ? this.ended(visitor, guest) : offlinePage(visitor.visit, false);
  }

  /** A page was open for longer than its guest may stay, or it is nobody's here. */
  private async overOrForeign(visitor: Visitor, field: string | null): Promise<Page> {
    const guest = await this.guests.known(visitor, field);
    if (!guest) return startOver(visitor);
    const isHere = (await this.guests.of(visitor, field)) !== undefined;
    return isHere ? tooOldPage(cameBy(visitor.visit, guest.state)) : this.ended(visitor, guest);
  }

  private async ended(visitor: Visitor, { registration, state }: GuestHere): Promise<Page> {
    const isReturned = await this.payments.isReturned(visitor.context, registration);
    const visit = cameBy(visitor.visit, state);
    return isReturned ? returnedPage(visit) : endedPage(visit, registration);
  }

  private async payByCard(
    visitor: Visitor,
    { registration, state }: GuestHere,
    accepted: AcceptedPrice,
  ): Promise<Page | Redirect> {
    const { context, portal, visit, base } = visitor;
    const paying = { ...state, payment: { id: accepted.paymentId } };
    const minutes = await this.cards.give(visitor, state, accepted.paymentId);
    const begun = await this.payments.payByCard(
      context,
      portal,
      registration,
      accepted,
      minutes ?? {
        successUrl: `${base}${stepLink(this.states, visitor, 'pay', paying)}`,
        cancelUrl: `${base}${stepLink(this.states, visitor, 'cancel', paying)}`,
      },
    );
    if (begun?.url !== undefined)
      return minutes
        ? this.minutes.explain(visitor, paying, minutes)
        : goOnPage(visit, begun.url, say(visit.language, 'cardLeading'));
    if (minutes) await this.cards.takeBack(visitor, minutes);
    if (begun) return this.payingAt(visitor, { ...state, payment: { id: begun.id } });
    return this.changedChoice(visitor, state, registration);
  }

  /** What she chose is not offered any more: the choice says so, if there is one. */
  private async changedChoice(
    visitor: Visitor,
    state: JourneyState,
    registration: Registration,
  ): Promise<Page | Redirect> {
    const tiers = stepLink(this.states, visitor, 'tiers', { ...state, payment: undefined });
    const offer = await this.offer(visitor, state, registration);
    return offer ? { redirectTo: `${tiers}&${changed}=1` } : refusedChargePage(visitor.visit, 'unreachable', tiers);
  }

  /** Nothing is charged to a room for a device's address: its guest says who she is first. */
  private async offer(
    { context, portal }: Visitor,
    { isKnownByDevice }: JourneyState,
    registration: Registration,
  ): Promise<TierOffer | undefined> {
    const offer = await this.payments.offers(context, portal, registration);
    if (!offer || !isKnownByDevice) return offer;
    const tiers = offer.tiers.filter(({ pay }) => pay !== 'room');
    return tiers.length > 0 ? { ...offer, tiers } : undefined;
  }

  private async enter(visitor: Visitor, state: JourneyState, registration: Registration): Promise<Page | Redirect> {
    const { context, portal, visit } = visitor;
    const query = new URLSearchParams(state.query);
    const arrival = await this.gateways.arrive(context, portal, state.maker, query);
    return this.handOver.to({ ...visitor, visit: { ...visit, query } }, state, arrival, registration);
  }

  private payingAt(visitor: Visitor, state: JourneyState): Redirect {
    return { redirectTo: stepLink(this.states, visitor, 'pay', state) };
  }
}

/** Nobody pays for more than the minutes until the host answers, who may refuse. */
export function isUndecided({ method, approvedBy }: Registration): boolean {
  return method === 'approval' && approvedBy === null;
}
