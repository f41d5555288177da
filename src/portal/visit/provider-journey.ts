import { Injectable } from '@nestjs/common';
import { Log } from '../../kernel/log.js';
import type { Consent } from '../admission/registration.js';
import { Gateways } from '../gateways/gateways.js';
import { isRefusal, type ProvenPerson, type ProviderRefusal } from '../identity/contract/proven-person.js';
import type { GuestErrand } from '../identity/contract/sign-in-states.js';
import { ProviderSignIns } from '../identity/provider-sign-ins.js';
import { goOnPage, openInBrowserPage } from '../pages/journey-pages.js';
import { chooseProviderPage, reconnectPage } from '../pages/provider-pages.js';
import { deadLinkPage } from '../pages/request-pages.js';
import { troublePage } from '../pages/messages.js';
import type { Page, Redirect } from '../pages/send-page.js';
import { typedIn } from '../pages/sign-in-page.js';
import { say, type TextKey } from '../pages/words.js';
import { type BegunMinutes, type GivenMinutes, ProviderMinutes } from '../requests/provider-minutes.js';
import { ProviderPeople } from '../ways/provider-people.js';
import { consentsOf, Journey } from './journey.js';
import { type JourneyState, JourneyStates } from './journey-state.js';
import { hindranceWords } from './journey-words.js';
import { MinutesGiven } from './minutes-given.js';
import { TierSteps } from './tier-steps.js';
import { holderOf, shortAddress, type Visitor } from './visitor.js';

/** Signs a guest in by a provider: sends the browser there with the portal's state, and takes it back. */
@Injectable()
export class ProviderJourney {
  constructor(
    private readonly journey: Journey,
    private readonly states: JourneyStates,
    private readonly signIns: ProviderSignIns,
    private readonly people: ProviderPeople,
    private readonly minutes: ProviderMinutes,
    private readonly given: MinutesGiven,
    private readonly gateways: Gateways,
    private readonly tiers: TierSteps,
    private readonly log: Log,
  ) {}

  /** The guest chose a provider, on the first page or at the short address. */
  async leave(visitor: Visitor, form: URLSearchParams): Promise<Page | Redirect> {
    const { context, portal, visit, base, userAgent, providers } = visitor;
    const { language } = visit;
    const read = this.states.read(holderOf(visitor), form.get('state'));
    if (read.is === 'foreign') return troublePage('foreign', undefined, { url: visit.path, language });
    const { state } = read;
    const { query, maker } = state;
    const here = { ...visitor, visit: { ...visit, query: new URLSearchParams(query) } };
    const refuse = (key: TextKey, status?: number) => this.again(here, state, key, status);
    if (read.is === 'old') return refuse('pageTooOld');
    const typed = consentsOf(visit, typedIn(visit, form));
    if (portal.terms && typed.length === 0) return refuse('needTerms', 422);
    const provider = providers.find(({ id }) => id === form.get('provider'));
    if (!provider) return refuse('providerRefused', 422);
    const { id, name } = provider;
    if (state.code === undefined) {
      const arrival = await this.gateways.arrive(context, portal, maker, here.visit.query);
      const hindrance = await this.gateways.hindrance(context, portal, arrival, here.visit.query);
      if (hindrance === 'no_gateway') await this.gateways.tellOfNone(context, portal);
      if (hindrance !== undefined && hindrance !== 'unfit')
        return this.journey.page(here, state, { ...hindranceWords(language, hindrance), status: 422 });
    }
    const begun = await this.begun(here, state, typed);
    if (begun === 'over') return deadLinkPage(visit, false);
    if (begun && 'code' in begun) return this.given.explain(here, state, begun);
    const { registration, consents } = begun ?? { consents: typed };
    if (provider.needsBrowser && isMiniBrowser(userAgent)) {
      const address = state.code === undefined ? `${base}${visit.path}?${query}` : shortAddress(visitor, state.code);
      return openInBrowserPage(here.visit, name, address);
    }
    const from = { slug: portal.slug, query, maker, language };
    const errand = { of: 'guest', ...from, consents, minutes: registration?.id, code: state.code } as const;
    const url = await this.signIns.begin(context, id, errand, { userAgent, base });
    // A link, not a form: our policy would have to name every host that a form's redirects lead to.
    if (typeof url === 'string') return goOnPage(here.visit, url, say(language, 'goingTo', { name }));
    this.note(visitor, id, url);
    return refuse('providerSilent', 503);
  }

  /** The short address, opened in a browser of the guest's choice. */
  async choose(visitor: Visitor, code: string): Promise<Page> {
    const { context, portal, visit, providers } = visitor;
    if (!(await this.minutes.ofCode(context, portal, code))) return deadLinkPage(visit, false);
    const state = this.states.write(holderOf(visitor), { query: '', maker: null, code });
    return chooseProviderPage(visit, providers, state);
  }

  /** The guest is back from the provider, authenticated or not. */
  async arrive(
    visitor: Visitor,
    providerId: string,
    { query, maker, code, consents, minutes }: GuestErrand,
    outcome: ProvenPerson | ProviderRefusal,
  ): Promise<Page | Redirect> {
    const { context, portal, visit } = visitor;
    const { language } = visit;
    const state = { query, maker, code };
    const refuse = (key: TextKey, status: number) => this.again(visitor, state, key, status);
    if (isRefusal(outcome)) {
      this.note(visitor, providerId, outcome);
      return outcome.refused === 'unavailable' ? refuse('providerSilent', 503) : refuse('providerRefused', 422);
    }
    const proven = { providerId, person: outcome };
    const begun = minutes === undefined ? undefined : await this.minutes.find(context, portal, minutes);
    if (begun) {
      const device = { clientMac: begun.mac, ssid: begun.ssid, accessPointMac: begun.accessPoint, nasId: null };
      const known = await this.people.enter(context, portal, proven, device, { language, consents });
      if (!known) return refuse('notAllowed', 422);
      await this.minutes.end(context, begun);
      return reconnectPage(visit, 'signIn');
    }
    const arrival = await this.gateways.arrive(context, portal, maker, visit.query);
    if (arrival.problem === 'other_network') return refuse('otherNetwork', 422);
    const registration = await this.people.enter(context, portal, proven, arrival, { language, consents });
    if (!registration) return refuse('notAllowed', 422);
    const next = await this.tiers.begin(visitor, state, arrival, registration);
    // The provider's policy may forbid its form to be redirected from us to the gateway, but not to ourselves.
    return 'redirectTo' in next && !next.redirectTo.startsWith('/')
      ? goOnPage(visit, next.redirectTo, say(language, 'connectingText'))
      : next;
  }

  /** Back to where the guest chose the provider, with what went wrong: at the short address there is nothing else. */
  private async again(visitor: Visitor, state: JourneyState, key: TextKey, status?: number): Promise<Page> {
    const { visit, providers } = visitor;
    const text = say(visit.language, key);
    if (state.code === undefined)
      return this.journey.page(visitor, state, { status, problems: [{ input: null, text }] });
    return { ...chooseProviderPage(visit, providers, this.states.write(holderOf(visitor), state), text), status };
  }

  /** She may choose the provider anew: nothing is known of her. */
  tooLate(visitor: Visitor, { query, maker, code }: GuestErrand): Promise<Page> {
    return this.again(visitor, { query, maker, code }, 'pageTooOld', 403);
  }

  /**
   * Minutes that the guest has for the way: those of the short address, or new ones. Undefined:
   * the walled garden must do.
   */
  private async begun(
    visitor: Visitor,
    state: JourneyState,
    consents: readonly Consent[],
  ): Promise<BegunMinutes | GivenMinutes | 'over' | undefined> {
    const { context, portal, visit } = visitor;
    if (state.code !== undefined) return (await this.minutes.ofCode(context, portal, state.code)) ?? 'over';
    if (portal.providerMinutes === null) return undefined;
    const arrival = await this.gateways.arrive(context, portal, state.maker, visit.query);
    if (arrival.problem === 'other_network') return undefined;
    return this.minutes.give(context, portal, arrival, { language: visit.language, consents });
  }

  private note({ context, portal }: Visitor, providerId: string, { refused, detail }: ProviderRefusal): void {
    this.log.warn(
      { organizationId: context.organizationId, portalId: portal.id, providerId, refused, detail },
      'guest sign-in by a provider failed',
    );
  }
}

/**
 * Whether a browser is the small window that a phone opens by itself when it joins. Apple's says WebKit without Safari,
 * Android's says `wv`. Google refuses to sign anybody in there (403 disallowed_useragent).
 */
function isMiniBrowser(userAgent: string): boolean {
  if (/CaptiveNetworkSupport|; wv\)/.test(userAgent)) return true;
  return /\b(?:iPhone|iPad|Macintosh)\b.*AppleWebKit/.test(userAgent) && !/\bSafari\//.test(userAgent);
}
