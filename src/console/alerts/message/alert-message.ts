import type { AlarmEvent } from '../../../kernel/alarms.js';
import type { Instant } from '../../../kernel/clock.js';
import type { MessageWay } from '../../alert-contacts/ways.js';

export const messageKinds = ['alerts', 'digest.daily', 'test'] as const;
export type MessageKind = (typeof messageKinds)[number];

export const messageStatuses = ['pending', 'delivered', 'failed'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** One alert in a message. */
export interface NotifiedAlert {
  readonly id: string;
  readonly event: AlarmEvent;
  readonly subjectId: string;
  readonly subjectName: string;
  readonly detail: string;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly raisedAt: Instant;
  readonly resolvedAt: Instant | null;
}

/** Some of the alerts by name, and the number of all. */
export interface NotifiedList {
  readonly alerts: readonly NotifiedAlert[];
  readonly total: number;
}

/** Content of a message. It is written once, so every attempt sends the same. */
export interface MessageContent {
  readonly organization: { readonly id: string; readonly name: string; readonly timeZone: string };
  readonly at: Instant;
  /** Alerts that began; in a digest, open ones. */
  readonly open: NotifiedList;
  /** Alerts that ended; in a digest, since the last one. */
  readonly ended: NotifiedList | null;
  /** The contact has reached the hourly limit; the digest carries the rest. */
  readonly isLastForNow: boolean;
}

export interface AlertMessage {
  readonly id: string;
  readonly contactId: string;
  readonly way: MessageWay;
  readonly kind: MessageKind;
  readonly content: MessageContent;
  readonly status: MessageStatus;
  readonly attempts: number;
  readonly dueAt: Instant;
  readonly attemptedAt: Instant | null;
  /** Why the last attempt failed. */
  readonly error: string | null;
  readonly createdAt: Instant;
}

export const messageColumns = `m.id, m.contact_id as "contactId", m.way, m.kind, m.content, m.status, m.attempts,
  m.due_at as "dueAt",
  m.attempted_at as "attemptedAt", m.error, m.created_at as "createdAt"`;
