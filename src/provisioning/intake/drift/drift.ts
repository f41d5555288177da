import type { DriftSettings } from '../../connection/connection.js';
import type { ConsoleUser } from '../../wifi-console/port/wifi-console.js';
import type { LedgerUser } from './drift.repository.js';

/** One of our accounts that differs from what the console was last told. */
export interface Drift {
  readonly identityId: string;
  readonly account: string;
  /** `null`: the account is gone. Field names as in the API. */
  readonly found: Readonly<Record<string, unknown>> | null;
  readonly expected: Readonly<Record<string, unknown>>;
}

export function kindOfDrift({ found }: Pick<Drift, 'found'>): keyof DriftSettings {
  return found === null ? 'missing' : 'changed';
}

/** Null for a field that the console does not offer, or that the ledger never set. */
export function driftOf(
  { identityId, applied }: Pick<LedgerUser, 'identityId' | 'applied'>,
  user: ConsoleUser,
  groupIds: ReadonlyMap<string, string>,
): Drift[] {
  const expectedGroup = applied.groupName === null ? null : groupIds.get(applied.groupName);
  const pairs: [string, unknown, unknown][] = [
    ['username', applied.username, user.username],
    ['disabled', applied.disabled, user.disabled],
    ...(user.validUntil === null
      ? []
      : [['valid_until', applied.validUntil, user.validUntil] as [string, unknown, unknown]]),
    ...(user.groupId === null || !expectedGroup
      ? []
      : [['group_id', expectedGroup, user.groupId] as [string, unknown, unknown]]),
  ];
  const different = pairs.filter(([, expected, found]) => expected !== found);
  if (different.length === 0) return [];
  return [
    {
      identityId,
      account: applied.username,
      expected: Object.fromEntries(different.map(([name, expected]) => [name, expected])),
      found: Object.fromEntries(different.map(([name, , found]) => [name, found])),
    },
  ];
}

export function vanished({ identityId, applied }: Pick<LedgerUser, 'identityId' | 'applied'>): Drift {
  return {
    identityId,
    account: applied.username,
    expected: { username: applied.username, disabled: applied.disabled },
    found: null,
  };
}
