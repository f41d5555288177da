import { Injectable } from '@nestjs/common';
import { Log } from '../../../kernel/log.js';
import type { Change } from '../../connector/change.js';
import { ConnectorProblem } from '../../connector/connector-problem.js';
import type { Connector } from '../../connector/connector.js';
import { type EventProblem, type EventVerdict, sequenceText, type WaitingEvent } from '../../inbox/message.js';
import { Payloads } from '../../inbox/payloads.js';
import type { ChangeOutcome } from '../../subject/apply-change.js';

export type Hint = Extract<Change, { kind: 'hint' }>;

/** A stored message and its meaning by the connector; `problem` when the connector could not tell. */
export interface InterpretedEvent {
  readonly event: WaitingEvent;
  readonly changes: readonly Change[];
  readonly problem: EventProblem | null;
  /** The outside system waits for the outcome. */
  readonly isAwaited: boolean;
}

@Injectable()
export class Interpreter {
  constructor(
    private readonly payloads: Payloads,
    private readonly log: Log,
  ) {}

  /** Never throws: a message that cannot be read is a problem of that message only. */
  interpret(connector: Connector, event: WaitingEvent): InterpretedEvent {
    let isAwaited = false;
    const failed = (code: string, detail: string): InterpretedEvent => ({
      event,
      changes: [],
      problem: { code, detail },
      isAwaited,
    });
    const ability = { hook: connector.receives, frame: connector.listens, resource: connector.serves }[event.kind];
    if (!ability) return failed('not_supported', `The connector does not take in a ${event.kind}`);
    if (event.payloadSealed === null)
      return failed('payload_erased', 'The payload was erased when its retention ended');
    try {
      const body = this.payloads.open(event.id, event.payloadSealed);
      const message = { body, receivedAt: event.receivedAt, sequence: sequenceText(event.seq) };
      isAwaited = connector.answers?.awaits(message) ?? false;
      return { event, changes: ability.interpret(message), problem: null, isAwaited };
    } catch (error) {
      if (error instanceof ConnectorProblem) return failed(error.code, error.message);
      this.log.error({ eventId: event.id, error: String(error) }, 'interpreting a stored message failed');
      return failed('not_interpreted', 'The message could not be interpreted; the log of this event names the cause');
    }
  }
}

/** What to record about an event after its changes were applied. */
export function verdictOf(
  { event, changes, problem }: InterpretedEvent,
  outcomes: readonly ChangeOutcome[],
): EventVerdict {
  const say = (status: EventVerdict['status'], problem: EventProblem | null = null): EventVerdict => ({
    id: event.id,
    status,
    problem,
  });
  if (problem) return say('dead', problem);
  const malformed = changes.find((change) => change.kind === 'malformed');
  if (malformed) return say('dead', { code: malformed.problem.code, detail: malformed.problem.detail });
  if (outcomes.some((each) => each === 'changed' || each === 'unchanged')) return say('absorbed');
  if (outcomes.includes('superseded')) return say('superseded');
  const ignored = changes.find((change) => change.kind === 'ignored');
  return say('ignored', { code: 'nothing_to_do', detail: ignored?.reason ?? 'It is about no record that is known' });
}
