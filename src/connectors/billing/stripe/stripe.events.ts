import type { Change } from '../../../provisioning/connector/change.js';
import { malformedRecord } from '../../../provisioning/connector/vendor-record.js';
import type { StripeSettings } from './stripe.settings.js';
import { stripeEventTypes, type StripeEvent } from './stripe.wire.js';

/** A hint about a payment: the passes that it paid for are read again. */
export const paymentHint = 'payment/';
const objectId = /^[a-z]{2,10}_\w{1,200}$/;

/**
 * What an event is about. Events arrive in any order and more than once, and those of the same second have no order at
 * all. So each one is a hint to read the object; its content is not used.
 */
export function changeOfStripeEvent(event: Partial<StripeEvent>, sells: StripeSettings['sells']): Change {
  // Thin events name an object of another API: https://docs.stripe.com/event-destinations#thin-events
  if (event.object === 'v2.core.event')
    return malformedRecord('A thin event; make the event destination with the payload style Snapshot');
  if (event.account !== undefined) return { kind: 'ignored', reason: 'an event of a connected account' };
  const { type, data } = event;
  if (typeof type !== 'string') return malformedRecord('type is missing');
  if (!(stripeEventTypes as readonly string[]).includes(type))
    return { kind: 'ignored', reason: `event ${/^[\w.]{1,80}$/.test(type) ? type : 'without a known name'}` };
  const about = data?.object;
  if (typeof about !== 'object' || about === null) return malformedRecord(`${type}: data.object is missing`);
  const hint = hintOf(type, about);
  if (hint === undefined) return { kind: 'ignored', reason: `${type} about something else` };
  if (!objectId.test(hint.id)) return malformedRecord(`${type}: the object has no id`);
  if (sells !== 'both' && hint.sold !== sells) return { kind: 'ignored', reason: `${type} about ${hint.sold}` };
  return { kind: 'hint', of: hint.of, key: hint.of === 'parent' ? `${paymentHint}${hint.id}` : hint.id };
}

interface Named {
  readonly of: 'record' | 'parent' | 'guest';
  readonly id: string;
  readonly sold: 'subscriptions' | 'passes';
}

function hintOf(type: string, about: Readonly<Record<string, unknown>>): Named | undefined {
  if (type.startsWith('customer.subscription.')) return { of: 'record', id: idOf(about), sold: 'subscriptions' };
  if (type.startsWith('customer.')) return { of: 'guest', id: idOf(about), sold: 'subscriptions' };
  if (type.startsWith('invoice.')) return named('record', subscriptionOf(about), 'subscriptions');
  if (type.startsWith('charge.')) return named('parent', about.payment_intent, 'passes');
  if (about.mode === 'payment') return { of: 'record', id: idOf(about), sold: 'passes' };
  return about.mode === 'subscription' ? named('record', about.subscription, 'subscriptions') : undefined;
}

/** Before version 2025-03-31 an invoice named its subscription itself, since then its parent does. */
function subscriptionOf(invoice: Readonly<Record<string, unknown>>): unknown {
  const parent = invoice.parent as
    { readonly subscription_details?: { readonly subscription?: unknown } | null } | null | undefined;
  return parent?.subscription_details?.subscription ?? invoice.subscription;
}

function named(of: Named['of'], value: unknown, sold: Named['sold']): Named | undefined {
  return value === null || value === undefined ? undefined : { of, id: idOf(value), sold };
}

/** An id, or the object expanded in its place. */
function idOf(value: unknown): string {
  const id = typeof value === 'object' && value !== null ? (value as { readonly id?: unknown }).id : value;
  return typeof id === 'string' ? id : '';
}
