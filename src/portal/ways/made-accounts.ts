import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import { idOf } from '../../console/batch/set-problem.js';
import type { UserValues } from '../../console/users/user.js';
import { UserSet } from '../../console/users/user-set.js';
import { Chance, readableAlphabet } from '../../kernel/chance.js';
import { Database, statement } from '../../database/database.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Registrations } from '../admission/registrations.js';
import type { ProvenPerson } from '../identity/contract/proven-person.js';
import { type Allowed, AllowedAccounts, type Denied, type Station } from './allowed-accounts.js';

/** For portals without a duration: returning guests are let in again, so nobody stays forever. */
const usualSeconds = 24 * 3600;

const markMade = statement(
  'portal_accounts_mark',
  `
  insert into portal_accounts (organization_id, user_id, captive_portal_id, made_at) values ($1, $2, $3, $4)
  on conflict do nothing`,
);

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
      await this.mark(inside, portal, id);
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

  /** In the transaction that makes it: by this it is found when it is over, even if nothing else was written. */
  private async mark(inside: Context, portal: CaptivePortal, id: string): Promise<void> {
    await this.database.query(inside, markMade, [inside.organizationId, id, portal.id, this.clock.instant()]);
  }

  /**
   * The one of this person of this provider, found by the provider's own name for them and prolonged; else a new one.
   * Whoever else has the same username keeps it: what a directory says must not open another's account.
   */
  async ofPerson(context: Context, portal: CaptivePortal, providerId: string, person: ProvenPerson): Promise<string> {
    const mark = hashOf(person.subject).slice(0, 32);
    const target = { by: 'externalId', value: `provider/${providerId}/${mark}` } as const;
    const values = {
      groupId: person.tableId ?? portal.groupId,
      firstName: shortened(person.firstName, 200),
      lastName: shortened(person.lastName, 200),
      email: shortened(person.email, 254),
      validUntil: this.endOf(portal),
    };
    const [found] = await this.users.apply(context, [{ op: 'update', target, values }]);
    if (found.status !== 'not_found') return idOf(found, 'user', person.username);
    const comment = commentOf(portal);
    const name = shortened(person.username, 230) ?? mark;
    const make = (username: string) =>
      this.database.transaction(context, async (inside) => {
        const step = { op: 'upsert', target, values: { ...values, username, comment } } as const;
        const [result] = await this.users.apply(inside, [step]);
        if (result.status === 'created') await this.mark(inside, portal, result.id);
        return result;
      });
    const made = await make(name);
    if (made.status !== 'conflict') return idOf(made, 'user', name);
    const other = await make(`${name}-${hashOf(target.value).slice(0, 8)}`);
    return idOf(other, 'user', name);
  }
}

function commentOf({ name }: CaptivePortal): string {
  return `Captive portal ${name}`.slice(0, 200);
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

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
