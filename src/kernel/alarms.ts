import type { Instant } from './clock.js';
import type { Context } from './context.js';

/** States that need a person. */
export const alarmEvents = [
  'connection.quarantined',
  'connection.silent',
  'connection.console_unreachable',
  'connection.accounts_refused',
  'plan.held',
  'endings.held',
  'file.refused',
  'delivery.waiting',
  'certificate.expiring',
  'webhook.failing',
  'webhook.disabled',
  'portal.guessing',
  'portal.controller_unreachable',
  'portal.gateway_unknown',
  'session.not_ended',
  'posting.unclear',
  'report.undelivered',
  'operator.emergency_sign_in',
] as const;
export type AlarmEvent = (typeof alarmEvents)[number];

/** Something is in such a state. Holds no secret, and nothing about a guest or an employee. */
export interface Alarm {
  readonly event: AlarmEvent;
  /** The record in this state, and what people call it. */
  readonly subjectId: string;
  readonly subjectName: string;
  /** Tells apart states of the same record: a reason code, a plan's hash. A new value is a new state. */
  readonly state: string;
  /** What is wrong, in words for the person who will fix it. */
  readonly detail: string;
  /** Further facts by name, such as the run that waits for a decision. */
  readonly facts?: Readonly<Record<string, string | number>>;
  /** When the state will end by itself. */
  readonly endsAt?: Instant;
}

/**
 * Raises and clears alarms. Call both in the transaction that changes the state, so that people are told exactly when
 * it holds.
 */
export abstract class Alarms {
  /** Does nothing when the state is already known. */
  abstract raise(inside: Context, alarms: readonly Alarm[]): Promise<void>;

  /** The records are well again, or gone. Does nothing when no alarm was raised. */
  abstract end(inside: Context, events: readonly AlarmEvent[], subjectIds: readonly string[]): Promise<void>;
}
