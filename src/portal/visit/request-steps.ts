import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { withPlainDigits } from '../../kernel/plain-digits.js';
import type { Consent, Registration } from '../admission/registration.js';
import type { GatewayArrival } from '../gateways/contract/gateway.js';
import { Gateways } from '../gateways/gateways.js';
import { offeredBy } from '../pages/frame.js';
import { offlinePage } from '../pages/journey-pages.js';
import { marketingFor } from '../pages/registration-form.js';
import {
  approvalPage,
  codePage,
  confirmedPage,
  confirmPage,
  deadLinkPage,
  decidedPage,
  hostAskedPage,
  hostRefusedPage,
  requestMailOf,
} from '../pages/request-pages.js';
import type { Page, Redirect } from '../pages/send-page.js';
import type { FilledForm, SignIn, Typed } from '../pages/sign-in-page.js';
import { count, say, type TextKey } from '../pages/words.js';
import { DeliverySettingsService } from '../../provisioning/deliver/settings/delivery-settings.service.js';
import type { AccessRequest, AskedAccess } from '../requests/access-request.js';
import { AccessRequests, type Wording } from '../requests/access-requests.js';
import { type LinkVerdict, RequestLinks } from '../requests/request-links.js';
import { type JourneyState, JourneyStates } from './journey-state.js';
import { guestIn, hostIn, nameInMail, type RequestedAccess, typedBefore } from './request-words.js';
import { startOver } from './start-over.js';
import { stepLink } from './step-link.js';
import { TierSteps } from './tier-steps.js';
import { cameBy, holderOf, type Visitor } from './visitor.js';

/** What follows the form of a guest who asks for access. */
export type AskedStep =
  | { readonly again: Partial<SignIn> }
  | Redirect
  | { readonly registration: Registration; readonly state: JourneyState };

const codeTexts = {
  wrong: 'wrongSmsCode',
  too_many: 'codeTries',
  over: 'codeOver',
  not_allowed: 'notAllowed',
} as const;

/** The steps of a guest who registers or asks a host, until somebody confirms. */
@Injectable()
export class RequestSteps {
  constructor(
    private readonly requests: AccessRequests,
    private readonly links: RequestLinks,
    private readonly settings: DeliverySettingsService,
    private readonly states: JourneyStates,
    private readonly gateways: Gateways,
    private readonly tiers: TierSteps,
  ) {}

  async begin(
    visitor: Visitor,
    state: JourneyState,
    arrival: GatewayArrival,
    typed: Typed,
    terms: readonly Consent[],
  ): Promise<AskedStep> {
    const { context, portal, visit } = visitor;
    const { language } = visit;
    const { sms } = await this.settings.ofOrganization(context);
    const guest = guestIn(visit, typed, sms?.country_code);
    if ('length' in guest) return { again: { problems: guest, status: 422 } };
    const named = typed.by === 'approval' ? hostIn(portal, typed) : null;
    const host = named !== null && (await this.requests.mayApprove(context, named)) ? named : null;
    if (typed.by === 'approval' && host === null) {
      const domains = (portal.approval.domains ?? []).join(', ');
      return { again: { problems: [{ input: 'host', text: say(language, 'wrongHost', { domains }) }], status: 422 } };
    }
    const askedBy = host !== null ? 'host' : (portal.confirmation.by ?? 'email');
    const consents = [...terms, ...marketingConsent(visitor, typed)];
    const asked: AskedAccess = { askedBy, guest, host, consents };
    const how = { arrival, language, wording: this.wordingFor(visitor) };
    const answer = await this.requests.ask(context, portal, asked, how);
    switch (answer.outcome) {
      case 'enter':
        return { registration: answer.registration, state: { ...state, requestId: answer.requestId } };
      case 'busy': {
        const text = count(language, 'waitMinutes', Math.ceil(answer.seconds / 60));
        return { again: { problems: [{ input: null, text }], status: 429 } };
      }
      case 'not_allowed':
        return { again: { problems: [{ input: null, text: say(language, 'notAllowed') }], status: 422 } };
      case 'code':
      case 'wait':
        return {
          redirectTo: stepLink(this.states, visitor, answer.outcome, { ...state, requestId: answer.requestId }),
        };
    }
  }

  /**
   * The form for the code from the SMS. It has an address, because browsers go back to the answer to a form only by
   * sending the form again.
   */
  async codeAsked(visitor: Visitor): Promise<Page | Redirect> {
    const { context, portal } = visitor;
    const field = visitor.query.get('s');
    const read = this.states.read(holderOf(visitor), field);
    // It shows what was typed, and stays in the history of a browser that others may open.
    if (read.is !== 'good' || !read.state.requestId || !this.states.isFresh(holderOf(visitor), field))
      return startOver(visitor);
    const request = await this.requests.find(context, portal, read.state.requestId);
    if (!request || request.host !== null) return startOver(visitor);
    if (request.status === 'pending') return this.codeForm(visitor, read.state, request);
    const registration = await this.requests.registrationOf(context, request);
    if (registration?.endedAt !== null) return offlinePage(cameBy(visitor.visit, read.state), false);
    return this.enter(visitor, read.state, registration);
  }

  /** Takes the code from the SMS, or sends another. */
  async code(visitor: Visitor, form: URLSearchParams): Promise<Page | Redirect> {
    const { context, portal, visit } = visitor;
    const { language } = visit;
    const read = this.states.read(holderOf(visitor), form.get('state'));
    if (read.is === 'foreign' || !read.state.requestId) return startOver(visitor);
    const { state } = read;
    const requestId = state.requestId ?? '';
    const request = (await this.requests.find(context, portal, requestId)) ?? null;
    if (form.has('again')) {
      const answer = await this.requests.sendAgain(context, portal, requestId, this.wordingFor(visitor));
      if (answer.outcome === 'code') return { redirectTo: stepLink(this.states, visitor, 'code', state) };
      const isBusy = answer.outcome === 'busy';
      const problem = isBusy
        ? count(language, 'waitMinutes', Math.ceil(answer.seconds / 60))
        : say(language, 'codeOver');
      return this.codeForm(visitor, state, request, { problem, status: isBusy ? 429 : 410 });
    }
    const code = withPlainDigits(form.get('code') ?? '')
      .replaceAll(/\D/g, '')
      .slice(0, 20);
    const verdict = await this.requests.tryCode(context, portal, requestId, code);
    if (verdict.outcome !== 'enter') {
      const status = verdict.outcome === 'too_many' ? 429 : 422;
      return this.codeForm(visitor, state, request, { problem: say(language, codeTexts[verdict.outcome]), status });
    }
    return this.enter(visitor, state, verdict.registration);
  }

  /** The page of a guest who waits for a host. */
  async wait(visitor: Visitor): Promise<Page | Redirect> {
    const { context, portal, visit, query } = visitor;
    const read = this.states.read(holderOf(visitor), query.get('s'));
    if (read.is !== 'good' || !read.state.requestId) return offlinePage(visit, false);
    const request = await this.requests.find(context, portal, read.state.requestId);
    if (!request || request.host === null) return offlinePage(visit, false);
    const verdict = await this.requests.verdictOn(context, request);
    if (verdict === 'pending') return this.asked(visitor, read.state, request);
    if (verdict !== 'confirmed') return hostRefusedPage(cameBy(visit, read.state), verdict === 'over');
    const registration = await this.requests.registrationOf(context, request);
    if (registration?.endedAt !== null) return offlinePage(cameBy(visit, read.state), false);
    return this.enter(visitor, read.state, registration);
  }

  /** The page behind a link in an e-mail. */
  async link(visitor: Visitor, link: string): Promise<Page> {
    const { context, portal } = visitor;
    return this.answered(visitor, link, await this.links.look(context, portal, link));
  }

  async answer(visitor: Visitor, link: string, form: URLSearchParams): Promise<Page> {
    const { context, portal } = visitor;
    const known = await this.links.look(context, portal, link);
    if (known.outcome !== 'pending') return this.answered(visitor, link, known);
    const isOfHost = known.request.host !== null;
    const said = isOfHost ? form.get('answer') : 'approve';
    // Our forms always say one of the two.
    if (said !== 'approve' && said !== 'refuse') return this.answered(visitor, link, known);
    const answer = said === 'approve' ? 'confirmed' : 'refused';
    return this.answered(visitor, link, await this.links.answer(context, portal, link, answer));
  }

  /** Whose confirmation an online guest still needs; null: nobody's. */
  async note({ context, portal, visit }: Visitor, { requestId }: JourneyState): Promise<string | null> {
    const request = requestId === undefined ? undefined : await this.requests.find(context, portal, requestId);
    if (!request || (await this.requests.verdictOn(context, request)) !== 'pending') return null;
    const { host, email } = request;
    return host === null
      ? say(visit.language, 'mailSent', { email: email ?? '' })
      : say(visit.language, 'hostAskedText', { host });
  }

  private answered(visitor: Visitor, link: string, verdict: LinkVerdict): Page {
    const { portal, timeZone } = visitor;
    const path = `/p/${portal.slug}/confirm/${encodeURIComponent(link)}`;
    const visit = { ...visitor.visit, path };
    switch (verdict.outcome) {
      case 'pending':
        return verdict.request.host === null
          ? confirmPage(visit, verdict.request.email ?? '')
          : approvalPage(visit, nameOf(verdict.request));
      case 'confirmed':
      case 'refused':
        return verdict.request.host === null
          ? confirmedPage(visit, verdict.until, timeZone)
          : decidedPage(visit, verdict.outcome === 'confirmed', nameOf(verdict.request));
      case 'used':
        return deadLinkPage(visit, true);
      case 'over':
        return deadLinkPage(visit, false);
      case 'unknown':
        return { ...deadLinkPage(visit, false), status: 404 };
    }
  }

  private async enter(visitor: Visitor, state: JourneyState, registration: Registration): Promise<Page | Redirect> {
    const { context, portal, visit } = visitor;
    const query = new URLSearchParams(state.query);
    const arrival = await this.gateways.arrive(context, portal, state.maker, query);
    return this.tiers.begin({ ...visitor, visit: { ...visit, query } }, state, arrival, registration);
  }

  private async codeForm(
    visitor: Visitor,
    state: JourneyState,
    request: RequestedAccess | null,
    wrong: { readonly problem?: string; readonly status?: number } = {},
  ): Promise<Page> {
    const { context, portal, visit } = visitor;
    // The right code leads to the gateway.
    const formActions = await this.gateways.formActions(context, portal);
    const page = codePage(visit, {
      action: `/p/${portal.slug}/code?lang=${visit.language}`,
      state: this.states.write(holderOf(visitor), state),
      phone: request?.phone ?? '',
      filled: this.filled(visitor, state, request),
      ...wrong,
    });
    return { ...page, formActions };
  }

  private asked(visitor: Visitor, state: JourneyState, request: RequestedAccess): Page {
    const again = stepLink(this.states, visitor, 'wait', state);
    return hostAskedPage(visitor.visit, again, request.host ?? '', this.filled(visitor, state, request));
  }

  /** The form as it was sent: whoever typed a wrong number, or a wrong host, asks anew. */
  private filled(visitor: Visitor, { query, maker }: JourneyState, request: RequestedAccess | null): FilledForm {
    const { path } = cameBy(visitor.visit, { query, maker });
    const typed = request ? typedBefore(request) : { by: null, values: {}, hasAcceptedTerms: false };
    return { path, state: this.states.write(holderOf(visitor), { query, maker }), typed };
  }

  /** Hosts get the portal's first language, guests that of the page. */
  private wordingFor({ portal, visit, base }: Visitor): Wording {
    return (secret, { askedBy, guest }) => {
      const language = askedBy === 'host' ? offeredBy(portal)[0] : visit.language;
      const values = { portal: portal.name, name: nameInMail(guest), code: secret };
      const words = (key: TextKey) => say(language, key, values);
      if (askedBy === 'sms') return { text: words('smsText') };
      const url = `${base}/p/${portal.slug}/confirm/${secret}`;
      const [subject, paragraph, button] =
        askedBy === 'host'
          ? [words('mailApprovalSubject'), words('mailApprovalText'), words('mailApprovalButton')]
          : [words('mailConfirmSubject'), words('mailConfirmText'), words('confirm')];
      return requestMailOf({ portal }, language, { subject, paragraph, button, url });
    };
  }
}

function nameOf({ firstName, lastName }: AccessRequest): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

function marketingConsent({ portal, visit }: Visitor, { by, values }: Typed): Consent[] {
  const shown = by === 'self_registration' ? marketingFor(portal, visit.language) : null;
  if (!shown || values.marketing === undefined) return [];
  const textHash = createHash('sha256').update(shown.text).digest('hex');
  return [{ kind: 'marketing', textHash, version: shown.version, language: shown.language }];
}
