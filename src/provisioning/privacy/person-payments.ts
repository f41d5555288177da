import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import * as sql from './payment.statements.js';
import type { PersonScope } from './person.js';

interface OpenPayment {
  readonly pay: string;
  /** Why its provider could not be asked. */
  readonly problem: string | null;
  readonly provider: string | null;
}

/**
 * What a person is paying for at a captive portal. A payment's row goes with the person, so nobody would pay back
 * afterwards what is taken for it: it is closed, and has to be over before.
 */
@Injectable()
export class PersonPayments {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** From now on nothing is given for open payments by card: their pages are closed, and what was paid goes back. */
  async close(inside: Context, scope: PersonScope): Promise<void> {
    await this.database.query(inside, sql.closePayments, [...registered(inside, scope), this.clock.instant()]);
  }

  /** What is waited for; undefined: nothing, and no payment begins until the transaction ends. */
  async open(inside: Context, scope: PersonScope): Promise<string | undefined> {
    await this.database.query(inside, sql.holdRegistrations, registered(inside, scope));
    // One that was begun since.
    await this.close(inside, scope);
    const open = await this.database.one<OpenPayment>(inside, sql.openPayments, registered(inside, scope));
    if (!open) return undefined;
    if (open.pay !== 'card') return 'the hotel system has still to answer a charge to the room';
    const words = `a payment by card is being cancelled or paid back at its payment provider "${open.provider ?? ''}"`;
    return open.problem === null ? words : `${words}, where the last try failed. ${open.problem}`;
  }

  /** The same scope, if no account was paid for since. */
  async withAccounts(inside: Context, scope: PersonScope): Promise<PersonScope> {
    const paid = await this.database.query<{ id: string; usernameKey: string }>(inside, sql.paidAccounts, [
      inside.organizationId,
      scope.userIds,
    ]);
    const since = paid.filter(({ id }) => !scope.userIds.includes(id));
    if (since.length === 0) return scope;
    const added = since.map(({ usernameKey }) => usernameKey);
    return {
      ...scope,
      userIds: [...scope.userIds, ...since.map(({ id }) => id)],
      usernames: [...scope.usernames, ...added],
      names: [...scope.names, ...added],
      words: [...scope.words, ...added],
    };
  }
}

function registered({ organizationId }: Context, { usernames, userIds, names, guestIds }: PersonScope): unknown[] {
  return [organizationId, usernames, userIds, names.map((each) => each.toLowerCase()), guestIds];
}
