import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import type { Grant } from '../access/grant.js';
import { grantFor } from '../access/grant-for.js';
import type { Connection } from '../connection/connection.js';
import { siteDefaultsOf } from '../connection/site-defaults.js';
import { Doorbell } from '../doorbell/doorbell.js';
import { voucherAccountKey } from '../identity/account.js';
import { ProvisionLog } from '../log/provision-log.js';
import { AccountBook } from './account-book.js';
import { AccountPasswords } from './account-passwords.js';
import { EntitleBatch } from './entitle-batch.js';
import type { Entitlement } from './entitlement.js';
import { EntitlementRepository } from './entitlement.repository.js';
import { type Cause, Entitler, type NewSubjects, type Subject } from './entitler.js';
import { suffixes } from './placement.js';

/** Facts become entitlements; a few statements for a batch of any size. Whoever has nothing new changes nothing. */
@Injectable()
export class SubjectEntitler extends Entitler {
  constructor(
    private readonly database: Database,
    private readonly repository: EntitlementRepository,
    private readonly passwords: AccountPasswords,
    private readonly log: ProvisionLog,
    private readonly doorbell: Doorbell,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    super();
  }

  async refresh(inside: Context, connection: Connection, subjects: readonly Subject[], cause: Cause, newcomers?: NewSubjects): Promise<void> {
    if (subjects.length > 0) await this.entitle(inside, connection, subjects, cause, newcomers);
  }

  /** As refresh, and tells what came of it. */
  async entitle(inside: Context, connection: Connection, subjects: readonly Subject[], cause: Cause, newcomers?: NewSubjects): Promise<Pick<EntitleBatch, 'dirty' | 'log'>> {
    const now = this.clock.instant();
    const site = siteDefaultsOf(connection);
    const wishes = subjects.map((subject) => ({
      subject, grant: grantFor(connection.access, { key: subject.sourceKey, facts: subject.facts, observedAt: subject.lastEventAt }, site),
    }));
    const subjectIds = subjects.map(({ id }) => id);
    const accountKeys = [...new Set(wishes.flatMap(({ subject, grant }) => keysFor(subject, grant)))];
    // Sent together: the lock is held before the others look.
    const [, held, accounts] = await Promise.all([
      this.repository.lock(inside, connection.targetKey),
      this.repository.ofSubjects(inside, subjectIds),
      this.repository.accounts(inside, connection.targetKey, accountKeys, subjectIds, now),
    ]);
    const book = new AccountBook(connection.targetKey, connection.id, accounts, () => this.ids.next());
    const batch = new EntitleBatch(connection, book, this.passwords, this.ids, now, inside.actor.name);
    const heldBy = new Map<string, Entitlement[]>();
    for (const each of held) heldBy.set(each.subjectId, [...(heldBy.get(each.subjectId) ?? []), each]);
    for (const { subject, grant } of wishes) batch.add(subject, grant, heldBy.get(subject.id) ?? [], subject.cause ?? cause);

    const created = new Set(book.created().map(({ id }) => id));
    const known = batch.subjects.filter(({ id }) => !newcomers?.ids.has(id));
    // Sent together, in this order: each may refer to those before it.
    await Promise.all([
      this.repository.saveAccounts(inside, book, batch.dirty, now),
      newcomers?.write(new Map(batch.subjects.map((mark) => [mark.id, mark]))),
      this.repository.saveEntitlements(inside, batch.entitlements, now),
      this.repository.markDirty(inside, new Map([...batch.dirty].filter(([id]) => !created.has(id))), now),
      this.repository.markSubjects(inside, known, batch.dirty),
      this.log.append(inside, batch.log),
    ]);
    const targets = new Set([...batch.dirty.keys()].map((id) => book.account(id)?.targetKey ?? connection.targetKey));
    for (const key of targets) this.database.afterCommit(inside, () => this.doorbell.ring({ topic: 'due', organizationId: inside.organizationId, key }));
    return batch;
  }
}

/** Names that have to be looked up before it can be said whose they are. */
function keysFor(subject: Subject, grant: Grant): string[] {
  if (grant.kind === 'voucher') return [voucherAccountKey(subject.id)];
  if (grant.kind !== 'user') return [];
  return grant.onConflict === 'suffix' ? [grant.accountKey, ...suffixes.map((suffix) => grant.accountKey + suffix)] : [grant.accountKey];
}
