import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/at-most.js';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import type { PortalTier } from '../../console/captive-portals/portal-parts.js';
import { Database } from '../../database/database.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { Registration } from '../admission/registration.js';
import { askedEverySeconds, CardPayments } from './card-payments.js';
import { PaidAccess } from './paid-access.js';
import type { Payment, PaymentState, TierOffer } from './payment.js';
import { PaymentsRepository } from './payments.repository.js';
import { RoomPayments } from './room-payments.js';

/** Pages reload every few seconds; the provider is asked less often. */
const lookedMilliseconds = 4_000;

export interface AcceptedPrice {
  readonly paymentId: string;
  readonly tier: PortalTier;
  readonly room: string | null;
}

/** Payments for tiers, by every way to pay. */
@Injectable()
export class TierPayments {
  private readonly looked = new LRUCache<string, true>({ ...atMost(10_000), ttl: lookedMilliseconds });

  constructor(
    private readonly rows: PaymentsRepository,
    private readonly rooms: RoomPayments,
    private readonly cards: CardPayments,
    private readonly access: PaidAccess,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Undefined: this guest cannot pay for anything now. */
  async offers(context: Context, portal: CaptivePortal, registration: Registration): Promise<TierOffer | undefined> {
    const { userId } = registration;
    if (portal.tiers.length === 0 || userId === null) return undefined;
    if (await this.rows.isHeldBack(context, userId, this.clock.instant())) return undefined;
    const isPaid = (how: PortalTier['pay']) => portal.tiers.some(({ pay }) => pay === how);
    const stay = isPaid('room') ? await this.rooms.stayOf(context, registration) : undefined;
    const taking = isPaid('card') ? await this.cards.taking(context) : undefined;
    const tiers = portal.tiers.filter(({ pay, currency }) =>
      pay === 'card' ? taking !== undefined : currency === stay?.currency,
    );
    return tiers.length > 0 ? { room: stay?.room ?? null, tiers } : undefined;
  }

  /** The payment that the guest has made or is making. */
  async current(context: Context, portal: CaptivePortal, { userId }: Registration): Promise<string | undefined> {
    if (portal.tiers.length === 0 || userId === null) return undefined;
    return (await this.rows.current(context, userId, portal.id, this.clock.instant()))?.id;
  }

  /**
   * Begins a card payment, unless this or another tier is paid or being paid. Returns that payment, and the address of
   * its page if it is new. Undefined: the tier is no longer offered as it was accepted.
   */
  async payByCard(
    context: Context,
    portal: CaptivePortal,
    { id: askedBy, userId }: Registration,
    { paymentId, tier }: AcceptedPrice,
    to: { readonly successUrl: string; readonly cancelUrl: string },
  ): Promise<{ readonly id: string; readonly url?: string } | undefined> {
    const of = await this.cards.taking(context);
    const isOffered = tier.pay === 'card' && portal.tiers.some((each) => isDeepStrictEqual(each, tier));
    if (userId === null || !of || !isOffered) return undefined;
    const begun = await this.database.transaction(context, async (inside) => {
      await this.rows.hold(inside, userId);
      const now = this.clock.instant();
      const known =
        (await this.rows.find(inside, paymentId)) ?? (await this.rows.current(inside, userId, portal.id, now));
      if (known) return { id: known.id, isNew: false };
      if (await this.rows.isHeldBack(inside, userId, now)) return undefined;
      if (!(await this.rows.holdPlace(inside, portal.id, of.provider.id))) return undefined;
      const card = { providerId: of.provider.id, dueAt: laterBy(now, askedEverySeconds) };
      await this.rows.insert(
        inside,
        { id: paymentId, portalId: portal.id, askedBy, userId, tier, room: null, card },
        now,
      );
      return { id: paymentId, isNew: true };
    });
    if (!begun?.isNew) return begun;
    const url = await this.cards.open(context, of, { paymentId, tier, ...to });
    return { id: paymentId, ...(url === undefined ? {} : { url }) };
  }

  /** On the room: as `RoomPayments.charge`. */
  payOnRoom(
    context: Context,
    portal: CaptivePortal,
    registration: Registration,
    { paymentId, tier, room }: AcceptedPrice,
  ): Promise<string | undefined> {
    if (room === null) return Promise.resolve(undefined);
    return this.rooms.charge(context, portal, registration, { paymentId, tier, room });
  }

  /** The guest turns back from the payment page. */
  async cancel(context: Context, paymentId: string, askedBy: Registration): Promise<void> {
    const payment = await this.rows.find(context, paymentId);
    if (payment && isOf(payment, askedBy)) await this.cards.cancel(context, paymentId);
  }

  /** State of a payment; once paid, this device's registration. */
  async state(context: Context, paymentId: string, askedBy: Registration): Promise<PaymentState> {
    const payment = await this.looksAt(context, paymentId);
    if (!payment || !isOf(payment, askedBy)) return { is: 'refused', reason: 'refused' };
    switch (payment.status) {
      case 'open':
        return payment.pay === 'card' ? { is: 'paying', url: payment.sessionUrl } : { is: 'waiting' };
      case 'unclear':
        return { is: 'unclear' };
      case 'failed':
        return { is: 'refused', reason: payment.reason ?? 'refused' };
      case 'refunding':
      case 'refunded':
        return { is: 'refused', reason: payment.accountId === null ? 'not_given' : (payment.reason ?? 'refunded') };
      case 'paid':
        return payment.isUsable
          ? { is: 'paid', registration: await this.access.registrationOf(context, payment, askedBy) }
          : { is: 'over', registration: await this.access.given(context, payment) };
    }
  }

  /** Whose payment it is, for a browser in which nobody has signed in. */
  async askedBy(context: Context, paymentId: string): Promise<Registration | undefined> {
    const payment = await this.rows.find(context, paymentId);
    return payment && this.access.askedBy(context, payment);
  }

  /** Whether this account was paid for and the money went back. */
  async isReturned(context: Context, { userId }: Registration): Promise<boolean> {
    return userId !== null && this.rows.isReturned(context, userId);
  }

  private async looksAt(context: Context, id: string): Promise<Payment | undefined> {
    const payment = await this.rows.find(context, id);
    if (payment?.pay !== 'card') return this.rooms.settle(context, id);
    if (payment.status !== 'open' || this.looked.has(id)) return payment;
    this.looked.set(id, true);
    await this.cards.follow(context, id);
    return this.rows.find(context, id);
  }
}

function isOf({ userId, accountId }: Payment, asked: Registration): boolean {
  return asked.userId !== null && (userId === asked.userId || accountId === asked.userId);
}
