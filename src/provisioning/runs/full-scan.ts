import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import { ConnectorProblem } from '../connector/connector-problem.js';
import type { Cursor, SnapshotPage, Snapshots } from '../connector/connector.js';
import { retryDelaySeconds } from '../health/retry-delay.js';
import { SubjectRepository } from '../subject/subject.repository.js';
import { countItems, PageWriter } from './page-writer.js';
import { readAhead } from './read-ahead.js';
import { RunRepository } from './run.repository.js';
import { type Claim, noList, type Run, RunFailed, RunLost } from './run.js';

const mostRestarts = 3;
const mostAttempts = 5;
/** Pages are written one by one where the outside is slower than the database; where it is faster, so many records together: more of what is known already, but not so many that they grow old in memory. */
const mostTogether = { news: 1000, repetition: 2000 };
const firstLook = 500;

interface Progress {
  cursor: Cursor | null;
  seen: number;
  changed: number;
  mostTogether: number;
  /** Changes at which the planner is told next how large the table has grown. */
  nextLook: number;
  readonly cursors: Set<string>;
}

/** Collects a list of everything, page by page, and proves that it was complete. */
@Injectable()
export class FullScan {
  constructor(
    private readonly pages: PageWriter, private readonly runs: RunRepository, private readonly rows: SubjectRepository, private readonly connections: ConnectionRepository,
    private readonly clock: Clock, private readonly chance: Chance,
  ) {}

  /** Goes on behind the run's cursor. Returns when the list was complete. @throws RunFailed, RunLost, ConnectorProblem */
  async collect(context: Context, run: Run, connection: StoredConnection, snapshots: Snapshots, claim: Claim, signal: AbortSignal): Promise<void> {
    const progress: Progress = { cursor: run.cursor, seen: run.seen, changed: 0, mostTogether: mostTogether.news, nextLook: firstLook, cursors: new Set() };
    for (let attempts = 0, restarts = 0; ;) {
      const before = progress.cursor;
      try {
        return await this.read(context, run, connection, snapshots, claim, signal, progress);
      } catch (error) {
        if (!(error instanceof ConnectorProblem) || signal.aborted) throw error;
        if (progress.cursor !== before) attempts = 0;
        if (error.action === 'restart_scan' && restarts < mostRestarts) {
          restarts += 1;
          await this.startOver(context, run, claim, progress);
        } else if (['retry', 'wait'].includes(error.action) && attempts < mostAttempts) {
          const until = error.details.retryAt ?? laterBy(this.clock.instant(), retryDelaySeconds(attempts, this.chance));
          attempts += 1;
          // Whoever set it up looks at it now, not when the last try has failed.
          await this.connections.setProblem(context, connection.id, { code: error.code, detail: error.message, at: this.clock.instant() });
          await this.clock.sleep(Math.max(0, Date.parse(until) - this.clock.milliseconds()), signal);
        } else {
          throw error;
        }
      }
    }
  }

  private async read(context: Context, run: Run, connection: StoredConnection, snapshots: Snapshots, claim: Claim, signal: AbortSignal, progress: Progress): Promise<void> {
    const sequence = await this.rows.nextSequence(context);
    if (progress.cursor) progress.cursors.add(JSON.stringify(progress.cursor));
    for await (const pages of readAhead(snapshots.all(progress.cursor, signal), ({ changes }) => changes.length, () => progress.mostTogether)) {
      signal.throwIfAborted();
      const { good, failure } = proven(pages, progress);
      if (good.length > 0) {
        const changed = await this.pages.write(context, run, connection, claim, good, { sequence, kind: 'list' }, signal);
        progress.mostTogether = changed * 10 > countAll(good) ? mostTogether.news : mostTogether.repetition;
        progress.changed += changed;
        progress.cursor = good[good.length - 1].cursor;
        progress.seen += countAll(good);
        for (const { cursor } of good) progress.cursors.add(JSON.stringify(cursor));
      }
      if (failure) throw failure;
      await this.look(context, progress);
      const { complete } = good[good.length - 1];
      if (!complete) continue;
      const listId = complete.listId === undefined ? null : complete.listId ?? noList;
      if (!(await this.runs.collected(context, run.id, claim.owner, this.clock.instant(), listId))) throw new RunLost();
      return;
    }
    throw failed('list_cut_off', 'The list ended without saying that it was complete');
  }

  /** After 500, 1,000, 2,000, … changes, unless they are few beside what was known. */
  private async look(context: Context, progress: Progress): Promise<void> {
    if (progress.changed < Math.max(progress.nextLook, progress.seen - progress.changed)) return;
    while (progress.nextLook <= progress.changed) progress.nextLook *= 2;
    await this.rows.analyze(context);
  }

  private async startOver(context: Context, run: Run, claim: Claim, progress: Progress): Promise<void> {
    if (!(await this.runs.restart(context, run.id, claim.owner))) throw new RunLost();
    progress.cursors.clear();
    progress.cursor = null;
    progress.seen = 0;
  }
}

/** The pages up to the end of the list, or up to the first that shows the list is wrong. That it may be empty all the same is for Absence to doubt. */
function proven(pages: readonly SnapshotPage[], progress: Progress): { good: readonly SnapshotPage[]; failure?: RunFailed } {
  const cursors = new Set<string>();
  let { seen } = progress;
  for (const [index, page] of pages.entries()) {
    const good = pages.slice(0, index);
    const cursor = JSON.stringify(page.cursor);
    seen += countItems(page.changes);
    const declared = page.complete?.declaredTotal;
    if (declared !== undefined && declared !== seen) return { good, failure: failed('total_differs', `The list says it has ${declared} records, but ${seen} came`) };
    if (page.complete) return { good: pages.slice(0, index + 1) };
    if (progress.cursors.has(cursor) || cursors.has(cursor)) return { good, failure: failed('cursor_repeated', 'The list came back to a place where it had been, so it never ends') };
    cursors.add(cursor);
  }
  return { good: pages };
}

function countAll(pages: readonly SnapshotPage[]): number {
  return pages.reduce((count, { changes }) => count + countItems(changes), 0);
}

function failed(code: string, detail: string): RunFailed {
  return new RunFailed({ code, detail });
}
