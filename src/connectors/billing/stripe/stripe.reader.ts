import type { Clock } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Reads } from '../../../provisioning/connector/connector.js';
import { checkoutSessions, type StripeClient, subscriptions } from './stripe.client.js';
import { paymentHint } from './stripe.events.js';
import { changeOfSession, changeOfSubscription } from './stripe.mapping.js';
import type { StripeSettings } from './stripe.settings.js';
import type { StripeCheckoutSession } from './stripe.wire.js';

/** Read in parallel: on the first of a month, thousands renew. */
const atOnce = 10;

/** Reads subscriptions and passes as they are now, each one once however often it is named. */
export class StripeReader implements Reads {
  constructor(
    private readonly client: StripeClient,
    private readonly settings: StripeSettings,
    private readonly clock: Clock,
  ) {}

  /** Hints name a subscription or a Checkout Session (record), a payment (parent), or a customer (guest). */
  async read(hints: Parameters<Reads['read']>[0], signal: AbortSignal): Promise<readonly Change[]> {
    const changes: Change[] = [];
    const distinct = [...new Map(hints.map((hint) => [`${hint.of} ${hint.key}`, hint])).values()];
    for (let from = 0; from < distinct.length; from += atOnce) {
      changes.push(
        ...(await Promise.all(distinct.slice(from, from + atOnce).map((hint) => this.hinted(hint, signal)))).flat(),
      );
    }
    return changes;
  }

  /** What sessions mean now; those that are not passes, or unpaid and over, mean nothing. */
  ofSessions(found: readonly StripeCheckoutSession[]): readonly Change[] {
    const readAt = this.clock.instant();
    return found.map((session) => changeOfSession(session, this.settings, readAt)).filter((change) => change !== null);
  }

  private hinted({ of, key }: Parameters<Reads['read']>[0][number], signal: AbortSignal): Promise<readonly Change[]> {
    if (of === 'guest') return this.ofCustomer(key, signal);
    if (key.startsWith(paymentHint)) return this.ofPayment(key.slice(paymentHint.length), signal);
    return this.named(key, signal);
  }

  private async named(key: string, signal: AbortSignal): Promise<readonly Change[]> {
    if (key.startsWith('cs_')) {
      const session = await this.client.one(checkoutSessions, key, signal);
      return session ? this.ofSessions([session]) : [];
    }
    const subscription = await this.client.one(subscriptions, key, signal);
    return subscription ? [changeOfSubscription(subscription, this.settings)] : [];
  }

  private async ofCustomer(customerId: string, signal: AbortSignal): Promise<readonly Change[]> {
    const found = await this.client.all(
      subscriptions,
      [
        ['customer', customerId],
        ['status', 'all'],
      ],
      signal,
    );
    return found.map((subscription) => changeOfSubscription(subscription, this.settings));
  }

  private async ofPayment(paymentIntentId: string, signal: AbortSignal): Promise<readonly Change[]> {
    return this.ofSessions(await this.client.all(checkoutSessions, [['payment_intent', paymentIntentId]], signal));
  }
}
