import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { type BatchTrace, tracedBatch } from '../../../kernel/tracing.js';
import { DatabaseUnavailable } from '../../../kernel/database-unavailable.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { ConnectorProblem } from '../../connector/connector-problem.js';
import { outsideRetry } from '../../host/outside-retry.js';
import { ConnectionHealth } from '../../host/connection-health.js';
import { ConnectorHost } from '../../host/connector-host.js';
import { InboxRepository } from '../../inbox/inbox.repository.js';
import type { EventVerdict } from '../../inbox/message.js';
import { SubjectLock } from '../../subject/subject-lock.js';
import { Subjects } from '../changes/subjects.js';
import type { HintedEvent } from './absorption.js';
import { HintReader } from '../changes/hint-reader.js';

/** After this many failures together, each is read alone, so that one bad record does not hold up the others. */
const togetherAttempts = 3;
const mostAttempts = 12;

/** Events that were only hints: reads the records they name, outside any transaction, then applies the result. */
@Injectable()
export class HintedEvents {
  constructor(
    private readonly database: Database,
    private readonly lock: SubjectLock,
    private readonly inbox: InboxRepository,
    private readonly reader: HintReader,
    private readonly subjects: Subjects,
    private readonly host: ConnectorHost,
    private readonly health: ConnectionHealth,
    private readonly clock: Clock,
    private readonly chance: Chance,
  ) {}

  async settle(
    context: Context,
    connection: StoredConnection,
    events: readonly HintedEvent[],
    signal: AbortSignal,
  ): Promise<void> {
    if (events.length === 0) return undefined;
    if (connection.status === 'quarantined') return this.putOff(context, events, connection.quarantine?.nextProbeAt);
    const separately = events.length > 1 && events.some(({ attempts }) => attempts >= togetherAttempts);
    for (const some of separately ? events.map((event) => [event]) : [events]) {
      try {
        await tracedBatch((steps) => this.readAndApply(context, connection, some, signal, steps));
      } catch (error) {
        // At shutdown: the next worker reads them.
        if (signal.aborted) return this.settleLater(context, events, this.clock.instant());
        // They still wait, and are read again: an attempt counts only when the outside system failed.
        if (error instanceof DatabaseUnavailable) throw error;
        await this.failed(context, connection, some, error);
      }
    }
    return undefined;
  }

  private async readAndApply(
    context: Context,
    connection: StoredConnection,
    events: readonly HintedEvent[],
    signal: AbortSignal,
    steps: BatchTrace,
  ): Promise<void> {
    const connector = this.host.connectorOf(connection);
    const kind = this.host.definitionOf(connection).factKind;
    const step = steps.begin(
      'read records',
      events.map(({ traceparent }) => traceparent),
      { 'usher.batch_size': events.length, 'usher.connector': connection.connector },
    );
    const { sequence, changes } = await this.reader.readOrEnd(
      context,
      connector,
      kind,
      events.flatMap(({ hints }) => hints),
      signal,
    );
    await this.health.worked(context, connection, 'read');
    const at = this.clock.instant();
    await this.database.transaction(context, async (inside) => {
      await this.lock.take(inside, connection.id);
      const mine = await this.inbox.stillWaiting(
        inside,
        events.map(({ id }) => id),
      );
      await this.subjects.apply(inside, connection, [
        {
          origin: {
            sequence,
            at,
            cause: { kind: 'event', id: events[0].id, traceparent: step.after(tracedOf(events)) },
          },
          changes,
        },
      ]);
      await this.inbox.settle(
        inside,
        [...mine].map((id) => ({ id, status: 'absorbed', problem: null })),
        at,
      );
    });
  }

  private async failed(
    context: Context,
    connection: StoredConnection,
    events: readonly HintedEvent[],
    error: unknown,
  ): Promise<void> {
    const problem =
      error instanceof ConnectorProblem
        ? error
        : new ConnectorProblem('upstream_broken', 'Reading what the event names failed', { cause: error });
    if (['retry', 'wait', 'quarantine'].includes(problem.action))
      await this.health.report(context, connection, problem, 'read');
    await this.inbox.settle(
      context,
      events.map((event) => this.verdict(event, problem, events.length === 1)),
      this.clock.instant(),
    );
  }

  private verdict({ id, attempts }: HintedEvent, problem: ConnectorProblem, alone: boolean): EventVerdict {
    const said = { code: problem.code, detail: problem.message };
    const later = (notBeforeAt: string): EventVerdict => ({ id, status: 'received', problem: said, notBeforeAt });
    const now = this.clock.instant();
    switch (problem.action) {
      case 'done':
        return { id, status: 'absorbed', problem: null };
      case 'report':
      case 'refuse':
        return { id, status: 'dead', problem: said };
      case 'quarantine':
        return later(laterBy(now, 60));
      case 'wait':
        return later(outsideRetry.nextAt(now, attempts + 1, this.chance, problem.details.retryAt));
      default:
        // A system that is unreachable may return next week; one that answers nonsense about a record for hours will
        // not improve.
        if (alone && problem.code === 'upstream_broken' && attempts >= mostAttempts)
          return { id, status: 'dead', problem: said };
        return later(outsideRetry.nextAt(now, attempts + 1, this.chance));
    }
  }

  private async putOff(context: Context, events: readonly HintedEvent[], until?: string): Promise<void> {
    const now = this.clock.instant();
    await this.settleLater(context, events, until && until > now ? until : laterBy(now, 60));
  }

  private async settleLater(context: Context, events: readonly HintedEvent[], notBeforeAt: Instant): Promise<void> {
    await this.inbox.settle(
      context,
      events.map(({ id }) => ({ id, status: 'received', problem: null, notBeforeAt })),
      this.clock.instant(),
    );
  }
}

/** What is read for several events has one cause: the first that is traced. */
function tracedOf(events: readonly HintedEvent[]): string | undefined {
  return events.find(({ traceparent }) => traceparent !== undefined)?.traceparent;
}
