import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import { ConnectorProblem } from '../connector/connector-problem.js';
import type { Cursor, SnapshotPage, Snapshots } from '../connector/connector.js';
import { retryDelaySeconds } from '../health/retry-delay.js';
import { SubjectRepository } from '../subject/subject.repository.js';
import { countItems, PageWriter } from './page-writer.js';
import { RunRepository } from './run.repository.js';
import { type Claim, type Run, RunFailed, RunLost } from './run.js';

const mostRestarts = 3;
const mostAttempts = 5;

/** Collects a list of everything, page by page, and proves that it was complete. */
@Injectable()
export class FullScan {
  constructor(
    private readonly pages: PageWriter, private readonly runs: RunRepository, private readonly rows: SubjectRepository,
    private readonly clock: Clock, private readonly chance: Chance,
  ) {}

  /** Goes on behind the run's cursor. Returns when the list was complete. @throws RunFailed, RunLost, ConnectorProblem */
  async collect(context: Context, run: Run, connection: StoredConnection, snapshots: Snapshots, claim: Claim, signal: AbortSignal): Promise<void> {
    const progress = { cursor: run.cursor as Cursor | null, seen: run.seen, pages: 0, cursors: new Set<string>() };
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
          await this.clock.sleep(Math.max(0, Date.parse(until) - this.clock.milliseconds()), signal);
        } else {
          throw error;
        }
      }
    }
  }

  private async read(
    context: Context, run: Run, connection: StoredConnection, snapshots: Snapshots, claim: Claim, signal: AbortSignal,
    progress: { cursor: Cursor | null; seen: number; pages: number; cursors: Set<string> },
  ): Promise<void> {
    const sequence = await this.rows.nextSequence(context);
    if (progress.cursor) progress.cursors.add(JSON.stringify(progress.cursor));
    for await (const page of snapshots.all(progress.cursor, signal)) {
      signal.throwIfAborted();
      const cursor = JSON.stringify(page.cursor);
      if (!page.complete && progress.cursors.has(cursor)) throw failed('cursor_repeated', 'The list came back to a place where it had been, so it never ends');
      if (page.complete) prove(page, progress.seen + countItems(page.changes));
      await this.pages.write(context, run, connection, claim, page, { sequence, kind: 'list' }, signal);
      progress.cursors.add(cursor);
      progress.cursor = page.cursor;
      progress.seen += countItems(page.changes);
      progress.pages += 1;
      if (isPowerOfTwo(progress.pages)) await this.rows.analyze(context);
      if (!page.complete) continue;
      if (!(await this.runs.collected(context, run.id, claim.owner, this.clock.instant()))) throw new RunLost();
      return;
    }
    throw failed('list_cut_off', 'The list ended without saying that it was complete');
  }

  private async startOver(context: Context, run: Run, claim: Claim, progress: { cursor: Cursor | null; seen: number; cursors: Set<string> }): Promise<void> {
    if (!(await this.runs.restart(context, run.id, claim.owner))) throw new RunLost();
    progress.cursors.clear();
    progress.cursor = null;
    progress.seen = 0;
  }
}

/** That it may be empty all the same is for Absence to doubt. */
function prove(page: SnapshotPage, seen: number): void {
  const declared = page.complete?.declaredTotal;
  if (declared !== undefined && declared !== seen) throw failed('total_differs', `The list says it has ${declared} records, but ${seen} came`);
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}

function failed(code: string, detail: string): RunFailed {
  return new RunFailed({ code, detail });
}
