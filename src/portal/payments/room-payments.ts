import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { idOf } from '../../console/batch/set-problem.js';
import type { CaptivePortal, PortalTier } from '../../console/captive-portals/captive-portal.js';
import { UserSet } from '../../console/users/user-set.js';
import { Database } from '../../database/database.js';
import { Chance, readableAlphabet } from '../../kernel/chance.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Log } from '../../kernel/log.js';
import { ChargeableStays } from '../../provisioning/posting/chargeable-stays.js';
import { Postings } from '../../provisioning/posting/postings.js';
import type { PaidTier, Registration } from '../admission/registration.js';
import { Registrations } from '../admission/registrations.js';
import type { Payment, PaymentState, RoomOffer } from './payment.js';
import { PaymentsRepository } from './payments.repository.js';

/** Tiers that are paid on the guest's room. Only the hotel system's acceptance gives what was paid for. */
@Injectable()
export class RoomPayments {
  constructor(
    private readonly rows: PaymentsRepository,
    private readonly stays: ChargeableStays,
    private readonly postings: Postings,
    private readonly users: UserSet,
    private readonly registrations: Registrations,
    private readonly database: Database,
    private readonly chance: Chance,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Undefined: this guest can pay for nothing just now. */
  async offers(
    context: Context,
    portal: CaptivePortal,
    { method, userId }: Registration,
  ): Promise<RoomOffer | undefined> {
    const onRoom = portal.tiers.filter(({ pay }) => pay === 'room');
    if (onRoom.length === 0 || method !== 'room_surname' || userId === null) return undefined;
    const stay = await this.stays.ofUser(context, userId);
    const tiers = onRoom.filter(({ currency }) => currency === stay?.currency);
    return stay && tiers.length > 0 ? { room: stay.room, tiers } : undefined;
  }

  /** What the guest has paid for, or is paying for. */
  async current(
    context: Context,
    portal: CaptivePortal,
    { method, userId }: Registration,
  ): Promise<string | undefined> {
    if (portal.tiers.length === 0 || method !== 'room_surname' || userId === null) return undefined;
    return (await this.rows.current(context, userId, portal.id, this.clock.instant()))?.id;
  }

  /**
   * Charges what the guest accepted, unless it, or another tier, is being charged or paid already; answers which
   * payment that is. Undefined: it is not offered any more as it was accepted.
   */
  async charge(
    context: Context,
    portal: CaptivePortal,
    registration: Registration,
    accepted: { readonly paymentId: string; readonly tier: PortalTier; readonly room: string },
  ): Promise<string | undefined> {
    const { userId } = registration;
    const offer = await this.offers(context, portal, registration);
    const stay = userId === null ? undefined : await this.stays.ofUser(context, userId);
    return this.database.transaction(context, async (inside) => {
      if (userId === null) return undefined;
      await this.rows.hold(inside, userId);
      const now = this.clock.instant();
      const known =
        (await this.rows.find(inside, accepted.paymentId)) ?? (await this.rows.current(inside, userId, portal.id, now));
      if (known) return known.id;
      const isOffered =
        offer?.room === accepted.room && offer.tiers.some((each) => isDeepStrictEqual(each, accepted.tier));
      if (!isOffered || stay?.room !== accepted.room) return undefined;
      const { paymentId: id, tier, room } = accepted;
      const { price: amount, currency, name: item } = tier;
      const { connectionId, reservation } = stay;
      await this.rows.insert(inside, { id, portalId: portal.id, askedBy: registration.id, userId, tier, room }, now);
      await this.postings.add(inside, { id, connectionId, room, reservation, amount, currency, item });
      return id;
    });
  }

  /** Where a payment stands; once it is paid, the registration of this device by it. */
  async state(context: Context, paymentId: string, askedBy: Registration): Promise<PaymentState> {
    const payment = await this.settle(context, paymentId);
    if (payment?.userId !== askedBy.userId) return { is: 'refused', reason: 'refused' };
    if (payment.status === 'open') return { is: 'waiting' };
    if (payment.status === 'failed')
      return payment.posting === 'refused'
        ? { is: 'refused', reason: payment.refusal ?? 'refused' }
        : { is: 'unclear' };
    return { is: 'paid', registration: await this.registrationOf(context, payment, askedBy) };
  }

  /**
   * Those that nobody has looked at since their charge was settled: the guest closed the page. One that cannot be given
   * holds up nobody else.
   */
  async settleAll(contextOf: (organizationId: string) => Context): Promise<void> {
    for (const { organizationId, id } of await this.rows.settled()) {
      try {
        await this.settle(contextOf(organizationId), id);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
        const facts = { organizationId, paymentId: id, error: String(error) };
        this.log.error(facts, 'what was paid could not be given; the next sweep tries again');
      }
    }
  }

  /** Follows the charge: whoever looks first gives what was paid for, once. */
  private settle(context: Context, paymentId: string): Promise<Payment | undefined> {
    return this.database.transaction(context, async (inside) => {
      const payment = await this.rows.lock(inside, paymentId);
      if (payment?.status !== 'open') return payment;
      if (payment.posting === 'accepted') await this.give(inside, payment, payment.answeredAt ?? this.clock.instant());
      else if (payment.posting === 'queued' || payment.posting === 'sent') return payment;
      else await this.rows.failed(inside, paymentId);
      return this.rows.find(inside, paymentId);
    });
  }

  /** An account of its own, as the one of the stay follows the hotel system; and the registration that shows the price. */
  private async give(inside: Context, payment: Payment, paidAt: Instant): Promise<void> {
    const { tier, askedBy, id } = payment;
    const until = laterBy(paidAt, tier.duration);
    const username = `paid-${this.chance.text(10, readableAlphabet).toLowerCase()}`;
    const comment = `Room ${payment.room ?? ''}: ${tier.name}`.slice(0, 200);
    const values = { username, groupId: tier.group, validUntil: until, comment };
    const [result] = await this.users.apply(inside, [{ op: 'create', values }]);
    const accountId = idOf(result, 'user', username);
    const asked = await this.registrations.find(inside, askedBy);
    if (!asked) return;
    const { price, currency, pay, name } = tier;
    const registration = await this.registrations.register(inside, {
      ...registrationBy(asked, { username, accountId, until, paid: { tier: name, price, currency, pay } }),
    });
    await this.rows.paid(inside, id, { registrationId: registration.id, accountId, at: paidAt, until });
  }

  /** The device that paid has one; every further one of the same guest gets its own, which costs nothing. */
  private async registrationOf(
    context: Context,
    { registrationId, tier, until }: Payment,
    asked: Registration,
  ): Promise<Registration> {
    const first = registrationId === null ? undefined : await this.registrations.find(context, registrationId);
    if (!first) throw new Error('A payment without its registration');
    if (first.mac === asked.mac && first.endedAt === null) return first;
    const paid: PaidTier = { tier: tier.name, price: null, currency: null, pay: tier.pay };
    const { username, userId } = first;
    return this.registrations.register(context, {
      ...registrationBy(asked, { username, accountId: userId ?? '', until, paid }),
    });
  }
}

function registrationBy(
  asked: Registration,
  given: {
    readonly username: string;
    readonly accountId: string;
    readonly until: Instant | null;
    readonly paid: PaidTier;
  },
) {
  const { portalId, method, firstName, lastName, email, phone, mac, ssid, accessPoint } = asked;
  const { username, accountId: userId, until, paid } = given;
  const account = { username, userId, until, paid, madeAccount: true };
  const language = asked.language ?? 'en';
  return { portalId, method, firstName, lastName, email, phone, mac, ssid, accessPoint, language, ...account };
}
