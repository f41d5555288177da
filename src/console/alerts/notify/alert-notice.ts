import type { AlertContact } from '../../alert-contacts/alert-contact.js';
import type { MessageWay } from '../../alert-contacts/ways.js';
import type { Alert } from '../alert/alert.js';

/** From an alert to its message, so that what happens together is told together. */
export const gatherSeconds = 5;
/** Between two messages to an organization's contacts. */
export const gapSeconds = 60;
/** A record that was told of is told of again by the digest only, for so long. */
export const dampSeconds = 3_600;
/** To one contact; what comes beyond is left to the digest. */
export const mostMessagesAnHour = 20;

export interface WaitingAlert extends Alert {
  /** The same record was told of, for the same event, within `dampSeconds`. */
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
  /** Alerts that somebody who would have been told learns from the digest. */
  readonly left: readonly string[];
  /** The same of those that ended. */
  readonly endsNotified: readonly string[];
  readonly endsLeft: readonly string[];
}

/**
 * Who is told of what now. What ended already, and what flaps, is left to the digest. Of an end are told who were told
 * of the beginning, once it is over for good.
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
