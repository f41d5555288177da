import { Injectable } from '@nestjs/common';
import type { PortalTier } from '../../console/captive-portals/portal-parts.js';
import type { OpenedPaymentProvider } from '../../console/payment-providers/payment-provider.js';
import { Clock } from '../../kernel/clock.js';
import { HttpClient, jsonOf, OutboundFailure } from '../../kernel/http-client.js';
import {
  type CheckoutSession,
  checkoutVersion,
  type DisputeList,
  type RefundList,
  stripeAmount,
  type StripeError,
} from './stripe-checkout.wire.js';

/** A guest is waiting. */
const timeoutMilliseconds = 15_000;
/** Stripe's minimum is 30 minutes; its clock may differ from ours. */
const sessionSeconds = 35 * 60;

/** The provider refused or cannot be reached. `code`: its own error code, if any. */
export class CheckoutProblem extends Error {
  override readonly name = 'CheckoutProblem';

  constructor(
    readonly code: string,
    message: string,
    /** HTTP; null: there was no answer. */
    readonly status: number | null,
  ) {
    super(message);
  }
}

export interface WantedSession {
  readonly paymentId: string;
  readonly tier: PortalTier;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/**
 * Stripe Checkout, the page that Stripe hosts: https://docs.stripe.com/payments/checkout. Every change carries an
 * idempotency key of the payment, so that a retry has no further effect:
 * https://docs.stripe.com/api/idempotent_requests
 */
@Injectable()
export class StripeCheckout {
  constructor(
    private readonly http: HttpClient,
    private readonly clock: Clock,
  ) {}

  /** @throws CheckoutProblem */
  async open(of: OpenedPaymentProvider, wanted: WantedSession): Promise<CheckoutSession> {
    const { paymentId, tier, successUrl, cancelUrl } = wanted;
    const body = new URLSearchParams({
      mode: 'payment',
      'payment_method_types[0]': 'card',
      // The guest accepted this price in this currency.
      'adaptive_pricing[enabled]': 'false',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': tier.currency.toLowerCase(),
      'line_items[0][price_data][unit_amount]': String(stripeAmount(tier)),
      'line_items[0][price_data][product_data][name]': tier.name,
      client_reference_id: paymentId,
      'metadata[usher_payment]': paymentId,
      'metadata[usher_provider]': of.provider.id,
      success_url: successUrl,
      cancel_url: cancelUrl,
      expires_at: String(Math.floor(this.clock.milliseconds() / 1000) + sessionSeconds),
    });
    const post = { path: '/v1/checkout/sessions', body, key: `usher-session-${paymentId}` };
    try {
      return await this.post(of, post);
    } catch (error) {
      // It may exist already: the same key returns the same page.
      if (error instanceof CheckoutProblem && error.code === 'unreachable') return this.post(of, post);
      throw error;
    }
  }

  /** @throws CheckoutProblem; code `resource_missing`: not of this account */
  session(of: OpenedPaymentProvider, id: string): Promise<CheckoutSession> {
    return this.call(of, { method: 'GET', path: `/v1/checkout/sessions/${encodeURIComponent(id)}` });
  }

  /**
   * From now on it cannot be paid.
   * @throws CheckoutProblem also if it is already paid or expired
   */
  expire(of: OpenedPaymentProvider, id: string): Promise<CheckoutSession> {
    const body = new URLSearchParams();
    return this.post(of, {
      path: `/v1/checkout/sessions/${encodeURIComponent(id)}/expire`,
      body,
      key: `usher-expire-${id}`,
    });
  }

  /**
   * Refunds the whole amount. Repeating it does nothing.
   * @throws CheckoutProblem
   */
  async refund(of: OpenedPaymentProvider, paymentIntent: string, paymentId: string): Promise<void> {
    const body = new URLSearchParams({ payment_intent: paymentIntent, 'metadata[usher_payment]': paymentId });
    try {
      await this.post(of, { path: '/v1/refunds', body, key: `usher-refund-${paymentId}` });
    } catch (error) {
      // Stripe forgets keys after a day, but not refunds.
      if (!(error instanceof CheckoutProblem && error.code === 'charge_already_refunded')) throw error;
    }
  }

  /** The payment page on which it was paid, if it was one of these. */
  async sessionOf(of: OpenedPaymentProvider, paymentIntent: string): Promise<CheckoutSession | undefined> {
    const query = new URLSearchParams({ payment_intent: paymentIntent });
    const { data } = await this.list<{ data?: CheckoutSession[] }>(of, `/v1/checkout/sessions?${query}`);
    return data?.[0];
  }

  /** In minor units as Stripe writes them. Pending refunds count, since no event reports their end. */
  async refundedAmount(of: OpenedPaymentProvider, paymentIntent: string): Promise<number> {
    const query = new URLSearchParams({ payment_intent: paymentIntent, limit: '100' });
    const { data = [] } = await this.list<RefundList>(of, `/v1/refunds?${query}`);
    const counted = data.filter(({ status }) => status !== 'failed' && status !== 'canceled');
    return counted.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  }

  async isDisputeLost(of: OpenedPaymentProvider, paymentIntent: string): Promise<boolean> {
    const query = new URLSearchParams({ payment_intent: paymentIntent, limit: '100' });
    const { data = [] } = await this.list<DisputeList>(of, `/v1/disputes?${query}`);
    return data.some(({ status }) => status === 'lost');
  }

  private list<T>(of: OpenedPaymentProvider, path: string): Promise<T> {
    return this.call(of, { method: 'GET', path });
  }

  private post(
    of: OpenedPaymentProvider,
    { path, body, key }: { readonly path: string; readonly body: URLSearchParams; readonly key: string },
  ): Promise<CheckoutSession> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': key };
    return this.call(of, { method: 'POST', path, headers, body: body.toString() });
  }

  private async call<T = CheckoutSession>(
    { provider, secrets }: OpenedPaymentProvider,
    request: {
      readonly method: 'GET' | 'POST';
      readonly path: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    },
  ): Promise<T> {
    const { method, path, headers, body } = request;
    const authorization = `Bearer ${secrets.secret_key ?? ''}`;
    const answer = await this.http
      .request({
        method,
        url: `${provider.url}${path}`,
        headers: { ...headers, authorization, 'stripe-version': checkoutVersion },
        ...(body === undefined ? {} : { body }),
        timeoutMilliseconds,
        maximumBytes: 2 ** 20,
      })
      .catch((error: unknown) => {
        throw error instanceof OutboundFailure ? new CheckoutProblem('unreachable', error.message, null) : error;
      });
    const said = jsonOf(answer);
    if (answer.status >= 200 && answer.status < 300 && typeof said === 'object' && said !== null) return said as T;
    const { code, type } = (said as StripeError | undefined)?.error ?? {};
    const word = [code, type].find((each) => typeof each === 'string') ?? String(answer.status);
    // Its message may contain guests' input, or parts of the key.
    throw new CheckoutProblem(
      String(word).slice(0, 64),
      `Stripe answers ${answer.status} ${String(word).slice(0, 64)}`,
      answer.status,
    );
  }
}
