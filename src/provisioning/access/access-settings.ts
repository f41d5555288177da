/**
 * How facts become access: the `access` part of a connection, resolved (preset plus overrides). Field names as in the
 * API.
 */
export interface AccessSettings {
  readonly preset: string;
  readonly grant: 'user' | 'voucher' | 'none';
  readonly per: 'guest' | 'room';
  /** All must hold, or there is no access. */
  readonly when: readonly AccessCondition[];
  /** Liquid over the facts' snake_case names, plus `key` (the record's own) . */
  readonly username: string;
  /** Liquid, or the word `generate`: made once for each account and delivered. Null: none. */
  readonly password: string | null;
  /** The first whose `when` holds wins; a rule without `when` always holds; without a match there is no access. */
  readonly group: readonly GroupRule[];
  readonly starts: Anchor;
  readonly ends: Ends;
  readonly on_end: 'disable' | 'delete';
  /** Seconds after its end at which a disabled account is deleted; null: kept. */
  readonly delete_after_seconds: number | null;
  readonly voucher: {
    readonly count: number;
    readonly duration_seconds: number | null;
    readonly max_devices: number | null;
  };
  readonly max_devices: number | null;
  readonly deliver: readonly Readonly<Record<string, unknown>>[];
  readonly on_conflict: 'dispute' | 'suffix';
}

export interface AccessCondition {
  readonly field: string;
  readonly op: 'eq' | 'ne' | 'in' | 'not_in' | 'gt' | 'lt' | 'like' | 'present';
  readonly value?: unknown;
}

export interface GroupRule {
  readonly when?: readonly AccessCondition[];
  readonly name: string;
}

/**
 * A moment of the record (`check_in`, `arrival`, `departure`, `start_date`, `end_date`, `sign_in`,
 * `expected_departure`, ...) and seconds after it; `always`: no bound.
 */
export interface Anchor {
  readonly at: string;
  readonly offset_seconds: number;
}

export interface Ends extends Anchor {
  readonly after_check_out_seconds: number;
  /** Visits: the longest stay after the sign-in, even while still signed in; null or absent: 30 days, the maximum. */
  readonly longest_seconds?: number | null;
  /** Visits: when the site closes, in its own time (`18:00`); null or absent: at the end of the day. */
  readonly closing_time?: string | null;
}
