import { Injectable } from '@nestjs/common';
import type { OpenedPaymentProvider } from '../../console/payment-providers/payment-provider.js';
import type { Context } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { CardPayments } from './card-payments.js';
import { PaidAccess } from './paid-access.js';
import type { Payment, ReturnReason } from './payment.js';
import { PaymentsRepository } from './payments.repository.js';
import { StripeCheckout } from './stripe-checkout.js';
import { type ChargeNamed, priceOf } from './stripe-checkout.wire.js';

/** Ends access whose card payment was refunded at the provider. */
@Injectable()
export class ReturnedPayments {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly cards: CardPayments,
    private readonly checkout: StripeCheckout,
    private readonly access: PaidAccess,
    private readonly log: Log,
  ) {}

  /**
   * The event says when to ask, the provider whether it is so. A partial refund is recorded and ends nothing.
   * @throws CheckoutProblem if the provider cannot be asked, Error if it has to be asked again
   */
  async about(context: Context, of: OpenedPaymentProvider, said: ChargeNamed, reason: ReturnReason): Promise<void> {
    const { payment_intent: chargeId } = said;
    if (typeof chargeId !== 'string') return;
    const payment = await this.paymentOf(context, of, chargeId);
    if (payment?.status !== 'paid' || !(await this.isReturned(context, of, chargeId, payment, reason))) return;
    await this.access.takeBack(context, payment.id, reason);
    this.log.info(
      { paymentId: payment.id, reason },
      'card payment refunded or lost in a dispute; its access has ended',
    );
  }

  private async paymentOf(context: Context, of: OpenedPaymentProvider, chargeId: string): Promise<Payment | undefined> {
    const known = await this.payments.byCharge(context, of.provider.id, chargeId);
    if (known) return known;
    // It may have been paid since the last question. The account sells other things, too.
    const session = await this.checkout.sessionOf(of, chargeId);
    const { client_reference_id: id, metadata } = session ?? {};
    if (!id || metadata?.usher_provider !== of.provider.id) return undefined;
    if ((await this.payments.find(context, id))?.status !== 'open') return undefined;
    await this.cards.follow(context, id);
    const payment = await this.payments.find(context, id);
    if (payment?.status === 'open') throw new Error('The payment could not be followed');
    return payment;
  }

  private async isReturned(
    context: Context,
    of: OpenedPaymentProvider,
    chargeId: string,
    { id, tier }: Payment,
    reason: ReturnReason,
  ): Promise<boolean> {
    if (reason === 'disputed') return this.checkout.isDisputeLost(of, chargeId);
    const amount = priceOf(await this.checkout.refundedAmount(of, chargeId), tier);
    if (amount >= tier.price) return true;
    if (amount > 0) await this.payments.partReturned(context, id, amount);
    return false;
  }
}
