/*
 * The vendor's own names, exact. Only what is used is named; cards, addresses, tax ids and amounts are never copied out
 * of an answer. Times are seconds since 1970.
 */

/**
 * The API version of every request. Events have the version of their endpoint. https://docs.stripe.com/api/versioning
 */
export const stripeVersion = '2026-07-29.dahlia';

/** https://docs.stripe.com/api/subscriptions/object */
export interface StripeSubscription {
  readonly object?: 'subscription';
  readonly id: string;
  readonly status: string;
  readonly customer: string | StripeCustomer;
  readonly start_date?: number | null;
  readonly created?: number;
  readonly cancel_at?: number | null;
  readonly ended_at?: number | null;
  readonly metadata?: StripeMetadata | null;
  readonly items?: { readonly data: readonly StripeSubscriptionItem[] };
  /** Before version 2025-03-31 the period was here, since then it is on each item. */
  readonly current_period_start?: number | null;
  readonly current_period_end?: number | null;
}

/** https://docs.stripe.com/api/subscription_items/object */
export interface StripeSubscriptionItem {
  readonly current_period_start?: number | null;
  readonly current_period_end?: number | null;
  readonly price?: {
    readonly id: string;
    readonly lookup_key?: string | null;
    readonly metadata?: StripeMetadata | null;
  } | null;
}

/** https://docs.stripe.com/api/customers/object ; only the id is left of a deleted one. */
export interface StripeCustomer {
  readonly id: string;
  readonly deleted?: boolean;
  readonly name?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly preferred_locales?: readonly string[] | null;
}

/** https://docs.stripe.com/api/checkout/sessions/object */
export interface StripeCheckoutSession {
  readonly object?: 'checkout.session';
  readonly id: string;
  readonly mode: string;
  readonly status: string;
  readonly payment_status: string;
  readonly created: number;
  readonly customer?: string | { readonly id: string } | null;
  readonly customer_details?: {
    readonly email?: string | null;
    readonly name?: string | null;
    readonly phone?: string | null;
  } | null;
  readonly locale?: string | null;
  readonly metadata?: StripeMetadata | null;
  readonly subscription?: string | { readonly id: string } | null;
  /** With its charge, where expanded; absent when nothing was to pay. */
  readonly payment_intent?: string | StripePaymentIntent | null;
}

/** https://docs.stripe.com/api/payment_intents/object */
export interface StripePaymentIntent {
  readonly id: string;
  /** `refunded`: in full; `disputed`: the payer asked their bank for the money back. */
  readonly latest_charge?: string | { readonly refunded?: boolean; readonly disputed?: boolean } | null;
}

export type StripeMetadata = Readonly<Record<string, string>>;

/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
export const livingStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete'] as const;
export const endedStatuses = ['canceled', 'incomplete_expired'] as const;

/** https://docs.stripe.com/api/events/object */
export interface StripeEvent {
  readonly object?: string;
  readonly id: string;
  readonly type: string;
  /**
   * The connected account of the event: https://docs.stripe.com/connect/webhooks. Absent in events of the account
   * itself.
   */
  readonly account?: string;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
}

/** The events that are used; the list of events takes at most 20 types. https://docs.stripe.com/api/events/types */
export const stripeEventTypes = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'customer.updated',
  'customer.deleted',
] as const;

/** https://docs.stripe.com/api/pagination */
export interface StripeList<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
}
