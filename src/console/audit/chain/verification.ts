import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { breakOf, type ExpectedBlock } from './block-check.js';
import { emptyHead, Seals, type SealedHead } from './chain-head.js';
import { type StoredBlock, VerificationRepository } from './verification.repository.js';
import type { Break, BreakReason, NotedBlock, Verified } from './verified.js';

const entriesAtOnce = 2000;

interface Course {
  expected: ExpectedBlock;
  entries: number;
  blocks: number;
}

/**
 * Recomputes an organization's chain from its entries, block by block, in the memory of a few thousand entries. Hashes
 * are computed here, because the database is what is being verified.
 */
@Injectable()
export class Verification {
  private readonly running = new Map<string, Promise<Verified>>();

  constructor(
    private readonly rows: VerificationRepository,
    private readonly seals: Seals,
    private readonly clock: Clock,
  ) {}

  /** Simultaneous calls for the same organization and noted block share one run. */
  verify(context: Context, noted?: NotedBlock): Promise<Verified> {
    const key = `${context.organizationId} ${noted?.number} ${noted?.hash}`;
    const run = this.running.get(key) ?? this.run(context, noted).finally(() => this.running.delete(key));
    this.running.set(key, run);
    return run;
  }

  private async run(context: Context, noted: NotedBlock | undefined): Promise<Verified> {
    const { organizationId } = context;
    const stored = await this.rows.head(context);
    const head = stored ?? emptyHead(organizationId);
    const course: Course = {
      expected: { number: head.droppedNumber + 1, firstEntry: head.droppedEntries + 1, previousHash: head.droppedHash },
      entries: 0,
      blocks: 0,
    };
    const broken =
      this.headBreak(stored, noted) ??
      (await this.follow(context, head.number, course, noted)) ??
      endBreak(head, course) ??
      (await this.countBreak(context));
    return {
      organizationId,
      ok: broken === null,
      verifiedAt: this.clock.instant(),
      entries: course.entries,
      blocks: course.blocks,
      waiting: (await this.rows.counts(context)).waiting,
      dropped: { entries: head.droppedEntries, untilAt: head.droppedUntilAt },
      head: head.number > 0 ? { number: head.number, hash: head.hash.toString('hex') } : null,
      broken,
    };
  }

  private headBreak(head: SealedHead | undefined, noted: NotedBlock | undefined): Break | null {
    if (head && !this.seals.isKnown(head.seal)) return nowhere('block_unproven');
    if (head && !this.seals.isHeads(head)) return nowhere('head_changed');
    if (noted && noted.number > (head?.number ?? 0)) return { ...nowhere('end_missing'), block: noted.number };
    if (noted && head && noted.number === head.droppedNumber && noted.hash !== head.droppedHash.toString('hex'))
      return { ...nowhere('block_changed'), block: noted.number };
    return null;
  }

  private async follow(
    context: Context,
    last: number,
    course: Course,
    noted: NotedBlock | undefined,
  ): Promise<Break | null> {
    for (;;) {
      const blocks = await this.rows.blocksAfter(context, course.expected.number - 1, last);
      if (blocks.length === 0) return null;
      for (const some of inPortions(blocks)) {
        const entries = await this.rows.entriesOf(context, some);
        for (const block of some) {
          const broken =
            breakOf(block, entries.get(block.number) ?? [], course.expected, this.seals) ??
            (noted?.number === block.number && noted.hash !== block.hash.toString('hex')
              ? { ...nowhere('block_changed'), block: block.number, position: block.firstEntry }
              : null);
          if (broken) return broken;
          course.expected = {
            number: block.number + 1,
            firstEntry: block.firstEntry + block.entries,
            previousHash: block.hash,
          };
          course.entries += block.entries;
          course.blocks += 1;
        }
      }
    }
  }

  private async countBreak(context: Context): Promise<Break | null> {
    const { kept, waiting, chained } = await this.rows.counts(context);
    return kept === waiting + chained
      ? null
      : { ...nowhere('entries_uncounted'), entryId: await this.rows.stray(context) };
  }
}

function nowhere(reason: BreakReason): Break {
  return { reason, position: null, block: null, entryId: null };
}

/** Blocks that the head promises and that are missing. */
function endBreak(
  head: { readonly number: number; readonly entries: number; readonly hash: Buffer },
  { expected }: Course,
): Break | null {
  if (expected.number <= head.number)
    return { reason: 'end_missing', position: expected.firstEntry, block: expected.number, entryId: null };
  return expected.previousHash.equals(head.hash) && expected.firstEntry === head.entries + 1
    ? null
    : nowhere('head_changed');
}

function* inPortions(blocks: readonly StoredBlock[]): Generator<StoredBlock[]> {
  let portion: StoredBlock[] = [];
  let entries = 0;
  for (const block of blocks) {
    if (portion.length > 0 && entries + block.entries > entriesAtOnce) {
      yield portion;
      [portion, entries] = [[], 0];
    }
    portion.push(block);
    entries += block.entries;
  }
  if (portion.length > 0) yield portion;
}
