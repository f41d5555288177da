import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { SubjectLock } from '../../subject/subject-lock.js';
import { Subjects } from '../changes/subjects.js';
import type { ReadPages } from './page-reader.js';
import { RunRepository } from '../run-queue/run.repository.js';
import { type Claim, type Run, RunLost } from '../run-queue/run.js';

export interface PageOrigin {
  /** Place in the order of receipt of the moment before the page was requested. */
  readonly sequence: number;
  /** list: a full list; poll: changes; prelude: what a poll returns while a list is about to begin. */
  readonly kind: 'list' | 'poll' | 'prelude';
}

/**
 * Writes pages of a poll or scan: their changes, the cursor behind the last one and the run's progress in one
 * transaction.
 */
@Injectable()
export class PageWriter {
  constructor(
    private readonly database: Database,
    private readonly lock: SubjectLock,
    private readonly subjects: Subjects,
    private readonly runs: RunRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the number of changes that were news. `alongside` is written in the same transaction.
   * @throws RunLost when the run belongs to another worker now
   */
  async write(
    context: Context,
    run: Run,
    connection: StoredConnection,
    claim: Claim,
    read: readonly ReadPages[],
    origin: PageOrigin,
    alongside: (inside: Context) => Promise<void> = async () => undefined,
  ): Promise<number> {
    const pages = read.flatMap((each) => each.pages);
    const changes = read.flatMap(({ news }) => news);
    const isPrelude = origin.kind === 'prelude';
    return this.database.transaction(context, async (inside) => {
      const seenRunId = origin.kind === 'list' ? run.passId : undefined;
      const arrival = {
        origin: {
          sequence: origin.sequence,
          at: this.clock.instant(),
          cause: { kind: 'run', id: run.id } as const,
          seenRunId,
        },
        changes,
      };
      // A list's run has one writer, as its progress proves: besides it, pages of the list are only read.
      const lock =
        origin.kind === 'list' ? this.lock.share(inside, connection.id) : this.lock.take(inside, connection.id);
      const [, [outcomes]] = await Promise.all([
        lock,
        changes.length > 0 ? this.subjects.apply(inside, connection, [arrival]) : [[]],
      ]);
      await alongside(inside);
      const changed = outcomes.filter((each) => each === 'changed').length;
      const mine = await this.runs.progress(inside, run.id, claim, {
        cursor: isPrelude ? run.cursor : pages[pages.length - 1].cursor,
        pages: pages.length,
        seen: isPrelude ? 0 : sum(read.map(({ seen }) => seen)),
        changed,
        invalid: sum(read.map(({ invalid }) => invalid)),
        problem:
          origin.kind === 'list' && read.some(({ isSomebodyUnknown }) => isSomebodyUnknown)
            ? nobodyKnowsWho
            : undefined,
      });
      if (!mine) throw new RunLost();
      return changed;
    });
  }
}

const nobodyKnowsWho = {
  code: 'unattributed_record',
  detail: 'The list has a record that cannot be read and names nobody, so absence from it was not counted',
};

function sum(counts: readonly number[]): number {
  return counts.reduce((total, each) => total + each, 0);
}
