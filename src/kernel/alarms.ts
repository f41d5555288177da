import type { Instant } from './clock.js';
import type { Context } from './context.js';

/** States that need a person. */
export const alarmEvents = [
  'connection.quarantined',
  'connection.silent',
  'plan.held',
  'endings.held',
  'file.refused',
  'delivery.waiting',
  'certificate.expiring',
  'webhook.failing',
  'webhook.disabled',
] as const;
export type AlarmEvent = (typeof alarmEvents)[number];

/** Something is in such a state. Nothing of it may be secret, or about a guest or an employee. */
export interface Alarm {
  readonly event: AlarmEvent;
  /** The record that is in the state, and what people call it. */
  readonly subjectId: string;
  readonly subjectName: string;
  /** Tells one such state from another of the same record: a reason code, a plan's hash. Another one is news. */
  readonly state: string;
  /** What is wrong, for whoever is to mend it. */
  readonly detail: string;
  /** Further facts by name, such as the run to decide about. */
  readonly facts?: Readonly<Record<string, string | number>>;
  /** When the state ends by itself. */
  readonly endsAt?: Instant;
}

/**
 * Who tells people. Both are called in the transaction that changes the state: what is said is told exactly if that
 * holds.
 */
export abstract class Alarms {
  /** Said again of a state that is known already, it changes nothing. */
  abstract raise(inside: Context, alarms: readonly Alarm[]): Promise<void>;

  /** The records are well again, or gone. Says nothing new when they were. */
  abstract end(inside: Context, events: readonly AlarmEvent[], subjectIds: readonly string[]): Promise<void>;
}
