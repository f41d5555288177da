import type { Instant } from '../../../kernel/clock.js';

/** What is wrong with a chain, in the order of suspicion. */
export const breakReasons = [
  /** An entry differs from what was chained. */
  'entry_changed',
  'entry_missing',
  'entry_added',
  /**
   * A block is missing, does not follow the one before, or was changed; `unproven`: sealed with a master key that is
   * not configured.
   */
  'block_missing',
  'block_changed',
  'block_unproven',
  /** The end of the chain is not where it was. */
  'head_changed',
  'end_missing',
  /** More or fewer entries than the chain and what waits for it account for. */
  'entries_uncounted',
] as const;
export type BreakReason = (typeof breakReasons)[number];

/** Where a chain is broken first. */
export interface Break {
  readonly reason: BreakReason;
  /** Position of the entry in the organization's audit, from 1; of a block the position of its first entry. */
  readonly position: number | null;
  readonly block: number | null;
  readonly entryId: string | null;
}

/** A block as somebody wrote it down outside of the database. */
export interface NotedBlock {
  readonly number: number;
  /** Hexadecimal. */
  readonly hash: string;
}

/** What `<number>:<hash>` says; null for anything else. */
export function notedBlock(text: string): NotedBlock | null {
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text) ?? [];
  return hash ? { number: Number(number), hash: hash.toLowerCase() } : null;
}

export interface Verified {
  readonly organizationId: string;
  readonly ok: boolean;
  readonly verifiedAt: Instant;
  /** Entries and blocks that were recomputed and found right. */
  readonly entries: number;
  readonly blocks: number;
  /** Entries of the last second, not chained yet. */
  readonly waiting: number;
  /** What retention let go, and what proves it was there. */
  readonly dropped: { readonly entries: number; readonly untilAt: Instant | null };
  /** To be noted outside of the database: a later verification can be asked whether it is still part of the chain. */
  readonly head: NotedBlock | null;
  readonly broken: Break | null;
}
