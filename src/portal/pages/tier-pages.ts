import type { PortalTier } from '../../console/captive-portals/portal-parts.js';
import type { PortalLanguage } from '../../console/captive-portals/portal-languages.js';
import type { PaymentRefusal } from '../payments/payment.js';
import { firstPageAddress, type PortalVisit } from './frame.js';
import { messagePage } from './journey-pages.js';
import type { Page } from './send-page.js';
import { durationIn, isolated, priceIn, say, type TextKey } from './words.js';

export interface TierChoice {
  readonly tiers: readonly PortalTier[];
  /** Where the choice is posted to, with this state. */
  readonly url: string;
  readonly state: string;
  readonly formActions: readonly string[];
  /** What the guest chose is not offered any more. */
  readonly hasChanged: boolean;
}

/** Each tier is a button with its price; the last one is free. */
export function tiersPage(visit: PortalVisit, { tiers, url, state, formActions, hasChanged }: TierChoice): Page {
  const { language } = visit;
  const paid = tiers.map((tier) => {
    const fields = [['state', state] as const, ['tier', tier.name] as const];
    return { url, text: tierIn(language, tier), fields };
  });
  const free = { url, text: say(language, 'freeAccess'), fields: [['state', state] as const], is_plain: true };
  const page = messagePage(visit, {
    heading: say(language, 'tiersTitle'),
    paragraphs: [...(hasChanged ? [say(language, 'tiersChanged')] : []), say(language, 'tiersText')],
    forms: [...paid, free],
  });
  return { ...page, formActions };
}

/** What, how long, how much, and who pays: the guest accepts it here. */
export function chargePage(
  visit: PortalVisit,
  { tier, room }: { readonly tier: PortalTier; readonly room: string | null },
  to: AcceptedAt,
): Page {
  const price = priceIn(visit.language, tier.price, tier.currency);
  const text = say(visit.language, 'chargeText', { price, room: room ?? '' });
  return pricePage(visit, tier, to, { text, accept: 'chargeAccept' });
}

/** The same if the payment provider's page comes next. */
export function cardPage(visit: PortalVisit, { tier }: { readonly tier: PortalTier }, to: AcceptedAt): Page {
  return pricePage(visit, tier, to, { text: say(visit.language, 'cardText'), accept: 'cardAccept' });
}

interface AcceptedAt {
  readonly state: string;
  readonly pay: string;
  readonly back: string;
}

function pricePage(
  visit: PortalVisit,
  tier: PortalTier,
  to: AcceptedAt,
  { text, accept }: { readonly text: string; readonly accept: TextKey },
): Page {
  const { language } = visit;
  const price = priceIn(language, tier.price, tier.currency);
  return messagePage(visit, {
    heading: say(language, 'chargeTitle'),
    paragraphs: [tierIn(language, tier), text],
    forms: [{ url: to.pay, text: say(language, accept, { price }), fields: [['state', to.state]] }],
    back: { url: to.back, text: say(language, 'back') },
  });
}

function tierIn(language: PortalLanguage, { name, duration, price, currency }: PortalTier): string {
  const parts = [name, durationIn(language, duration), priceIn(language, price, currency)];
  return parts.map((each) => isolated(language, each)).join(' · ');
}

/** The provider has not confirmed the payment yet; the page reloads by itself, and links to the payment page. */
export function payingPage(
  visit: PortalVisit,
  to: {
    readonly again: string;
    readonly page: string | null;
    /** Without a state it is a link: of a browser that has none. */
    readonly cancel: { readonly url: string; readonly state?: string };
  },
): Page {
  const { language } = visit;
  const { again, page, cancel } = to;
  const notPaying = say(language, 'cardCancel');
  return messagePage(visit, {
    heading: say(language, 'cardWaitingTitle'),
    paragraphs: [say(language, 'cardWaitingText')],
    link:
      page === null ? { url: again, text: say(language, 'continue') } : { url: page, text: say(language, 'cardPage') },
    ...(cancel.state === undefined
      ? { back: { url: cancel.url, text: notPaying } }
      : { forms: [{ url: cancel.url, text: notPaying, fields: [['state', cancel.state]], is_plain: true }] }),
    refresh: { seconds: 5, url: again },
  });
}

/** The hotel system is asked; the page looks again by itself. */
export function chargedPage(visit: PortalVisit, url: string): Page {
  const { language } = visit;
  return messagePage(visit, {
    heading: say(language, 'chargingTitle'),
    paragraphs: [say(language, 'chargingText')],
    link: { url, text: say(language, 'continue') },
    refresh: { seconds: 2, url },
  });
}

const refusals: Readonly<Record<PaymentRefusal | 'unclear', TextKey>> = {
  not_allowed: 'chargeNotAllowed',
  credit_limit: 'chargeNotAllowed',
  unknown_room: 'chargeRefused',
  refused: 'chargeRefused',
  not_now: 'chargeNotNow',
  unreachable: 'chargeUnreachable',
  unclear: 'chargeUnclear',
  cancelled: 'cardNotPaid',
  expired: 'cardNotPaid',
  unknown: 'cardNotGiven',
  not_given: 'cardNotGiven',
  erased: 'cardNotGiven',
  refunded: 'cardReturned',
  disputed: 'cardReturned',
};

/** No access, why, and whether anything was charged. */
export function refusedChargePage(visit: PortalVisit, reason: PaymentRefusal | 'unclear', url: string): Page {
  const { language } = visit;
  const page = messagePage(visit, {
    heading: say(language, 'problem'),
    paragraphs: [say(language, refusals[reason])],
    link: { url, text: say(language, 'back') },
  });
  return { ...page, status: reason === 'unreachable' || reason === 'not_now' ? 503 : 422 };
}

/** The guest had paid access until the money went back. */
export function returnedPage(visit: PortalVisit): Page {
  const { language } = visit;
  return messagePage(visit, {
    heading: say(language, 'offlineTitle'),
    paragraphs: [say(language, 'cardReturned')],
    link: { url: firstPageAddress(visit), text: say(language, 'startAgain') },
  });
}
