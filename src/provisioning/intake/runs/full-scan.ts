import { Injectable } from '@nestjs/common';
import { Chance } from '../../../kernel/chance.js';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import { withKeptFields } from '../../connection/kept-fields.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { ConnectorProblem } from '../../connector/connector-problem.js';
import type { SnapshotPage, Snapshots } from '../../connector/connector.js';
import type { Cursor } from '../../connector/cursor.js';
import { outsideRetry } from '../../host/outside-retry.js';
import { SubjectRepository } from '../../subject/subject.repository.js';
import { countItems, type DigestedPage, digestedOf, PageReader, type ReadPages } from './page-reader.js';
import { PageWriter } from './page-writer.js';
import { PendingChanges } from './pending-changes.js';
import { readAhead } from './read-ahead.js';
import { RunRepository } from '../run-queue/run.repository.js';
import { type Claim, noList, type Run, RunFailed, RunLost } from '../run-queue/run.js';

const mostRestarts = 3;
const mostAttempts = 5;
/**
 * Pages are compared one by one while the outside system is slower than the database; when it is faster, this many
 * records together. Not more, because waiting records grow old in memory.
 */
const mostComparedTogether = 1000;
/**
 * Changes are few, and writing a few costs as much as writing many: they wait this long for others, with the cursor
 * behind them.
 */
const gatheringMilliseconds = 300;
const mostWrittenTogether = 500;
/** Pages without changes count too: after a crash at most 50,000 records are read again. */
const repetitionsPerNews = 100;
const firstLook = 500;

type ReadList = ReadPages<SnapshotPage>;

interface Progress {
  cursor: Cursor | null;
  seen: number;
  changed: number;
  /** The number of changes at which the planner is next told how large the table has grown. */
  nextLook: number;
  readonly cursors: Set<string>;
}

/** Collects a full list, page by page, and proves that it was complete. */
@Injectable()
export class FullScan {
  constructor(
    private readonly reader: PageReader,
    private readonly pages: PageWriter,
    private readonly runs: RunRepository,
    private readonly rows: SubjectRepository,
    private readonly connections: ConnectionRepository,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly chance: Chance,
  ) {}

  /**
   * Continues from the run's cursor. Returns when the list was complete.
   * @throws RunFailed, RunLost, ConnectorProblem
   */
  async collect(
    context: Context,
    claimed: Run,
    connection: StoredConnection,
    snapshots: Snapshots,
    claim: Claim,
    signal: AbortSignal,
  ): Promise<void> {
    const progress: Progress = {
      cursor: claimed.cursor,
      seen: claimed.seen,
      changed: 0,
      nextLook: firstLook,
      cursors: new Set(),
    };
    let run = claimed.cursor === null ? await this.begin(context, claimed, claim, progress) : claimed;
    for (let attempts = 0, restarts = 0; ;) {
      const before = progress.cursor;
      try {
        return await this.read(context, run, connection, snapshots, claim, signal, progress);
      } catch (error) {
        if (!(error instanceof ConnectorProblem) || signal.aborted) throw error;
        if (progress.cursor !== before) attempts = 0;
        if (error.action === 'restart_scan' && restarts < mostRestarts) {
          restarts += 1;
          run = await this.begin(context, run, claim, progress);
        } else if (['retry', 'wait'].includes(error.action) && attempts < mostAttempts) {
          attempts += 1;
          const until = outsideRetry.nextAt(this.clock.instant(), attempts, this.chance, error.details.retryAt);
          // The person who set it up is watching now, not when the last attempt has failed.
          await this.connections.setProblem(
            context,
            connection.id,
            { code: error.code, detail: error.message, at: this.clock.instant(), source: 'list' },
            connection.revision,
          );
          await this.clock.sleep(Math.max(0, Date.parse(until) - this.clock.milliseconds()), signal);
        } else {
          throw error;
        }
      }
    }
  }

  /** Reads and compares pages while the changes of earlier ones are written. */
  private async read(
    context: Context,
    run: Run,
    connection: StoredConnection,
    snapshots: Snapshots,
    claim: Claim,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<void> {
    const sequence = await this.rows.nextSequence(context);
    if (progress.cursor) progress.cursors.add(JSON.stringify(progress.cursor));
    const pending = new PendingChanges();
    const compare = async (pages: readonly DigestedPage<SnapshotPage>[]) => {
      const read = await this.reader.news(context, run, connection, claim, pages, sequence, pending, signal);
      pending.add(read.news);
      return read;
    };
    const lists = compared(
      kept(snapshots.all(progress.cursor, signal), connection.privacy),
      compare,
      { seen: progress.seen, cursors: new Set(progress.cursors) },
      signal,
    );
    const weight = ({ news, seen }: ReadList) => news.length + seen / repetitionsPerNews;
    const patience = (enough: AbortSignal) => this.clock.sleep(gatheringMilliseconds, enough);
    for await (const read of readAhead(lists, weight, () => mostWrittenTogether, patience)) {
      signal.throwIfAborted();
      progress.changed += await this.pages.write(context, run, connection, claim, read, { sequence, kind: 'list' });
      for (const { pages, seen, news } of read) {
        progress.seen += seen;
        for (const { cursor } of pages) progress.cursors.add(JSON.stringify(cursor));
        pending.written(news);
      }
      const last = read[read.length - 1].pages.at(-1);
      progress.cursor = last?.cursor ?? progress.cursor;
      await this.look(context, progress);
      if (!last?.complete) continue;
      const listId = last.complete.listId === undefined ? null : (last.complete.listId ?? noList);
      if (!(await this.runs.collected(context, run.id, claim.owner, this.clock.instant(), listId))) throw new RunLost();
      return;
    }
    throw failed('list_cut_off', 'The list ended without saying that it was complete');
  }

  /** After 500, 1,000, 2,000, … changes, unless they are few compared with the known records. */
  private async look(context: Context, progress: Progress): Promise<void> {
    if (progress.changed < Math.max(progress.nextLook, progress.seen - progress.changed)) return;
    while (progress.nextLook <= progress.changed) progress.nextLook *= 2;
    await this.rows.analyze(context);
  }

  /** From the beginning: what was listed or heard before this moment says nothing about who is listed from now on. */
  private async begin(context: Context, { id }: Run, claim: Claim, progress: Progress): Promise<Run> {
    const run = await this.runs.restart(context, id, claim.owner, this.clock.instant(), this.ids.next());
    if (!run) throw new RunLost();
    progress.cursors.clear();
    progress.cursor = null;
    progress.seen = 0;
    return run;
  }
}

interface Proof {
  seen: number;
  readonly cursors: Set<string>;
}

/** Up to the end of the list, or up to the page that shows the list is wrong. */
async function* compared(
  source: AsyncIterable<SnapshotPage>,
  compare: (pages: readonly DigestedPage<SnapshotPage>[]) => Promise<ReadList>,
  proof: Proof,
  signal: AbortSignal,
): AsyncGenerator<ReadList> {
  for await (const pages of readAhead(
    digested(source),
    ({ page }) => page.changes.length,
    () => mostComparedTogether,
  )) {
    signal.throwIfAborted();
    const { good, failure } = proven(pages, proof);
    if (good.length > 0) yield await compare(good);
    if (failure) throw failure;
    if (good[good.length - 1].page.complete) return;
  }
}

/** Without what the connection does not keep of people: neither is it compared. */
async function* kept(
  source: AsyncIterable<SnapshotPage>,
  privacy: StoredConnection['privacy'],
): AsyncGenerator<SnapshotPage> {
  for await (const page of source)
    yield privacy?.fields ? { ...page, changes: page.changes.map((change) => withKeptFields(change, privacy)) } : page;
}

/** The database compares one page while the next is read and digested. */
async function* digested(source: AsyncIterable<SnapshotPage>): AsyncGenerator<DigestedPage<SnapshotPage>> {
  for await (const page of source) yield { page, digested: page.changes.map(digestedOf) };
}

/**
 * The pages up to the end of the list, or up to the first that shows the list is wrong. Absence judges an empty list.
 */
function proven<Read extends DigestedPage<SnapshotPage>>(
  pages: readonly Read[],
  proof: Proof,
): { good: readonly Read[]; failure?: RunFailed } {
  for (const [index, { page }] of pages.entries()) {
    const good = pages.slice(0, index);
    const cursor = JSON.stringify(page.cursor);
    proof.seen += countItems(page.changes);
    const declared = page.complete?.declaredTotal;
    if (declared !== undefined && declared !== proof.seen)
      return {
        good,
        failure: failed('total_differs', `The list says it has ${declared} records, but ${proof.seen} came`),
      };
    if (page.complete) return { good: pages.slice(0, index + 1) };
    if (proof.cursors.has(cursor))
      return {
        good,
        failure: failed('cursor_repeated', 'The list came back to a place where it had been, so it never ends'),
      };
    proof.cursors.add(cursor);
  }
  return { good: pages };
}

function failed(code: string, detail: string): RunFailed {
  return new RunFailed({ code, detail });
}
