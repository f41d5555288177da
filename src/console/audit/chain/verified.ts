import type { Instant } from '../../../kernel/clock.js';

/** Faults of a chain, most suspicious first. */
export const breakReasons = [
  /** An entry differs from what was chained. */
  'entry_changed',
  'entry_missing',
  'entry_added',
  /**
   * A block is missing, does not follow its predecessor, or was changed; `unproven`: sealed with a master key that is
   * not configured.
   */
  'block_missing',
  'block_changed',
  'block_unproven',
  /** The chain ends elsewhere than recorded. */
  'head_changed',
  'end_missing',
  /** More or fewer entries than the chain and its waiting statements account for. */
  'entries_uncounted',
] as const;
export type BreakReason = (typeof breakReasons)[number];

/** The first broken place of a chain. */
export interface Break {
  readonly reason: BreakReason;
  /** Position of the entry in the organization's audit, from 1; for a block, that of its first entry. */
  readonly position: number | null;
  readonly block: number | null;
  readonly entryId: string | null;
}

/** A block as it was written down outside the database. */
export interface NotedBlock {
  readonly number: number;
  /** Hexadecimal. */
  readonly hash: string;
}

/** Parses `<number>:<hash>`; null for anything else. */
export function notedBlock(text: string): NotedBlock | null {
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text) ?? [];
  return hash ? { number: Number(number), hash: hash.toLowerCase() } : null;
}

export interface Verified {
  readonly organizationId: string;
  readonly ok: boolean;
  readonly verifiedAt: Instant;
  /** Entries and blocks that were recomputed and found intact. */
  readonly entries: number;
  readonly blocks: number;
  /** Entries of the last second, which are not in the chain yet. */
  readonly waiting: number;
  /** What retention dropped, and the proof of it. */
  readonly dropped: { readonly entries: number; readonly untilAt: Instant | null };
  /** To be stored outside the database. A later verification checks whether it is still part of the chain. */
  readonly head: NotedBlock | null;
  readonly broken: Break | null;
}
