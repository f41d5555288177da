import { Injectable } from '@nestjs/common';
import type { OpenedPaymentProvider } from '../../console/payment-providers/payment-provider.js';
import { PaymentProvidersService } from '../../console/payment-providers/payment-providers.service.js';
import { Clock } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Problem } from '../../kernel/errors.js';
import { Log } from '../../kernel/log.js';
import { ConnectorProblem } from '../../provisioning/connector/connector-problem.js';
import { type SignatureScheme, verifySignature } from '../../provisioning/connector/signature.js';
import type { ReturnReason } from './payment.js';
import { PaymentsRepository } from './payments.repository.js';
import { CardPayments } from './card-payments.js';
import { ReturnedPayments } from './returned-payments.js';
import { StripeCheckout } from './stripe-checkout.js';
import { type CheckoutSession, paymentIntentOf } from './stripe-checkout.wire.js';

/** https://docs.stripe.com/webhooks#verify-manually */
const stripeSignature: SignatureScheme = {
  algorithm: 'sha256',
  secretEncoding: 'utf8',
  header: 'stripe-signature',
  form: 'pairs',
  timeName: 't',
  signatureName: 'v1',
  encoding: 'hex',
  signedText: '{time}.{body}',
  toleranceSeconds: 300,
};
/** https://docs.stripe.com/api/events/types: both also report Usher's own refunds, and disputes that were won. */
const returns: Readonly<Partial<Record<string, ReturnReason>>> = {
  'charge.refunded': 'refunded',
  'charge.dispute.closed': 'disputed',
};
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Events of payment providers: each only says that it is time to ask; nothing else in it is trusted. */
@Injectable()
export class PaymentEvents {
  constructor(
    private readonly providers: PaymentProvidersService,
    private readonly payments: PaymentsRepository,
    private readonly cards: CardPayments,
    private readonly checkout: StripeCheckout,
    private readonly returned: ReturnedPayments,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @throws Problem not_found, unauthenticated, malformed, unavailable */
  async receive(
    id: string,
    request: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer; readonly requestId: string },
  ): Promise<void> {
    const { requestId } = request;
    const nobody = systemContext(everyOrganization, requestId);
    const organizationId = uuid.test(id) ? await this.providers.organizationOf(nobody, id) : undefined;
    if (organizationId === undefined) throw Problem.notFound('payment provider', id);
    const context = systemContext(organizationId, requestId, 'portal');
    const of = await this.providers.opened(context, id);
    if (!of) throw Problem.notFound('payment provider', id);
    this.requireSigned(of, request);
    const event = eventIn(request.body);
    if (!event) return;
    if (event.type.startsWith('checkout.session.')) await this.aboutSession(context, of, event.about);
    const reason = returns[event.type];
    if (reason) await this.returned.about(context, of, event.about, reason).catch(refusedForNow);
  }

  private requireSigned(
    { secrets }: OpenedPaymentProvider,
    request: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer },
  ): void {
    try {
      verifySignature(stripeSignature, secrets.webhook_secret ? [secrets.webhook_secret] : [], request, this.clock);
    } catch (error) {
      throw error instanceof ConnectorProblem ? new Problem('unauthenticated', error.message) : error;
    }
  }

  private async aboutSession(
    context: Context,
    of: OpenedPaymentProvider,
    session: Partial<CheckoutSession>,
  ): Promise<void> {
    if (typeof session.id !== 'string') return;
    const paymentId = session.client_reference_id;
    const { usher_provider: providerId } = session.metadata ?? {};
    // The account sells other things, too, or another house uses it.
    if (!paymentId || !uuid.test(paymentId) || providerId !== of.provider.id) return;
    if (await this.payments.find(context, paymentId)) return this.cards.follow(context, paymentId);
    // Its registration was erased, and the payment with it, so nobody else would ever refund it.
    const found = await this.checkout.session(of, session.id).catch(refusedForNow);
    const charge = paymentIntentOf(found);
    if (found.payment_status !== 'paid' || charge === null || found.client_reference_id !== paymentId) return;
    await this.checkout.refund(of, charge, paymentId).catch(refusedForNow);
    this.log.warn({ paymentId }, 'payment of an erased guest refunded');
  }
}

/** The provider sends the event again. */
function refusedForNow(error: unknown): never {
  if (error instanceof DatabaseUnavailable) throw error;
  throw new Problem('unavailable', `The payment provider cannot be asked: ${String(error)}`);
}

/** Undefined: not an event. */
function eventIn(body: Buffer): { readonly type: string; readonly about: object } | undefined {
  let event: { type?: unknown; data?: { object?: unknown } | null } | null;
  try {
    event = JSON.parse(body.toString('utf8')) as typeof event;
  } catch {
    throw new Problem('malformed', 'The body is no JSON');
  }
  const about = event?.data?.object;
  if (typeof event?.type !== 'string' || typeof about !== 'object' || about === null) return undefined;
  return { type: event.type, about };
}
