import type { AlarmEvent } from '../../../kernel/alarms.js';
import type { Instant } from '../../../kernel/clock.js';

/** A state that needs, or needed, a person. */
export interface Alert {
  readonly id: string;
  readonly event: AlarmEvent;
  readonly subjectId: string;
  readonly subjectName: string;
  readonly state: string;
  readonly detail: string;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly raisedAt: Instant;
  /** Null while it lasts. */
  readonly resolvedAt: Instant | null;
  /** When contacts were notified at once. Null if not yet, if nobody is to be, or if only the digest mentions it. */
  readonly notifiedAt: Instant | null;
  /** When those who were notified heard that it was over. Null if not yet, or if nobody is to. */
  readonly endNotifiedAt: Instant | null;
  readonly isInDigest: boolean;
  /** When it was acknowledged. Null: it was not. */
  readonly acknowledgedAt: Instant | null;
  /** Until when: then it is open again. Null: until the state ends. */
  readonly acknowledgedUntil: Instant | null;
  /** Name of whoever acknowledged it. */
  readonly acknowledgedBy: string | null;
  readonly comment: string | null;
}

export const alertColumns = `a.id, a.event, a.subject_id as "subjectId", a.subject_name as "subjectName", a.state,
  a.detail, a.facts, a.raised_at as "raisedAt",
  a.resolved_at as "resolvedAt", a.notified_at as "notifiedAt", a.end_notified_at as "endNotifiedAt",
  a.in_digest as "isInDigest", a.acknowledged_at as "acknowledgedAt", a.acknowledged_by as "acknowledgedBy",
  a.acknowledged_until as "acknowledgedUntil", a.comment`;
