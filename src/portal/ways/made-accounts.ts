import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import { idOf } from '../../console/batch/set-problem.js';
import { UserSet } from '../../console/users/user-set.js';
import { Chance, readableAlphabet } from '../../kernel/chance.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Registrations } from '../admission/registrations.js';
import type { ProvenPerson } from '../identity/contract/proven-person.js';
import { type Allowed, AllowedAccounts, type Denied, type Station } from './allowed-accounts.js';

/** Where a portal sets no duration: whoever comes back is let in again, so nobody stays for ever. */
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

  /**
   * The one of this person of this provider, found by the provider's own name for them and prolonged; else a new one.
   * Whoever else has the same username keeps it: what a directory says must not open another's account.
   */
  async ofPerson(context: Context, portal: CaptivePortal, providerId: string, person: ProvenPerson): Promise<string> {
    const mark = createHash('sha256').update(person.subject).digest('hex').slice(0, 32);
    const target = { by: 'externalId', value: `provider/${providerId}/${mark}` } as const;
    const values = {
      groupId: person.tableId ?? portal.groupId,
      firstName: shortened(person.firstName, 200),
      lastName: shortened(person.lastName, 200),
      email: shortened(person.email, 254),
      validUntil: laterBy(this.clock.instant(), portal.durationSeconds ?? usualSeconds),
    };
    const [found] = await this.users.apply(context, [{ op: 'update', target, values }]);
    if (found.status !== 'not_found') return idOf(found, 'user', person.username);
    const comment = `Captive portal ${portal.name}`.slice(0, 200);
    const name = shortened(person.username, 230) ?? mark;
    const make = (username: string) =>
      this.users.apply(context, [{ op: 'upsert', target, values: { ...values, username, comment } }]);
    const [made] = await make(name);
    if (made.status !== 'conflict') return idOf(made, 'user', name);
    const [other] = await make(`${name}-${mark.slice(0, 8)}`);
    return idOf(other, 'user', name);
  }
}

/** What a directory says was checked by nobody. */
function shortened(text: string | null, longest: number): string | null {
  const plain = text
    ?.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .normalize('NFC')
    .trim()
    .slice(0, longest)
    .trim();
  return plain || null;
}
