import type { Instant } from '../../../kernel/clock.js';
import type { EventType } from '../../events/event-types.js';
import type { Endpoint } from '../webhook/webhook.js';

/** One delivery, ready to be sent. */
export interface OutgoingEvent {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly event: EventType;
  /** JSON, byte for byte. */
  readonly payload: string;
  readonly isTest: boolean;
  /** Failed attempts so far. */
  readonly attempts: number;
}

/** Outcome of one attempt. */
export interface SendOutcomeOfEndpoint {
  readonly at: Instant;
  readonly durationMilliseconds: number;
  readonly status: number | null;
  /** Null if delivered. */
  readonly error: string | null;
  readonly response: string | null;
  readonly retryAfterSeconds: number | null;
  /** The endpoint wants nothing more, ever. */
  readonly isGone: boolean;
}

/** A connection to one endpoint, kept while there is something to send. */
export interface OpenTransport {
  /** Never rejects, except with the signal's reason if that is aborted: the outcome is then unknown. */
  send(event: OutgoingEvent, signal: AbortSignal): Promise<SendOutcomeOfEndpoint>;
  close(): void;
}

/** Opens the way to endpoints of some types. */
export abstract class Transport {
  abstract open(endpoint: Endpoint): OpenTransport;
}
