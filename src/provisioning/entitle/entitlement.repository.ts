import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { type DirtyCause, kindOfAccount } from '../identity/account.js';
import type { TouchedAccounts, BookedAccount } from './touched-accounts.js';
import * as sql from './entitle.statements.js';
import type { Entitlement } from '../identity/entitlement.js';
import type { SubjectMark } from '../subject/subject.js';

export interface DirtyMark {
  readonly priority: number;
  readonly cause: DirtyCause;
}

/** With its account. */
export type HeldEntitlement = Entitlement & {
  readonly targetKey: string;
  readonly accountKey: string;
  readonly accountConnectionId: string;
};

type AccountRow = Omit<BookedAccount, 'isNew' | 'members'> & {
  readonly members: readonly {
    readonly subjectId: string;
    readonly entitlementId: string;
    readonly secretSealed: string | null;
    readonly validFrom: Instant | null;
    readonly validUntil: Instant | null;
  }[];
};

const firstLook = 500;

/** Entitlements and their identities, read and written for whole batches. */
@Injectable()
export class EntitlementRepository {
  private added = 0;
  private nextLook = firstLook;

  constructor(private readonly database: Database) {}

  /** Waits for the target's entitling lock and holds it until the transaction ends. */
  async lock(inside: Context, targetKey: string): Promise<void> {
    await this.database.query(inside, sql.lockTarget, [inside.organizationId, targetKey]);
  }

  ofSubjects(inside: Context, subjectIds: readonly string[]): Promise<HeldEntitlement[]> {
    return this.database.query(inside, sql.ofSubjects, [inside.organizationId, subjectIds]);
  }

  async accounts(
    inside: Context,
    targetKey: string,
    accountKeys: readonly string[],
    subjectIds: readonly string[],
    now: Instant,
  ): Promise<BookedAccount[]> {
    const rows = await this.database.query<AccountRow>(inside, sql.accounts, [
      inside.organizationId,
      targetKey,
      accountKeys,
      subjectIds,
      now,
    ]);
    return rows.map((row) => ({
      ...row,
      isNew: false,
      members: new Map(
        row.members.map(({ subjectId, entitlementId, secretSealed, ...window }) => [
          subjectId,
          secretSealed === null ? null : { entitlementId, secretSealed, window },
        ]),
      ),
    }));
  }

  /**
   * In this order: a name is given up before it is taken. Sent without waiting, so that later statements find the
   * accounts. New ones are due at once.
   */
  async saveAccounts(
    inside: Context,
    book: TouchedAccounts,
    marks: ReadonlyMap<string, DirtyMark>,
    now: Instant,
  ): Promise<void> {
    const altered = book.altered();
    const created = book.created();
    const { organizationId } = inside;
    const sent: Promise<unknown>[] = [];
    if (altered.length > 0 && book.hasChains)
      sent.push(this.database.query(inside, sql.releaseAccountKeys, [organizationId, altered.map(({ id }) => id)]));
    if (altered.length > 0)
      sent.push(
        this.database.query(inside, sql.alterIdentities, [
          organizationId,
          JSON.stringify(altered.map(identityRow)),
          now,
        ]),
      );
    if (created.length > 0)
      sent.push(
        this.database.query(inside, sql.insertIdentities, [
          organizationId,
          JSON.stringify(created.map((each) => ({ ...identityRow(each), ...marks.get(each.id) }))),
          now,
        ]),
      );
    await Promise.all(sent);
    if (created.length > 0) this.database.afterCommit(inside, () => this.grew(inside, created.length));
  }

  /** At 500, 1,000, 2,000, … new accounts of this process. It must not delay anybody, nor make anything fail. */
  private grew(context: Context, by: number): void {
    this.added += by;
    if (this.added < this.nextLook) return;
    while (this.nextLook <= this.added) this.nextLook *= 2;
    void this.database.query({ ...context, transaction: undefined }, sql.analyzeEntitlements).catch(() => undefined);
  }

  async saveEntitlements(inside: Context, entitlements: readonly Entitlement[], now: Instant): Promise<void> {
    if (entitlements.length === 0) return;
    const rows = entitlements.map((each) => ({
      id: each.id,
      identity_id: each.identityId,
      subject_id: each.subjectId,
      connection_id: each.connectionId,
      kind: each.kind,
      spec: each.spec,
      secret_sealed: each.secretSealed,
      valid_from: each.validFrom,
      valid_until: each.validUntil,
      revoked: each.revoked,
    }));
    await this.database.query(inside, sql.upsertEntitlements, [inside.organizationId, JSON.stringify(rows), now]);
  }

  /**
   * Existing accounts.
   * @param marks by identity id
   */
  async markDirty(inside: Context, marks: ReadonlyMap<string, DirtyMark>, now: Instant): Promise<void> {
    if (marks.size === 0) return;
    // Always in the same order, so that two batches wait for each other instead of deadlocking.
    const rows = [...marks].map(([id, mark]) => ({ id, ...mark })).sort((one, other) => one.id.localeCompare(other.id));
    await this.database.query(inside, sql.markDirty, [inside.organizationId, JSON.stringify(rows), now]);
  }

  /** @param tried identities to try again */
  async markSubjects(
    inside: Context,
    marks: readonly SubjectMark[],
    tried: ReadonlyMap<string, unknown>,
  ): Promise<void> {
    if (marks.length === 0) return;
    const rows = marks.map(({ id, identityId, disputed, invalid }) => ({
      id,
      identity_id: identityId,
      disputed,
      invalid,
      is_tried: identityId !== null && tried.has(identityId),
    }));
    await this.database.query(inside, sql.markSubjects, [inside.organizationId, JSON.stringify(rows)]);
  }
}

function identityRow({ id, targetKey, accountKey, connectionId }: BookedAccount): object {
  return {
    id,
    target_key: targetKey,
    account_key: accountKey,
    connection_id: connectionId,
    kind: kindOfAccount(accountKey),
  };
}
