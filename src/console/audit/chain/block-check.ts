import { blockHash, chainedHash, type StoredEntry } from './canonical.js';
import type { Seals } from './chain-head.js';
import type { StoredBlock } from './verification.repository.js';
import type { Break } from './verified.js';

/** Where the next block must continue. */
export interface ExpectedBlock {
  readonly number: number;
  readonly firstEntry: number;
  readonly previousHash: Buffer;
}

/** The first fault of a block and its entries, or null. */
export function breakOf(
  block: StoredBlock,
  entries: readonly StoredEntry[],
  expected: ExpectedBlock,
  seals: Seals,
): Break | null {
  const at = (reason: Break['reason']): Break => ({
    reason,
    position: expected.firstEntry,
    block: expected.number,
    entryId: null,
  });
  if (block.number !== expected.number) return at('block_missing');
  const isNext =
    block.firstEntry === expected.firstEntry &&
    block.previousHash.equals(expected.previousHash) &&
    block.hashes.length === block.entries * 32;
  if (!isNext || !blockHash(block).equals(block.hash)) return at('block_changed');
  if (!seals.isKnown(block.seal)) return at('block_unproven');
  if (!seals.isBlocks(block.seal, block.hash)) return at('block_changed');
  return breakInside(block, entries, seals);
}

/** A hash that turns up one place off tells whether an entry was removed or added. */
function breakInside(
  { number, firstEntry, entries: count, hashes }: StoredBlock,
  entries: readonly StoredEntry[],
  seals: Seals,
): Break | null {
  const chained = (place: number) => (place < count ? hashes.subarray(place * 32, place * 32 + 32) : undefined);
  const found = (place: number) => (place < entries.length ? chainedHash(entries[place], seals) : undefined);
  for (let place = 0; place < Math.max(count, entries.length); place += 1) {
    const [wanted, actual] = [chained(place), found(place)];
    if (wanted && actual?.equals(wanted)) continue;
    const isMissing = !actual || chained(place + 1)?.equals(actual);
    const isAdded = !wanted || found(place + 1)?.equals(wanted);
    const reason = isMissing ? 'entry_missing' : isAdded ? 'entry_added' : 'entry_changed';
    return { reason, position: firstEntry + place, block: number, entryId: isMissing ? null : entries[place].id };
  }
  return null;
}
