/** Stripe's own names; only fields that are used. */

/** https://docs.stripe.com/api/versioning */
export const checkoutVersion = '2026-07-29.dahlia';

/** https://docs.stripe.com/api/checkout/sessions/object */
export interface CheckoutSession {
  readonly id: string;
  /** Null once it is no longer open. */
  readonly url?: string | null;
  readonly status?: 'open' | 'complete' | 'expired' | null;
  readonly payment_status?: 'paid' | 'unpaid' | 'no_payment_required';
  readonly amount_total?: number | null;
  readonly currency?: string | null;
  readonly payment_intent?: string | { readonly id: string } | null;
  readonly client_reference_id?: string | null;
  readonly metadata?: Readonly<Record<string, string>> | null;
}

/** Stripe writes these with two decimals, though they have none: https://docs.stripe.com/currencies#special-cases */
const asIfWithDecimals = new Set(['ISK', 'UGX']);

/** Converts a price in the currency's minor units. */
export function stripeAmount({ price, currency }: { readonly price: number; readonly currency: string }): number {
  return asIfWithDecimals.has(currency) ? price * 100 : price;
}

/** The reverse: Stripe's amount in the currency's minor units. */
export function priceOf(amount: number, { currency }: { readonly currency: string }): number {
  return asIfWithDecimals.has(currency) ? Math.floor(amount / 100) : amount;
}

export function paymentIntentOf({ payment_intent: intent }: CheckoutSession): string | null {
  return typeof intent === 'object' ? (intent?.id ?? null) : (intent ?? null);
}

/** The parts of a charge or dispute in an event: https://docs.stripe.com/api/events/types */
export interface ChargeNamed {
  readonly payment_intent?: unknown;
}

/** https://docs.stripe.com/api/refunds/list; those that failed or were cancelled gave nothing back. */
export interface RefundList {
  readonly data?: readonly { readonly amount?: number; readonly status?: string | null }[];
}

/** https://docs.stripe.com/api/disputes/list */
export interface DisputeList {
  readonly data?: readonly { readonly status?: string }[];
}

/** https://docs.stripe.com/api/errors */
export interface StripeError {
  readonly error?: { readonly code?: unknown; readonly type?: unknown; readonly message?: unknown };
}
