import type { PortalTier } from '../../console/captive-portals/captive-portal.js';
import type { ChargeRefusal } from '../../provisioning/connector/charges.js';
import type { PortalVisit } from './frame.js';
import { messagePage } from './journey-pages.js';
import type { Page } from './send-page.js';
import { durationIn, priceIn, say, type TextKey } from './words.js';

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
    const { name, price, currency, duration } = tier;
    const parts = [name, durationIn(language, duration), priceIn(language, price, currency)];
    return { url, text: parts.join(' · '), fields: [['state', state] as const, ['tier', name] as const] };
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
  { tier, room }: { readonly tier: PortalTier; readonly room: string },
  to: { readonly state: string; readonly pay: string; readonly back: string },
): Page {
  const { language } = visit;
  const price = priceIn(language, tier.price, tier.currency);
  return messagePage(visit, {
    heading: say(language, 'chargeTitle'),
    paragraphs: [
      `${tier.name} · ${durationIn(language, tier.duration)} · ${price}`,
      say(language, 'chargeText', { price, room }),
    ],
    forms: [{ url: to.pay, text: say(language, 'chargeAccept', { price }), fields: [['state', to.state]] }],
    link: { url: to.back, text: say(language, 'back') },
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

const refusals: Readonly<Record<ChargeRefusal | 'unclear', TextKey>> = {
  not_allowed: 'chargeNotAllowed',
  credit_limit: 'chargeNotAllowed',
  unknown_room: 'chargeRefused',
  refused: 'chargeRefused',
  not_now: 'chargeNotNow',
  unreachable: 'chargeUnreachable',
  unclear: 'chargeUnclear',
};

/** No access, why, and whether anything was charged. */
export function refusedChargePage(visit: PortalVisit, reason: ChargeRefusal | 'unclear', url: string): Page {
  const { language } = visit;
  const page = messagePage(visit, {
    heading: say(language, 'problem'),
    paragraphs: [say(language, refusals[reason])],
    link: { url, text: say(language, 'back') },
  });
  return { ...page, status: reason === 'unreachable' || reason === 'not_now' ? 503 : 422 };
}
