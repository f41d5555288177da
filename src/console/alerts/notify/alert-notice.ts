import type { AlertContact } from '../../alert-contacts/alert-contact.js';
import type { MessageWay } from '../../alert-contacts/ways.js';
import type { Alert } from '../alert/alert.js';

/** From an alert to its message, so that what happens together is sent together. */
export const gatherSeconds = 5;
/** Between two messages to an organization's contacts. */
export const gapSeconds = 60;
/** After a message about a record, only the digest mentions it again for this long. */
export const dampSeconds = 3_600;
/** To one contact; what comes beyond is left to the digest. */
export const mostMessagesAnHour = 20;

export interface WaitingAlert extends Alert {
  /** A message about the same record and event went out within `dampSeconds`. */
  readonly wasNotifiedLately: boolean;
}

/** A contact with the ways that reach it, and how many messages it got within the hour. */
export interface AlertRecipient {
  readonly contact: Pick<AlertContact, 'id' | 'events'>;
  readonly ways: readonly MessageWay[];
  readonly sentLately: number;
}

export interface EndedAlert extends Alert {
  /** Contacts who know that it stood. */
  readonly notifiedContactIds: readonly string[];
  /** The alert as which the same state stands again; null: it is over. */
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
  /** Alerts that are in a message, with who gets it. */
  readonly notified: NotifiedContacts;
  /** Alerts that some recipients will only see in the digest. */
  readonly left: readonly string[];
  /** The same of those that ended. */
  readonly endsNotified: readonly string[];
  readonly endsLeft: readonly string[];
}

/**
 * Who hears of what now. What has already ended, and what flaps, is left to the digest. The people who heard of a
 * beginning hear of the end, once it is over for good.
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
