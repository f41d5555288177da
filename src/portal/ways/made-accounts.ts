import { Injectable } from '@nestjs/common';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import { idOf } from '../../console/batch/set-problem.js';
import { UserSet } from '../../console/users/user-set.js';
import { Chance, readableAlphabet } from '../../kernel/chance.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Registrations } from '../admission/registrations.js';
import { type Allowed, AllowedAccounts, type Denied, type Station } from './allowed-accounts.js';

/** Where a portal sets no duration: nobody is asked who they are, so nobody stays for ever. */
const usualSeconds = 24 * 3600;

/**
 * Accounts of guests who have none: without a password, in the portal's group, for its duration, for one device. So
 * limits, accounting, endings and erasure are those of everybody else.
 */
@Injectable()
export class MadeAccounts {
  constructor(
    private readonly users: UserSet,
    private readonly accounts: AllowedAccounts,
    private readonly registrations: Registrations,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  /** The one that this device was given, while it lasts; else a new one. */
  async ofDevice(context: Context, portal: CaptivePortal, station: Station): Promise<Allowed | Denied> {
    const before =
      station.mac === null ? undefined : await this.registrations.ofDevice(context, portal.id, station.mac);
    if (before?.method === 'terms_only' && before.userId !== null) {
      const account = await this.accounts.ofUser(context, before.userId, station);
      if (account.isAllowed) return account;
    }
    const username = `guest-${this.chance.text(10, readableAlphabet).toLowerCase()}`;
    const values = {
      username,
      groupId: portal.groupId,
      validUntil: laterBy(this.clock.instant(), portal.durationSeconds ?? usualSeconds),
      maxDevices: 1,
      comment: `Captive portal ${portal.name}`.slice(0, 200),
    };
    const [result] = await this.users.apply(context, [{ op: 'create', values }]);
    return this.accounts.ofUser(context, idOf(result, 'user', username), station);
  }
}
