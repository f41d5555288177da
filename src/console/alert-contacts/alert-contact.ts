import { alarmEvents } from '../../kernel/alarms.js';
import type { RecordLife } from '../record/record-life.js';

/** What a contact can be told. */
export const alertEvents = [...alarmEvents, 'digest.daily'] as const;
export type AlertEvent = (typeof alertEvents)[number];

/** Whom to tell; by each way that is given. */
export interface AlertContactFields {
  /** Unique in its organization without regard to case. */
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** Alerts are posted there as JSON. In a contact as it may be seen: scheme, host and port. */
  readonly url: string | null;
  readonly events: readonly AlertEvent[];
  readonly disabled: boolean;
}

export interface AlertContact extends AlertContactFields, RecordLife {
  /** All of the address. */
  readonly urlSealed: string | null;
}
