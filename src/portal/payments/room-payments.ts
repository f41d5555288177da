import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import type { PortalTier } from '../../console/captive-portals/portal-parts.js';
import { Database } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Log } from '../../kernel/log.js';
import { type ChargeableStay, ChargeableStays } from '../../provisioning/posting/chargeable-stays.js';
import { Postings } from '../../provisioning/posting/postings.js';
import type { Registration } from '../admission/registration.js';
import { PaidAccess } from './paid-access.js';
import type { Payment } from './payment.js';
import { PaymentsRepository } from './payments.repository.js';

/** Tiers that are paid on the guest's room. Only the hotel system's acceptance gives what was paid for. */
@Injectable()
export class RoomPayments {
  constructor(
    private readonly rows: PaymentsRepository,
    private readonly stays: ChargeableStays,
    private readonly postings: Postings,
    private readonly access: PaidAccess,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Undefined: no room can be charged for this guest now. */
  async stayOf(context: Context, { method, userId }: Registration): Promise<ChargeableStay | undefined> {
    return method === 'room_surname' && userId !== null ? this.stays.ofUser(context, userId) : undefined;
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
    const stay = await this.stayOf(context, registration);
    return this.database.transaction(context, async (inside) => {
      if (userId === null) return undefined;
      await this.rows.hold(inside, userId);
      const now = this.clock.instant();
      const known =
        (await this.rows.find(inside, accepted.paymentId)) ?? (await this.rows.current(inside, userId, portal.id, now));
      if (known) return known.id;
      // Payments by another device in the meantime count, too.
      if (await this.rows.isHeldBack(inside, userId, now)) return undefined;
      const { paymentId: id, tier, room } = accepted;
      const isOffered = portal.tiers.some((each) => isDeepStrictEqual(each, tier)) && tier.pay === 'room';
      if (!isOffered || stay?.room !== room || stay.currency !== tier.currency) return undefined;
      if (!(await this.rows.holdPlace(inside, portal.id, null))) return undefined;
      const { price: amount, currency, name: item } = tier;
      const { connectionId, reservation } = stay;
      await this.rows.insert(inside, { id, portalId: portal.id, askedBy: registration.id, userId, tier, room }, now);
      await this.postings.add(inside, { id, connectionId, room, reservation, amount, currency, item });
      return id;
    });
  }

  /**
   * Payments whose page the guest closed before their charge was settled. One that fails does not hold up the others.
   */
  async settleAll(contextOf: (organizationId: string) => Context): Promise<void> {
    for (const { organizationId, id } of await this.rows.settled()) {
      try {
        await this.settle(contextOf(organizationId), id);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
        const facts = { organizationId, paymentId: id, error: String(error) };
        this.log.error(facts, 'giving paid access failed; the next sweep retries');
      }
    }
  }

  /** Follows the charge: whoever looks first gives what was paid for, once. */
  settle(context: Context, paymentId: string): Promise<Payment | undefined> {
    return this.database.transaction(context, async (inside) => {
      const payment = await this.rows.lock(inside, paymentId);
      if (payment?.status !== 'open' && payment?.status !== 'unclear') return payment;
      switch (payment.posting) {
        case 'accepted':
          await this.access.give(inside, payment, payment.answeredAt ?? this.clock.instant());
          break;
        case 'refused':
          await this.rows.failed(inside, paymentId, payment.refusal ?? 'refused');
          break;
        case 'unclear':
        case 'late':
          await this.rows.unclear(inside, paymentId);
          break;
        default:
          return payment;
      }
      return this.rows.find(inside, paymentId);
    });
  }
}
