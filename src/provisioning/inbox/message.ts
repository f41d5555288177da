import type { Instant } from '../../kernel/clock.js';

/** What arrived from outside, before anything interprets it. */
export interface Message {
  /** hook: pushed over HTTP; frame: heard on a link; resource: a change to a directory's resources that we store. */
  readonly kind: 'hook' | 'frame' | 'resource';
  readonly body: Buffer;
  /** The trace that it belongs to. */
  readonly traceparent?: string;
  /** The sender's own event id: the same key twice on one connection is stored once. */
  readonly dedupeKey?: string;
}

export type EventStatus = 'received' | 'absorbed' | 'superseded' | 'ignored' | 'dead';

/** Why an event had no effect, or not yet. No personal data. */
export interface EventProblem {
  readonly code: string;
  readonly detail: string;
}

/** One event that waits to be absorbed. */
export interface WaitingEvent {
  readonly id: string;
  readonly seq: number;
  readonly kind: Message['kind'];
  readonly payloadSealed: string | null;
  readonly attempts: number;
  readonly receivedAt: Instant;
  /** The trace that it belongs to; null where none is sampled. */
  readonly traceparent: string | null;
}

/** The outcome of an event. With `notBeforeAt` it stays `received` and is tried again then. */
export interface EventVerdict {
  readonly id: string;
  readonly status: EventStatus;
  readonly problem: EventProblem | null;
  readonly notBeforeAt?: Instant;
}

/** Order of receipt as sortable text, which a connector may use as a version. */
export function sequenceText(seq: number): string {
  return String(seq).padStart(20, '0');
}
