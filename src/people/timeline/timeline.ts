import type { Instant } from '../../kernel/clock.js';

export const lanes = ['facts', 'entitlement', 'account', 'sessions', 'logins', 'deliveries', 'portal'] as const;
export type Lane = (typeof lanes)[number];

/** Something that happened to a person, or will as things stand. */
export interface TimelineEntry {
  readonly id: string;
  readonly lane: Lane;
  /** What it is; with `params` a page makes a sentence of it. */
  readonly kind: string;
  readonly at: Instant;
  /** Of what lasts: its end; null: it does not last, or goes on. */
  readonly until: Instant | null;
  /** Why, as a code. */
  readonly reason: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  /** The record that says so: its resource in the API and its id. */
  readonly resource: string | null;
  readonly resourceId: string | null;
}

/** Whose records are a person's. */
export interface TimelineScope {
  readonly subjectIds: readonly string[];
  readonly identityIds: readonly string[];
  readonly userIds: readonly string[];
  /** As logs know them: user names, codes of vouchers, addresses of devices. */
  readonly names: readonly string[];
  /** An account may have been somebody else's before, and may be again. */
  readonly from: Instant | null;
  readonly until: Instant | null;
}

/** From where to read on, and whether to the past. */
export interface TimelinePosition {
  readonly at: Instant;
  /** Of the entry last seen; null: none at this instant was. */
  readonly id: string | null;
  readonly isBackwards: boolean;
}
