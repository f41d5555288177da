import type { Instant } from '../../kernel/clock.js';
import type { GrantWindow } from '../access/grant.js';

/** An identity as correlation sees it. */
export interface BookedAccount {
  readonly id: string;
  readonly targetKey: string;
  accountKey: string;
  connectionId: string;
  /** Something in the console is, or may be, ours through it. */
  readonly bound: boolean;
  readonly isNew: boolean;
  /** Subjects with an open entitlement to it, and the entitlement whose generated password they share. */
  readonly members: Map<string, SharedPassword | null>;
}

export interface SharedPassword {
  readonly entitlementId: string;
  readonly secretSealed: string;
  /** When it holds. */
  readonly window: GrantWindow;
}

/** The identities that a batch of records touches, kept current as the batch is worked through record by record. */
export class TouchedAccounts {
  private readonly byId = new Map<string, BookedAccount>();
  private readonly byKey = new Map<string, BookedAccount>();
  private readonly oldKeys = new Map<string, string>();
  private readonly takenOver = new Set<string>();

  constructor(
    private readonly targetKey: string,
    private readonly connectionId: string,
    accounts: readonly BookedAccount[],
    private readonly newId: () => string,
  ) {
    for (const account of accounts) this.add(account);
  }

  account(id: string | undefined): BookedAccount | undefined {
    return id === undefined ? undefined : this.byId.get(id);
  }

  holder(accountKey: string): BookedAccount | undefined {
    return this.byKey.get(accountKey);
  }

  /** Whether this connection's records may use it: its own account, or one without any owner. */
  isOurs(account: BookedAccount): boolean {
    return account.connectionId === this.connectionId || (!account.bound && account.members.size === 0);
  }

  isAlone(account: BookedAccount, subjectId: string): boolean {
    return account.members.size === 0 || (account.members.size === 1 && account.members.has(subjectId));
  }

  isHere(account: BookedAccount): boolean {
    return account.targetKey === this.targetKey;
  }

  create(accountKey: string): BookedAccount {
    const account = {
      id: this.newId(),
      targetKey: this.targetKey,
      accountKey,
      connectionId: this.connectionId,
      bound: false,
      isNew: true,
      members: new Map(),
    };
    this.add(account);
    return account;
  }

  rename(account: BookedAccount, accountKey: string): void {
    if (!this.oldKeys.has(account.id)) this.oldKeys.set(account.id, account.accountKey);
    this.byKey.delete(account.accountKey);
    account.accountKey = accountKey;
    this.byKey.set(accountKey, account);
  }

  takeOver(account: BookedAccount): void {
    if (account.connectionId === this.connectionId) return;
    account.connectionId = this.connectionId;
    this.takenOver.add(account.id);
  }

  created(): BookedAccount[] {
    return [...this.byId.values()].filter(({ isNew }) => isNew);
  }

  /** Records who has an open entitlement to an account, so that the next record of the batch sees it. */
  place(account: BookedAccount, subjectId: string, isOpen: boolean, password: SharedPassword | null): void {
    if (isOpen) account.members.set(subjectId, password);
    else account.members.delete(subjectId);
  }

  /**
   * The password of those who have the account at the same time, if Usher made it; not of who has it before or after.
   */
  sharedPassword(account: BookedAccount, exceptSubjectId: string, during: GrantWindow): SharedPassword | undefined {
    for (const [subjectId, password] of account.members)
      if (subjectId !== exceptSubjectId && password && isMet(password.window, during)) return password;
    return undefined;
  }

  /** Existing identities whose key or owner changes. */
  altered(): BookedAccount[] {
    return [...this.byId.values()].filter(
      ({ id, accountKey, isNew }) =>
        !isNew && ((this.oldKeys.has(id) && this.oldKeys.get(id) !== accountKey) || this.takenOver.has(id)),
    );
  }

  /** True when one change takes a key that another gives up: they must be written in order. */
  get hasChains(): boolean {
    const given = new Set(this.oldKeys.values());
    return this.altered().some(({ accountKey }) => given.has(accountKey));
  }

  private add(account: BookedAccount): void {
    this.byId.set(account.id, account);
    if (account.targetKey === this.targetKey) this.byKey.set(account.accountKey, account);
  }
}

function isMet(one: GrantWindow, other: GrantWindow): boolean {
  return isBefore(one.validFrom, other.validUntil) && isBefore(other.validFrom, one.validUntil);
}

/** Null: no start, or no end. */
function isBefore(start: Instant | null, end: Instant | null): boolean {
  return start === null || end === null || Date.parse(start) < Date.parse(end);
}
