import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, secondsBetween } from '../../kernel/clock.js';
import { Log } from '../../kernel/log.js';
import { macWithColons } from '../../kernel/mac-address.js';
import type { Consent } from '../admission/registration.js';
import { Registrations } from '../admission/registrations.js';
import type { GatewayArrival } from '../gateways/contract/gateway.js';
import { Gateways, type Hindrance } from '../gateways/gateways.js';
import { termsFor, type PortalVisit } from '../pages/frame.js';
import { firstPage } from '../pages/first-page.js';
import { gatewayFaultPage, offlinePage, onlinePage } from '../pages/journey-pages.js';
import { filledTermsPage, termsPage, troublePage } from '../pages/messages.js';
import { goToProviderPage } from '../pages/provider-pages.js';
import type { Page, Redirect } from '../pages/send-page.js';
import { formsOf, missingIn, showsAgain, type SignIn, signInPage, type Typed, typedIn } from '../pages/sign-in-page.js';
import { say } from '../pages/words.js';
import { providerMinutes } from '../requests/access-request.js';
import { WaysIn } from '../ways/ways-in.js';
import { arrivalWords, hindranceWords, proofOf, verdictWords } from './journey-words.js';
import { type JourneyState, JourneyStates } from './journey-state.js';
import { RequestSteps } from './request-steps.js';
import { HandOver } from './hand-over.js';
import { type GuestHere, RegisteredGuests } from './registered-guests.js';
import { isUndecided, TierSteps } from './tier-steps.js';
import { cameBy, holderOf, shortAddress, type Visitor } from './visitor.js';

/** The steps of a guest: the first page, the proof, and the hand-over. */
@Injectable()
export class Journey {
  constructor(
    private readonly states: JourneyStates,
    private readonly ways: WaysIn,
    private readonly gateways: Gateways,
    private readonly registrations: Registrations,
    private readonly clock: Clock,
    private readonly handOver: HandOver,
    private readonly requests: RequestSteps,
    private readonly tiers: TierSteps,
    private readonly guests: RegisteredGuests,
    private readonly log: Log,
  ) {}

  /** Background software of devices requests it too, many times at once. */
  async begin(visitor: Visitor): Promise<Page> {
    const { context, portal, visit, maker, query, called } = visitor;
    const arrival = await this.gateways.arrive(context, portal, maker, visit.query, called);
    const code = query.get('code');
    const typed: Typed | undefined =
      code !== null && formsOf(portal).includes('voucher')
        ? { by: 'voucher', values: { code }, hasAcceptedTerms: false }
        : undefined;
    const said = await this.saidOf(visitor, arrival);
    const isRemembered = await this.isRemembered(visitor, arrival);
    if (!typed && said === undefined) return this.firstPage(visitor, isRemembered);
    return this.page(visitor, { query: visit.query.toString(), maker }, { typed, ...said, isRemembered });
  }

  /** In another language, or back from the terms: with what was typed before. */
  private async shownAgain(visitor: Visitor, state: JourneyState, typed: Typed): Promise<Page> {
    const { context, portal, visit } = visitor;
    const arrival = await this.gateways.arrive(context, portal, state.maker, visit.query);
    const isRemembered = typed.by === 'remembered' || (await this.isRemembered(visitor, arrival));
    return this.page(visitor, state, { typed, ...(await this.saidOf(visitor, arrival)), isRemembered });
  }

  /** What the gateway says of her; or that none has led her here, before she types anything: nobody is let in so. */
  private async saidOf(visitor: Visitor, arrival: GatewayArrival): Promise<Partial<SignIn> | undefined> {
    const { context, portal, visit } = visitor;
    const words = arrivalWords(visit.language, arrival.problem);
    if (words !== null) return { problems: [{ input: null, text: words }] };
    if (Object.keys(arrival.values).length > 0) return undefined;
    const hindrance = await this.gateways.hindrance(context, portal, arrival, visit.query);
    return hindrance === undefined || hindrance === 'unfit' ? undefined : hindranceWords(visit.language, hindrance);
  }

  /** The terms, from a form that is filled in: what was typed comes back with the guest. */
  terms(visitor: Visitor, form: URLSearchParams): Page {
    const { visit } = visitor;
    const field = form.get('state');
    const read = this.states.read(holderOf(visitor), field);
    if (read.is === 'foreign') return termsPage(visit);
    const { path } = cameBy(visit, read.state);
    return filledTermsPage(visit, { path, state: field ?? '', typed: typedIn(visit, form) });
  }

  async signIn(visitor: Visitor, form: URLSearchParams): Promise<Page | Redirect> {
    const { context, portal, visit } = visitor;
    const read = this.states.read(holderOf(visitor), form.get('state'));
    if (read.is === 'foreign') return troublePage('foreign', undefined, { url: visit.path, language: visit.language });
    const { state } = read;
    // The guest's origin, for the links of this page.
    const here = { ...visitor, visit: { ...visit, query: new URLSearchParams(state.query) } };
    const typed = typedIn(visit, form);
    const { by } = typed;
    if (read.is === 'good' && form.has(showsAgain)) return this.shownAgain(here, state, typed);
    // The device may well be known: its form stays, and with it the box that was missed.
    const isRemembered = by === 'remembered';
    if (read.is === 'old') {
      const problems = [{ input: null, text: say(visit.language, 'pageTooOld') }];
      return this.page(here, state, { typed, problems, isRemembered });
    }
    const missing = by === null ? [] : missingIn(visit, by, typed);
    if (by === null || missing.length > 0)
      return this.page(here, state, { typed, problems: missing, status: 422, isRemembered });

    const arrival = await this.gateways.arrive(context, portal, state.maker, here.visit.query);
    // RADIUS would refuse only after everything is written, and the guest would not learn why.
    if (arrival.problem === 'other_network')
      return this.page(here, state, {
        typed,
        problems: [{ input: null, text: say(visit.language, 'otherNetwork') }],
        status: 422,
      });
    const hindrance = await this.gateways.hindrance(context, portal, arrival, here.visit.query);
    if (hindrance) return this.kept(here, state, typed, hindrance);
    if (by === 'self_registration' || by === 'approval') {
      const step = await this.requests.begin(here, state, arrival, typed, consentsOf(visit, typed));
      if ('again' in step) return this.page(here, state, { typed, ...step.again });
      if ('redirectTo' in step) return step;
      const { registration } = step;
      return isUndecided(registration)
        ? this.handOver.to(here, step.state, arrival, registration)
        : this.tiers.begin(here, step.state, arrival, registration);
    }
    const proof = { ...proofOf(by, typed.values), consents: consentsOf(visit, typed) };
    const verdict = await this.ways.prove(context, portal, proof, arrival, visit.language);
    if (verdict.decision === 'enter') {
      const known: JourneyState = proof.by === 'remembered' ? { ...state, isKnownByDevice: true } : state;
      return this.tiers.begin(here, known, arrival, verdict.registration);
    }
    return this.page(here, state, { typed, ...verdictWords(visit.language, by, verdict) });
  }

  /** Nobody could be let in: nothing is written about the guest. */
  private async kept(visitor: Visitor, state: JourneyState, typed: Typed, hindrance: Hindrance): Promise<Page> {
    const { context, portal, visit } = visitor;
    if (hindrance === 'no_gateway') await this.gateways.tellOfNone(context, portal);
    if (hindrance !== 'unfit')
      return this.page(visitor, state, { typed, ...hindranceWords(visit.language, hindrance), status: 422 });
    const facts = { organizationId: context.organizationId, portalId: portal.id };
    this.log.warn(
      facts,
      'a guest came with nothing that a gateway of this portal could let in: is its login host listed?',
    );
    return gatewayFaultPage(visit);
  }

  async status(visitor: Visitor): Promise<Page> {
    const found = await this.guests.of(visitor, visitor.query.get('s'));
    if (!found) return this.tiers.over(visitor);
    const { context, portal, visit, timeZone } = visitor;
    const { registration, state } = found;
    const { id, until, mac } = registration;
    const url = `/p/${portal.slug}/status?lang=${visit.language}`;
    if (state.code !== undefined && registration.method === providerMinutes) {
      const errand = state.payment === undefined ? 'signIn' : 'payment';
      const address = shortAddress(visitor, state.code);
      return goToProviderPage(visit, { until: until ?? '', timeZone, address, errand });
    }
    const left = until === null ? null : Math.ceil(secondsBetween(this.clock.instant(), until) / 60);
    const isThisOne = (each: { readonly id: string; readonly mac: string | null }) =>
      each.id === id || (mac !== null && each.mac === mac);
    const all = await this.registrations.ofAccount(context, registration);
    const devices = state.isKnownByDevice ? all.filter(isThisOne) : all;
    return onlinePage(visit, {
      until,
      timeZone,
      // A remaining time of days is shown without minutes.
      minutesLeft: left !== null && left <= 180 ? left : null,
      // What was paid for lasts, whether or not the address is confirmed.
      note: registration.paidBy === null ? await this.requests.note(visitor, state) : null,
      devices: devices.map((each) => ({
        registrationId: each.id,
        mac: each.mac === null ? null : macWithColons(each.mac),
        since: each.since,
        until: each.until,
        isThisOne: isThisOne(each),
      })),
      tiers: await this.tiers.again(visitor, found),
      signOut: { url, state: this.states.write(holderOf(visitor), state) },
    });
  }

  async signOut(visitor: Visitor, form: URLSearchParams): Promise<Page | Redirect> {
    const { context, visit } = visitor;
    const field = form.get('state');
    const read = this.states.read(holderOf(visitor), field);
    if (read.is === 'foreign') return troublePage('foreign', undefined, { url: visit.path, language: visit.language });
    const found = await this.guests.of(visitor, field);
    const other = form.get('device');
    if (found && other !== null) {
      if (!found.state.isKnownByDevice) await this.registrations.endDevice(context, found.registration, other);
      return {
        redirectTo: `/p/${visitor.portal.slug}/status?${new URLSearchParams({ lang: visit.language, s: field ?? '' })}`,
      };
    }
    if (found) await this.signedOut(visitor, found);
    return offlinePage(cameBy(visit, read.state), true);
  }

  /** A gateway that knows the device by its address would let it in again by what else it has, as below a paid tier. */
  private async signedOut({ context, portal }: Visitor, { registration, state }: GuestHere): Promise<void> {
    const arrival = await this.gateways.arrive(context, portal, state.maker, new URLSearchParams(state.query));
    if (await this.gateways.exchangesAccounts(context, arrival))
      await this.registrations.endAllOfDevice(context, registration);
    await this.registrations.endOwn(context, registration);
  }

  private async isRemembered({ context, portal }: Visitor, { clientMac }: GatewayArrival): Promise<boolean> {
    if (clientMac === null || !formsOf(portal).includes('remembered')) return false;
    return (await this.ways.knownDevice(context, portal, clientMac)) !== undefined;
  }

  private async firstPage(visitor: Visitor, isRemembered: boolean): Promise<Page> {
    const { context, portal, visit, maker } = visitor;
    const formActions = await this.gateways.formActions(context, portal);
    const query = visit.query.toString();
    const state = this.states.write(holderOf(visitor), { query, maker });
    return firstPage(visit, query, { formActions, state, isRemembered });
  }

  /** The first page again, with the input and its errors. */
  async page(visitor: Visitor, state: JourneyState, signIn: Partial<SignIn>): Promise<Page> {
    const formActions = await this.gateways.formActions(visitor.context, visitor.portal);
    const signed = this.states.write(holderOf(visitor), state);
    return signInPage(visitor.visit, { formActions, ...signIn, state: signed });
  }
}

/** Consent to the text that was shown. */
export function consentsOf({ portal, language }: PortalVisit, { hasAcceptedTerms }: Typed): Consent[] {
  const terms = termsFor(portal, language);
  if (!terms || !hasAcceptedTerms) return [];
  const textHash = createHash('sha256').update(terms.text).digest('hex');
  return [{ kind: 'terms', textHash, version: terms.version, language: terms.language }];
}
