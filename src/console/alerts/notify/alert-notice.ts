import type { AlertContact } from '../../alert-contacts/alert-contact.js';
import type { MessageWay } from '../../alert-contacts/ways.js';
import type { Alert } from '../alert/alert.js';

/** Delay between an alert and its message, so that simultaneous alerts share one. */
export const gatherSeconds = 5;
/** Minimum between two messages to an organization's contacts. */
export const gapSeconds = 60;
/** After a message about a record, only the digest mentions it again for this long. */
export const dampSeconds = 3_600;
/** Messages to one contact within an hour; the digest carries the rest. */
export const mostMessagesAnHour = 20;

export interface WaitingAlert extends Alert {
  /** A message about the same record and event went out within `dampSeconds`. */
  readonly wasNotifiedLately: boolean;
}

/** A contact, the ways that reach it, and its messages within the hour. */
export interface AlertRecipient {
  readonly contact: Pick<AlertContact, 'id' | 'events'>;
  readonly ways: readonly MessageWay[];
  readonly sentLately: number;
}

export interface EndedAlert extends Alert {
  /** Contacts who know of the state. */
  readonly notifiedContactIds: readonly string[];
  /** The alert that reopened the same state. Null if it is over. */
  readonly standsAs: string | null;
}

/** Contacts by alert. */
export type NotifiedContacts = ReadonlyMap<string, readonly string[]>;

export interface AlertNotice {
  readonly contactId: string;
  readonly ways: readonly MessageWay[];
  readonly alerts: readonly WaitingAlert[];
  readonly ended: readonly EndedAlert[];
  readonly isLastForNow: boolean;
}

export interface NoticesOfDay {
  readonly messages: readonly AlertNotice[];
  /** Alerts in a message, with their recipients. */
  readonly notified: NotifiedContacts;
  /** Alerts that some recipients see only in the digest. */
  readonly left: readonly string[];
  /** The same for ended alerts. */
  readonly endsNotified: readonly string[];
  readonly endsLeft: readonly string[];
}

/**
 * Decides who is told what now. States that already ended, or that flap, wait for the digest. Whoever heard of a
 * beginning hears of the end once it is final.
 */
export function noticesOf(
  waiting: readonly WaitingAlert[],
  over: readonly EndedAlert[],
  listeners: readonly AlertRecipient[],
): NoticesOfDay {
  const left = new Set(
    waiting.filter(({ resolvedAt, wasNotifiedLately }) => resolvedAt !== null || wasNotifiedLately).map(({ id }) => id),
  );
  const news = waiting.filter(({ id }) => !left.has(id));
  const ends = over.filter(({ standsAs }) => standsAs === null);
  const notified = new Map<string, string[]>();
  const [endsNotified, endsLeft] = [new Set<string>(), new Set<string>()];
  const messages: AlertNotice[] = [];
  for (const { contact, ways, sentLately } of listeners) {
    const alerts = news.filter(({ event }) => contact.events.includes(event));
    const ended = ends.filter(
      ({ event, notifiedContactIds }) => contact.events.includes(event) && notifiedContactIds.includes(contact.id),
    );
    if (alerts.length + ended.length === 0 || ways.length === 0) continue;
    const isFull = sentLately >= mostMessagesAnHour;
    for (const { id } of ended) (isFull ? endsLeft : endsNotified).add(id);
    if (isFull) for (const { id } of alerts) left.add(id);
    else {
      for (const { id } of alerts) notified.set(id, [...(notified.get(id) ?? []), contact.id]);
      messages.push({ contactId: contact.id, ways, alerts, ended, isLastForNow: sentLately + 1 >= mostMessagesAnHour });
    }
  }
  return { messages, notified, left: [...left], endsNotified: [...endsNotified], endsLeft: [...endsLeft] };
}
