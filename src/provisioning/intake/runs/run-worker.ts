import { Injectable } from '@nestjs/common';
import { Background } from '../../../kernel/background.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { type Context, systemContext } from '../../../kernel/context.js';
import { DatabaseUnavailable } from '../../../kernel/database-unavailable.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { newLeaseOwner } from '../../../kernel/lease-owner.js';
import { untilDatabaseAnswers } from '../../../kernel/until-database-answers.js';
import { WorkCondition, type WorkTrouble } from '../../../kernel/work-condition.js';
import { reachesOtherwise } from '../../connection/connection.js';
import { ConnectionScheduleRepository } from '../../connection/connection-schedule.repository.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { ConnectorCatalogue } from '../../connector/catalogue.js';
import { ConnectorProblem } from '../../connector/connector-problem.js';
import { WakeUps } from '../../../database/wake-ups.js';
import { ConnectionHealth } from '../../host/connection-health.js';
import { RunClaims, runLeaseSeconds } from '../run-queue/run-claims.js';
import { RunExecution } from './run-execution.js';
import { RunQueue } from '../run-queue/run-queue.js';
import { RunRepository } from '../run-queue/run.repository.js';
import { anyRuns, type SlotsOfModes, RunSlots, type WantedRuns } from '../run-queue/run-slots.js';
import { type Claim, type ClaimedRun, type Run, RunFailed, RunLost } from '../run-queue/run.js';

/**
 * Nobody has access before the first list, and leavers keep it until a list was read to its end: a failed one does not
 * wait for the night.
 */
const listAgainSeconds = 900;
/**
 * Polls mostly wait for the outside system; lists also hold thousands of records in memory; a new mapping keeps the
 * database busy; drift waits for a console's budget, which may take hours.
 */
const slotsOfModes: readonly SlotsOfModes[] = [
  { modes: ['incremental'], most: 32, mostOfOne: 16 },
  { modes: ['full'], most: 8, mostOfOne: 4 },
  { modes: ['access'], most: 2, mostOfOne: 2 },
  { modes: ['drift'], most: 8, mostOfOne: 4 },
];
/** Claims runs that wait, or whose worker died, and runs them to their end. */
@Injectable()
export class RunWorker extends Background {
  readonly name = 'run-worker';
  private readonly owner: string;
  private readonly condition: WorkCondition;
  private readonly slots = slotsOfModes.map(
    (slots) =>
      new RunSlots(
        slots,
        (wanted) => this.claimOrNone(wanted),
        (run) => this.bringToItsEnd(run),
      ),
  );
  private stopping = new AbortController();
  private stopListening: () => void = () => undefined;

  constructor(
    private readonly claims: RunClaims,
    private readonly runs: RunRepository,
    private readonly queue: RunQueue,
    private readonly execution: RunExecution,
    private readonly connections: ConnectionRepository,
    private readonly times: ConnectionScheduleRepository,
    private readonly catalogue: ConnectorCatalogue,
    private readonly health: ConnectionHealth,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly log: Log,
    ids: Ids,
  ) {
    super();
    this.owner = newLeaseOwner(ids);
    this.condition = new WorkCondition(clock, chance);
  }

  override get trouble(): WorkTrouble | null {
    return this.condition.trouble;
  }

  start(): void {
    this.stopping = new AbortController();
    for (const hands of this.slots) hands.open();
    this.stopListening = this.wakeUps.on('runs', () => this.wake());
  }

  async stop(): Promise<void> {
    this.stopListening();
    this.stopping.abort();
    await Promise.all(this.slots.map((slots) => slots.close()));
  }

  /** Claims runs as long as there are any and this process has free slots. */
  wake(): void {
    for (const hands of this.slots) void hands.fill();
  }

  /** Like `wake`, one kind after the other, for when nothing is known to wait. */
  async sweep(): Promise<void> {
    for (const hands of this.slots) await hands.fill();
  }

  /** Runs one run of any mode to its end; false when none waits. */
  async next(): Promise<boolean> {
    const run = await this.claimed(anyRuns);
    if (run) await this.bringToItsEnd(run);
    return run !== undefined;
  }

  private async claimOrNone(wanted: WantedRuns): Promise<ClaimedRun | undefined> {
    if (this.condition.pauseOf() > 0) return undefined;
    try {
      const run = await this.claimed(wanted);
      this.condition.worked();
      return run;
    } catch (error) {
      this.condition.failed(error);
      if (!(error instanceof DatabaseUnavailable)) this.log.error({ error: String(error) }, 'claiming a run failed');
      return undefined;
    }
  }

  private claimed(wanted: WantedRuns): Promise<ClaimedRun | undefined> {
    return this.claims.claim({ owner: this.owner, now: this.clock.instant() }, this.catalogue.listenOnly, wanted);
  }

  private async bringToItsEnd(run: Run): Promise<void> {
    const context = systemContext(run.organizationId, `run-${run.id}`);
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, this.stopping.signal]);
    const over = new AbortController();
    void this.keep(context, run, lost, over.signal);
    try {
      await this.work(context, run, signal);
      this.condition.worked(run.id);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) await this.putBack(context, run, error, signal);
      else
        this.log.error(
          { runId: run.id, error: String(error) },
          'run interrupted; it continues after its lease expires',
        );
    } finally {
      over.abort();
    }
    await this.followUp();
  }

  /** Starts what waited behind it at once; the next tick finds what is missed here. */
  private async followUp(): Promise<void> {
    try {
      await this.queue.followUp();
    } catch (error) {
      this.log.warn({ error: String(error) }, 'releasing a waiting run failed; the next tick retries');
    }
  }

  /**
   * The database refused: the run is unharmed, and continues from where it stood. It stays claimed during the pause, or
   * it would be claimed again at once.
   */
  private async putBack(context: Context, run: Run, error: DatabaseUnavailable, signal: AbortSignal): Promise<void> {
    await this.clock.sleep(this.condition.failed(error, run.id), signal);
    await untilDatabaseAnswers(this.clock, this.chance, signal, () =>
      this.runs.handBack(context, run.id, this.owner),
    ).catch((failure: unknown) => {
      this.log.error(
        { runId: run.id, error: String(failure) },
        'handing back a run failed; it continues after its lease expires',
      );
    });
  }

  private async work(context: Context, run: Run, signal: AbortSignal): Promise<void> {
    const connection = await this.connections.find(context, run.connectionId);
    if (!connection) return;
    const mended = new AbortController();
    const stopListening = this.wakeUps.on('connections', ({ key }) => {
      if (key === connection.id) void this.watch(context, connection, mended);
    });
    try {
      await this.execution.carryOut(
        context,
        run,
        connection,
        () => this.claim(),
        AbortSignal.any([signal, mended.signal]),
      );
    } catch (error) {
      if (error instanceof RunLost) return;
      if (error instanceof DatabaseUnavailable) throw error;
      if (this.stopping.signal.aborted) {
        await this.runs.handBack(context, run.id, this.owner);
        return;
      }
      if (signal.aborted) return;
      if (
        mended.signal.aborted &&
        (await this.runs.beginAnew(context, run.id, this.owner)) &&
        (await this.runs.handBack(context, run.id, this.owner))
      )
        return;
      if (error instanceof ConnectorProblem)
        await this.health.report(context, connection, error, run.mode === 'incremental' ? 'poll' : 'list');
      const known =
        error instanceof ConnectorProblem
          ? { code: error.code, detail: error.message }
          : error instanceof RunFailed
            ? error.problem
            : null;
      if (!known)
        this.log.error({ runId: run.id, error: error instanceof Error ? error.stack : String(error) }, 'run failed');
      const problem = known ?? { code: 'internal', detail: 'The run failed inside; the log names the cause' };
      await this.runs.finish(context, run.id, 'failed', this.clock.instant(), { problem });
      if (run.mode === 'full' && !run.dryRun)
        await this.times.hurryList(context, connection.id, laterBy(this.clock.instant(), listAgainSeconds));
    } finally {
      stopListening();
    }
  }

  /** A list requested at an address, or with a key, that was corrected meanwhile starts over with the right one. */
  private async watch(context: Context, before: StoredConnection, mended: AbortController): Promise<void> {
    const after = await this.connections.find(context, before.id).catch(() => undefined);
    if (after && reachesOtherwise(before, after)) mended.abort();
  }

  /** Runs only while this run is claimed, counted from its claim, so a scheduled interval would not fit. */
  private async keep(context: Context, run: Run, lost: AbortController, over: AbortSignal): Promise<void> {
    for (;;) {
      await this.clock.sleep((runLeaseSeconds * 1000) / 3, over);
      if (over.aborted) return;
      const kept = await this.runs.renew(context, run.id, this.claim()).catch(() => true);
      if (!kept) return lost.abort();
    }
  }

  private claim(): Claim {
    return { owner: this.owner, untilAt: laterBy(this.clock.instant(), runLeaseSeconds) };
  }
}
