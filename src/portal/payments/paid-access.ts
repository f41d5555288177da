import { Injectable } from '@nestjs/common';
import { idOf } from '../../console/batch/set-problem.js';
import { UserSet } from '../../console/users/user-set.js';
import { Database } from '../../database/database.js';
import { Chance, readableAlphabet } from '../../kernel/chance.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { PaidTier, Registered, Registration } from '../admission/registration.js';
import { Registrations } from '../admission/registrations.js';
import type { Payment, ReturnReason } from './payment.js';
import { PaymentsRepository } from './payments.repository.js';

/** Accounts and registrations for what was paid. */
@Injectable()
export class PaidAccess {
  constructor(
    private readonly rows: PaymentsRepository,
    private readonly users: UserSet,
    private readonly registrations: Registrations,
    private readonly database: Database,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  /** Creates a separate account, since the stay's follows the hotel system, and the registration with the price. */
  async give(inside: Context, payment: Payment, paidAt: Instant): Promise<void> {
    const { tier, askedBy, id, room } = payment;
    const until = laterBy(paidAt, tier.duration);
    const username = `paid-${this.chance.text(10, readableAlphabet).toLowerCase()}`;
    const comment = (room === null ? tier.name : `Room ${room}: ${tier.name}`).slice(0, 200);
    const values = { username, groupId: tier.group, validUntil: until, comment };
    const [result] = await this.users.apply(inside, [{ op: 'create', values }]);
    const accountId = idOf(result, 'user', username);
    const asked = await this.registrations.find(inside, askedBy);
    if (!asked) throw new Error('A payment without its registration');
    const { price, currency, pay, name } = tier;
    const registration = await this.registrations.register(
      inside,
      registrationBy(asked, { username, accountId, until, paid: { tier: name, price, currency, pay } }),
    );
    await this.rows.paid(inside, id, { registrationId: registration.id, accountId, at: paidAt, until });
  }

  /** The paying device has a registration; each further device of the guest gets its own, free of charge. */
  async registrationOf(
    context: Context,
    { registrationId, tier }: Payment,
    asked: Registration,
  ): Promise<Registration> {
    const first = await this.given(context, { registrationId });
    if (first.mac === asked.mac && first.endedAt === null) return first;
    const paid: PaidTier = { tier: tier.name, price: null, currency: null, pay: tier.pay };
    const { username, userId, until } = first;
    return this.registrations.register(
      context,
      registrationBy(asked, { username, accountId: userId ?? '', until, paid }),
    );
  }

  /** The registration of the device that paid. */
  async given(context: Context, { registrationId }: Pick<Payment, 'registrationId'>): Promise<Registration> {
    const first = registrationId === null ? undefined : await this.registrations.find(context, registrationId);
    if (!first) throw new Error('A payment without its registration');
    return first;
  }

  /** By which its guest had proven who they are. */
  askedBy(context: Context, { askedBy }: Payment): Promise<Registration | undefined> {
    return this.registrations.find(context, askedBy);
  }

  /** Ends access of guests who have checked out, if the tier ends with the stay. */
  async endWithStays(contextOf: (organizationId: string) => Context): Promise<void> {
    const now = this.clock.instant();
    for (const { organizationId, id } of await this.rows.outlived(now))
      await this.database.transaction(contextOf(organizationId), async (inside) => {
        const payment = await this.rows.lock(inside, id);
        if (payment?.status !== 'paid' || payment.until === null || payment.until <= now) return;
        await this.rows.ended(inside, id, now);
        await this.end(inside, payment, now);
      });
  }

  /** The money went back, so the access ends. Repeating it does nothing. */
  async takeBack(context: Context, id: string, reason: ReturnReason): Promise<void> {
    const now = this.clock.instant();
    await this.database.transaction(context, async (inside) => {
      const payment = await this.rows.lock(inside, id);
      if (payment?.status !== 'paid') return;
      await this.rows.returned(inside, id, reason, now);
      const isOn = payment.until !== null && payment.until > now;
      if (isOn || payment.isUsable) await this.end(inside, payment, now);
    });
  }

  /** Registrations first: one that ended with its account could no longer be ended with this reason. */
  private async end(inside: Context, { accountId, registrationId }: Payment, now: Instant): Promise<void> {
    const first = registrationId && (await this.registrations.find(inside, registrationId));
    const all = first ? await this.registrations.ofAccount(inside, first) : [];
    for (const each of all) await this.registrations.endOwn(inside, each, 'payment');
    const target = { by: 'id' as const, value: accountId ?? '' };
    await this.users.apply(inside, [{ op: 'update', target, values: { validUntil: now } }]);
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
): Registered {
  const { portalId, method, firstName, lastName, email, phone, company, approvedBy } = asked;
  const { mac, ssid, accessPoint } = asked;
  const { username, accountId: userId, until, paid } = given;
  const account = { username, userId, until, paid, madeAccount: true };
  const language = asked.language ?? 'en';
  const person = { firstName, lastName, email, phone, company };
  return { portalId, method, ...person, approvedBy, mac, ssid, accessPoint, language, ...account };
}
