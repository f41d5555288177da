import type { Instant } from '../../../kernel/clock.js';
import type { EventType } from '../../events/event-types.js';

/** pending: waits for its turn or its next attempt. failed: given up after the last attempt. */
export type WebhookDeliveryStatus = 'pending' | 'delivered' | 'failed';

/** One request (or one line, for syslog and CEF) and its outcome. */
export interface Attempt {
  readonly at: Instant;
  readonly durationMilliseconds: number;
  /** HTTP status; null if no answer came, and for syslog and CEF, which give none. */
  readonly status: number | null;
  /** Why it does not count as delivered; null if it does. */
  readonly error: string | null;
  /** Beginning of the answer. */
  readonly response: string | null;
}

/** One event for one endpoint. */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  /** The webhook-id header: the same at every attempt, redelivery and replay. */
  readonly eventId: string;
  readonly event: EventType;
  readonly isTest: boolean;
  readonly status: WebhookDeliveryStatus;
  /** Since it was created, or last redelivered or replayed. */
  readonly attempts: number;
  /** Time of the next attempt. */
  readonly dueAt: Instant;
  readonly attemptedAt: Instant | null;
  readonly responseStatus: number | null;
  /** The latest attempts, oldest first. */
  readonly log: readonly Attempt[];
  readonly createdAt: Instant;
}
