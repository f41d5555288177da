import { Injectable } from '@nestjs/common';
import type { OpenedPaymentProvider } from '../../console/payment-providers/payment-provider.js';
import { PaymentProvidersService } from '../../console/payment-providers/payment-providers.service.js';
import { Database } from '../../database/database.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Problem } from '../../kernel/errors.js';
import { Log } from '../../kernel/log.js';
import { PaidAccess } from './paid-access.js';
import type { Payment } from './payment.js';
import { PaymentsRepository } from './payments.repository.js';
import { CardPaymentsRepository, type PaymentProblem } from './card-payments.repository.js';
import { CheckoutProblem, StripeCheckout, type WantedSession } from './stripe-checkout.js';
import { type CheckoutSession, paymentIntentOf, stripeAmount } from './stripe-checkout.wire.js';

/** How often the provider is asked about a payment without an event. */
export const askedEverySeconds = 60;
/** A payment that has no page by then was never shown to a guest. */
const unopenedSeconds = 120;
/** How long after its beginning a payment is given up whose access cannot be given or whose page cannot be found. */
const givenUpSeconds = 2 * 3600;

/**
 * Payments on the provider's page. Only the provider's API says what was paid; its events only say when to ask. A
 * payment is stored before its page is made, and refunded once it is certain that no access can be given for it.
 */
@Injectable()
export class CardPayments {
  constructor(
    private readonly rows: CardPaymentsRepository,
    private readonly payments: PaymentsRepository,
    private readonly providers: PaymentProvidersService,
    private readonly checkout: StripeCheckout,
    private readonly access: PaidAccess,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Undefined: no card payments. */
  taking(context: Context): Promise<OpenedPaymentProvider | undefined> {
    return this.providers.taking(context);
  }

  /** The payment page of a payment just stored; undefined: there is none, and nothing was charged. */
  async open(context: Context, of: OpenedPaymentProvider, wanted: WantedSession): Promise<string | undefined> {
    try {
      const { id, url } = await this.checkout.open(of, wanted);
      if (url && (await this.rows.opened(context, wanted.paymentId, { id, url }))) return url;
    } catch (error) {
      this.noted(error, wanted.paymentId, 'creating a payment page failed');
      await this.rows.over(context, wanted.paymentId, 'failed', 'unreachable');
    }
    return undefined;
  }

  /** The guest turned back: from now on it cannot be paid, unless it has been already. */
  async cancel(context: Context, id: string): Promise<void> {
    const payment = await this.payments.find(context, id);
    if (payment?.status !== 'open' || payment.sessionId === null) return;
    const of = await this.providers.opened(context, payment.providerId ?? '');
    if (!of) return;
    try {
      await this.settle(context, id, await this.checkout.expire(of, payment.sessionId), 'cancelled');
    } catch (error) {
      this.noted(error, id, 'closing a payment page failed');
      await this.follow(context, id);
    }
  }

  /** Asks about all due payments; a failure does not hold up the others. */
  async followDue(contextOf: (organizationId: string) => Context): Promise<void> {
    const now = this.clock.instant();
    const byOrganization = new Map<string, string[]>();
    for (const { organizationId, id } of await this.rows.due(now))
      byOrganization.set(organizationId, [...(byOrganization.get(organizationId) ?? []), id]);
    // A provider that hangs keeps its own organization waiting, and this round no longer than for these few.
    await Promise.all(
      [...byOrganization].map(async ([organizationId, due]) => {
        const context = contextOf(organizationId);
        for (const id of due)
          if (await this.rows.claim(context, id, now, laterBy(now, askedEverySeconds))) await this.follow(context, id);
      }),
    );
  }

  /** Asks the provider for the outcome and acts on it. Throws only if the database is unreachable. */
  async follow(context: Context, id: string): Promise<void> {
    try {
      const payment = await this.payments.find(context, id);
      if (payment?.status === 'refunding') await this.payBack(context, payment);
      if (payment?.status === 'open' && payment.pay === 'card') await this.ask(context, payment);
      if (payment?.problem) await this.rows.troubled(context, id, null);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      this.noted(error, id, 'following a card payment failed; the next sweep retries');
      await this.rows.troubled(context, id, problemOf(error));
    }
  }

  private async ask(context: Context, payment: Payment): Promise<void> {
    const { id, sessionId, providerId } = payment;
    const of = await this.providers.opened(context, providerId ?? '');
    if (sessionId === null || !of) {
      if (this.isOlder(payment, unopenedSeconds)) await this.rows.over(context, id, 'failed', 'unreachable');
      return;
    }
    try {
      if (payment.reason === 'erased')
        return await this.settle(context, id, await this.closed(of, sessionId), 'erased');
      await this.settle(context, id, await this.checkout.session(of, sessionId), 'expired');
    } catch (error) {
      const isGone = error instanceof CheckoutProblem && error.code === 'resource_missing';
      if (!isGone || !this.isOlder(payment, givenUpSeconds)) throw error;
      this.noted(error, id, 'payment unknown to the provider; was its key replaced by one of another account?');
      await this.rows.over(context, id, 'failed', 'unknown');
    }
  }

  /** Closes the page; its state, if it had ended before. */
  private async closed(of: OpenedPaymentProvider, sessionId: string): Promise<CheckoutSession> {
    try {
      return await this.checkout.expire(of, sessionId);
    } catch (error) {
      if (error instanceof CheckoutProblem) return this.checkout.session(of, sessionId);
      throw error;
    }
  }

  private async settle(context: Context, id: string, session: CheckoutSession, ended: string): Promise<void> {
    if (session.status === 'expired') return this.rows.over(context, id, 'failed', ended);
    if (session.status !== 'complete' || session.payment_status !== 'paid') return;
    const chargeId = paymentIntentOf(session);
    try {
      const isErased = await this.database.transaction(context, async (inside) => {
        const payment = await this.payments.lock(inside, id);
        if (payment?.status !== 'open') return false;
        if (payment.reason === 'erased') {
          await this.rows.refunding(inside, id, 'erased', chargeId, this.clock.instant());
          return true;
        }
        requirePrice(payment, session);
        await this.access.give(inside, payment, this.clock.instant());
        await this.rows.paid(inside, id, chargeId);
        return false;
      });
      if (isErased) await this.follow(context, id);
    } catch (error) {
      const payment = await this.payments.find(context, id);
      // Refunded only if the error is permanent, or has lasted for long.
      const isCertain = error instanceof Problem || (payment && this.isOlder(payment, givenUpSeconds));
      if (error instanceof DatabaseUnavailable || !isCertain) throw error;
      this.noted(error, id, 'giving paid access failed; refunding');
      await this.rows.refunding(context, id, 'not_given', chargeId, this.clock.instant());
      await this.follow(context, id);
    }
  }

  private async payBack(context: Context, { id, chargeId, providerId, reason }: Payment): Promise<void> {
    const of = await this.providers.opened(context, providerId ?? '');
    if (!of || chargeId === null) throw new Error('A refund without a provider or a charge');
    await this.checkout.refund(of, chargeId, id);
    await this.rows.over(context, id, 'refunded', reason ?? 'not_given');
  }

  private isOlder({ createdAt }: { readonly createdAt: Instant }, seconds: number): boolean {
    return laterBy(createdAt, seconds) <= this.clock.instant();
  }

  private noted(error: unknown, paymentId: string, text: string): void {
    this.log.error({ paymentId, error: String(error) }, text);
  }
}

/** @throws Problem if the paid amount is not what the guest accepted */
function requirePrice({ tier }: Payment, { amount_total: amount, currency }: CheckoutSession): void {
  if (amount === stripeAmount(tier) && currency?.toUpperCase() === tier.currency) return;
  throw new Problem('conflict', `Another amount was paid than ${tier.price} ${tier.currency}`);
}

/** What the provider said, for whoever can do something about it. */
function problemOf(error: unknown): PaymentProblem {
  if (!(error instanceof CheckoutProblem))
    return { code: 'failed', text: 'Following it failed; the log says why, under its id' };
  const { message, status } = error;
  if (status === 401 || status === 403) {
    const remedy = 'the secret key was revoked, or lacks a right. Set a valid one at the payment provider';
    return { code: 'key_refused', text: `${message}: ${remedy}` };
  }
  if (error.code === 'resource_missing') {
    const remedy = 'its account knows no such payment. Set a key of the account that the payment was made with';
    return { code: 'payment_missing', text: `${message}: ${remedy}` };
  }
  return { code: isPassing(status) ? 'unreachable' : 'refused', text: message };
}

function isPassing(status: number | null): boolean {
  return status === null || status === 429 || status >= 500;
}
