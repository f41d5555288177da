import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { type BatchStep, type BatchTrace, tracedBatch } from '../../../kernel/tracing.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { type AwaitedMessage, AwaitedAnswers } from '../../deliver/awaited/awaited-answers.js';
import { ConnectorHost } from '../../host/connector-host.js';
import { InboxRepository } from '../../inbox/inbox.repository.js';
import type { EventVerdict } from '../../inbox/message.js';
import type { Connector } from '../../connector/connector.js';
import { ListedSnapshots, type OpenList } from '../run-queue/listed-snapshots.js';
import { SubjectLock } from '../../subject/subject-lock.js';
import { type Arrival, Subjects } from '../changes/subjects.js';
import { InterpretedAhead } from './interpreted-ahead.js';
import { type Hint, type InterpretedEvent, Interpreter, verdictOf } from '../changes/interpreted-event.js';

const eventsAtOnce = 200;
/**
 * An event whose hints are being read is reserved for this long; with the sweep on top, another process reads them
 * within 30 s.
 */
const readingSeconds = 25;

export interface HintedEvent {
  readonly id: string;
  readonly attempts: number;
  readonly traceparent?: string;
  readonly hints: readonly Hint[];
}

export type Absorbed =
  /** Another process is absorbing this connection's inbox. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'empty' }
  /** The connection is gone, or fully paused: what arrives is stored and waits. */
  | { readonly kind: 'closed' }
  /** `hinted`: events that are settled only once the records they name were read. */
  | { readonly kind: 'taken'; readonly connection: StoredConnection; readonly hinted: readonly HintedEvent[] };

/** One batch of a connection's inbox, in order of receipt, in one transaction. */
@Injectable()
export class Absorption {
  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionRepository,
    private readonly lock: SubjectLock,
    private readonly inbox: InboxRepository,
    private readonly interpreter: Interpreter,
    private readonly subjects: Subjects,
    private readonly lists: ListedSnapshots,
    private readonly host: ConnectorHost,
    private readonly answers: AwaitedAnswers,
    private readonly clock: Clock,
  ) {}

  /** `ahead` is passed from call to call of one drain: while one batch is written, the next is read and interpreted. */
  async next(
    context: Context,
    connectionId: string,
    limit = eventsAtOnce,
    ahead = new InterpretedAhead(),
  ): Promise<Absorbed> {
    await ahead.ready();
    return tracedBatch((steps) => this.nextOf(context, connectionId, limit, ahead, steps));
  }

  private nextOf(
    context: Context,
    connectionId: string,
    limit: number,
    ahead: InterpretedAhead,
    steps: BatchTrace,
  ): Promise<Absorbed> {
    return this.database.transaction(context, async (inside): Promise<Absorbed> => {
      if (!(await this.lock.tryTake(inside, connectionId))) return { kind: 'busy' };
      const waiting = await this.inbox.waiting(inside, connectionId, this.clock.instant(), limit);
      if (waiting.length === 0) return { kind: 'empty' };
      // Read once, under the lock: the whole batch uses these settings and this access.
      const connection = await this.connections.find(inside, connectionId);
      if (!connection || !takesIn(connection)) return { kind: 'closed' };
      ahead.under(connection);
      const connector = this.host.connectorOf(connection);
      const interpreted = waiting.map((event) => ahead.take(event) ?? this.interpreter.interpret(connector, event));
      const events = upToListBoundary(interpreted);
      ahead.keep(interpreted.slice(events.length));
      const step = steps.begin(
        'absorb',
        events.map(({ event }) => event.traceparent),
        { 'usher.batch_size': events.length, 'usher.connector': connection.connector },
      );
      if (waiting.length === limit)
        ahead.read(this.behind(context, connection, connector, waiting[limit - 1].seq, limit));
      const listing = events.some(({ changes }) => changes.some(({ kind }) => kind === 'confirm'))
        ? await this.lists.open(inside, connection.id)
        : undefined;
      for (const { event, changes } of events) {
        for (const change of changes)
          if (change.kind === 'snapshot') await this.lists.turn(inside, connection, change.phase, event);
      }
      const outcomes = await this.subjects.apply(
        inside,
        connection,
        events.map((each) => arrivalOf(each, listing, step)),
      );
      const readable = connector.reads !== undefined;
      const verdicts = events.map((each, index) =>
        readable && hintsOf(each).length > 0 ? this.beingRead(each) : verdictOf(each, outcomes[index]),
      );
      await this.inbox.settle(inside, verdicts, this.clock.instant());
      await this.answers.note(inside, connection.id, events.filter(({ isAwaited }) => isAwaited).map(awaitedOf));
      const hinted = events
        .filter((each) => hintsOf(each).length > 0)
        .map((each) => ({
          id: each.event.id,
          attempts: each.event.attempts,
          traceparent: step.after(each.event.traceparent),
          hints: hintsOf(each),
        }));
      return { kind: 'taken', connection, hinted };
    });
  }

  /** The first waiting event cannot be absorbed at all: it is put aside, so that the others can. */
  async putAside(
    context: Context,
    connectionId: string,
    verdict: (attempts: number) => Omit<EventVerdict, 'id'>,
  ): Promise<void> {
    const now = this.clock.instant();
    const [first] = await this.inbox.waiting(context, connectionId, now, 1);
    if (first) await this.inbox.settle(context, [{ id: first.id, ...verdict(first.attempts) }], now);
  }

  private async behind(
    context: Context,
    { id }: StoredConnection,
    connector: Connector,
    seq: number,
    limit: number,
  ): Promise<InterpretedEvent[]> {
    const waiting = await this.inbox.waiting(context, id, this.clock.instant(), limit, seq);
    return waiting.map((event) => this.interpreter.interpret(connector, event));
  }

  private beingRead({ event }: InterpretedEvent): EventVerdict {
    return {
      id: event.id,
      status: 'received',
      problem: null,
      notBeforeAt: laterBy(this.clock.instant(), readingSeconds),
    };
  }
}

export function takesIn({ enabled, status, pause }: StoredConnection): boolean {
  return enabled && status !== 'disabled' && pause !== 'all';
}

/** The begin and end of a list stand alone in their batch: everything before them must be written first. */
function upToListBoundary(events: readonly InterpretedEvent[]): readonly InterpretedEvent[] {
  const boundary = events.findIndex(({ changes }) => changes.some(({ kind }) => kind === 'snapshot'));
  return boundary < 0 ? events : events.slice(0, Math.max(boundary, 1));
}

function arrivalOf({ event, changes }: InterpretedEvent, listing: OpenList | undefined, step: BatchStep): Arrival {
  return {
    origin: {
      sequence: event.seq,
      at: event.receivedAt,
      cause: { kind: 'event', id: event.id, traceparent: step.after(event.traceparent) },
      ...(changes.some(({ kind }) => kind === 'confirm') ? listing : undefined),
    },
    changes,
  };
}

/** The record it is about, as far as it says. */
function awaitedOf({ event, changes, problem }: InterpretedEvent): AwaitedMessage {
  const record = changes.find((change) => change.kind === 'record');
  const malformed = changes.find((change) => change.kind === 'malformed');
  const isUnderstood = problem === null && malformed === undefined;
  return { eventId: event.id, sourceKey: record?.record.key ?? malformed?.problem.key ?? null, isUnderstood };
}

function hintsOf({ changes }: InterpretedEvent): Hint[] {
  return changes.filter((change) => change.kind === 'hint');
}
