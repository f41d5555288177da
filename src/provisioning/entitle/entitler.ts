import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock, type Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import type { Grant } from '../access/grant.js';
import { extendedGrant } from '../access/extension.js';
import type { Connection } from '../connection/connection.js';
import { siteDefaultsOf } from '../connection/site-defaults.js';
import { WakeUps } from '../../database/wake-ups.js';
import { voucherAccountKey } from '../identity/account.js';
import { ProvisionLog } from '../identity/provision-log.js';
import { TouchedAccounts, type BookedAccount } from './touched-accounts.js';
import { AccountPasswords } from './account-passwords.js';
import { EntitleBatch } from './entitle-batch.js';
import { EntitlementRepository, type HeldEntitlement } from './entitlement.repository.js';
import type { Cause } from '../identity/cause.js';
import type { KnownSubject } from '../subject/known-subject.js';
import type { Subject } from '../subject/subject.js';
import { SubjectRepository } from '../subject/subject.repository.js';
import { suffixes } from './placement.js';
import { SettledCheck, type WantedGrant } from './settled-check.js';
import { usernameKey } from '../../kernel/username-key.js';

/** From this number on, one more query pays off: it finds the records whose access is already right. */
const manyKnown = 20;

/**
 * Turns subjects into entitlements of identities and marks those identities dirty: the only way from facts to accounts.
 * Runs inside the transaction that changed the subjects, with a few statements for a batch of any size. A subject
 * without news changes nothing.
 */
@Injectable()
export class Entitler {
  constructor(
    private readonly database: Database,
    private readonly repository: EntitlementRepository,
    private readonly subjects: SubjectRepository,
    private readonly passwords: AccountPasswords,
    private readonly log: ProvisionLog,
    private readonly wakeUps: WakeUps,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async refresh(
    inside: Context,
    connection: Connection,
    subjects: readonly Subject[],
    cause: Cause,
    newcomers: readonly KnownSubject[] = [],
  ): Promise<void> {
    if (subjects.length > 0) await this.entitle(inside, connection, subjects, cause, newcomers);
  }

  /** Like refresh, and returns the result. `newcomers`: subjects without a row, which get one here. */
  async entitle(
    inside: Context,
    connection: Connection,
    subjects: readonly Subject[],
    cause: Cause,
    newcomers: readonly KnownSubject[] = [],
  ): Promise<Pick<EntitleBatch, 'dirty' | 'log'>> {
    const now = this.clock.instant();
    const site = siteDefaultsOf(connection);
    const wanted = subjects.map((subject): WantedGrant => ({
      subject,
      grant: extendedGrant(
        connection.access,
        { key: subject.sourceKey, facts: subject.facts, observedAt: subject.lastEventAt },
        site,
        subject.extension,
      ),
    }));
    const lookUp = (some: readonly WantedGrant[]) => this.accounts(inside, connection, some, now);
    const isMany = subjects.filter(({ identityId }) => identityId !== null).length >= manyKnown;
    // Sent together: the lock is held before the others read.
    const [, held, looked] = await Promise.all([
      this.repository.lock(inside, connection.targetKey),
      this.repository.ofSubjects(
        inside,
        subjects.map(({ id }) => id),
      ),
      isMany ? undefined : lookUp(wanted),
    ]);
    const heldBy = new Map<string, HeldEntitlement[]>();
    for (const each of held) heldBy.set(each.subjectId, [...(heldBy.get(each.subjectId) ?? []), each]);
    const heldOf = ({ subject: { id } }: WantedGrant) => heldBy.get(id) ?? [];
    const settled = new SettledCheck(connection, this.passwords, this.ids, now, inside.actor.name);
    const kept = new Set(
      isMany ? wanted.filter((each) => settled.is(each, heldOf(each), each.subject.cause ?? cause)) : [],
    );
    const accounts = looked ?? (await lookUp(wanted.filter((each) => !kept.has(each))));
    const book = new TouchedAccounts(connection.targetKey, connection.id, accounts, () => this.ids.next());
    const batch = new EntitleBatch(connection, book, this.passwords, this.ids, now, inside.actor.name);
    for (const each of wanted) {
      if (kept.has(each)) batch.keep(each.subject);
      else batch.add(each.subject, each.grant, heldOf(each), each.subject.cause ?? cause);
    }

    const created = new Set(book.created().map(({ id }) => id));
    const isNew = new Set(newcomers.map(({ id }) => id));
    // Sent together, in this order: each may refer to those before it.
    await Promise.all([
      this.repository.saveAccounts(inside, book, batch.dirty, now),
      this.subjects.insert(inside, connection.id, newcomers, batch.subjects),
      this.repository.saveEntitlements(inside, batch.entitlements, now),
      this.repository.markDirty(inside, new Map([...batch.dirty].filter(([id]) => !created.has(id))), now),
      this.repository.markSubjects(
        inside,
        batch.subjects.filter(({ id }) => !isNew.has(id)),
        batch.dirty,
      ),
      this.log.append(inside, batch.log),
    ]);
    const targets = new Set([...batch.dirty.keys()].map((id) => book.account(id)?.targetKey ?? connection.targetKey));
    for (const key of targets)
      this.database.afterCommit(inside, () =>
        this.wakeUps.publish({ topic: 'due', organizationId: inside.organizationId, key }),
      );
    this.database.afterCommit(inside, () =>
      this.wakeUps.publish({ topic: 'subjects', organizationId: inside.organizationId, key: connection.id }),
    );
    return batch;
  }

  private async accounts(
    inside: Context,
    connection: Connection,
    wanted: readonly WantedGrant[],
    now: Instant,
  ): Promise<readonly BookedAccount[]> {
    if (wanted.length === 0) return [];
    const accountKeys = [...new Set(wanted.flatMap(({ subject, grant }) => keysFor(subject, grant)))];
    return this.repository.accounts(
      inside,
      connection.targetKey,
      accountKeys,
      wanted.map(({ subject: { id } }) => id),
      now,
    );
  }
}

/** Names to look up before it is clear whose they are. */
function keysFor(subject: Subject, grant: Grant): string[] {
  if (grant.kind === 'voucher') return [voucherAccountKey(subject.id)];
  if (grant.kind !== 'user') return [];
  const names = [grant.accountKey, ...(grant.formerUsernames ?? []).map(usernameKey)];
  return grant.onConflict === 'suffix'
    ? names.flatMap((name) => [name, ...suffixes.map((suffix) => name + suffix)])
    : names;
}
