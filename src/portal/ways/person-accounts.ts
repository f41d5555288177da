import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { idOf } from '../../console/batch/set-problem.js';
import { UserSet } from '../../console/users/user-set.js';
import { Database } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { ProvenPerson } from '../identity/contract/proven-person.js';
import { AccountMarks } from './account-marks.js';

/** Where a person whom a provider has proven signed in. */
export interface CameIn {
  readonly portalId: string | null;
  readonly comment: string;
  /** The group if the provider gives none; absent: the account keeps its own. */
  readonly groupId?: string | null;
  /** Absent: the end stays. */
  readonly until?: Instant;
}

/** The external id of the account of this person of this provider. */
export function externalIdOf(providerId: string, { subject }: Pick<ProvenPerson, 'subject'>): string {
  return `provider/${providerId}/${hashOf(subject).slice(0, 32)}`;
}

/** Accounts of people whom a provider has proven: without a password. */
@Injectable()
export class PersonAccounts {
  constructor(
    private readonly users: UserSet,
    private readonly marks: AccountMarks,
    private readonly database: Database,
  ) {}

  /**
   * Extends this person's account, found by the provider's id of the person, or creates one. Another account with the
   * same username keeps it: a directory must not open somebody else's account.
   */
  async of(context: Context, providerId: string, person: ProvenPerson, cameIn: CameIn): Promise<string> {
    const externalId = externalIdOf(providerId, person);
    const target = { by: 'externalId', value: externalId } as const;
    const groupId = person.tableId ?? cameIn.groupId;
    const values = {
      ...(groupId === undefined ? {} : { groupId }),
      ...(cameIn.until === undefined ? {} : { validUntil: cameIn.until }),
      firstName: shortened(person.firstName, 200),
      lastName: shortened(person.lastName, 200),
      email: shortened(person.email, 254),
    };
    const [found] = await this.users.apply(context, [{ op: 'update', target, values }]);
    if (found.status !== 'not_found') return idOf(found, 'user', person.username);
    const { comment, portalId } = cameIn;
    const name = shortened(person.username, 230) ?? hashOf(person.subject).slice(0, 32);
    const make = (username: string) =>
      this.database.transaction(context, async (inside) => {
        const step = { op: 'upsert', target, values: { ...values, username, comment } } as const;
        const [result] = await this.users.apply(inside, [step]);
        if (result.status === 'created') await this.marks.mark(inside, portalId, result.id);
        return result;
      });
    const made = await make(name);
    if (made.status !== 'conflict') return idOf(made, 'user', name);
    const other = await make(`${name}-${hashOf(externalId).slice(0, 8)}`);
    return idOf(other, 'user', name);
  }
}

/** Values from a directory are unchecked. */
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
