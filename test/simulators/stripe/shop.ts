import { SystemClock, type Clock } from '../../../src/kernel/clock.js';

export interface Customer {
  readonly id: string;
  readonly object: 'customer';
  name: string | null;
  email: string | null;
  phone: string | null;
  preferred_locales: string[];
  deleted?: boolean;
  /** What a connector must not keep. */
  address: { line1: string };
}

export interface Subscription {
  readonly id: string;
  readonly object: 'subscription';
  readonly customer: string;
  status: string;
  created: number;
  start_date: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  metadata: Record<string, string>;
  /** Shown on the items or on the subscription, as the version has it. */
  period: { start: number; end: number };
  price: { id: string; lookup_key: string | null; metadata: Record<string, string> };
}

export interface CheckoutSession {
  readonly id: string;
  readonly object: 'checkout.session';
  mode: 'payment' | 'subscription';
  status: string;
  payment_status: string;
  created: number;
  customer: string | null;
  customer_details: { email: string; name: string; phone: string | null };
  locale: string | null;
  metadata: Record<string, string>;
  subscription: string | null;
  payment_intent: string | null;
}

export interface ShopEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object: object };
}

const month = 30 * 86_400;

/** A shop as Stripe keeps it, newest object first in each list, and what its customers and their banks do. */
export class Shop {
  readonly clock: Clock;
  readonly customers = new Map<string, Customer>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly sessions = new Map<string, CheckoutSession>();
  /** By payment. */
  readonly charges = new Map<string, { refunded: boolean; disputed: boolean }>();
  readonly events: ShopEvent[] = [];
  /** Where the version shows the period, and the subscription of an invoice. */
  shape: 'item' | 'subscription' = 'item';
  private readonly listeners: ((event: ShopEvent) => void)[] = [];
  private count = 0;

  constructor(clock: Clock = new SystemClock()) {
    this.clock = clock;
  }

  onEvent(listener: (event: ShopEvent) => void): void {
    this.listeners.push(listener);
  }

  /** Through Checkout: the session, the subscription, the first invoice. */
  subscribe(
    person: { readonly email: string | null; readonly name?: string },
    {
      plan = 'member',
      status = 'active',
      startedDaysAgo = 0,
    }: { readonly plan?: string; readonly status?: string; readonly startedDaysAgo?: number } = {},
  ): string {
    const customer: Customer = {
      id: this.id('cus'),
      object: 'customer',
      name: person.name ?? 'Ada Lovelace',
      email: person.email,
      phone: null,
      preferred_locales: ['en-GB'],
      address: { line1: 'private-street' },
    };
    this.customers.set(customer.id, customer);
    const now = this.now() - startedDaysAgo * 86_400;
    const subscription: Subscription = {
      id: this.id('sub'),
      object: 'subscription',
      customer: customer.id,
      status,
      created: now,
      start_date: now,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      metadata: { wifi_plan: plan },
      period: { start: now, end: now + month },
      price: { id: `price_${plan}`, lookup_key: plan, metadata: {} },
    };
    this.subscriptions.set(subscription.id, subscription);
    this.emit('customer.subscription.created', this.shown(subscription));
    if (status === 'active') this.emit('invoice.paid', this.invoice(subscription, 'subscription_create'));
    return subscription.id;
  }

  /** The next period begins, its invoice is paid. */
  renew(id: string): void {
    const subscription = this.find(id);
    this.nextPeriod(subscription);
    this.change(id, { status: 'active' });
    this.emit('invoice.paid', this.invoice(subscription, 'subscription_cycle'));
  }

  /** The next period begins all the same, its invoice is not paid. */
  failToPay(id: string): void {
    const subscription = this.find(id);
    this.nextPeriod(subscription);
    this.emit('invoice.payment_failed', this.invoice(subscription, 'subscription_cycle'));
    this.change(id, { status: 'past_due' });
  }

  makeGood(id: string): void {
    this.emit('invoice.paid', this.invoice(this.find(id), 'subscription_cycle'));
    this.change(id, { status: 'active' });
  }

  cancelAtPeriodEnd(id: string): void {
    const { period } = this.find(id);
    this.change(id, { cancel_at_period_end: true, cancel_at: period.end, canceled_at: this.now() });
  }

  cancel(id: string): void {
    const subscription = this.find(id);
    Object.assign(subscription, {
      status: 'canceled',
      ended_at: this.now(),
      canceled_at: subscription.canceled_at ?? this.now(),
    });
    this.emit('customer.subscription.deleted', this.shown(subscription));
  }

  change(id: string, changes: Partial<Subscription>): void {
    const subscription = Object.assign(this.find(id), changes);
    this.emit('customer.subscription.updated', this.shown(subscription));
  }

  editCustomer(id: string, changes: Partial<Customer>): void {
    const customer = Object.assign(this.customers.get(id)!, changes);
    this.emit('customer.updated', customer);
  }

  /** Everything of theirs is cancelled, and only the id is left. */
  deleteCustomer(id: string): void {
    for (const { id: subscription, customer, status } of this.subscriptions.values())
      if (customer === id && status !== 'canceled') this.cancel(subscription);
    this.customers.delete(id);
    this.emit('customer.deleted', { id, object: 'customer', deleted: true });
  }

  /** A pass: one payment. `later`: by bank transfer, which takes days. */
  sellPass(
    person: { readonly email: string; readonly name?: string },
    {
      plan = 'day-pass',
      hours,
      later = false,
    }: { readonly plan?: string; readonly hours?: number; readonly later?: boolean } = {},
  ): string {
    const payment = this.id('pi');
    this.charges.set(payment, { refunded: false, disputed: false });
    const session: CheckoutSession = {
      id: this.id('cs_test'),
      object: 'checkout.session',
      mode: 'payment',
      status: 'complete',
      payment_status: later ? 'unpaid' : 'paid',
      created: this.now(),
      customer: null,
      customer_details: { email: person.email, name: person.name ?? 'Ada Lovelace', phone: null },
      locale: 'en',
      metadata: { wifi_plan: plan, ...(hours ? { wifi_hours: String(hours) } : {}) },
      subscription: null,
      payment_intent: payment,
    };
    this.sessions.set(session.id, session);
    this.emit('checkout.session.completed', session);
    return session.id;
  }

  arrives(sessionId: string): void {
    this.emit(
      'checkout.session.async_payment_succeeded',
      Object.assign(this.sessions.get(sessionId)!, { payment_status: 'paid' }),
    );
  }

  refund(sessionId: string): void {
    const payment = this.sessions.get(sessionId)!.payment_intent!;
    this.charges.set(payment, { refunded: true, disputed: false });
    this.emit('charge.refunded', { id: this.id('ch'), object: 'charge', payment_intent: payment, refunded: true });
  }

  dispute(sessionId: string): void {
    const payment = this.sessions.get(sessionId)!.payment_intent!;
    this.charges.set(payment, { refunded: false, disputed: true });
    this.emit('charge.dispute.created', {
      id: this.id('du'),
      object: 'dispute',
      payment_intent: payment,
      status: 'needs_response',
    });
  }

  /** As this shop's version writes it. */
  shown({ period, price, ...subscription }: Subscription): object {
    const [onItem, onTop] = [{ current_period_start: period.start, current_period_end: period.end }, {}];
    const [item, top] = this.shape === 'item' ? [onItem, onTop] : [onTop, onItem];
    return {
      ...subscription,
      ...top,
      items: {
        object: 'list',
        has_more: false,
        data: [{ id: `si_${subscription.id}`, object: 'subscription_item', quantity: 1, ...item, price }],
      },
    };
  }

  private find(id: string): Subscription {
    const subscription = this.subscriptions.get(id);
    if (!subscription) throw new Error(`No such subscription: ${id}`);
    return subscription;
  }

  private nextPeriod(subscription: Subscription): void {
    subscription.period = { start: subscription.period.end, end: subscription.period.end + month };
  }

  private invoice(subscription: Subscription, reason: string): object {
    const invoice = {
      id: this.id('in'),
      object: 'invoice',
      billing_reason: reason,
      customer: subscription.customer,
      next_payment_attempt: null,
    };
    if (this.shape === 'subscription') return { ...invoice, subscription: subscription.id };
    return {
      ...invoice,
      parent: {
        type: 'subscription_details',
        quote_details: null,
        subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
      },
    };
  }

  private emit(type: string, object: object): void {
    const event = { id: this.id('evt'), type, created: this.now(), data: { object: structuredClone(object) } };
    this.events.push(event);
    for (const listener of this.listeners) listener(event);
  }

  private now(): number {
    return Math.floor(this.clock.milliseconds() / 1000);
  }

  private id(kind: string): string {
    this.count += 1;
    return `${kind}_${String(this.count).padStart(8, '0')}`;
  }
}
