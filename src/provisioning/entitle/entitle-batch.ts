import { earliest, type Instant } from '../../kernel/clock.js';
import type { Ids } from '../../kernel/ids.js';
import { outlives } from '../access/extension.js';
import type { Grant, UserGrant, VoucherGrant } from '../access/grant.js';
import type { Connection } from '../connection/connection.js';
import { operationPriority } from '../wifi-console/port/wifi-console.js';
import { voucherAccountKey } from '../identity/account.js';
import type { LogEntry } from '../identity/provision-log.js';
import type { TouchedAccounts } from './touched-accounts.js';
import type { AccountPasswords } from './account-passwords.js';
import { type Entitlement, isLive, isOpen, type UserEntitlementSpec } from '../identity/entitlement.js';
import type { DirtyMark } from './entitlement.repository.js';
import type { Cause } from '../identity/cause.js';
import type { Subject, SubjectMark } from '../subject/subject.js';
import { place, type Placement } from './placement.js';
import { isOpenGrant, entitlementSpecOf, underItsName } from './user-entitlement.js';

type Held = readonly Entitlement[];

/** The result for a batch of records: filled record by record, written at once. */
export class EntitleBatch {
  readonly entitlements: Entitlement[] = [];
  readonly dirty = new Map<string, DirtyMark>();
  readonly subjects: SubjectMark[] = [];
  readonly log: LogEntry[] = [];

  constructor(
    private readonly connection: Connection,
    private readonly book: TouchedAccounts,
    private readonly passwords: AccountPasswords,
    private readonly ids: Ids,
    private readonly now: Instant,
    private readonly actor: string,
  ) {}

  add(subject: Subject, grant: Grant, held: Held, cause: Cause): void {
    switch (grant.kind) {
      case 'problem':
        return this.problem(subject, grant, cause);
      case 'none':
        return this.none(subject, grant.reason, held, cause);
      case 'user':
        return this.user(subject, { ...grant, validUntil: endOf(grant, subject) }, held, cause);
      case 'voucher':
        return this.voucher(subject, { ...grant, validUntil: endOf(grant, subject) }, held, cause);
    }
  }

  /** It has exactly what it should have; any earlier problem is over. */
  keep(subject: Subject): void {
    this.mark(subject, subject.identityId, null);
  }

  /** All have what they had, without problems. */
  get changesNothing(): boolean {
    return (
      this.entitlements.length === 0 &&
      this.dirty.size === 0 &&
      this.log.length === 0 &&
      this.subjects.every(({ disputed, invalid }) => disputed === null && invalid === null)
    );
  }

  /** Reported; access stays as it is. */
  private problem(
    subject: Subject,
    { field, detail }: { readonly field: string; readonly detail: string },
    cause: Cause,
  ): void {
    this.mark(subject, subject.identityId, null, { code: 'access', field, detail });
    this.note(subject, cause, { kind: 'entitle', status: 'refused', detail: `${field}: ${detail}` });
  }

  private none(subject: Subject, reason: string, held: Held, cause: Cause): void {
    this.mark(subject, subject.identityId, null);
    const open = held.filter((each) => !each.revoked);
    if (open.length === 0) this.note(subject, cause, { kind: 'entitle', status: 'skipped', detail: reason });
    for (const entitlement of open) this.revoke(entitlement, cause);
    this.force(subject, cause);
  }

  private user(subject: Subject, given: UserGrant, held: Held, cause: Cause): void {
    const before = held.find((each): each is Entitlement<UserEntitlementSpec> => each.kind === 'user');
    // Where the console has no account yet, as when it refused the name, nothing is renamed.
    const hasAccount = before !== undefined && this.book.account(before.identityId)?.bound !== false;
    const grant = hasAccount ? underItsName(given, before.spec.wantedKey) : given;
    if (!before && grant.validUntil !== null && grant.validUntil <= this.now) return this.over(subject, cause);
    // An approved link takes precedence over the record's present account.
    const isLinked =
      subject.identityId !== null && this.book.account(subject.identityId)?.accountKey === grant.accountKey;
    const identityId = isLinked ? subject.identityId : (before?.identityId ?? subject.identityId);
    const placement = place(this.book, {
      subjectId: subject.id,
      wantedKey: grant.accountKey,
      onConflict: grant.onConflict,
      current: identityId ? { identityId, wantedKey: before?.spec.wantedKey ?? grant.accountKey } : undefined,
    });
    if (placement.status === 'disputed') return this.dispute(subject, grant, placement, before, cause);
    const { account } = placement;
    const id = before?.id ?? this.ids.derived(subject.id, 'user');
    const password = this.passwords.wanted(this.connection.organizationId, grant, {
      entitlementId: id,
      before,
      accountId: account.id,
      wasOpen: before !== undefined && isOpen(before, this.now),
      shared: () => this.book.sharedPassword(account, subject.id, grant),
    });
    this.save(
      {
        id,
        identityId: account.id,
        subjectId: subject.id,
        connectionId: this.connection.id,
        kind: 'user',
        spec: entitlementSpecOf(grant, account, password),
        secretSealed: password?.secretSealed ?? null,
        validFrom: grant.validFrom,
        validUntil: grant.validUntil,
        revoked: false,
      },
      before,
      cause,
    );
    this.book.place(
      account,
      subject.id,
      isOpenGrant(grant, this.now),
      grant.password?.kind === 'generate' && password
        ? { entitlementId: id, secretSealed: password.secretSealed, window: grant }
        : null,
    );
    this.withdraw(held, 'voucher', cause);
    this.mark(subject, account.id, null);
    this.force(subject, cause, account.id);
  }

  private voucher(subject: Subject, grant: VoucherGrant, held: Held, cause: Cause): void {
    const before = held.find((each) => each.kind === 'voucher');
    if (!before && grant.validUntil !== null && grant.validUntil <= this.now) return this.over(subject, cause);
    const key = voucherAccountKey(subject.id);
    const account = this.book.holder(key) ?? this.book.create(key);
    const { groupName, count, durationSeconds, maxDevices, validFrom, validUntil } = grant;
    this.save(
      {
        id: before?.id ?? this.ids.derived(subject.id, 'voucher'),
        identityId: account.id,
        subjectId: subject.id,
        connectionId: this.connection.id,
        kind: 'voucher',
        spec: { kind: 'voucher', groupName, count, durationSeconds, maxDevices },
        secretSealed: null,
        validFrom,
        validUntil,
        revoked: false,
      },
      before,
      cause,
    );
    this.withdraw(held, 'user', cause);
    this.mark(subject, account.id, null);
    this.force(subject, cause, account.id);
  }

  private over(subject: Subject, cause: Cause): void {
    this.mark(subject, subject.identityId, null);
    this.note(subject, cause, { kind: 'entitle', status: 'skipped', detail: 'the time of access is already over' });
  }

  /** Nothing is touched: existing access stays, under its old name. */
  private dispute(
    subject: Subject,
    grant: UserGrant,
    { account: holder, isOfSuccessor }: Extract<Placement, { status: 'disputed' }>,
    before: Entitlement | undefined,
    cause: Cause,
  ): void {
    this.mark(subject, before?.identityId ?? null, {
      code: isOfSuccessor ? 'successor' : 'other_connection',
      account: grant.username,
      identityId: holder.id,
    });
    this.note(subject, cause, {
      kind: 'entitle',
      status: 'disputed',
      account: grant.username,
      detail: isOfSuccessor
        ? 'this name went to another person, who has it now; approve the link if they are one and the same'
        : 'another connection has an account of this name; approve the link to share it',
    });
  }

  private save(wanted: Entitlement, before: Entitlement | undefined, cause: Cause): void {
    if (before && isSame(before, wanted)) return;
    this.entitlements.push(wanted);
    const was = before !== undefined && isLive(before, this.now);
    const is = isLive(wanted, this.now);
    this.touch(
      wanted.identityId,
      is === was ? operationPriority.change : is ? operationPriority.grant : operationPriority.revoke,
      cause,
    );
    if (before && before.identityId !== wanted.identityId)
      this.touch(before.identityId, operationPriority.revoke, cause);
  }

  private withdraw(held: Held, kind: Entitlement['kind'], cause: Cause): void {
    for (const each of held) if (each.kind === kind && !each.revoked) this.revoke(each, cause);
  }

  private revoke(entitlement: Entitlement, cause: Cause): void {
    const validUntil = earliest(entitlement.validUntil, this.now);
    this.entitlements.push({ ...entitlement, validUntil, revoked: true });
    this.book.account(entitlement.identityId)?.members.delete(entitlement.subjectId);
    this.touch(entitlement.identityId, operationPriority.revoke, cause);
  }

  /** An operator's request is processed even when the facts are unchanged. */
  private force(subject: Subject, cause: Cause, identityId = subject.identityId): void {
    if (cause.kind === 'operator' && identityId) this.touch(identityId, operationPriority.change, cause);
  }

  private touch(identityId: string, priority: number, cause: Cause): void {
    const known = this.dirty.get(identityId)?.priority ?? priority;
    this.dirty.set(identityId, { priority: Math.min(known, priority), cause: { ...cause, actor: this.actor } });
  }

  private mark(
    { id }: Subject,
    identityId: string | null,
    disputed: object | null,
    invalid: object | null = null,
  ): void {
    this.subjects.push({ id, identityId, disputed, invalid });
  }

  private note(
    subject: Subject,
    cause: Cause,
    entry: Pick<LogEntry, 'kind' | 'status' | 'detail'> & { readonly account?: string },
  ): void {
    this.log.push({
      account: null,
      before: null,
      after: null,
      ...entry,
      connectionId: this.connection.id,
      subjectId: subject.id,
      identityId: subject.identityId,
      cause: { ...cause, actor: this.actor },
    });
  }
}

/** A deferred removal ends access, unless an extension outlives it. */
function endOf(
  { validUntil }: { readonly validUntil: Instant | null },
  { endsAt, extension }: Subject,
): Instant | null {
  return endsAt && extension && outlives(extension, endsAt) ? validUntil : earliest(validUntil, endsAt);
}

function isSame(one: Entitlement, other: Entitlement): boolean {
  const key = (each: Entitlement) =>
    JSON.stringify([
      each.identityId,
      each.secretSealed,
      each.validFrom,
      each.validUntil,
      each.revoked,
      Object.entries(each.spec).sort(([a], [b]) => (a < b ? -1 : 1)),
    ]);
  return key(one) === key(other);
}
