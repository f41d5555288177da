import { Injectable } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';
import { Background } from '../../../kernel/background.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import { DatabaseUnavailable } from '../../../kernel/database-unavailable.js';
import { Log } from '../../../kernel/log.js';
import { KeyedQueue, type Turn } from '../../../kernel/queues/keyed-queue.js';
import { WorkCondition, type WorkTrouble } from '../../../kernel/work-condition.js';
import { ConnectionDirectory } from '../../connection/connection-directory.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { ConnectorProblem } from '../../connector/connector-problem.js';
import { WakeUps } from '../../../database/wake-ups.js';
import { outsideRetry } from '../../host/outside-retry.js';
import { ConnectionHealth } from '../../host/connection-health.js';
import { InboxRepository } from '../../inbox/inbox.repository.js';
import { RunQueue } from '../run-queue/run-queue.js';
import { Absorption, type HintedEvent, takesIn } from './absorption.js';
import { HintedEvents } from './hinted-events.js';
import { InterpretedAhead } from './interpreted-ahead.js';

/** Connections that use the database at a time; those that wait for an outside system do not count. */
const connectionsAtOnce = 4;
/** Connections of one connector that read outside at a time: while that vendor is down, other connectors continue. */
const readingAtOnce = 32;
const busyMilliseconds = 25;
const mostAttempts = 12;

interface ConnectionKey {
  readonly organizationId: string;
  readonly connectionId: string;
}

/** Empties inboxes: each connection strictly in order of receipt, several connections in parallel. */
@Injectable()
export class Absorber extends Background {
  readonly name = 'absorber';
  private readonly queue = new KeyedQueue<ConnectionKey>((connection, turn) => this.work(connection, turn), {
    limit: connectionsAtOnce,
  });
  private readonly readings = new Map<string, LimitFunction>();
  private readonly condition: WorkCondition;
  private stopping = new AbortController();
  private stopListening: () => void = () => undefined;

  constructor(
    private readonly connections: ConnectionRepository,
    private readonly directory: ConnectionDirectory,
    private readonly absorption: Absorption,
    private readonly hintedEvents: HintedEvents,
    private readonly inbox: InboxRepository,
    private readonly runs: RunQueue,
    private readonly health: ConnectionHealth,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly log: Log,
  ) {
    super();
    this.condition = new WorkCondition(clock, chance);
  }

  override get trouble(): WorkTrouble | null {
    return this.condition.trouble;
  }

  start(): void {
    this.stopping = new AbortController();
    this.queue.open();
    this.stopListening = this.wakeUps.on('inbox', ({ organizationId, key }) => {
      void this.onWakeUp(organizationId, key);
    });
  }

  async stop(): Promise<void> {
    this.stopListening();
    this.stopping.abort();
    await this.queue.close();
  }

  /** Finds waiting messages whose wake-up was lost. */
  async sweep(): Promise<void> {
    const waiting = await this.inbox.withWaiting(systemContext(everyOrganization, 'inbox-sweep'), this.clock.instant());
    for (const { organizationId, connectionId } of waiting)
      if (this.condition.pauseOf(connectionId) === 0) this.wake(organizationId, connectionId);
  }

  /** Absorbs what can be absorbed now; `busy` when another process is doing it. */
  async drain(context: Context, connectionId: string, turn: Pick<Turn, 'free'> = alone): Promise<'done' | 'busy'> {
    const ahead = new InterpretedAhead();
    for (let limit: number | undefined; !this.stopping.signal.aborted;) {
      try {
        const absorbed = await this.absorption.next(context, connectionId, limit, ahead);
        if (absorbed.kind === 'busy') return 'busy';
        if (absorbed.kind !== 'taken') return 'done';
        await this.read(context, absorbed.connection, absorbed.hinted, turn);
        limit = undefined;
      } catch (error) {
        if (error instanceof ConnectorProblem) {
          await this.report(context, connectionId, error);
          return 'done';
        }
        // This says nothing about the events.
        if (error instanceof DatabaseUnavailable) throw error;
        // One event may spoil its batch: find it in ever smaller ones.
        if (limit === 1) await this.putAside(context, connectionId, error);
        limit = limit === 1 ? undefined : Math.max(1, Math.floor((limit ?? 200) / 8));
      }
    }
    return 'done';
  }

  /**
   * Each stored batch publishes a wake-up: do not read a connection that takes nothing in, with its secrets, each time.
   */
  private async onWakeUp(organizationId: string, connectionId: string): Promise<void> {
    if (this.condition.pauseOf(connectionId) > 0) return;
    const connection = await this.directory
      .find(systemContext(everyOrganization, `absorb-${connectionId}`), connectionId)
      .catch(() => undefined);
    if (!connection || takesIn(connection)) this.wake(organizationId, connectionId);
  }

  private wake(organizationId: string, connectionId: string): void {
    if (!this.stopping.signal.aborted) this.queue.add(connectionId, { organizationId, connectionId });
  }

  /** One turn drains a connection, so it never has more to do. */
  private async work({ organizationId, connectionId }: ConnectionKey, turn: Turn): Promise<boolean> {
    try {
      const drained = await this.drain(systemContext(organizationId, `absorb-${connectionId}`), connectionId, turn);
      this.condition.worked(connectionId);
      // The other process may have looked before the last event came.
      if (drained === 'busy')
        void this.clock
          .sleep(busyMilliseconds, this.stopping.signal)
          .then(() => this.wake(organizationId, connectionId));
    } catch (error) {
      this.condition.failed(error, connectionId);
      if (!(error instanceof DatabaseUnavailable))
        this.log.error({ connectionId, error: String(error) }, 'absorbing failed; the sweep retries');
    }
    return false;
  }

  private async read(
    context: Context,
    connection: StoredConnection,
    hinted: readonly HintedEvent[],
    turn: Pick<Turn, 'free'>,
  ): Promise<void> {
    if (hinted.length === 0) return;
    const asks = await this.runs.askInsteadOfReading(context, connection);
    if (!asks)
      await turn.free(() =>
        this.readingLimit(connection.connector)(() =>
          this.hintedEvents.settle(context, connection, hinted, this.stopping.signal),
        ),
      );
  }

  private readingLimit(connector: string): LimitFunction {
    const limit = this.readings.get(connector) ?? pLimit(readingAtOnce);
    this.readings.set(connector, limit);
    return limit;
  }

  private async report(context: Context, connectionId: string, problem: ConnectorProblem): Promise<void> {
    const connection = await this.connections.find(context, connectionId);
    if (connection) await this.health.report(context, connection, problem, 'event');
  }

  private async putAside(context: Context, connectionId: string, error: unknown): Promise<void> {
    this.log.error({ connectionId, error: String(error) }, 'absorbing an event failed');
    const problem = { code: 'not_absorbed', detail: 'Applying the event failed; the log names the cause' };
    await this.absorption.putAside(context, connectionId, (attempts) =>
      attempts + 1 >= mostAttempts
        ? { status: 'dead', problem }
        : {
            status: 'received',
            problem,
            notBeforeAt: outsideRetry.nextAt(this.clock.instant(), attempts + 1, this.chance),
          },
    );
  }
}

const alone: Pick<Turn, 'free'> = { free: (outside) => outside() };
