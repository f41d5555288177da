import { Injectable } from '@nestjs/common';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import { idOf } from '../../console/batch/set-problem.js';
import type { UserValues } from '../../console/users/user.js';
import { UserSet } from '../../console/users/user-set.js';
import { Chance, readableAlphabet } from '../../kernel/chance.js';
import { Database } from '../../database/database.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Registrations } from '../admission/registrations.js';
import { AccountMarks } from './account-marks.js';
import { type Allowed, AllowedAccounts, type Denied, type Station } from './allowed-accounts.js';

/** For portals without a duration: returning guests are let in again, so nobody stays forever. */
const usualSeconds = 24 * 3600;

type AccountValues = Partial<Pick<UserValues, 'firstName' | 'lastName' | 'email' | 'phone' | 'validUntil'>>;

/**
 * Accounts for guests who have none: no password, the portal's group, its duration, one device. Limits, accounting,
 * endings and erasure therefore work as for everybody else.
 */
@Injectable()
export class MadeAccounts {
  constructor(
    private readonly users: UserSet,
    private readonly accounts: AllowedAccounts,
    private readonly registrations: Registrations,
    private readonly chance: Chance,
    private readonly clock: Clock,
    private readonly marks: AccountMarks,
    private readonly database: Database,
  ) {}

  /** The account that this device was given, while it lasts; else a new one. */
  async ofDevice(context: Context, portal: CaptivePortal, station: Station): Promise<Allowed | Denied> {
    const before =
      station.mac === null ? undefined : await this.registrations.ofDevice(context, portal.id, station.mac);
    if (before?.method === 'terms_only' && before.userId !== null) {
      const account = await this.accounts.ofUser(context, before.userId, station);
      if (account.isAllowed) return account;
    }
    return this.accounts.ofUser(context, (await this.make(context, portal, {})).userId, station);
  }

  /** For one guest and one device. Without an end, the portal's duration is its end. */
  make(
    context: Context,
    portal: CaptivePortal,
    values: AccountValues,
  ): Promise<{ readonly userId: string; readonly username: string }> {
    const username = `guest-${this.chance.text(10, readableAlphabet).toLowerCase()}`;
    const made = {
      validUntil: this.endOf(portal),
      ...values,
      username,
      groupId: portal.groupId,
      maxDevices: 1,
      comment: commentOf(portal),
    };
    return this.database.transaction(context, async (inside) => {
      const [result] = await this.users.apply(inside, [{ op: 'create', values: made }]);
      const id = idOf(result, 'user', username);
      await this.marks.mark(inside, portal.id, id);
      return { userId: id, username };
    });
  }

  /** When access ends that begins now. */
  endOf(portal: CaptivePortal): Instant {
    return laterBy(this.clock.instant(), portal.durationSeconds ?? usualSeconds);
  }

  /** False: the account is gone. */
  async prolong(context: Context, id: string, until: Instant): Promise<boolean> {
    const step = { op: 'update', target: { by: 'id', value: id }, values: { validUntil: until } } as const;
    const [result] = await this.users.apply(context, [step]);
    if (result.status === 'not_found') return false;
    idOf(result, 'user', id);
    return true;
  }
}

export function commentOf({ name }: CaptivePortal): string {
  return `Captive portal ${name}`.slice(0, 200);
}
