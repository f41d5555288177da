import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Log } from '../../kernel/log.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Consent, Registration } from '../admission/registration.js';
import { Registrations } from '../admission/registrations.js';
import { Tickets } from '../admission/tickets.js';
import type { GatewayAdmission, GatewayArrival } from '../gateways/gateway.js';
import { Gateways } from '../gateways/gateways.js';
import { termsFor, type PortalVisit } from '../pages/frame.js';
import { gatewayFaultPage, handOverPage, offlinePage, onlinePage, waitingPage } from '../pages/journey-pages.js';
import { troublePage } from '../pages/messages.js';
import type { Page, Redirect } from '../pages/send-page.js';
import { type FormName, formsOf, missingIn, type SignIn, signInPage, type Typed } from '../pages/sign-in-page.js';
import { say } from '../pages/words.js';
import { WaysIn } from '../ways/ways-in.js';
import { arrivalWords, proofOf, verdictWords } from './journey-words.js';
import { type FormHolder, type JourneyState, JourneyStates } from './journey-state.js';
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

const daySeconds = 24 * 3600;

/** The steps of a guest: the first page, what she shows, and where she goes on to. */
@Injectable()
export class Journey {
  constructor(
    private readonly states: JourneyStates,
    private readonly ways: WaysIn,
    private readonly gateways: Gateways,
    private readonly registrations: Registrations,
    private readonly tickets: Tickets,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Asked for by software in the background, too, many times at once. */
  async begin(visitor: Visitor): Promise<Page> {
    const { context, portal, visit, maker, query, called } = visitor;
    const arrival = await this.gateways.arrive(context, portal, maker, visit.query, called);
    const code = query.get('code');
    const typed: Typed | undefined =
      code !== null && formsOf(portal).includes('voucher')
        ? { by: 'voucher', values: { code }, hasAcceptedTerms: false }
        : undefined;
    const words = arrivalWords(visit.language, arrival.problem);
    const problems = words === null ? [] : [{ input: null, text: words }];
    const isRemembered = await this.isRemembered(visitor, arrival);
    return this.page(visitor, { query: visit.query.toString(), maker }, { typed, problems, isRemembered });
  }

  async signIn(visitor: Visitor, form: URLSearchParams): Promise<Page | Redirect> {
    const { context, portal, visit } = visitor;
    const read = this.states.read(holderOf(visitor), form.get('state'));
    if (read.is === 'foreign') return troublePage('foreign', undefined, { url: visit.path, language: visit.language });
    const { state } = read;
    // Where she came from, for the links of this page.
    const here = { ...visitor, visit: { ...visit, query: new URLSearchParams(state.query) } };
    const typed = typedIn(visit, form);
    if (read.is === 'old')
      return this.page(here, state, { typed, problems: [{ input: null, text: say(visit.language, 'pageTooOld') }] });
    const { by } = typed;
    const missing = by === null ? [] : missingIn(visit, by, typed);
    if (by === null || missing.length > 0) return this.page(here, state, { typed, problems: missing, status: 422 });

    const arrival = await this.gateways.arrive(context, portal, state.maker, here.visit.query);
    const proof = { ...proofOf(by, typed.values), consents: consentsOf(visit, typed) };
    const verdict = await this.ways.prove(context, portal, proof, arrival, visit.language);
    if (verdict.decision === 'enter') return this.handOver(here, state, arrival, verdict.registration);
    return this.page(here, state, { typed, ...verdictWords(visit.language, by, verdict) });
  }

  async status(visitor: Visitor): Promise<Page> {
    const found = await this.registered(visitor, visitor.query.get('s'));
    if (!found) return offlinePage(visitor.visit, false);
    const { registration, state } = found;
    const url = `/p/${visitor.portal.slug}/status`;
    const signOut = { url, state: this.states.write(holderOf(visitor), state) };
    return onlinePage(visitor.visit, { until: registration.until, timeZone: visitor.timeZone, signOut });
  }

  async signOut(visitor: Visitor, form: URLSearchParams): Promise<Page> {
    const { context, visit } = visitor;
    const field = form.get('state');
    if (this.states.read(holderOf(visitor), field).is === 'foreign')
      return troublePage('foreign', undefined, { url: visit.path, language: visit.language });
    const found = await this.registered(visitor, field);
    if (found) await this.registrations.endOwn(context, found.registration);
    return offlinePage(visit, true);
  }

  private async handOver(
    visitor: Visitor,
    state: JourneyState,
    arrival: GatewayArrival,
    registration: Registration,
  ): Promise<Page | Redirect> {
    const { context, portal, visit, base } = visitor;
    const { id: registrationId, username, until } = registration;
    const signed = this.states.write(holderOf(visitor), { ...state, registrationId });
    const query = new URLSearchParams({ lang: visit.language, s: signed });
    const status = `/p/${portal.slug}/status?${query}`;
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
        return handOverPage(visit, step.url, step.fields);
      case 'get':
        return { redirectTo: step.url };
      case 'wait':
        return waitingPage(visit, status, false);
      case 'refused':
        this.log.warn(
          { organization_id: context.organizationId, portal_id: portal.id, reason: step.reason },
          'a guest who may enter could not be let in',
        );
        return gatewayFaultPage(visit);
    }
  }

  /** Of a state that names one: the registration, while it lasts. */
  private async registered(
    visitor: Visitor,
    field: string | null,
  ): Promise<{ readonly registration: Registration; readonly state: JourneyState } | undefined> {
    const read = this.states.read(holderOf(visitor), field);
    if (read.is !== 'good' || !read.state.registrationId) return undefined;
    const registration = await this.registrations.find(visitor.context, read.state.registrationId);
    const now = this.clock.instant();
    if (!registration || registration.portalId !== visitor.portal.id || registration.endedAt !== null) return undefined;
    if (registration.until !== null && registration.until <= now) return undefined;
    return { registration, state: read.state };
  }

  private async isRemembered({ context, portal }: Visitor, { clientMac }: GatewayArrival): Promise<boolean> {
    const { rememberDays } = portal;
    if (clientMac === null || !rememberDays || !formsOf(portal).includes('remembered')) return false;
    const since = laterBy(this.clock.instant(), -rememberDays * daySeconds);
    return (await this.registrations.ofDevice(context, portal.id, clientMac, since)) !== undefined;
  }

  private async page(visitor: Visitor, state: JourneyState, signIn: Partial<SignIn>): Promise<Page> {
    const formActions = await this.gateways.formActions(visitor.context, visitor.portal);
    const signed = this.states.write(holderOf(visitor), state);
    return signInPage(visitor.visit, { formActions, ...signIn, state: signed });
  }
}

function holderOf({ portal, userAgent }: Visitor): FormHolder {
  return { portalId: portal.id, userAgent };
}

function typedIn({ portal }: PortalVisit, form: URLSearchParams): Typed {
  const by: FormName | null = formsOf(portal).find((name) => name === form.get('by')) ?? null;
  const values = Object.fromEntries([...form].filter(([name]) => !['state', 'by', 'terms'].includes(name)));
  return { by, values, hasAcceptedTerms: form.has('terms') };
}

/** To the text as it was shown. */
function consentsOf({ portal, language }: PortalVisit, { hasAcceptedTerms }: Typed): Consent[] {
  const terms = termsFor(portal, language);
  if (!terms || !hasAcceptedTerms) return [];
  const textHash = createHash('sha256').update(terms.text).digest('hex');
  return [{ kind: 'terms', textHash, version: terms.version, language: terms.language }];
}
