import { type Instant, laterBy } from '../../kernel/clock.js';
import type { PortalVisit } from '../pages/frame.js';
import { gatewayFaultPage, offlinePage, onlinePage, waitingPage } from '../pages/journey-pages.js';
import { termsPage, troublePage } from '../pages/messages.js';
import { codePage, hostAskedPage } from '../pages/request-pages.js';
import type { Page } from '../pages/send-page.js';
import {
  type FilledForm,
  type FormName,
  formsOf,
  missingIn,
  type SignIn,
  signInPage,
  type Typed,
} from '../pages/sign-in-page.js';
import { chargePage, tiersPage } from '../pages/tier-pages.js';
import { verdictWords } from '../visit/journey-words.js';
import type { GuestRefusalReason } from '../ways/proof.js';

export const previewPages = [
  'first',
  'remembered',
  'empty',
  'refused',
  'third_fact',
  'locked',
  'code',
  'host_asked',
  'tiers',
  'charge',
  'connecting',
  'not_let_in',
  'online',
  'signed_out',
  'terms',
  'away',
] as const;
export type PreviewPage = (typeof previewPages)[number];

/** An invented guest. */
const phone = '+43 660 1234567';
const host = 'host@example.com';
const room = '204';
const usualLockMinutes = 15;
const day = 86_400;

/** Answers to a proof that fails. */
const refusals: Partial<Record<FormName, GuestRefusalReason>> = {
  room_surname: 'unknown_guest',
  voucher: 'unknown_voucher',
  username_password: 'wrong_password',
};

interface When {
  readonly now: Instant;
  readonly timeZone: string;
}

/** The pages of such a portal. */
export function previewsOf(visit: PortalVisit): PreviewPage[] {
  const { portal } = visit;
  const forms = formsOf(portal);
  const sent = sentForm(visit);
  const has: Partial<Record<PreviewPage, boolean>> = {
    remembered: forms.includes('remembered'),
    empty: sent !== undefined && missingIn(visit, sent, nothingTyped(sent)).length > 0,
    refused: refusedForm(visit) !== undefined,
    third_fact: forms.includes('room_surname') && portal.roomRules.third_fact !== 'never',
    locked: refusedForm(visit) !== undefined,
    code: forms.includes('self_registration') && portal.confirmation.by === 'sms',
    host_asked: forms.includes('approval'),
    tiers: portal.tiers.length > 0,
    charge: portal.tiers.some(({ pay }) => pay === 'room'),
    terms: portal.terms !== null,
  };
  return previewPages.filter((page) => has[page] ?? true);
}

/** Exactly the page that a guest would get, made by the same functions. */
export function previewPage(page: PreviewPage, visit: PortalVisit, when: When): Page {
  switch (page) {
    case 'first':
      return firstPage(visit, {});
    case 'remembered':
      return firstPage(visit, { isRemembered: true });
    case 'empty':
      return emptyPage(visit);
    case 'refused':
    case 'third_fact':
    case 'locked':
      return failedPage(page, visit);
    case 'code':
      return codePage(visit, { action: '', state: '', phone, filled: filledForm('self_registration') });
    case 'host_asked':
      return hostAskedPage(visit, '', host, filledForm('approval'));
    case 'tiers':
      return tiersPage(visit, {
        tiers: visit.portal.tiers,
        url: '',
        state: '',
        formActions: [],
        hasChanged: false,
      });
    case 'charge':
      return tierPage(visit);
    case 'connecting':
      return waitingPage(visit, '', false);
    case 'not_let_in':
      return gatewayFaultPage(visit);
    case 'online':
      return welcomePage(visit, when);
    case 'signed_out':
      return offlinePage(visit, true);
    case 'terms':
      return termsPage(visit);
    case 'away':
      return troublePage('away', undefined, { url: '', language: visit.language });
  }
}

function firstPage(visit: PortalVisit, signIn: Partial<SignIn>): Page {
  return signInPage(visit, { state: '', formActions: [], ...signIn });
}

function emptyPage(visit: PortalVisit): Page {
  const sent = sentForm(visit);
  if (!sent) return firstPage(visit, {});
  const typed = nothingTyped(sent);
  return firstPage(visit, { typed, problems: missingIn(visit, sent, typed), status: 422 });
}

function failedPage(page: 'refused' | 'third_fact' | 'locked', visit: PortalVisit): Page {
  const { language, portal } = visit;
  const sent = page === 'third_fact' ? 'room_surname' : refusedForm(visit);
  if (!sent) return firstPage(visit, {});
  const typed: Typed = { by: sent, values: { room, surname: 'Novak', code: 'K7Q2-M4XP' }, hasAcceptedTerms: true };
  const verdict =
    page === 'third_fact'
      ? ({ decision: 'third_fact', what: 'departure' } as const)
      : page === 'locked'
        ? ({ decision: 'wait', seconds: (portal.roomRules.lock_minutes ?? usualLockMinutes) * 60 } as const)
        : ({ decision: 'refused', reason: refusals[sent] ?? 'not_allowed', field: null } as const);
  return firstPage(visit, { typed, ...verdictWords(language, sent, verdict) });
}

function tierPage(visit: PortalVisit): Page {
  const tier = visit.portal.tiers.find(({ pay }) => pay === 'room');
  return tier ? chargePage(visit, { tier, room }, { state: '', pay: '', back: '' }) : firstPage(visit, {});
}

function welcomePage(visit: PortalVisit, { now, timeZone }: When): Page {
  return onlinePage(visit, {
    until: laterBy(now, visit.portal.durationSeconds ?? day),
    timeZone,
    minutesLeft: null,
    note: null,
    devices: [],
    tiers: null,
    signOut: { url: '', state: '' },
  });
}

/** The first way in that has a form. */
function sentForm({ portal }: PortalVisit): FormName | undefined {
  return formsOf(portal).find((name) => name !== 'remembered');
}

function refusedForm({ portal }: PortalVisit): FormName | undefined {
  return formsOf(portal).find((name) => refusals[name]);
}

function filledForm(by: FormName): FilledForm {
  return { path: '', state: '', typed: nothingTyped(by) };
}

function nothingTyped(by: FormName): Typed {
  return { by, values: {}, hasAcceptedTerms: false };
}
