import type { Clock } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Reads } from '../../../provisioning/connector/connector.js';
import { sessions, type StripeClient, subscriptions } from './stripe.client.js';
import { paymentHint } from './stripe.events.js';
import { changeOfSession, changeOfSubscription } from './stripe.mapping.js';
import type { StripeSettings } from './stripe.settings.js';
import type { StripeCheckoutSession } from './stripe.wire.js';

/** Reads subscriptions and passes as they are now; whatever is named several times is asked for once. */
export class StripeReader implements Reads {
  constructor(private readonly client: StripeClient, private readonly settings: StripeSettings, private readonly clock: Clock) {}

  /** Hints name a subscription or a Checkout Session (record), a payment (parent), or a customer (guest). */
  async read(hints: Parameters<Reads['read']>[0], signal: AbortSignal): Promise<readonly Change[]> {
    const changes: Change[] = [];
    for (const { of, key } of new Map(hints.map((hint) => [`${hint.of} ${hint.key}`, hint])).values()) {
      if (of === 'guest') changes.push(...await this.ofCustomer(key, signal));
      else if (key.startsWith(paymentHint)) changes.push(...await this.ofPayment(key.slice(paymentHint.length), signal));
      else changes.push(...await this.named(key, signal));
    }
    return changes;
  }

  /** What sessions mean now; those that are no passes, or not yet paid and over, mean nothing. */
  ofSessions(found: readonly StripeCheckoutSession[]): readonly Change[] {
    const readAt = this.clock.instant();
    return found.map((session) => changeOfSession(session, this.settings, readAt)).filter((change) => change !== null);
  }

  private async named(key: string, signal: AbortSignal): Promise<readonly Change[]> {
    if (key.startsWith('cs_')) {
      const session = await this.client.one(sessions, key, signal);
      return session ? this.ofSessions([session]) : [];
    }
    const subscription = await this.client.one(subscriptions, key, signal);
    return subscription ? [changeOfSubscription(subscription, this.settings)] : [];
  }

  private async ofCustomer(customerId: string, signal: AbortSignal): Promise<readonly Change[]> {
    const found = await this.client.all(subscriptions, [['customer', customerId], ['status', 'all']], signal);
    return found.map((subscription) => changeOfSubscription(subscription, this.settings));
  }

  private async ofPayment(paymentIntentId: string, signal: AbortSignal): Promise<readonly Change[]> {
    return this.ofSessions(await this.client.all(sessions, [['payment_intent', paymentIntentId]], signal));
  }
}
