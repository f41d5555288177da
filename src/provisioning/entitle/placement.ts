import { isRetired } from '../identity/account.js';
import type { TouchedAccounts, BookedAccount } from './touched-accounts.js';

/** What decides which account a record gets. */
export interface PlacementRequest {
  readonly subjectId: string;
  /** The template's name, in the form in which usernames are compared. */
  readonly wantedKey: string;
  readonly onConflict: 'dispute' | 'suffix';
  /** The identity of its present entitlement, and the key it wanted then. */
  readonly current?: { readonly identityId: string; readonly wantedKey: string };
}

export type Placement =
  | { readonly status: 'placed'; readonly account: BookedAccount }
  /** The name belongs to an account of another connection, or of a successor: an operator has to approve the link. */
  | { readonly status: 'disputed'; readonly account: BookedAccount; readonly isOfSuccessor: boolean };

/** Tries of -2, -3, … before a name counts as disputed. */
export const suffixes = Array.from({ length: 8 }, (_, index) => `-${index + 2}`);

/**
 * Which account a record gets. Records of one connection that want the same name share one account, unless one of them
 * had to give the name up to the others. When one of them changes its name, it gets an account of its own; a record
 * alone on its account takes that account along.
 */
export function place(book: TouchedAccounts, request: PlacementRequest): Placement {
  const present = book.account(request.current?.identityId);
  const current = present && book.isHere(present) ? present : undefined;
  if (current && stays(current, request)) return placed(book, current, request);

  const holder = book.holder(request.wantedKey);
  // The name has gone to another person, who has it now: that both hold at the same time makes them no one person.
  const isOfSuccessor = holder !== undefined && holder.members.size > 0 && present !== undefined && isRetired(present);
  if (holder && book.isOurs(holder) && !isOfSuccessor) return placed(book, holder, request);
  if (holder && request.onConflict === 'dispute') return { status: 'disputed', account: holder, isOfSuccessor };
  const key = holder ? freeKey(book, request.wantedKey) : request.wantedKey;
  if (key === undefined) return { status: 'disputed', account: holder as BookedAccount, isOfSuccessor };

  const free = book.holder(key);
  if (free) return placed(book, free, request);
  if (current && book.isOurs(current) && book.isAlone(current, request.subjectId)) {
    book.rename(current, key);
    return placed(book, current, request);
  }
  return placed(book, book.create(key), request);
}

function stays(current: BookedAccount, { wantedKey, current: held }: PlacementRequest): boolean {
  return (
    current.accountKey === wantedKey || (held?.wantedKey === wantedKey && isSuffixed(current.accountKey, wantedKey))
  );
}

function isSuffixed(accountKey: string, wantedKey: string): boolean {
  return accountKey.startsWith(`${wantedKey}-`) && /^\d+$/.test(accountKey.slice(wantedKey.length + 1));
}

function freeKey(book: TouchedAccounts, wantedKey: string): string | undefined {
  return suffixes
    .map((suffix) => wantedKey + suffix)
    .find((key) => {
      const holder = book.holder(key);
      return !holder || (holder.members.size === 0 && book.isOurs(holder) && !holder.bound);
    });
}

function placed(book: TouchedAccounts, account: BookedAccount, request: PlacementRequest): Placement {
  const before = book.account(request.current?.identityId);
  if (before && before !== account) before.members.delete(request.subjectId);
  if (book.isOurs(account)) book.takeOver(account);
  return { status: 'placed', account };
}
