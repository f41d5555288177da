import { Injectable } from '@nestjs/common';
import { Log } from '../../kernel/log.js';
import { Gateways } from '../gateways/gateways.js';
import { isRefusal, type ProvenPerson, type ProviderRefusal } from '../identity/contract/proven-person.js';
import type { GuestErrand } from '../identity/contract/sign-in-states.js';
import { ProviderSignIns } from '../identity/provider-sign-ins.js';
import { goOnPage, openInBrowserPage } from '../pages/journey-pages.js';
import { troublePage } from '../pages/messages.js';
import type { Page } from '../pages/send-page.js';
import { say, type TextKey } from '../pages/words.js';
import { ProviderPeople } from '../ways/provider-people.js';
import { HandOver } from './hand-over.js';
import { consentsOf, Journey, typedIn } from './journey.js';
import { JourneyStates } from './journey-state.js';
import { isMiniBrowser } from './mini-browser.js';
import { holderOf, type Visitor } from './visitor.js';

/** Signs a guest in by a provider: sends the browser there with the portal's state, and takes it back. */
@Injectable()
export class ProviderJourney {
  constructor(
    private readonly journey: Journey,
    private readonly states: JourneyStates,
    private readonly signIns: ProviderSignIns,
    private readonly people: ProviderPeople,
    private readonly gateways: Gateways,
    private readonly handOver: HandOver,
    private readonly log: Log,
  ) {}

  /** The guest chose a provider on the first page. */
  async leave(visitor: Visitor, form: URLSearchParams): Promise<Page> {
    const { context, portal, visit, base, userAgent, providers } = visitor;
    const { language } = visit;
    const read = this.states.read(holderOf(visitor), form.get('state'));
    if (read.is === 'foreign') return troublePage('foreign', undefined, { url: visit.path, language });
    const { state } = read;
    const { query, maker } = state;
    const here = { ...visitor, visit: { ...visit, query: new URLSearchParams(query) } };
    const refuse = (key: TextKey, status?: number) =>
      this.journey.page(here, state, { status, problems: [{ input: null, text: say(language, key) }] });
    if (read.is === 'old') return refuse('pageTooOld');
    const consents = consentsOf(visit, typedIn(visit, form));
    if (portal.terms && consents.length === 0) return refuse('needTerms', 422);
    const provider = providers.find(({ id }) => id === form.get('provider'));
    if (!provider) return refuse('providerRefused', 422);
    const { id, name } = provider;
    if (provider.needsBrowser && isMiniBrowser(userAgent))
      return openInBrowserPage(here.visit, name, `${base}${visit.path}?${query}`);
    const errand = { of: 'guest', slug: portal.slug, query, maker, language, consents } as const;
    const url = await this.signIns.begin(context, id, errand, { userAgent, base });
    // A link, not a form: our policy would have to name every host that a form's redirects lead to.
    if (typeof url === 'string') return goOnPage(here.visit, url, say(language, 'goingTo', { name }));
    this.note(visitor, id, url);
    return refuse('providerSilent', 503);
  }

  /** The guest is back from the provider, authenticated or not. */
  async arrive(
    visitor: Visitor,
    providerId: string,
    { query, maker, consents }: GuestErrand,
    outcome: ProvenPerson | ProviderRefusal,
  ): Promise<Page> {
    const { context, portal, visit } = visitor;
    const { language } = visit;
    const state = { query, maker };
    const refuse = (key: TextKey, status: number) =>
      this.journey.page(visitor, state, { status, problems: [{ input: null, text: say(language, key) }] });
    if (isRefusal(outcome)) {
      this.note(visitor, providerId, outcome);
      return outcome.refused === 'unavailable' ? refuse('providerSilent', 503) : refuse('providerRefused', 422);
    }
    const arrival = await this.gateways.arrive(context, portal, maker, visit.query);
    if (arrival.problem === 'other_network') return refuse('otherNetwork', 422);
    const proven = { providerId, person: outcome };
    const registration = await this.people.enter(context, portal, proven, arrival, { language, consents });
    if (!registration) return refuse('notAllowed', 422);
    const next = await this.handOver.to(visitor, state, arrival, registration);
    // The provider's policy may forbid its form to be redirected from us to the gateway.
    return 'redirectTo' in next ? goOnPage(visit, next.redirectTo, say(language, 'connectingText')) : next;
  }

  private note({ context, portal }: Visitor, providerId: string, { refused, detail }: ProviderRefusal): void {
    this.log.warn(
      { organizationId: context.organizationId, portalId: portal.id, providerId, refused, detail },
      'guest sign-in by a provider failed',
    );
  }
}
